import Feeds
import Foundation
import StubUpstream
import TestSupport

/// Makes the stub fail: single requests by chance, a whole service for a stretch.
actor FaultInjector {
    // None of these costs time: a time-out is told only where a whole service hung.
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

    init(_ upstream: Upstream, generator: SeededGenerator) {
        (self.upstream, self.generator) = (upstream, generator)
    }

    /// Sets some faults every second until a moment; none is left then.
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

    private func fault(_ endpoints: [Endpoint], _ faults: [Fault]) {
        guard let endpoint = endpoints.randomElement(using: &generator),
            let fault = (faults + FaultInjector.anyone).randomElement(using: &generator)
        else { return }
        upstream.fault(fault, on: endpoint, times: Int.random(in: 1...2, using: &generator))
    }

    /// The error codes that the service may report after a fault; none for a fault that does no harm.
    ///
    /// Which of them it is depends on how a broken body is read, which has tests of its own.
    static func codes(of fault: Fault) -> Set<String> {
        switch fault {
        case .late(let milliseconds) where milliseconds < TestHarness.timeout * 500: []
        case .wrongContentType: []
        case .late, .slow, .hang: ["timeout"]
        case .reset, .hangUpMidBody: ["unreachable"]
        case .newestIssueEmpty: ["no_data"]
        case .gateway(.quota, _): ["quota_exceeded"]
        case .gateway(.perSecond, _), .openWeather(.blocked, _): ["rate_limited"]
        default: ["upstream_error", "malformed_response"]
        }
    }
}
