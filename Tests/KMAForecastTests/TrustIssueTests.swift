import Feeds
import Forecast
import Foundation
import StubUpstream
import Testing

@testable import KMAForecast

@Suite("Issues")
struct TrustIssueTests {
    @Test("that are not out yet are asked for again in five minutes, and the ones before shown meanwhile")
    func newestIsEmpty() async throws {
        let scene = try Scene(6, 5)
        let midTerm: [Endpoint] = [.midTemperature, .midLand]
        scene.upstream.fault(.newestIssueEmpty, on: midTerm)
        let first = try await scene.forecaster(openWeather: false).seoul()
        #expect(first[.midLand]?.issuedAt == Scene.time(-6))
        #expect(first[.midLand]?.status == .fresh)
        #expect(first[.midLand]?.error == nil)
        #expect(first.week.days.map(\.date) == (0...9).map { Scene.day + $0 })

        let moments: [(minute: Int, second: Double, calls: Int)] = [(9, 59, 0), (10, 0, 1), (14, 59, 0)]
        for (minute, second, calls) in moments {
            _ = scene.callsSinceLastLook()
            scene.passes(6, minute, second)
            let report = try await scene.forecaster(openWeather: false).seoul()
            #expect(report[.midLand]?.issuedAt == Scene.time(-6))
            let counts = scene.callsSinceLastLook()
            #expect(midTerm.allSatisfy { counts[$0, default: 0] == calls }, "06:\(minute)")
        }

        scene.upstream.heal()
        scene.passes(6, 15)
        let last = try await scene.forecaster(openWeather: false).seoul()
        #expect(last[.midLand]?.issuedAt == Scene.time(6))
        #expect(last.week.days.map(\.date) == (0...10).map { Scene.day + $0 })
    }

    @Test("that were kept are told as kept, with their own time of fetching, where the newest is not out yet")
    func keptWhileNewestIsEmpty() async throws {
        let scene = try Scene(5, 50)
        _ = try await scene.forecaster(openWeather: false).seoul()
        scene.passes(6, 5)
        scene.upstream.fault(.newestIssueEmpty, on: [.midTemperature, .midLand])
        let report = try await scene.forecaster(openWeather: false).seoul()
        for feed in [Feed.midTemperature, .midLand] {
            #expect(report[feed]?.status == .cached)
            #expect(report[feed]?.issuedAt == Scene.time(-6))
            #expect(report[feed]?.fetchedAt == Scene.time(5, 50))
        }
    }

    @Test("of every feed of KMA have one before them to fall back on")
    func newestOfAllIsEmpty() async throws {
        let scene = try Scene(15, 20)
        scene.upstream.fault(.newestIssueEmpty)
        let report = try await scene.forecaster(openWeather: false).seoul()
        #expect(report[.midTemperature]?.issuedAt == Scene.time(-6))
        #expect(report[.shortTerm]?.issuedAt == Scene.time(11))
        // Observed at 14:00, and the next hours of 13:30, which are the older.
        #expect(report[.nowcast]?.issuedAt == Scene.time(13, 30))
        #expect(report.degraded.isEmpty)
    }

    @Test("before the last one are never asked for when both are empty twice over")
    func bothEmpty() async throws {
        let scene = try Scene(15)
        scene.upstream.fault(.header(.noData), on: Endpoint.kma)
        let sources = try await scene.forecaster().sources(.outlook)
        #expect(sources[.outlook]?.error?.kind == .noData)
        #expect(scene.upstream.requests.map { $0["tmFc"] } == ["202610040600", "202610031800"])
    }

    @Test(
        "of 02:00 tell today's low and high for the rest of the day",
        arguments: [5, 8, 11, 14, 15, 18, 21, 23]
    )
    func lowAndHighOfToday(hour: Int) async throws {
        let early = try await Scene(2, 30).forecaster(openWeather: false).seoul().week.days[0]
        #expect(early.extremes.minimum != nil && early.extremes.maximum != nil)
        let scene = try Scene(hour, 30)
        let late = try await scene.forecaster(openWeather: false).seoul().week.days[0]
        #expect(late.extremes.minimum == early.extremes.minimum)
        #expect(late.extremes.maximum == early.extremes.maximum)
    }

    @Test("of 02:00 are asked for once a day, and missed by nobody when they fail")
    func issueOfTwo() async throws {
        let scene = try Scene(15)
        _ = try await scene.forecaster(openWeather: false).seoul()
        let baseTimes = scene.upstream.requests.filter { $0.endpoint == .shortTerm }.map { $0["base_time"] }
        #expect(Set(baseTimes) == ["0200", "1400"])
        _ = scene.callsSinceLastLook()
        scene.passes(20, 30)
        _ = try await scene.forecaster(openWeather: false).seoul()
        #expect(scene.callsSinceLastLook()[.shortTerm] == 1)

        let other = try Scene(15)
        other.upstream.answers[.shortTerm] = { [sample = scene.upstream.now] request in
            guard request["base_time"] != "0200" else { return .noData }
            let answer = SampleFeeds.answer(to: request.target, at: sample)
            return Reply(status: 200, headers: [], body: Array(answer.body))
        }
        let report = try await other.forecaster(openWeather: false).seoul()
        #expect(report[.shortTerm]?.status == .fresh)
        #expect(report[.shortTerm]?.error == nil)
        #expect(report.week.days[0].extremes.maximum != nil)
    }

    @Test("OpenWeather does not have are made up for by the day's earlier answers")
    func earlierSlots() async throws {
        let scene = try Scene(4)
        let morning = try await scene.forecaster(kma: false).seoul().week.days[0]
        scene.passes(16)
        let afternoon = try await scene.forecaster(kma: false).seoul().week.days[0]
        let forgetful = try await scene.forecaster(kma: false, isKept: false).seoul().week.days[0]
        let low = try #require(morning.extremes.minimum)
        #expect(afternoon.extremes.minimum == low)
        #expect(try #require(forgetful.extremes.minimum) > low)
        #expect(afternoon.morning != nil)
        #expect(forgetful.morning == nil)
    }
}
