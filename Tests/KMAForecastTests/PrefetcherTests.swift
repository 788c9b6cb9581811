import Feeds
import Forecast
import Foundation
import Regions
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("Prefetching", .takesSlots(listeners: 1))
struct PrefetcherTests {
    @Test("A target is every mid-term zone of the country, or the places that are named")
    func named() throws {
        let all = try PrefetchTarget.named("all")
        #expect(all.count == 176 + 10)
        #expect(Set(all).count == all.count)
        let places = try PrefetchTarget.named("경기도,부산")
        #expect(places == [.place(try place("경기도")), .place(try place("부산"))])
        #expect(throws: ForecastError.self) { try PrefetchTarget.named("경기도,어디에도없는곳") }
    }

    @Test("Targets cost a call an issue: two a mid-term zone, 58 of the short-term service a place")
    func calls() throws {
        #expect(PrefetchTarget.callsADay(of: try PrefetchTarget.named("all")) == [.midTerm: 372])
        let one = PrefetchTarget.callsADay(of: try PrefetchTarget.named("서울"))
        #expect(one[.shortTerm] == 58)
        #expect(one[.midTerm] == 6)
        #expect(one[.openWeather] == 288)
        let two = PrefetchTarget.callsADay(of: try PrefetchTarget.named("서울,부산"))
        #expect(two[.shortTerm] == 116)
        #expect(two[.warnings] == one[.warnings])
    }

    @Test("Places of a province share its air, so that a day's calls reach for the whole country")
    func sharedCalls() throws {
        let one = PrefetchTarget.callsADay(of: try PrefetchTarget.named("수원"))[.airQuality]
        let two = PrefetchTarget.callsADay(of: try PrefetchTarget.named("수원,성남"))[.airQuality]
        #expect(one != nil && one == two)
        // All but the zone of a reef that is no part of the country.
        let places = Gazetteer.temperatureZones.compactMap { zone in
            (try? Gazetteer.place(latitude: zone.latitude, longitude: zone.longitude))
                .map(PrefetchTarget.place)
        }
        #expect(places.count > 170)
        let all = PrefetchTarget.callsADay(of: places)
        #expect(all[.airQuality] ?? .max <= UpstreamAPI.airQuality.traits.limits.callsADay)
    }

    @Test(
        "Each target has its own moment, spread over ten minutes after a change",
        arguments: [1, 2, 186, 5_000]
    )
    func turns(count: Int) {
        let offsets = (0..<count).map { Prefetcher.offset(of: $0, among: count) }
        #expect(offsets.allSatisfy { (0..<600).contains($0) })
        #expect(Set(offsets).count == count)
        for (one, next) in zip(offsets, offsets.dropFirst()) {
            #expect(abs(next - one - 600 / Double(count)) < 0.001)
        }
    }

    @Test("Programs that prefetch one issue ask within a minute, each key at a second of its own")
    func stagger() throws {
        let scopes = try (0..<40).map { number in
            StoreScope(gateway: "data.go.kr", key: try #require(ServiceKey("key\(number)")))
        }
        let seconds = scopes.map { Prefetcher.stagger(of: $0) }
        #expect(seconds.allSatisfy { (0..<60).contains($0) })
        #expect(Set(seconds).count > 35 && seconds.contains { $0 < 20 } && seconds.contains { $0 > 40 })
        #expect(scopes.map { Prefetcher.stagger(of: $0) } == seconds)
        #expect(Prefetcher.stagger(of: nil) == 0)
    }

    @Test("A target has its next turn when it can change")
    func nextTurn() async throws {
        let harness = try TestHarness(7)
        let forecaster = try harness.forecaster()
        #expect(await forecaster.refresh(.zone(.midTemperature, "11B10101")) == TestHarness.time(18))
        #expect(await forecaster.refresh(.zone(.midLand, "11B00000")) == TestHarness.time(18))
        #expect(harness.callsSinceLastLook() == [.midTemperature: 1, .midLand: 1])
        // Warnings are renewed every five minutes.
        #expect(await forecaster.refresh(.place(try place("서울"))) == TestHarness.time(7, 5))
    }

    @Test("A target has another turn in five minutes where it could not be refreshed, or is not there yet")
    func retry() async throws {
        let harness = try TestHarness(18)
        let forecaster = try harness.forecaster()
        harness.upstream.fault(.newestIssueEmpty, on: .midLand)
        #expect(await forecaster.refresh(.zone(.midLand, "11B00000")) == TestHarness.time(18, 5))
        harness.upstream.fault(.gateway(.application, .json), on: .midTemperature)
        #expect(await forecaster.refresh(.zone(.midTemperature, "11B10101")) == TestHarness.time(18, 5))
        harness.upstream.stop()
        #expect(await forecaster.refresh(.place(try place("부산"))) == TestHarness.time(18, 5))
    }

    @Test("Prefetched answers are on disk when an outage begins, and nobody waits for them")
    func outage() async throws {
        let harness = try TestHarness(15)
        _ = await (try harness.forecaster()).refresh(.place(try place("서울특별시")))
        harness.upstream.stop()
        let forecaster = try harness.forecaster()
        #expect(try await forecaster.seoul().statuses.values.allSatisfy { $0 == .cached })
        #expect(try await forecaster.seoul(.outlook).statuses.values.allSatisfy { $0 == .cached })
    }

    private func place(_ name: String) throws -> Place {
        try Gazetteer.place(named: name)
    }
}
