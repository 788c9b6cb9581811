import Feeds
import Forecast
import Foundation
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("The quota of a service", .takesSlots(listeners: 1))
struct ServiceQuotaTests {
    private static let shortTerm: Set<Endpoint> = [.shortTerm, .nowcast, .nextHours]

    @Test(
        "A quota spent while running ends the calls to its service until midnight in Korea, restart or not",
        arguments: [Fault.header(.quota), .gateway(.quota, .legacyXML)]
    )
    func spentWhileRunning(fault: Fault) async throws {
        let harness = try TestHarness(15)
        let running = try harness.forecaster()
        _ = try await running.seoul()
        harness.upstream.fault(fault, on: Array(Self.shortTerm))
        harness.passes(17, 10)
        let first = try await running.seoul()
        #expect(first[.shortTerm]?.status == .stale)
        #expect(first[.shortTerm]?.error?.code == .quotaExceeded)

        harness.upstream.clearFaults()
        for (hour, minute, second) in [(17, 11, 0.0), (20, 30, 0), (23, 59, 59.9)] {
            _ = harness.callsSinceLastLook()
            harness.passes(hour, minute, second)
            for forecaster in [running, try harness.forecaster()] {
                let report = try await forecaster.seoul()
                #expect(report[.shortTerm]?.status == .stale)
                #expect(report[.shortTerm]?.error?.code == .quotaExceeded)
                #expect(report[.shortTerm]?.error?.retryAt == (TestHarness.day + 1).start)
                #expect(report[.midLand]?.error == nil, "the other service has its own quota")
                #expect(report.week.days.count == 11)
            }
            #expect(Self.shortTerm.isDisjoint(with: harness.callsSinceLastLook().keys))
        }

        harness.passes(24)
        let tomorrow = try await harness.forecaster().seoul()
        #expect(tomorrow[.shortTerm]?.status == .fresh)
        #expect(tomorrow[.shortTerm]?.issuedAt == TestHarness.time(23))
    }

