import CommandLineSupport
import Feeds
import Forecast
import Foundation
import Regions
import Rendering
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("Services beside each other", .takesSlots(listeners: 1))
struct ServiceIsolationTests {
    private static let places = ["서울", "부산", "대구", "대전", "제주", "강릉"]

    @Test("A service that hangs costs the others nothing: their calls are made meanwhile")
    func hang() async throws {
        let undisturbed = try TestHarness(15)
        _ = try await weeks(of: undisturbed.forecaster())
        for service in UpstreamAPI.allCases {
            try await expectCalls(undisturbed.calls(besides: service), whileHanging: service)
        }
    }

    private func expectCalls(_ expected: [Endpoint: Int], whileHanging service: UpstreamAPI) async throws {
        let harness = try TestHarness(15)
        let gate = ManualClock()
        let (opening, hung) = (gate.now + .seconds(1), LockedValue(0))
        let transport = TestHarness.transport(
            with: { () async throws(TransportFault) in
                hung.withLock { $0 += 1 }
                try? await gate.sleep(until: opening, tolerance: nil)
                throw .timedOut
            },
            before: service
        )
        let forecaster = try harness.forecaster(transport: transport)
        async let reports = weeks(of: forecaster)
        try await until("the calls to all others") { harness.calls(besides: service) == expected }
        // As many as have lanes. Past the gate each call fails at once and is tried twice, where a real one takes its time
        // and opens the circuit.
        #expect(hung.withLock { $0 } <= service.lanes.map(\.width).min() ?? 0)
        gate.advance(by: .seconds(1))
        try await expect(reports, only: .hang, of: service)
    }

    @Test(
        "A service that resets or refuses costs the others nothing, six new places at once",
        arguments: [(.midTerm, .reset), (.openWeather, .html(status: 502))] as [(UpstreamAPI, Fault)]
    )
    func outage(service: UpstreamAPI, fault: Fault) async throws {
        let harness = try TestHarness(15)
        harness.upstream.startOutage(of: service, fault)
        try await expect(weeks(of: harness.forecaster()), only: fault, of: service)
    }

    private func expect(_ reports: [Report], only fault: Fault, of service: UpstreamAPI) throws {
        #expect(reports.count == Self.places.count)
        for source in reports.flatMap(\.sources) {
            if source.feed.service == service {
                #expect(source.error?.code == fault.expected.kind, "\(source.feed)")
            } else {
                #expect(source.status == .fresh || source.status == .cached, "\(source.feed): \(source)")
                #expect(source.error == nil, "\(source.feed): \(source)")
            }
        }
    }

    @Test("A service that is back is called again after its pause, by one call for all of its feeds")
    func recovery() async throws {
        let harness = try TestHarness(15)
        let isDown = LockedValue(true)
        let transport = TestHarness.transport(
            with: { () async throws(TransportFault) in
                if isDown.withLock({ $0 }) { throw .timedOut }
            },
            before: .shortTerm
        )
        let forecaster = try harness.forecaster(openWeather: false, transport: transport)
        _ = try await forecaster.seoul()
        isDown.withLock { $0 = false }
        _ = harness.callsSinceLastLook()
        let refused = try await forecaster.seoul()
        #expect(refused[.shortTerm]?.status == .failed)
        #expect(harness.callsSinceLastLook().isEmpty, "nobody asks during the pause")
        harness.passes(15, 1)
        // The first feed that asks makes the trial call, so the other may have to come back once.
        _ = try await forecaster.seoul()
        let recovered = try await forecaster.seoul()
        #expect(recovered[.shortTerm]?.hasValue == true)
        #expect(recovered[.nowcast]?.hasValue == true)
    }

    @Test("A call that waited too long in our own queue blames nobody, opens no circuit and is not counted")
    func ownQueue() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.late(milliseconds: 400))
        let forecaster = try harness.forecaster(openWeather: false, timeout: .milliseconds(900))
        let reports = try await weeks(of: forecaster, Gazetteer.temperatureZones.prefix(20).map(\.name))
        let errors = reports.flatMap(\.sources).filter { $0.status != .missingKey }.compactMap(\.error)
        #expect(!errors.isEmpty, "twenty places at once are more than fit")
        for error in errors {
            #expect(error.code == .rateLimited)
            #expect(error.refusal == .ownQueue)
            #expect(!error.wasSent && !error.isRetryable)
        }
        for quota in forecaster.quotas where quota.service != .openWeather {
            let sent = harness.upstream.requests.filter { $0.endpoint?.service == quota.service }
            #expect(await quota.spent(at: harness.upstream.now) == sent.count)
        }
        harness.upstream.clearFaults()
        let next = try await forecaster.report(.week, at: PlaceRequest.area("울릉군").place())
        // Answers for the whole country are there already.
        let nationwide: Set<Feed> = [.warnings, .airForecast]
        let asked = next.sources.filter { $0.status != .missingKey && !nationwide.contains($0.feed) }
        #expect(asked.allSatisfy { $0.status == .fresh })
    }

    @Test("A spent quota, or a rejected key, of one key and gateway leaves another to start afresh")
    func anotherKey() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.header(.quota), on: Endpoint.kma)
        let spent = try await harness.forecaster(openWeather: false).sources()
        #expect(spent[.midLand]?.error?.code == .quotaExceeded)
        harness.upstream.clearFaults()
        #expect(try await harness.forecaster(openWeather: false).sources()[.midLand]?.status == .failed)

        let hub = try await harness.forecaster(openWeather: false, hub: true).sources()
        #expect(hub[.midLand]?.status == .fresh)
        let keys = Keys(portal: "another+key==")
        harness.upstream.accept(keys)
        var configuration = ForecasterConfiguration(try harness.settings(), transport: .live)
        configuration.kma?.key = try #require(ServiceKey(keys.portal))
        configuration.now = { [upstream = harness.upstream] in upstream.now }
        let renewed = try await Forecaster(configuration).sources()
        #expect(renewed[.midLand]?.status == .fresh)
    }

    private func weeks(of forecaster: Forecaster, _ names: [String] = places) async throws -> [Report] {
        try await withThrowingTaskGroup(of: Report?.self) { group in
            for name in names {
                group.addTask {
                    guard let place = try? PlaceRequest.area(name).place() else { return nil }
                    return try? await forecaster.report(.week, at: place)
                }
            }
            return try await group.reduce(into: []) { reports, report in
                if let report { reports.append(report) }
            }
        }
    }
}

extension TestHarness {
    /// Calls of each endpoint of the other services.
    fileprivate func calls(besides service: UpstreamAPI) -> [Endpoint: Int] {
        upstream.requests.compactMap(\.endpoint).filter { $0.service != service }
            .reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}
