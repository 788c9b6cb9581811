import Feeds
import Foundation
import Regions
import SampleFeeds
import StubUpstream

/// What the stub upstream was asked and what it served, so that responses can be traced to it.
///
/// It reads the served bodies for their numbers alone: what the service makes of them has tests of its own.
final class Oracle: Sendable {
    /// One body that was served for a subject.
    struct Served: Sendable {
        /// The issue that was asked for; of OpenWeather, which has none, the time of serving.
        var issue: Date
        var servedAt: Date
        /// Every number in the body, in hundredths.
        var numbers: Set<Int>
        /// The words of the mid-term outlook; its lines are broken anew.
        var text: String?
    }

    private struct State: Sendable {
        var served: [String: [Served]] = [:]
        /// Error codes that faults since the start of the process account for, by service.
        var codes: [UpstreamService: Set<String>] = [:]
        /// Codes that last beyond the process: the service must not call again for so long as the key is the same.
        var cooldowns: [UpstreamService: Set<String>] = [:]
        /// Good answers by request target, which names operation, subject, issue and key.
        var answeredAt: [String: Date] = [:]
        /// Calls by service and key, and by minute.
        var calls: [String: [Int: Int]] = [:]
        var read = 0
        var faulty = 0
        var findings: [String] = []
    }

    let upstream: Upstream
    private let requestTimeout: Int
    /// The time at the upstream, where it stands still.
    let clock = LockedValue<Date?>(nil)
    private let state = LockedValue(State())

    /// The most calls that may be under way at one of KMA's services: eight at once trip its limit a second, four do
    /// not.
    static let callsAtOnce = 4
    /// What the service allows itself: data.go.kr's 10,000 calls a day and OpenWeather's 60 a minute, less a margin.
    static let callsADay = 9_500
    static let openWeatherCallsAMinute = 55

    init(requestTimeout: Int) throws {
        self.requestTimeout = requestTimeout
        upstream = try Upstream(now: Date())
        upstream.follow { [clock] in clock.withLock { $0 } ?? Date() }
        for endpoint in Endpoint.allCases {
            upstream.answers[endpoint] = { [state, clock] request in
                let now = clock.withLock { $0 } ?? Date()
                let sample = SampleFeeds.answer(to: request.target, at: now)
                if let served = Served(sample.body, request: request, endpoint: endpoint, at: now) {
                    let subject = Oracle.subject(of: request, endpoint)
                    state.withLock { $0.served[subject, default: []].append(served) }
                }
                return .json(String(decoding: sample.body, as: UTF8.self), status: sample.status)
            }
        }
    }

    /// Bodies served for a feed of a place.
    func served(_ feed: String, at place: Place) -> [Served] {
        let subjects = Oracle.subjects(of: feed, at: place)
        return state.withLock { state in subjects.flatMap { state.served[$0] ?? [] } }
    }

    /// Whether the upstream gave reason for an error code at a service.
    func accountsFor(_ code: String, at service: UpstreamService) -> Bool {
        update()
        return state.withLock { state in
            // The service stops itself short of OpenWeather's limit a minute.
            if service == .openWeather, code == "rate_limited" {
                let minute = Int(Date().timeIntervalSince1970 / 60)
                let calls = state.calls.filter { $0.key.hasPrefix(service.rawValue) }.values
                let most = calls.flatMap { [$0[minute - 1] ?? 0, $0[minute] ?? 0] }.max() ?? 0
                if most >= Oracle.openWeatherCallsAMinute - 5 { return true }
            }
            return state.codes[service]?.contains(code) == true
                || state.cooldowns[service]?.contains(code) == true
        }
    }

    /// Begins a new process: errors of the last one are no longer a reason, and what was answered in its last seconds
    /// may not have been stored.
    func processEnded(at moment: Date) {
        update()
        state.withLock { state in
            state.codes = [:]
            state.answeredAt = state.answeredAt.filter { $0.value < moment.addingTimeInterval(-5) }
        }
    }

    /// Accepts new keys only; cooldowns of the old ones end.
    func changeKeys(to keys: Keys) {
        upstream.accept(keys)
        state.withLock { $0.cooldowns = [:] }
    }

    /// Reads the requests that have come since the last time, and notes what should not have been asked.
    func update() {
        let requests = upstream.requests
        let fixed = clock.withLock { $0 }
        state.withLock { state in
            for request in requests[min(state.read, requests.count)...] {
                read(request, at: fixed ?? request.receivedAt, &state)
            }
            state.read = max(state.read, requests.count)
        }
    }

    private func read(_ request: Request, at time: Date, _ state: inout State) {
        guard let endpoint = request.endpoint else {
            state.findings.append("asked the upstream for \(request.path)")
            return
        }
        if upstream.isLeak(request) { state.findings.append("a key in a request: \(request.path)") }
        let service = endpoint.service
        let key = request["appid"] ?? request["serviceKey"] ?? ""
        let minute = Int(time.timeIntervalSince1970 / 60)
        state.calls["\(service.rawValue) \(key)", default: [:]][minute, default: 0] += 1
        if let fault = request.fault, let codes = FaultInjector.codes(of: fault, timeout: requestTimeout) {
            state.faulty += 1
            state.codes[service, default: []].formUnion(codes)
            if FaultInjector.startsCooldown(fault) {
                state.cooldowns[service, default: []].formUnion(codes)
            }
            return
        }
        // An issue of KMA is fetched once and for all, OpenWeather once in ten minutes a place.
        let last = state.answeredAt[request.target]
        if let last, endpoint.isKMA || time.timeIntervalSince(last) < 600 {
            let name = request.target.prefix { $0 != "?" }
            state.findings.append("\(name) fetched again after \(Int(time.timeIntervalSince(last))) s")
        }
        state.answeredAt[request.target] = time
    }

