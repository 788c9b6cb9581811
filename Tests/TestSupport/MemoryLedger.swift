import Forecast
import Foundation
import KMAForecast

/// A ledger in memory, with the same answers as one on disk: for tests.
package actor MemoryLedger: Ledger {
    private var issues: [Key: LedgerIssue] = [:]
    private var observed: [Int: [KoreanDate: [ObservedDay]]] = [:]

    /// Identity of an answer.
    private struct Key: Hashable {
        var subject: LedgerSubject
        var issuedAt: Date
        var origin: LedgerOrigin
        var body: [UInt8]
    }

    /// An empty ledger.
    package init() {}

    /// Adds what is not there yet; see ``Ledger``.
    package func add(
        _ issues: [LedgerIssue],
        _ observations: [ObservedDay],
        through position: CachePosition?
    ) {
        for issue in issues {
            let key = Key(
                subject: issue.subject,
                issuedAt: issue.issuedAt,
                origin: issue.origin,
                body: issue.body
            )
            self.issues[key] = self.issues[key] ?? issue
        }
        for day in observations {
            let known = observed[day.station]?[day.date] ?? []
            guard !known.contains(where: { $0.fetchedAt == day.fetchedAt }) else { continue }
            observed[day.station, default: [:]][day.date] = known + [day]
        }
    }

    /// Issues of days, in order.
    package func days(
        of subjects: [LedgerSubject],
        on dates: ClosedRange<KoreanDate>,
        issued: Range<Date>?
    ) -> [LedgerDay] {
        let rows = issues.values.filter { subjects.contains($0.subject) }
            .filter { issued?.contains($0.issuedAt) ?? true }
            .flatMap { issue in
                issue.days.filter { dates.contains($0.date) }.map { day in
                    LedgerDay(
                        subject: issue.subject,
                        issuedAt: issue.issuedAt,
                        fetchedAt: issue.fetchedAt,
                        origin: issue.origin,
                        day: day
                    )
                }
            }
        return rows.sorted { ($0.issuedAt, $0.fetchedAt) < ($1.issuedAt, $1.fetchedAt) }
    }

    /// Observations of a station, one a day.
    package func observations(at station: Int, on dates: ClosedRange<KoreanDate>) -> [ObservedDay] {
        (observed[station] ?? [:]).filter { dates.contains($0.key) }
            .compactMap { $0.value.max { $0.fetchedAt < $1.fetchedAt } }
            .sorted { $0.date < $1.date }
    }

    /// Time of the first issue.
    package func firstIssue() -> Date? { issues.keys.map(\.issuedAt).min() }

    /// The answers about some feeds.
    package func count(of feeds: [Feed]) -> Int { issues.keys.count { feeds.contains($0.subject.feed) } }

    /// The observations, corrections included.
    package var observationCount: Int {
        observed.values.reduce(0) { sum, days in days.values.reduce(sum) { $0 + $1.count } }
    }
}