    @Test("A 429 of OpenWeather means ten minutes without calls, however often people ask meanwhile")
    func openWeatherPause() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.openWeather(.blocked, cod: .number), on: .current, times: 1)
        let running = try harness.forecaster(kma: false)
        #expect(try await running.sources(.now)[.openWeatherCurrent]?.error?.code == .rateLimited)
        for minute in 1...9 {
            _ = harness.callsSinceLastLook()
            harness.passes(15, minute, 59)
            for forecaster in [running, try harness.forecaster(kma: false)] {
                let sources = try await forecaster.sources(.now)
                #expect(sources[.openWeatherCurrent]?.error?.code == .rateLimited)
                #expect(sources[.openWeatherCurrent]?.error?.retryAt == TestHarness.time(15, 10))
            }
            #expect(harness.upstream.requests.isEmpty)
        }
        harness.passes(15, 10)
        #expect(try await harness.forecaster(kma: false).sources(.now)[.openWeatherCurrent]?.status == .fresh)
    }

    @Test("Calls are counted over all processes and restarts, by service and by the day in Korea")
    func counted() async throws {
        let harness = try TestHarness(23, 30)
        for _ in 1...3 { _ = try await harness.forecaster(isKept: false).seoul() }
        #expect(
            try await harness.spent()
                == [
                    .midTerm: 6, .shortTerm: 21, .warnings: 6, .observations: 0, .airQuality: 9,
                    .openWeather: 6,
                ]
        )
        harness.passes(24, 30)
        _ = try await harness.forecaster(isKept: false).seoul(.outlook)
        #expect(
            try await harness.spent()
                == [
                    .midTerm: 1, .shortTerm: 0, .warnings: 0, .observations: 0, .airQuality: 0,
                    .openWeather: 0,
                ]
        )
    }

    @Test("Our own limit stops us before it stops the upstream", arguments: UpstreamAPI.allCases)
    func ownLimit(service: UpstreamAPI) async throws {
        let harness = try TestHarness(15)
        try await harness.spend(service.traits.limits.callsADay, of: service, in: "20261004")
        let sources = try await harness.forecaster().sources()
        for source in sources.values {
            #expect(source.error?.code == (source.feed.service == service ? .quotaExceeded : nil))
        }
        let feeds = Feed.allCases.filter { $0.service == service }
        #expect(feeds.flatMap(\.endpoints).allSatisfy { harness.upstream.count(of: $0) == 0 })
        harness.passes(24, 10)
        #expect(try await harness.forecaster().sources().values.allSatisfy { $0.error == nil })
    }

    @Test("Our own limit a minute costs OpenWeather that minute and no more")
    func ownMinute() async throws {
        let harness = try TestHarness(15)
        try await harness.spend(55, of: .openWeather, in: "202610041500")
        let forecaster = try harness.forecaster(kma: false)
        #expect(try await forecaster.sources(.now)[.openWeatherCurrent]?.error?.code == .rateLimited)
        #expect(harness.upstream.requests.isEmpty)
        harness.passes(15, 1)
        #expect(try await forecaster.sources(.now)[.openWeatherCurrent]?.status == .fresh)
    }

    @Test("KMA's limit a second is kept by four calls of KMA at a time, however many are wanted")
    func fourAtOnce() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.late(milliseconds: 60))
        let forecaster = try harness.forecaster(openWeather: false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in ["서울", "부산", "대구", "대전", "제주", "강릉"] {
                group.addTask {
                    _ = try await forecaster.report(.week, at: PlaceRequest.area(name).place())
                }
            }
            try await group.waitForAll()
        }
        // A busy machine may not get to four; 에어코리아 has two of its own.
        #expect((2...6).contains(harness.upstream.mostInFlight))
        #expect(harness.upstream.mostInFlight(of: .airQuality) <= 2)
        for service in [UpstreamAPI.midTerm, .shortTerm, .warnings] {
            #expect(harness.upstream.mostInFlight(of: service) <= 3)
        }
        #expect(harness.upstream.requests.count > 24)
    }

    @Test("A limit a second that was exceeded is waited out", arguments: Fault.GatewayForm.allCases)
    func perSecond(form: Fault.GatewayForm) async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.gateway(.perSecond, form), on: .midLand, times: 1)
        let report = try await harness.forecaster().seoul()
        #expect(report[.midLand]?.status == .fresh)
        #expect(report[.midLand]?.error == nil)
        let times = harness.upstream.requests.filter { $0.endpoint == .midLand }.map(\.receivedAt)
        #expect(times.count == 2)
        #expect(times[1].timeIntervalSince(times[0]) >= 1)
    }
}

extension TestHarness {
    /// Scope of the harness's key for a service.
    fileprivate func scope(of service: UpstreamAPI) throws -> StoreScope {
        let key = service == .openWeather ? upstream.keys.openWeather : upstream.keys.portal
        let gateway =
            switch service {
            case .midTerm, .shortTerm, .warnings, .observations: "data.go.kr \(upstream.portalURL)"
            case .airQuality: upstream.airKoreaURL
            case .openWeather: upstream.url
            }
        return StoreScope(gateway: gateway, key: try #require(ServiceKey(key)))
    }

    /// Calls of other programs in the folder.
    fileprivate func spend(_ calls: Int, of service: UpstreamAPI, in period: String) async throws {
        let count = CallCount(scope: try scope(of: service), service: service, period: period)
        #expect(await folder.store.countCall(count, limit: calls) == .counted)
        let database = try #require(try StoredFiles.database(in: folder.path))
        let sql = "UPDATE calls SET calls = ? WHERE service = ? AND period = ?"
        #expect(try database.run(sql, .integer(calls), .text(service.rawValue), .text(period)) == 1)
    }

    /// The calls of each service today, as a program that starts now knows them.
    fileprivate func spent() async throws -> [UpstreamAPI: Int] {
        var spent: [UpstreamAPI: Int] = [:]
        for service in UpstreamAPI.allCases {
            spent[service] = await QuotaTracker(
                service: service,
                scope: try scope(of: service),
                store: folder.store
            ).spent(at: upstream.now)
        }
        return spent
    }
}