    /// What was found at the upstream's side.
    func findings() -> [String] {
        update()
        var findings = state.withLock { $0.findings }
        for service in [UpstreamService.midTerm, .shortTerm] {
            let most = upstream.mostInFlight(of: service)
            if most > Oracle.callsAtOnce { findings.append("\(most) calls at once at \(service.rawValue)") }
        }
        for (name, minutes) in state.withLock({ $0.calls }) {
            let (busiest, total) = (minutes.values.max() ?? 0, minutes.values.reduce(0, +))
            let isOpenWeather = name.hasPrefix(UpstreamService.openWeather.rawValue)
            if isOpenWeather, busiest > Oracle.openWeatherCallsAMinute {
                findings.append("\(busiest) calls a minute at OpenWeather")
            }
            if total > Oracle.callsADay { findings.append("\(total) calls in a day at one service") }
        }
        return findings
    }

    /// A line about the calls, for people.
    var summary: String {
        update()
        let atOnce = UpstreamService.allCases.map { "\($0.rawValue) \(upstream.mostInFlight(of: $0))" }
        return state.withLock { state in
            "\(state.read) calls, \(state.faulty) of them faulty; most at once: \(atOnce.joined(separator: ", "))"
        }
    }
}

extension Oracle {
    /// The service a feed belongs to, by the name that `sources` gives it.
    static func service(of feed: String) -> UpstreamService {
        switch feed {
        case "kma.short", "kma.nowcast": .shortTerm
        case "openweather.current", "openweather.forecast": .openWeather
        default: .midTerm
        }
    }

    /// A text with single spaces between its words.
    static func words(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func subject(of request: Request, _ endpoint: Endpoint) -> String {
        switch endpoint {
        case .midTemperature, .midLand: "\(endpoint) \(request["regId"] ?? "")"
        case .outlook: "\(endpoint) \(request["stnId"] ?? "")"
        case .shortTerm, .nowcast, .nextHours: "\(endpoint) \(request["nx"] ?? "") \(request["ny"] ?? "")"
        case .current, .forecast: "\(endpoint) \(point(request["lat"])) \(point(request["lon"]))"
        }
    }

    /// What is asked for a feed of a place; OpenWeather is asked with two decimals.
    private static func subjects(of feed: String, at place: Place) -> [String] {
        let cell = "\(place.gridCell.x) \(place.gridCell.y)"
        let point = "\(Oracle.point("\(place.latitude)")) \(Oracle.point("\(place.longitude)"))"
        return switch feed {
        case "kma.mid_temperature": ["midTemperature \(place.temperatureZone.code)"]
        case "kma.mid_land": ["midLand \(place.landZone.code)"]
        case "kma.outlook": ["outlook \(place.outlookStation.code)"]
        case "kma.short": ["shortTerm \(cell)"]
        case "kma.nowcast": ["nowcast \(cell)", "nextHours \(cell)"]
        case "openweather.current": ["current \(point)"]
        case "openweather.forecast": ["forecast \(point)"]
        default: []
        }
    }

    private static func point(_ degrees: String?) -> Int {
        Int((Double(degrees ?? "") ?? 0) * 100 + 0.5)
    }
}

extension Oracle.Served {
    /// A served body; `nil` where it says that there is nothing.
    fileprivate init?(_ body: Data, request: Request, endpoint: Endpoint, at now: Date) {
        let bytes = [UInt8](body)
        if bytes.count < 200, String(decoding: bytes, as: UTF8.self).contains("NO_DATA") { return nil }
        servedAt = now
        let compact = request["tmFc"] ?? (request["base_date"] ?? "") + (request["base_time"] ?? "")
        issue = Oracle.Served.instant(compact) ?? now
        numbers = Oracle.Served.numbers(in: bytes)
        guard endpoint == .outlook else { return }
        let wording = String(decoding: bytes, as: UTF8.self).firstMatch(of: /"wfSv":"([^"]*)"/)
        text = wording.map { Oracle.words(String($0.1).replacing("\\n", with: " ")) }
    }

    /// The instant of `yyyyMMddHHmm` in Korea.
    private static func instant(_ compact: String) -> Date? {
        let digits = Array(compact)
        guard digits.count == 12 else { return nil }
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        let date = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
        return try? Date("\(date)T\(part(8..<10)):\(part(10..<12)):00+09:00", strategy: .iso8601)
    }

    /// Every number in a text, in hundredths; those in quotes as well, for KMA writes most as strings.
    private static func numbers(in bytes: [UInt8]) -> Set<Int> {
        let words = bytes.split {
            !($0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") || (48...57).contains($0))
        }
        let numbers = words.compactMap { Double(String(decoding: $0, as: UTF8.self)) }.filter {
            abs($0) < 1e9
        }
        return Set(numbers.map { Int(($0 * 100).rounded()) })
    }
}
