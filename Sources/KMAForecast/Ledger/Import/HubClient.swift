import Feeds
import Forecast

/// Asks the API hub's tables, one call after the other.
///
/// The hub hangs and answers 504 now and then, and whether a month of all zones fits one answer is not documented: an
/// answer that does not come whole is asked for again in halves, down to a single issue.
actor HubClient {
    /// The calls of a day. The hub allows 20,000; some are left for what else the key is used for.
    static let callsADay = 19_000
    /// The pause before a call that failed is made again.
    private static let pause = Duration.seconds(2)

    private let gateway: HubGateway
    private let transport: Transport
    private let counter: (any CallCounter)?
    private let now: @Sendable () -> Date
    private let timeout: Duration
    private let clock: any WaitingClock
    private let limit: Int
    /// The calls of this client, wherever else they are counted.
    private(set) var calls = 0
    /// Those of the Korean day of the last call.
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
        self.gateway = gateway
        self.transport = transport
        self.counter = counter
        self.now = now
        self.timeout = timeout
        self.clock = clock
        self.limit = limit
    }

    /// The result of a span of issues.
    struct Answer: Sendable {
        var issues: [TabledIssue] = []
        var unreadable = 0
        /// Issues that the hub could not give, each with the fault.
        var failed: [Date: FeedError] = [:]

        mutating func add(_ other: Answer) {
            issues += other.issues
            unreadable += other.unreadable
            failed.merge(other.failed) { first, _ in first }
        }
    }

    /// The issues of a span, for one zone or for all. Throws only what ends the whole import: a key that is refused, a
    /// day's calls that are spent, or a hub that does not answer even for one issue.
    func issues(
        _ table: MidTermTable,
        _ times: [Date],
        zone: String?
    ) async throws(FeedError) -> Answer {
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
            // Too much at once: the same call would fail in the same way.
            let isTooQuick = fault.code == .rateLimited
            if times.count > 1, !isTooQuick { break }
            if attempt == 1 {
                // Ends early with the task, whose next call is then not made.
                try? await clock.sleep(for: HubClient.pause)
            }
        }
        // What the hub refuses as wrong is wrong of fewer issues too.
        let isRefused = fault.code == .upstreamError && !fault.isRetryable
        guard times.count > 1, !isRefused, !Task.isCancelled else {
            if fault.code == .timeout || fault.code == .unreachable { throw fault }
            return Answer(failed: Dictionary(times.map { ($0, fault) }) { first, _ in first })
        }
        let middle = times.count / 2
        var answer = try await issues(table, Array(times[..<middle]), zone: zone)
        answer.add(try await issues(table, Array(times[middle...]), zone: zone))
        return answer
    }

    private func call(
        _ table: MidTermTable,
        _ issued: ClosedRange<Date>,
        _ zone: String?
    ) async throws(FeedError) -> TabledIssues {
        try await spend()
        let url = table.url(issued: issued, zone: zone, gateway: gateway)
        let answer: HTTPAnswer
        do throws(TransportFault) {
            answer = try await transport.fetch(url, timeout)
        } catch {
            throw FeedError(error)
        }
        return try table.read(answer)
    }

    /// Counts a call, also across programs and restarts, or refuses it.
    private func spend() async throws(FeedError) {
        let refusal = FeedError.unsent(.quotaExceeded, "\(limit)/day")
        let day = String(KoreanTime(now()).compact.prefix(8))
        if today.day != day { today = (day, 0) }
        // Where the store cannot count, at least this program keeps to the limit.
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
    /// Whether every further call would meet the same.
    var endsImport: Bool {
        switch code {
        case .keyMissing, .keyRejected, .notSubscribed, .quotaExceeded, .blocked: true
        default: false
        }
    }
}
