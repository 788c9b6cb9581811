import Feeds
import Forecast
import Foundation
import SampleFeeds
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("Issues that are not there yet", .takesSlots(listeners: 1))
struct IssueFallbackTests {
    @Test(
        "Issues that are not out yet are asked for again in five minutes, and the ones before shown meanwhile"
    )
    func newestIsEmpty() async throws {
        let harness = try TestHarness(6, 5)
        let midTerm: [Endpoint] = [.midTemperature, .midLand]
        harness.upstream.fault(.newestIssueEmpty, on: midTerm)
        let first = try await harness.forecaster(openWeather: false).seoul()
        #expect(first[.midLand]?.issuedAt == TestHarness.time(-6))
        #expect(first[.midLand]?.status == .fresh)
        #expect(first[.midLand]?.error == nil)
        #expect(first.week.days.map(\.date) == (0...9).map { TestHarness.day + $0 })

        let moments: [(minute: Int, second: Double, calls: Int)] = [(9, 59, 0), (10, 0, 1), (14, 59, 0)]
        for (minute, second, calls) in moments {
            _ = harness.callsSinceLastLook()
            harness.passes(6, minute, second)
            let report = try await harness.forecaster(openWeather: false).seoul()
            #expect(report[.midLand]?.issuedAt == TestHarness.time(-6))
            let counts = harness.callsSinceLastLook()
            #expect(midTerm.allSatisfy { counts[$0, default: 0] == calls }, "06:\(minute)")
        }

        harness.upstream.clearFaults()
        harness.passes(6, 15)
        let last = try await harness.forecaster(openWeather: false).seoul()
        #expect(last[.midLand]?.issuedAt == TestHarness.time(6))
        #expect(last.week.days.map(\.date) == (0...10).map { TestHarness.day + $0 })
    }

    @Test(
        "Stored issues are told as cached, with their own time of fetching, where the newest is not out yet"
    )
    func keptWhileNewestIsEmpty() async throws {
        let harness = try TestHarness(5, 50)
        _ = try await harness.forecaster(openWeather: false).seoul()
        harness.passes(6, 5)
        harness.upstream.fault(.newestIssueEmpty, on: [.midTemperature, .midLand])
        let report = try await harness.forecaster(openWeather: false).seoul()
        for feed in [Feed.midTemperature, .midLand] {
            #expect(report[feed]?.status == .cached)
            #expect(report[feed]?.issuedAt == TestHarness.time(-6))
            #expect(report[feed]?.fetchedAt == TestHarness.time(5, 50))
        }
    }

    @Test("Every feed of KMA falls back on the issue before")
    func newestOfAllIsEmpty() async throws {
        let harness = try TestHarness(15, 20)
        harness.upstream.fault(.newestIssueEmpty)
        let report = try await harness.forecaster(openWeather: false).seoul()
        #expect(report[.midTemperature]?.issuedAt == TestHarness.time(-6))
        #expect(report[.shortTerm]?.issuedAt == TestHarness.time(11))
        // Observed at 14:00, and the next hours of 13:30, which are the older.
        #expect(report[.nowcast]?.issuedAt == TestHarness.time(13, 30))
        // An observation from eighty minutes ago is not now.
        #expect(report.week.current == nil && report.degraded == [.nowcast])
    }

    @Test("No issue before the last two is asked for")
    func bothEmpty() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.header(.noData), on: Endpoint.kma)
        let sources = try await harness.forecaster().sources(.outlook)
        #expect(sources[.outlook]?.error?.code == .noData)
        #expect(harness.upstream.requests.map { $0["tmFc"] } == ["202610040600", "202610031800"])
    }

    @Test(
        "The issue of 02:00 tells today's low and high for the rest of the day",
        arguments: [5, 8, 11, 14, 15, 18, 21, 23]
    )
    func lowAndHighOfToday(hour: Int) async throws {
        let early = try await TestHarness(2, 30).forecaster(openWeather: false).seoul().week.days[0]
        #expect(early.extremes.minimum != nil && early.extremes.maximum != nil)
        let harness = try TestHarness(hour, 30)
        let late = try await harness.forecaster(openWeather: false).seoul().week.days[0]
        #expect(late.extremes.minimum == early.extremes.minimum)
        #expect(late.extremes.maximum == early.extremes.maximum)
    }

    @Test("The issues of 02:00 and 11:00 are asked for once a day, and told as missing when it fails")
    func issueOfTwo() async throws {
        let harness = try TestHarness(15)
        _ = try await harness.forecaster(openWeather: false).seoul()
        let baseTimes = harness.upstream.requests.filter { $0.endpoint == .shortTerm }.map { $0["base_time"] }
        #expect(Set(baseTimes) == ["0200", "1100", "1400"])
        _ = harness.callsSinceLastLook()
        harness.passes(20, 30)
        _ = try await harness.forecaster(openWeather: false).seoul()
        #expect(harness.callsSinceLastLook()[.shortTerm] == 1)

        let other = try TestHarness(15)
        other.upstream.answers[.shortTerm] = { [sample = harness.upstream.now] request in
            guard request["base_time"] != "0200" else { return .noData }
            let answer = SampleFeeds.answer(to: request.target, at: sample)
            return StubAnswer(status: 200, headers: [], body: answer.body)
        }
        let report = try await other.forecaster(openWeather: false).seoul()
        #expect(report[.shortTerm]?.status == .partial)
        #expect(report[.shortTerm]?.error?.code == .noData)
        #expect(report.degraded == [.shortTerm])
        #expect(report.nextChange <= report.generatedAt.addingTimeInterval(60))
        #expect(report.week.days[0].extremes.maximum != nil)
    }

    @Test("Hours OpenWeather no longer has are filled in from the day's earlier answers")
    func earlierSlots() async throws {
        let harness = try TestHarness(4)
        let morning = try await harness.forecaster(kma: false).seoul().week.days[0]
        harness.passes(16)
        let afternoon = try await harness.forecaster(kma: false).seoul().week.days[0]
        let forgetful = try await harness.forecaster(kma: false, isKept: false).seoul().week.days[0]
        let low = try #require(morning.extremes.minimum)
        #expect(afternoon.extremes.minimum == low)
        #expect(try #require(forgetful.extremes.minimum) > low)
        #expect(afternoon.morning != nil)
        #expect(forgetful.morning == nil)
    }
}
