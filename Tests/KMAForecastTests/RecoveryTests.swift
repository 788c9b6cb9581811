import Feeds
import Forecast
import Foundation
import Regions
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("Answers while a part is down, and once it is back", .takesSlots(listeners: 1))
struct RecoveryTests {
    @Test("The first answer after an outage is whole: who has nothing to show waits for the call that tries")
    func firstAnswer() async throws {
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
        harness.passes(15, 1)
        let report = try await forecaster.seoul()
        #expect(report.degraded.isEmpty, "\(report.sources)")
        #expect(report.statuses[.shortTerm] == .fresh && report.statuses[.nowcast] == .fresh)
    }

    @Test("Today's issue is shown where the newest one fails, and the feed is told as partial")
    func newestFails() async throws {
        let harness = try TestHarness(15)
        harness.upstream.answers[.shortTerm] = { request in
            guard request["base_time"] == "0200" else { return .text("", status: 502) }
            return SampleAnswer(request, at: TestHarness.time(15)).stub
        }
        harness.upstream.fault(.empty(status: 502), on: [.nowcast, .nextHours])
        let report = try await harness.forecaster(openWeather: false).seoul(.hours)
        #expect(report[.shortTerm]?.status == .partial)
        #expect(report[.shortTerm]?.issuedAt == TestHarness.time(2))
        #expect(report[.shortTerm]?.error?.code == .upstreamError)
        #expect(report.week.hours.first?.time == TestHarness.time(15))
        #expect(report.degraded.contains(.shortTerm))
    }

    @Test("Where nobody observes now, the theme is that of the short-term forecast, asked for only then")
    func themeOfForecast() async throws {
        let harness = try TestHarness(15)
        let usual = try await harness.forecaster().seoul(.theme)
        #expect(usual.week.themeSelection.feed == .nowcast || usual.week.themeSelection.feed == .shortTerm)
        #expect(usual[.shortTerm] == nil)
        #expect(harness.callsSinceLastLook()[.shortTerm] == nil)
        harness.upstream.fault(.empty(status: 502), on: [.nowcast, .nextHours] + Endpoint.openWeather)
        for openWeather in [true, false] {
            let place = try Gazetteer.place(named: openWeather ? "부산광역시" : "대구광역시")
            let forecaster = try harness.forecaster(openWeather: openWeather)
            let report = try await forecaster.report(.theme, at: place)
            let week = try await forecaster.report(.week, at: place)
            #expect(report.week.themeSelection == week.week.themeSelection)
            #expect(report.week.themeSelection.feed == .shortTerm)
            #expect(report[.shortTerm]?.hasValue == true && report.degraded.contains(.nowcast))
        }
        harness.upstream.fault(.empty(status: 502))
        let error = await #expect(throws: ForecastError.self) {
            try await harness.forecaster().report(.theme, at: Gazetteer.place(named: "제주시"))
        }
        #expect(error?.code == .upstreamError)
    }

    @Test(
        "An observation of KMA's that is hours old is none, with one of OpenWeather's beside it and without"
    )
    func staleObservation() async throws {
        let harness = try TestHarness(12, 11)
        let forecaster = try harness.forecaster()
        #expect(try await forecaster.seoul(.now).week.current?.feed == .nowcast)
        harness.upstream.startOutage(of: .shortTerm, .reset)
        harness.passes(14, 59)
        let report = try await forecaster.seoul(.now)
        #expect(report[.nowcast]?.status == .failed && report[.nowcast]?.error?.code == .unreachable)
        #expect(report.week.current?.feed == .openWeatherCurrent)
        #expect(report.week.themeSelection.feed == .openWeatherCurrent)
        let alone = try await harness.forecaster(openWeather: false).seoul(.now)
        #expect(alone.week.current == nil && alone.degraded.contains(.nowcast))
    }

    @Test("A place is known by the service that would be called, however another of them is")
    func known() async throws {
        let harness = try TestHarness(7)
        harness.upstream.startOutage(of: .openWeather, .reset)
        let place = try Gazetteer.place(named: "서울특별시")
        let elsewhere = try Gazetteer.place(named: "부산광역시")
        _ = try await harness.forecaster().report(.week, at: place)
        harness.passes(11, 20)
        let forecaster = try harness.forecaster()
        #expect(await forecaster.knows(place, for: .week))
        #expect(await !forecaster.knows(elsewhere, for: .week))
        // Past what new places may spend, a place that KMA's services know is refreshed by them.
        let store = try #require(forecaster.configuration.store)
        let scope = try #require(forecaster.configuration.kma).scopeForTests
        let day = CallCount(scope: scope, service: .shortTerm, period: "20261004")
        for _ in 0..<7_700 { _ = await store.countCall(day, limit: .max) }
        let caller = Caller(client: "a", claim: .new)
        let report = try await forecaster.report(.week, at: place, for: caller)
        #expect(report[.shortTerm]?.status == .fresh && report[.nowcast]?.status == .fresh)
        let other = try await forecaster.report(.week, at: elsewhere, for: caller)
        #expect(other[.shortTerm]?.error?.code == .quotaExceeded)
    }

    @Test("A place is kept with a key to OpenWeather alone, and while a service of KMA's is down")
    func kept() async throws {
        let harness = try TestHarness(7)
        let place = PrefetchTarget.place(try Gazetteer.place(named: "서울특별시"))
        #expect(await (try harness.forecaster(kma: false)).refresh(place) == TestHarness.time(7, 10))
        #expect(harness.callsSinceLastLook() == [.current: 1, .forecast: 1])
        harness.upstream.startOutage(of: .midTerm, .reset)
        _ = await (try harness.forecaster(openWeather: false)).refresh(place)
        #expect(harness.callsSinceLastLook()[.shortTerm] == 2)
    }

    @Test("Values that were used last stay in memory, however old they are")
    func recentValues() {
        var values = RecentValues<Int>(capacity: 2)
        values["a"] = 1
        values["b"] = 2
        #expect(values["a"] == 1)
        values["c"] = 3
        #expect(values["a"] == 1 && values["b"] == nil && values["c"] == 3)
        values["a"] = nil
        #expect(values["a"] == nil)
    }
}
