import Forecast
import Foundation
import SampleFeeds

/// Memory and orders of an upstream, guarded by a lock in ``Upstream``.
struct UpstreamState: Sendable {
    /// Tells the time its feeds are made for.
    var clock: @Sendable () -> Date
    var validator: RequestValidator
    var answers: [Endpoint: @Sendable (Request) -> StubAnswer] = [:]
    /// Faults to come, each with how often it happens; `nil` for always.
    var faults: [Endpoint: [(fault: Fault, times: Int?)]] = [:]
    /// Faults that all requests to a service meet until the outage is ended.
    var outages: [UpstreamAPI: Fault] = [:]
    var requests: [Request] = []
    var load = RequestLoad()
    var loads: [UpstreamAPI: RequestLoad] = [:]

    init(now: Date, validator: RequestValidator) {
        clock = { now }
        self.validator = validator
    }

    var now: Date { clock() }

    /// Records a request and decides how it is answered.
    ///
    /// The answer is made later, after the lock is released: a test's own answer may wait for another request.
    mutating func receive(_ request: Request) -> PlannedAnswer {
        requests.append(request)
        load.begin()
        guard let endpoint = request.endpoint else {
            return PlannedAnswer(.text("API not found", status: 404))
        }
        loads[endpoint.service, default: RequestLoad()].begin()
        if let refusal = validator.refusal(of: request, to: endpoint) { return PlannedAnswer(refusal) }
        var fault = outages[endpoint.service] ?? nextFault(of: endpoint)
        // KMA answers `03` for the newest issue alone; older ones are there.
        if fault == .newestIssueEmpty, !request.asksForNewest(of: endpoint, at: now) { fault = nil }
        requests[requests.count - 1].fault = fault
        if fault == .newestIssueEmpty { return PlannedAnswer(.noData) }
        return PlannedAnswer(answer: answers[endpoint] ?? UpstreamState.sample(at: now), fault: fault)
    }

    /// Records that a request is over.
    mutating func finish(_ request: Request) {
        load.end()
        if let service = request.endpoint?.service { loads[service]?.end() }
    }

    /// Hands over the requests so far and begins to count anew.
    mutating func takeRequests() -> [Request] {
        load.restart()
        for service in loads.keys { loads[service]?.restart() }
        defer { requests = [] }
        return requests
    }

    private static func sample(at now: Date) -> @Sendable (Request) -> StubAnswer {
        { request in
            let name = "\(now.timeIntervalSince1970) \(request.target)"
            if let made = samples.withLock({ $0[name] }) { return made }
            let sample = SampleFeeds.answer(to: request.target, at: now)
            var answer = StubAnswer.json("", status: sample.status)
            answer.body = sample.body
            samples.withLock { samples in
                if samples.count == 400 { samples = [:] }
                samples[name] = answer
            }
            return answer
        }
    }

    /// Answers of the sample feeds, by time and target: hundreds of tests ask for those of one hour, each of which takes
    /// milliseconds to make without optimization.
    private static let samples = LockedValue<[String: StubAnswer]>([:])

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

/// Requests under way, and the most at one time.
struct RequestLoad: Sendable {
    private(set) var current = 0
    private(set) var most = 0

    mutating func begin() {
        current += 1
        most = max(most, current)
    }

    mutating func end() { current -= 1 }

    /// Forgets the most there were.
    mutating func restart() { most = current }
}

/// The answer a request gets and the fault it meets.
struct PlannedAnswer: Sendable {
    var answer: @Sendable (Request) -> StubAnswer
    var fault: Fault?

    init(answer: @escaping @Sendable (Request) -> StubAnswer, fault: Fault?) {
        self.answer = answer
        self.fault = fault
    }

    /// An answer that no request changes.
    init(_ answer: StubAnswer) {
        self.init(answer: { _ in answer }, fault: nil)
    }

    /// Makes the answer and decides how it is sent.
    func delivery(to request: Request) -> Delivery {
        let right = answer(request)
        return fault.map { Delivery($0, instead: right) } ?? .whole(right)
    }
}

extension Request {
    /// Whether it asks for the issue that came out last.
    fileprivate func asksForNewest(of endpoint: Endpoint, at now: Date) -> Bool {
        switch endpoint {
        case .midTemperature, .midLand, .outlook: self["tmFc"] == SampleIssue(newestAt: now).tmFc
        case .shortTerm: isWithin(hours: 3, of: now)
        case .nowcast, .nextHours: isWithin(hours: 1, of: now)
        case .current, .forecast, .warningStatus, .warningEvents, .warningTable, .airMeasured, .dustForecast,
            .dustWeek, .observedDays, .temperatureTable, .landTable:
            false
        }
    }

    /// Whether the base time is less than so many hours ago. Base times are that far apart, so it is the newest then.
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
