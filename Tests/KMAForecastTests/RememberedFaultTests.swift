import CommandLineSupport
import Feeds
import Forecast
import Foundation
import Regions
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

/// Memory of a missing answer, and its limits.
@Suite("Memory of faults", .takesSlots(listeners: 1))
struct RememberedFaultTests {
    @Test("A call that our own count refused is made as soon as the count allows it")
    func ownRefusal() async throws {
        let harness = try TestHarness(15, 20)
        let forecaster = try harness.forecaster(openWeather: false)
        let store = try #require(forecaster.configuration.store)
        let scope = try #require(forecaster.configuration.kma).scopeForTests
        let day = CallCount(scope: scope, service: .shortTerm, period: "20261004")
        // Four fifths of the day's calls: a new place is refused, the program itself is not.
        for _ in 0..<7_600 { _ = await store.countCall(day, limit: .max) }
        let place = try Gazetteer.place(named: "서울특별시")
        let stranger = Caller(client: "a", claim: .new)
        let refused = await #expect(throws: ForecastError.self) {
            try await forecaster.report(.hours, at: place, for: stranger)
        }
        #expect(refused?.code == .quotaExceeded)
        #expect(harness.callsSinceLastLook().isEmpty)
        harness.passes(15, 21)
        let report = try await forecaster.report(.hours, at: place)
        #expect(report.degraded.isEmpty)
        #expect(harness.upstream.requests.contains { $0["base_time"] == "0200" })
    }

    @Test(
        "A fault of another process keeps its code, its name and its reason",
        arguments: [nil, .expired, .redirected, .requestRefused] as [FeedError.Reason?]
    )
    func shared(reason: FeedError.Reason?) throws {
        for detail in [nil, "10 INVALID_REQUEST_PARAMETER_ERROR"] {
            let fault = FeedError(.upstreamError, detail, reason)
            var other = try #require(FeedError(sharedText: fault.sharedText))
            #expect(!other.wasSent)
            other.wasSent = true
            #expect(other == fault)
        }
    }

    @Test("A refusal of an earlier issue keeps its own code for an hour")
    func upstreamRefusal() async throws {
        let harness = try TestHarness(15, 20)
        harness.upstream.answers[.shortTerm] = { request in
            let answer = SampleAnswer(request, at: TestHarness.time(15, 20))
            return request["base_time"] == "0200" ? .json(SampleAnswer.invalidParameter) : answer.stub
        }
        let forecaster = try harness.forecaster(openWeather: false)
        for minute in [20, 30] {
            harness.passes(15, minute)
            let report = try await forecaster.seoul(.hours)
            #expect(report[.shortTerm]?.error?.code == .upstreamError)
        }
        #expect(harness.upstream.requests.count { $0["base_time"] == "0200" } == 1)
    }

    @Test("A key that begins to work has its warnings with the first answer after a quarter of an hour")
    func newKey() async throws {
        let harness = try TestHarness(9)
        let keys = harness.upstream.keys
        harness.upstream.accept(Keys(portal: "another", openWeather: keys.openWeather))
        let forecaster = try harness.forecaster()
        let before = try await forecaster.seoul()
        #expect(before[.warnings]?.error?.code == .keyRejected)
        harness.upstream.accept(keys)
        harness.passes(10, 30)
        let after = try await forecaster.seoul()
        #expect(after[.warnings]?.status == .fresh)
        #expect(after.alerts != nil)
    }

    @Test("A refusal that the doctor finds ended is ended for a service that runs")
    func endedElsewhere() async throws {
        let harness = try TestHarness(9)
        harness.upstream.fault(.gateway(.permissionDenied, .json), on: Endpoint.warnings)
        let running = try harness.forecaster()
        #expect(try await running.seoul()[.warnings]?.status == .notSubscribed)
        harness.upstream.clearFaults()
        harness.passes(9, 30)
        #expect(try await running.seoul()[.warnings]?.status == .notSubscribed)
        _ = await Doctor(try harness.forecaster().configuration).examine()
        // The circuit breaker lets a call through every quarter of a minute.
        harness.passes(9, 31)
        #expect(try await running.seoul()[.warnings]?.status == .fresh)
    }

    @Test("A spent day of 에어코리아 stays a spent day, in every run until midnight")
    func spentDay() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.gateway(.quota, .legacyXML), on: Endpoint.airKorea)
        for _ in 1...2 {
            let report = try await harness.forecaster(openWeather: false).seoul()
            #expect(report[.airMeasured]?.error?.code == .quotaExceeded)
        }
        #expect(harness.upstream.count(of: .airMeasured) == 1)
    }

    @Test("After the upstream said not yet, an outage is asked about in five minutes and not each second")
    func notYetThenDown() async throws {
        let harness = try TestHarness(6, 1)
        harness.upstream.fault(.newestIssueEmpty, on: [.midTemperature, .midLand])
        let forecaster = try harness.forecaster(openWeather: false)
        _ = try await forecaster.seoul()
        harness.upstream.clearFaults()
        harness.upstream.startOutage(of: .midTerm, .reset)
        for minute in [7, 20, 59] {
            harness.passes(6, minute)
            let report = try await forecaster.seoul()
            let change = try #require(report[.midTemperature]?.nextChange)
            #expect(change >= TestHarness.time(6, minute, 60), "6:\(minute)")
        }
    }
}

@Suite("A call and its second try", .takesSlots(listeners: 1))
struct SecondTryTests {
    @Test("A second try that finds no lane leaves the fault of the first as it was")
    func firstFault() async throws {
        let clock = ManualClock()
        let limiter = ConcurrencyLimiter(.openWeather, clock: clock)
        let gateway = OpenWeatherGateway(key: try #require(ServiceKey("abc")))
        var configuration = ForecasterConfiguration(
            kma: nil,
            openWeather: gateway,
            transport: Transport { _, _ in
                // Somebody else takes the lane as soon as this call gives it back, and keeps it.
                Task { await limiter.acquire(for: .openWeatherCurrent, .program, within: .seconds(6_000)) }
                await clock.hasSleepers()
                return HTTPAnswer(status: 500, body: [])
            },
            store: nil,
            // The call's own time is real, and long on a busy machine.
            timeout: .seconds(600)
        )
        configuration.clock = clock
        let client = UpstreamClient(.openWeather, configuration, scope: .forTests, limiter: limiter)
        let request = FeedRequest.openWeatherCurrent(latitude: 37.5, longitude: 127, gateway: gateway)
        guard case .permit(let permit) = await client.quota.ask(.program, .openWeatherCurrent, at: Date())
        else {
            Issue.record("a feed that never failed is called")
            return
        }
        let call = Task { try await client.fetch(request, issue: Date(), permit) }
        // The other's time is longer; the second sleeper is the pause before the second try, then its wait for a lane.
        await clock.hasSleepers(2)
        clock.advance(by: .milliseconds(400))
        await clock.hasSleepers(2)
        clock.advance(by: .seconds(600))
        let fault = await #expect(throws: FeedError.self) { _ = try await call.value }
        #expect(fault?.code == .upstreamError)
        #expect(fault?.wasSent == true)
    }
}

extension KMAGateway {
    /// The scope that the adapter files this gateway's answers under.
    var scopeForTests: StoreScope { StoreScope(gateway: "\(kind.rawValue) \(baseURL)", key: key) }
}
