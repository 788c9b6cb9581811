import Forecast
import Foundation
import Regions
import TestSupport

/// Verifies every response and counts what came.
actor ResponseVerifier {
    private let oracle: Oracle
    private var secrets: Set<String> = []
    /// When a target was last answered with data, which must not be lost again.
    private var answeredAt: [String: Date] = [:]
    /// The service whose requests all fail at the moment.
    private var outage: (service: UpstreamAPI, begin: Date)?
    /// Bodies that were verified before.
    private var verified: Set<String> = []
    private(set) var findings = Findings()

    init(oracle: Oracle) { self.oracle = oracle }

    /// Keys that must stand in no response.
    func hide(_ secrets: Set<String>) { self.secrets = secrets }

    /// Begins or ends an outage, during which questions to the other services must be answered promptly.
    func setOutage(of service: UpstreamAPI?) { outage = service.map { ($0, Date()) } }

    /// Forgets what came in the last seconds before an end of the process: it may not have been stored.
    func processEnded(at moment: Date) {
        answeredAt = answeredAt.filter { $0.value < moment.addingTimeInterval(-5) }
    }

    func note(_ found: [String], of request: RequestCase) {
        let target = request.target.removingPercentEncoding ?? request.target
        note(found.map { "\($0) (\(Date().formatted(.iso8601)) \(target))" })
    }

    func note(_ found: [String]) { findings.wrong += found }

    func note(_ usage: RunningService.Usage) { findings.usage.append(usage) }

    func count(_ name: String) { findings.counts[name, default: 0] += 1 }

    func verify(_ response: ReceivedResponse, of request: RequestCase) {
        var found = leaks(in: response) + delays(response, request)
        switch (request.expectation, response.status) {
        case (.refusal(let status, let code), _):
            found += problem(response, statuses: [status]) { $0 == code }
        case (.success, _):
            if response.status != 200 { found.append("status \(response.status)") }
        case (_, 200):
            if response.header("etag") == nil { found.append("no ETag") }
            found += body(response, request)
        case (.forecast(let path, _), _):
            found += problem(response, statuses: [502, 503, 504]) { code in
                ResponseVerifier.services(of: path).contains { oracle.accountsFor(code, at: $0) }
            }
            if let time = answeredAt[request.target], response.sentAt.timeIntervalSince(time) > 5 {
                found.append("status \(response.status), and there was data at \(time)")
            }
        }
        note(found, of: request)
        count(response.status < 300 ? request.name : "\(request.name) → \(response.status)")
    }

    /// Verifies the first event of a stream about a place.
    func verify(event: Data?, of place: Place) {
        guard let event else { return count("stream without an event") }
        var verifier = ForecastVerifier(oracle: oracle, path: "/v1/week", place: place)
        _ = verifier.verify(event)
        note(verifier.findings, of: .forecast("/v1/stream", of: place))
        count("stream")
    }

    private func body(_ response: ReceivedResponse, _ request: RequestCase) -> [String] {
        guard case .forecast(let path, let place) = request.expectation else { return [] }
        answeredAt[request.target] = response.receivedAt
        let known = "\(request.target) \(response.header("etag") ?? "") \(response.body.count)"
        guard verified.insert(known).inserted else { return [] }
        var verifier = ForecastVerifier(oracle: oracle, path: path, place: place)
        for source in verifier.verify(response.body) { count(source) }
        return verifier.findings
    }

    /// Fault of a failure, which must have one of some statuses and a problem document with a right code.
    private func problem(_ response: ReceivedResponse, statuses: [Int], isRight: (String) -> Bool)
        -> [String]
    {
        guard statuses.contains(response.status) else { return ["status \(response.status)"] }
        var found: [String] = []
        let type = response.header("content-type") ?? "no content type"
        if !type.hasPrefix("application/problem+json") { found.append(type) }
        if [429, 503].contains(response.status), response.header("retry-after") == nil {
            found.append("\(response.status) without Retry-After")
        }
        let json = try? JSONSerialization.jsonObject(with: response.body) as? [String: Any]
        for member in ["type", "title", "status", "detail", "code"] where json?[member] == nil {
            found.append("a problem without \(member)")
        }
        let code = json?["code"] as? String ?? ""
        if !isRight(code) { found.append("code \(code), without reason") }
        return found
    }

    private func leaks(in response: ReceivedResponse) -> [String] {
        let head = "\(response.head.headers)"
        let isLeak = secrets.contains { secret in
            head.contains(secret) || response.body.firstRange(of: Data(secret.utf8)) != nil
        }
        return isLeak ? ["a key in the response"] : []
    }

    /// Whether a question to healthy services had to wait while another service was out.
    private func delays(_ response: ReceivedResponse, _ request: RequestCase) -> [String] {
        guard let outage, response.sentAt > outage.begin else { return [] }
        if case .forecast(let path, _) = request.expectation,
            ResponseVerifier.services(of: path).contains(outage.service)
        {
            return []
        }
        let seconds = response.receivedAt.timeIntervalSince(response.sentAt)
        guard seconds > Double(TestHarness.timeout) else { return [] }
        return ["\(seconds) s, delayed by the outage of \(outage.service.rawValue)"]
    }

    private static func services(of path: String) -> [UpstreamAPI] {
        switch path {
        case "/v1/week": [.midTerm, .shortTerm, .openWeather]
        case "/v1/outlook": [.midTerm]
        default: [.shortTerm, .openWeather]
        }
    }
}

/// Findings of a run.
struct Findings {
    /// Counts of responses, of sources' statuses, and of a hostile client's deeds.
    var counts: [String: Int] = [:]
    var usage: [RunningService.Usage] = []
    var wrong: [String] = []

    /// Whether memory and descriptors in the last third of the time were about what they were in the second.
    var isFlat: Bool {
        guard usage.count >= 6 else { return true }
        let third = usage.count / 3
        let (early, late) = (usage[third..<2 * third], usage[(2 * third)...])
        let megabytes = (early.map(\.megabytes).max() ?? 0) * 1.15 + 4
        let descriptors = (early.map(\.descriptors).max() ?? 0) + 16
        return late.allSatisfy { $0.megabytes <= megabytes && $0.descriptors <= descriptors }
    }

    /// Prints what came, for people.
    func show() {
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) { print("  \(count)\t\(name)") }
        let memory = usage.map { Int($0.megabytes) }
        print("memory \(memory.min() ?? 0) to \(memory.max() ?? 0) MB")
        print("\(wrong.count) findings")
        for finding in wrong.prefix(40) { print("  \(finding)") }
    }
}
