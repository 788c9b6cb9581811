import Feeds
import Foundation

/// What an upstream knows.
struct UpstreamState: Sendable {
    /// What the time is.
    var clock: @Sendable () -> Date
    var validator: RequestValidator
    var answers: [Endpoint: @Sendable (Request) -> StubAnswer] = [:]
    /// Faults to come, each with how often; `nil` for always.
    var faults: [Endpoint: [(fault: Fault, times: Int?)]] = [:]
    var requests: [Request] = []
    var inFlight = 0
    var mostInFlight = 0

    init(now: Date, validator: RequestValidator) {
        clock = { now }
        self.validator = validator
    }

    var now: Date { clock() }

    /// Takes note of a request and of what is to become of it.
    ///
    /// What the answer says is worked out later, with the lock let go: a test's own answer may wait for another request.
    mutating func receive(_ request: Request) -> PlannedAnswer {
        requests.append(request)
        inFlight += 1
        mostInFlight = max(mostInFlight, inFlight)
        guard let endpoint = request.endpoint else { return .refuse(.text("API not found", status: 404)) }
        if let refusal = validator.refusal(of: request, to: endpoint) { return .refuse(refusal) }
        var fault = nextFault(of: endpoint)
        // It befalls the newest issue alone.
        if fault == .newestIssueEmpty, !request.asksForNewest(of: endpoint, at: now) { fault = nil }
        requests[requests.count - 1].fault = fault
        if fault == .newestIssueEmpty { return .refuse(.noData) }
        return .answer(answers[endpoint] ?? UpstreamState.sample(at: now), fault)
    }

    private static func sample(at now: Date) -> @Sendable (Request) -> StubAnswer {
        { request in
            let sample = SampleFeeds.answer(to: request.target, at: now)
            var reply = StubAnswer.json("", status: sample.status)
            reply.body = Array(sample.body)
            return reply
        }
    }

    private mutating func nextFault(of endpoint: Endpoint) -> Fault? {
        guard let next = faults[endpoint]?.first else { return nil }
        switch next.times {
        case nil: break
        case 1: faults[endpoint]?.removeFirst()
        case let times?: faults[endpoint]?[0].times = times - 1
        }
        return next.fault
    }
}

/// What becomes of a request.
enum PlannedAnswer: Sendable {
    case refuse(StubAnswer)
    case answer(@Sendable (Request) -> StubAnswer, Fault?)

    /// How the answer goes out.
    func delivery(to request: Request) -> Delivery {
        switch self {
        case .refuse(let reply): .whole(reply)
        case .answer(let answer, nil): .whole(answer(request))
        case .answer(let answer, let fault?): Delivery(fault, instead: answer(request))
        }
    }
}

extension Request {
    /// Whether it is for the issue that came out last.
    fileprivate func asksForNewest(of endpoint: Endpoint, at now: Date) -> Bool {
        switch endpoint {
        case .midTemperature, .midLand, .outlook: self["tmFc"] == SampleIssue(newestAt: now).tmFc
        case .shortTerm: isWithin(hours: 3, of: now)
        case .nowcast, .nextHours: isWithin(hours: 1, of: now)
        case .current, .forecast: false
        }
    }

    /// Base times are so many hours apart, so one that is younger than that is the newest.
    private func isWithin(hours: Double, of now: Date) -> Bool {
        guard let day = Int32(self["base_date"] ?? ""), let time = Int32(self["base_time"] ?? "") else {
            return false
        }
        var parts = tm()
        parts.tm_year = day / 10_000 - 1_900
        parts.tm_mon = day / 100 % 100 - 1
        parts.tm_mday = day % 100
        parts.tm_hour = time / 100
        parts.tm_min = time % 100
        let base = Date(timeIntervalSince1970: Double(timegm(&parts)) - 9 * 3_600)
        return now.timeIntervalSince(base) < hours * 3_600
    }
}
