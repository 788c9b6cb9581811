import Feeds
import Forecast
import KMAForecast
import Regions

/// Import of past mid-term issues from the API hub, which can be stopped and resumed.
public struct HubImport: Sendable {
    /// First issue in the hub's documentation.
    public static let firstDay = KoreanDate(year: 2001, month: 2, day: 1)

    private let ledger: any Ledger
    private let now: @Sendable () -> Date
    private let client: HubClient
    private let places: [Place]?

    /// Creates an import of places' zones, or all zones; `counter` counts calls across programs.
    public init(
        _ gateway: HubGateway,
        into ledger: any Ledger,
        of places: [Place]? = nil,
        transport: Transport,
        counter: (any CallCounter)?,
        timeout: Duration = .seconds(60),
        clock: any WaitingClock = ContinuousClock(),
        now: @escaping @Sendable () -> Date
    ) {
        (self.ledger, self.places, self.now) = (ledger, places, now)
        client = HubClient(gateway: gateway, transport: transport, counter: counter, now: now, timeout: timeout, clock: clock)
    }

    /// Progress of an import.
    public struct Progress: Sendable, Hashable {
        /// First day of the finished third of a month.
        public var day: KoreanDate
        /// Finished parts of each table.
        public var done: Int
        /// Number of parts.
        public var total: Int
        /// Parts that took a call.
        public var asked: Int
    }

    /// Imports all issues since a day; `progress` gets each finished part.
    public func run(since: KoreanDate, progress: @Sendable (Progress) -> Void = { _ in }) async -> ImportResult {
        var result = ImportResult()
        let parts = HubImport.parts(since: max(since, HubImport.firstDay), until: now())
        let total = parts.count * MidTermTable.allCases.count
        var done = 0
        var asksByZone = false
        for part in parts {
            for table in MidTermTable.allCases {
                guard !Task.isCancelled else { return result }
                do throws(FeedError) { try await add(part, of: table, to: &result, asksByZone: &asksByZone) } catch {
                    result.fault = error
                    result.calls = await client.calls
                    return result
                }
                done += 1
                result.calls = await client.calls
                progress(Progress(day: part.day, done: done, total: total, asked: result.partsAsked))
            }
        }
        return result
    }

    struct Part: Sendable {
        var day: KoreanDate
        var issues: [Date]
    }

    static func parts(since: KoreanDate, until now: Date) -> [Part] {
        var parts: [Part] = []
        let newest = IssueSchedule.midTerm.newest(at: now)
        var day = since
        while day.start <= newest {
            let number = day.civil.day
            if parts.isEmpty || number == 1 || number == 11 || number == 21 { parts.append(Part(day: day, issues: [])) }
            parts[parts.count - 1].issues += [day.at(hour: 6), day.at(hour: 18)].filter { $0 <= newest }
            day = day + 1
        }
        return parts.filter { !$0.issues.isEmpty }
    }

    private func zones(of table: MidTermTable) -> [String] {
        let codes = places?.map { table == .temperature ? $0.temperatureZone.code : $0.landZone.code }
        return Set((codes ?? table.zones).flatMap(TemperatureZone.codes(since:))).sorted()
    }

    private func add(_ part: Part, of table: MidTermTable, to result: inout ImportResult, asksByZone: inout Bool) async throws(FeedError) {
        let zones = zones(of: table)
        guard let first = part.issues.first, let last = part.issues.last else { return }
        let known = try await FeedError.ofLedger { () async throws(StoreProblem) in
            try await ledger.days(
                of: zones.map { LedgerSubject(feed: table.feed, name: $0) },
                on: part.day...KoreanDate(of: last) + 11,
                issued: first..<last.addingTimeInterval(1)
            )
        }
        // Half of the zones are enough: some did not exist, and another import may have been of one place.
        var imported: [Date: Set<String>] = [:]
        for row in known where row.origin == .hub { imported[row.issuedAt, default: []].insert(row.subject.name) }
        let missing = part.issues.filter { imported[$0, default: []].count * 2 < zones.count }
        guard !missing.isEmpty else { return }
        result.partsAsked += 1

        var answer = HubClient.Answer()
        if places != nil || asksByZone {
            for zone in zones { answer.add(try await whole(table, missing, zone: zone)) }
        } else {
            answer = try await whole(table, missing, zone: nil)
            // Refused without a zone, or an empty time: one zone shows which.
            if answer.issues.isEmpty, let zone = zones.first {
                let one = try await whole(table, missing, zone: zone)
                if !one.issues.isEmpty {
                    asksByZone = true
                    answer = one
                    for zone in zones.dropFirst() { answer.add(try await whole(table, missing, zone: zone)) }
                }
            }
        }
        try await keep(answer, of: table, missing, known, in: &result)
    }

    /// Requests missing issues one by one, as half a span may come under a whole table's end.
    private func whole(_ table: MidTermTable, _ times: [Date], zone: String?) async throws(FeedError) -> HubClient.Answer {
        var answer = try await client.issues(table, times, zone: zone)
        let came = Set(answer.issues.map(\.issuedAt))
        guard !came.isEmpty, times.count > 1 else { return answer }
        for time in times where !came.contains(time) && answer.failed[time] == nil { answer.add(try await client.issues(table, [time], zone: zone)) }
        return answer
    }

    private func keep(_ answer: HubClient.Answer, of table: MidTermTable, _ asked: [Date], _ known: [LedgerDay], in result: inout ImportResult)
        async throws(FeedError)
    {
        let fetchedAt = now()
        let expected = Set(asked)
        let issues = answer.issues.filter { expected.contains($0.issuedAt) }.map { LedgerIssue($0, of: table, from: .hub, fetchedAt: fetchedAt) }
        if !issues.isEmpty { try await FeedError.ofLedger { () async throws(StoreProblem) in try await ledger.add(issues, []) } }
        result.issues += issues.count
        result.unreadableRows += answer.unreadable
        let came = Set(issues.map(\.issuedAt))
        result.missing += asked.filter { !came.contains($0) }.map { .init(feed: table.feed, issuedAt: $0) }
        result.compare(issues, with: known.filter { $0.origin == .portal })
    }

    /// Asks the hub for kept issues again and compares their days; adds nothing.
    public func compare(_ kept: [[LedgerDay]], progress: @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }) async -> ImportResult {
        var result = ImportResult()
        for (index, days) in kept.enumerated() {
            guard let first = days.first, !Task.isCancelled else { continue }
            guard let table = MidTermTable.allCases.first(where: { $0.feed == first.subject.feed }) else { continue }
            do throws(FeedError) {
                let answer = try await client.issues(table, [first.issuedAt], zone: first.subject.name)
                let issues = answer.issues.filter { $0.zone == first.subject.name && $0.issuedAt == first.issuedAt }
                result.issues += issues.count
                result.unreadableRows += answer.unreadable
                if issues.isEmpty { result.missing.append(.init(feed: table.feed, issuedAt: first.issuedAt)) }
                let fetchedAt = now()
                result.compare(issues.map { LedgerIssue($0, of: table, from: .hub, fetchedAt: fetchedAt) }, with: days)
            } catch {
                result.fault = error
                break
            }
            progress(index + 1, kept.count)
        }
        result.calls = await client.calls
        return result
    }
}
