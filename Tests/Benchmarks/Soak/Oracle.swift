import Feeds
import Forecast
import Foundation
import Regions
import SampleFeeds
import StubUpstream

/// Requests and answers of the stub upstream, to trace responses to. Bodies are read for their numbers alone.
final class Oracle: Sendable {
    /// One body that was served for a subject.
    struct Served: Sendable {
        /// The issue that was asked for; of OpenWeather, which has none, the time of serving.
        var issue: Date
        var servedAt: Date
        /// Every number in the body, also those in quotes: KMA writes most as strings.
        var numbers: Set<Double>
        /// The outlook's body without white space, for its lines are broken anew.
        var text: String?

        init(_ body: String, request: Request, endpoint: Endpoint, at now: Date) {
            servedAt = now
            let compact = request["tmFc"] ?? (request["base_date"] ?? "") + (request["base_time"] ?? "")
            issue = KoreanTime.instant(compact: compact) ?? now
            // From "-" to "9" in ASCII; bytes, for a village forecast is long.
            numbers = Set(body.utf8.split { !(45...57).contains($0) }.compactMap { Double(Substring($0)) })
            if endpoint == .outlook {
                text = body.replacing("\\n", with: "").filter { !$0.isWhitespace }
            }
        }
    }

    private struct State: Sendable {
        var served: [String: [Served]] = [:]
        /// Error codes that faults since the start of the process account for, by service, each with its last time.
        var codes: [UpstreamAPI: [String: Date]] = [:]
        /// Good answers by request target, which names operation, subject, issue and key.
        var answeredAt: [String: Date] = [:]
        /// Calls by key and period: a day at a KMA service, a minute at OpenWeather.
        var calls: [String: Int] = [:]
        /// When the service last had reason to stop itself short of OpenWeather's limit a minute.
        var limitedAt = Date.distantPast
        var read = 0
        var faulty = 0
        var findings: [String] = []
    }

    let upstream: Upstream
    /// The time at the upstream, where it stands still.
    let clock = LockedValue<Date?>(nil)
    private let state = LockedValue(State())

    init() throws {
        upstream = try Upstream(now: Date())
        upstream.follow { [clock] in clock.withLock { $0 } ?? Date() }
        for endpoint in Endpoint.allCases {
            upstream.answers[endpoint] = { [state, clock] request in
                let now = clock.withLock { $0 } ?? Date()
                let sample = SampleFeeds.answer(to: request.target, at: now)
                let body = String(decoding: sample.body, as: UTF8.self)
                // Of warnings, none is an answer.
                if endpoint.service == .warnings || body.utf8.count >= 200 || !body.contains("NO_DATA") {
                    let served = Served(body, request: request, endpoint: endpoint, at: now)
                    let subject = Oracle.subject(of: request, endpoint)
                    state.withLock { $0.served[subject, default: []].append(served) }
                }
                return .json(body, status: sample.status)
            }
        }
    }

    /// Bodies served for a feed of a place.
    func served(_ feed: String, at place: Place) -> [Served] {
        let subjects = Oracle.subjects(of: feed, at: place)
        return state.withLock { state in subjects.flatMap { state.served[$0] ?? [] } }
    }

    /// Whether the upstream gave reason for an error code at a service.
    func accountsFor(_ code: String, at service: UpstreamAPI) -> Bool {
        update()
        return state.withLock { state in
            let isLimited = Date().timeIntervalSince(state.limitedAt) < 120
            return state.codes[service]?[code] != nil
                || (service == .openWeather && code == "rate_limited" && isLimited)
        }
    }

    /// Begins a new process: errors of the last one are no longer a reason, but for an empty answer, which is stored and
    /// holds for five minutes. What was answered in its last seconds may not have been stored.
    func processEnded(at moment: Date) {
        update()
        state.withLock { state in
            state.codes = state.codes.mapValues { codes in
                codes.filter { $0.key == "no_data" && $0.value > moment.addingTimeInterval(-300) }
            }
            state.answeredAt = state.answeredAt.filter { $0.value < moment.addingTimeInterval(-5) }
        }
    }

    /// Reads the requests that have come since the last time, and notes what should not have been asked.
    private func update() {
        let requests = upstream.requests
        let fixed = clock.withLock { $0 }
        state.withLock { state in
            for request in requests.dropFirst(state.read) {
                state.read += 1
                read(request, at: fixed ?? request.receivedAt, &state)
            }
        }
    }

