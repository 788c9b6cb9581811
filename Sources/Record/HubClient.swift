import Feeds
import Forecast
import KMAForecast

/// Client of the hub, which hangs and answers 504 at times: an incomplete answer is requested again in halves.
actor HubClient {
    /// The hub allows 20,000; some are for other uses of the key.
    static let callsADay = 19_000
    private static let pause = Duration.seconds(2)

    private let gateway: HubGateway
    private let transport: Transport
    private let counter: (any CallCounter)?
    private let now: @Sendable () -> Date
    private let timeout: Duration
    private let clock: any WaitingClock
    private let limit: Int
    private(set) var calls = 0
    private var today = (day: "", calls: 0)

    init(
        gateway: HubGateway,
        transport: Transport,
        counter: (any CallCounter)?,
        now: @escaping @Sendable () -> Date,
        timeout: Duration = .seconds(60),
        clock: any WaitingClock = ContinuousClock(),
        limit: Int = HubClient.callsADay
    ) {
        (self.gateway, self.transport, self.counter, self.now) = (gateway, transport, counter, now)
        (self.timeout, self.clock, self.limit) = (timeout, clock, limit)
    }

    struct Answer: Sendable {
        var issues: [TabledIssue] = []
        var unreadable = 0
        var failed: [Date: FeedError] = [:]

        mutating func add(_ other: Answer) {
            issues += other.issues
            unreadable += other.unreadable
            failed.merge(other.failed) { first, _ in first }
        }
    }

    /// Throws only the end of an import: a refused key, spent calls, or no answer for one issue.
    func issues(_ table: MidTermTable, _ times: [Date], zone: String?) async throws(FeedError) -> Answer {
        guard let first = times.first, let last = times.last else { return Answer() }
        var fault = FeedError(.malformedResponse)
        for attempt in 1...2 {
            do throws(FeedError) {
                let read = try await call(table, first...last, zone)
                if read.isWhole { return Answer(issues: read.issues, unreadable: read.unreadable) }
                fault = FeedError(.malformedResponse, "#7777END")
            } catch {
                if error.endsImport { throw error }
                fault = error
            }
            let isTooQuick = fault.code == .rateLimited
            if times.count > 1, !isTooQuick { break }
            if attempt == 1 { try? await clock.sleep(for: HubClient.pause) }
        }
        guard times.count > 1, fault.reason != .requestRefused, !Task.isCancelled else {
            if fault.code == .timeout || fault.code == .unreachable { throw fault }
            return Answer(failed: Dictionary(times.map { ($0, fault) }) { first, _ in first })
        }
        let middle = times.count / 2
        var answer = try await issues(table, Array(times[..<middle]), zone: zone)
        answer.add(try await issues(table, Array(times[middle...]), zone: zone))
        return answer
    }

    private func call(_ table: MidTermTable, _ issued: ClosedRange<Date>, _ zone: String?) async throws(FeedError) -> TabledIssues {
        try await spend()
        let url = table.url(issued: issued, zone: zone, gateway: gateway)
        let answer: HTTPAnswer
        do throws(TransportFault) { answer = try await transport.fetch(url, timeout) } catch { throw FeedError(error) }
        return try table.read(answer)
    }

    private func spend() async throws(FeedError) {
        let refusal = FeedError.refused(.daySpent, until: (KoreanDate(of: now()) + 1).start)
        let day = String(KoreanTime(now()).compact.prefix(8))
        if today.day != day { today = (day, 0) }
        guard today.calls < limit else { throw refusal }
        let scope = StoreScope(gateway: "typ01 \(gateway.baseURL)", key: gateway.key)
        let count = CallCount(scope: scope, service: .midTerm, period: day)
        switch await counter?.countCall(count, limit: limit) {
        case .refused: throw refusal
        case .counted, .withheld, .unavailable, nil:
            calls += 1
            today.calls += 1
        }
    }
}

extension FeedError {
    var endsImport: Bool {
        switch code {
        case .keyMissing, .keyRejected, .notSubscribed, .quotaExceeded, .blocked: true
        default: false
        }
    }
}
