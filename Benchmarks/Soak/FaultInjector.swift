import Feeds
import Foundation
import StubUpstream
import TestSupport

/// Makes the stub fail: single requests by chance, a whole service for a stretch.
actor FaultInjector {
    private static let anyone: [Fault] = [
        .html(status: 502), .empty(status: 200), .cutJSON, .hangUpMidBody, .reset, .late(milliseconds: 30),
        .oversized, .wrongContentType, .redirect(to: "http://127.0.0.1:1/"),
    ]
    private static let kma: [Fault] = [
        .header(.application), .plain(.receiving), .gateway(.application, .legacyXML),
        .gateway(.perSecond, .xml),
    ]
    private static let openWeather: [Fault] = [
        .openWeather(.internalError, cod: .string), .openWeather(.badGateway, cod: .number),
    ]

    private let upstream: Upstream
    private var generator: SeededGenerator

    init(oracle: Oracle, generator: SeededGenerator) {
        upstream = oracle.upstream
        self.generator = generator
    }

    /// Sets some faults every second or so until a moment; none is left then.
    ///
    /// None of them costs time: a time-out is told only where a whole service hung.
    func inject(until end: ContinuousClock.Instant) async {
        while ContinuousClock.now < end {
            upstream.clearFaults()
            if generator.happens(0.35) { fault(Endpoint.kma, FaultInjector.kma) }
            if generator.happens(0.2) { fault(Endpoint.openWeather, FaultInjector.openWeather) }
            if generator.happens(0.1) { upstream.fault(.newestIssueEmpty, on: Endpoint.kma) }
            if generator.happens(0.01) { upstream.fault(.reset) }
            try? await Task.sleep(until: min(end, .now + .seconds(1)), clock: .continuous)
        }
        upstream.clearFaults()
    }

    /// Fails every request to some services for a while.
    func failEverything(at services: [UpstreamService], with fault: Fault, for length: Duration) async {
        for service in services { upstream.startOutage(of: service, fault) }
        try? await Task.sleep(for: length)
        for service in services { upstream.endOutage(of: service) }
    }

    private func fault(_ endpoints: [Endpoint], _ faults: [Fault]) {
        guard let endpoint = endpoints.randomElement(using: &generator),
            let fault = (faults + FaultInjector.anyone).randomElement(using: &generator)
        else { return }
        upstream.fault(fault, on: endpoint, times: Int.random(in: 1...2, using: &generator))
    }

    /// The error codes that the service may report after a fault; `nil` for one that does no harm.
    ///
    /// Which of them it is depends on how a broken body is read, which has tests of its own.
    static func codes(of fault: Fault, timeout: Int) -> Set<String>? {
        switch fault {
        case .late(let milliseconds) where milliseconds < timeout * 500: nil
        case .wrongContentType: nil
        case .late, .slow, .hang: ["timeout"]
        case .reset, .hangUpMidBody: ["unreachable"]
        case .newestIssueEmpty: ["no_data"]
        case .gateway(.quota, _): ["quota_exceeded"]
        case .gateway(.perSecond, _), .openWeather(.blocked, _): ["rate_limited"]
        default: ["upstream_error", "malformed_response"]
        }
    }

    /// Whether the service must not call again until midnight, or for ten minutes, with the same key.
    static func startsCooldown(_ fault: Fault) -> Bool {
        switch fault {
        case .gateway(.quota, _), .openWeather(.blocked, _): true
        default: false
        }
    }
}