    private func read(_ request: Request, at time: Date, _ state: inout State) {
        guard let endpoint = request.endpoint else {
            return state.findings.append("asked the upstream for \(request.path)")
        }
        if upstream.isLeak(request) { state.findings.append("a key in a request: \(request.path)") }
        count(request, of: endpoint.service, at: time, &state)
        if let fault = request.fault, case let codes = FaultInjector.codes(of: fault), !codes.isEmpty {
            state.faulty += 1
            for code in codes { state.codes[endpoint.service, default: [:]][code] = time }
            return
        }
        // An issue is fetched once and for all, what has none once in so many seconds.
        let last = state.answeredAt[request.target]
        if let last, endpoint.pause.map({ time.timeIntervalSince(last) < $0 }) ?? true {
            let name = request.target.prefix { $0 != "?" }
            state.findings.append("\(name) fetched again after \(Int(time.timeIntervalSince(last))) s")
        }
        state.answeredAt[request.target] = time
    }

    /// Counts a call against what the service allows itself: data.go.kr's 10,000 calls a day, 에어코리아's 500 and
    /// OpenWeather's 60 a minute, less a margin.
    private func count(_ request: Request, of service: UpstreamAPI, at time: Date, _ state: inout State) {
        let minute = service == .openWeather ? Int(time.timeIntervalSince1970 / 60) : 0
        let limit = service == .openWeather ? 55 : service == .airQuality ? 450 : 9_500
        let period = "\(service.rawValue) \(request["appid"] ?? request["serviceKey"] ?? "") \(minute)"
        let count = state.calls[period, default: 0] + 1
        state.calls[period] = count
        // New places are refused when four fifths are spent, and some calls are counted that never arrive.
        if service == .openWeather, count >= limit - limit / 5 - 5 { state.limitedAt = Date() }
        if count == limit + 1 { state.findings.append("more than \(limit) calls at \(service.rawValue)") }
    }

    /// Findings at the upstream's side.
    func findings() -> [String] {
        update()
        // Eight calls at once trip the limit a second of KMA's services, four do not.
        let crowded = [UpstreamAPI.midTerm, .shortTerm].filter { upstream.mostInFlight(of: $0) > 4 }
        return state.withLock { $0.findings } + crowded.map { "more than 4 calls at once at \($0.rawValue)" }
    }

    /// A line about the calls, for people.
    var summary: String {
        update()
        let atOnce = UpstreamAPI.allCases.map { "\($0.rawValue) \(upstream.mostInFlight(of: $0))" }
        return state.withLock { state in
            "\(state.read) calls, \(state.faulty) of them faulty; most at once: \(atOnce.joined(separator: ", "))"
        }
    }
}

extension Oracle {
    /// The service a feed belongs to, by the name that `sources` gives it.
    static func service(of feed: String) -> UpstreamAPI {
        if feed.hasPrefix("openweather") { return .openWeather }
        if feed.hasPrefix("airkorea") { return .airQuality }
        if feed == "kma.warnings" { return .warnings }
        return ["kma.short", "kma.nowcast"].contains(feed) ? .shortTerm : .midTerm
    }

    private static func subject(of request: Request, _ endpoint: Endpoint) -> String {
        let zone = ["regId", "stnId", "nx", "ny"].compactMap { request[$0] }
        let point = ["lat", "lon"].compactMap { request[$0].flatMap { Double($0) }.map(hundredths) }
        return (["\(endpoint)"] + zone + point).joined(separator: " ")
    }

    /// Subjects of a feed at a place; OpenWeather's have two decimals.
    private static func subjects(of feed: String, at place: Place) -> [String] {
        let cell = "\(place.gridCell.x) \(place.gridCell.y)"
        let point = "\(hundredths(place.latitude)) \(hundredths(place.longitude))"
        return switch feed {
        case "kma.mid_temperature": ["midTemperature \(place.temperatureZone.code)"]
        case "kma.mid_land": ["midLand \(place.landZone.code)"]
        case "kma.outlook": ["outlook \(place.outlookStation.code)"]
        case "kma.short": ["shortTerm \(cell)"]
        case "kma.nowcast": ["nowcast \(cell)", "nextHours \(cell)"]
        case "openweather.current": ["current \(point)"]
        case "openweather.forecast": ["forecast \(point)"]
        // These serve the whole country, or a province at a time, which is not told apart here.
        case "kma.warnings": ["warningStatus", "warningEvents"]
        case "airkorea.measured": ["airMeasured"]
        case "airkorea.forecast": ["dustForecast", "dustWeek"]
        default: []
        }
    }

    private static func hundredths(_ degrees: Double) -> String { "\(Int(degrees * 100 + 0.5))" }
}

extension Endpoint {
    /// Seconds before the same URL is fetched again; `nil` where it names an issue.
    fileprivate var pause: Double? {
        switch self {
        case .warningStatus, .warningEvents, .warningTable: 300
        case .airMeasured, .current, .forecast: 600
        default: nil
        }
    }
}
