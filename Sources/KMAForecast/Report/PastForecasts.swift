import Feeds
import Forecast
import Regions

/// What the kept issues said of days, each day by the day on which it was said. Days that are over, earlier forecasts of a
/// day and scores are all made of it.
public struct PastForecasts: Sendable {
    /// KMA's forecasts reach so many days ahead.
    static let longestLead = Week.daysAhead
    /// The hour before which an issue of the day itself counts; later ones speak of what is left of it.
    static let morning = 6

    /// By the day that is spoken of and the day of the issue; the newest issue first.
    private let byDays: [Key: [IssuedForecast]]

    private struct Key: Hashable {
        var date: KoreanDate
        var issued: KoreanDate
    }

    /// Kept forecasts, of which the newest stands first.
    init(_ kept: [KeptForecast]) {
        byDays = Dictionary(grouping: kept.map(\.forecast)) { forecast in
            Key(date: forecast.date, issued: KoreanDate(of: forecast.issuedAt))
        }
    }

    /// A day by the issues of one day, each value by the newest that has it; `nil` if none of them is kept.
    public func said(of date: KoreanDate, on issued: KoreanDate) -> StatedDay? {
        chosen(date, among: byDays[Key(date: date, issued: issued)] ?? [])
    }

    /// A day by the issues of so many days before it, of the day itself by those before its 06:00.
    func said(of date: KoreanDate, leadDays: Int) -> StatedDay? {
        let issues = byDays[Key(date: date, issued: date + -leadDays)] ?? []
        return chosen(date, among: issues.filter { $0.issuedAt < date.at(hour: PastForecasts.morning) })
    }

    /// A day by all issues before its 06:00; `nil` if nothing is kept of it.
    public func lastSaid(of date: KoreanDate) -> StatedDay? {
        let issues = (0...PastForecasts.longestLead).flatMap { lead in
            byDays[Key(date: date, issued: date + -lead)] ?? []
        }
        return chosen(date, among: issues.filter { $0.issuedAt < date.at(hour: PastForecasts.morning) })
    }

    private func chosen(_ date: KoreanDate, among issues: [IssuedForecast]) -> StatedDay? {
        let said = DayChoice(on: date, among: issues.map(\.candidate)).said
        return said.low == nil && said.high == nil && said.wholeSky == nil ? nil : said
    }
}

extension Forecaster {
    /// What the kept issues said of days at a place; `nil` if no ledger is kept. Throws if it cannot be read.
    public func pastForecasts(
        at place: Place,
        on dates: ClosedRange<KoreanDate>
    ) async throws(ForecastError) -> PastForecasts? {
        guard let ledger = configuration.ledger?.ledger else { return nil }
        let now = configuration.now()
        let rows: [LedgerDay]
        do throws(StoreProblem) {
            rows = try await ledger.days(of: place.ledgerSubjects, on: dates)
        } catch {
            throw .record(error)
        }
        return PastForecasts(KeptForecast.all(in: rows).filter { $0.forecast.issuedAt <= now })
    }

    /// What KMA observed at a place at each hour from a moment on, as far as that is stored; nothing is asked for.
    public func storedObservations(at place: Place, since start: Date) async -> [Date: Observation] {
        let stored = await (feeds[.nowcast] as? NowcastFeed)?.stored(at: place, since: start) ?? []
        return Dictionary(stored.map { ($0.observedAt, $0) }) { first, _ in first }
    }
}
