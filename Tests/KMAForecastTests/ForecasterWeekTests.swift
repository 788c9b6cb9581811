import CommandLineSupport
import Feeds
import Forecast
import Foundation
import Rendering
import SampleFeeds
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("A week over real HTTP", .takesSlots(listeners: 1))
struct ForecasterWeekTests {
    @Test("A week has eleven days in order, each from the service whose day it is")
    func wholeWeek() async throws {
        let harness = try TestHarness(15)
        let report = try await harness.forecaster().seoul()
        #expect(report.week.days.map(\.date) == (0...10).map { TestHarness.day + $0 })
        #expect(report.week.days.prefix(4).allSatisfy { $0.source == .shortTerm })
        #expect(report.week.days.suffix(7).allSatisfy { $0.source == .midTerm })
        #expect(report.week.days.allSatisfy { $0.extremes.minimum != nil && $0.extremes.maximum != nil })
        #expect(report.week.days.allSatisfy { $0.whole?.condition != nil })
        #expect(report.week.current != nil)
        #expect(report.statuses.values.allSatisfy { $0 == .fresh })
        #expect(report.degraded.isEmpty)
        #expect(!report.isStale)
        #expect(report.attribution == ["기상청", "한국환경공단 에어코리아", "Weather data provided by OpenWeather"])
    }

    @Test("A week says what the feeds say, to the last value")
    func nothingLostOnTheWay() async throws {
        let harness = try TestHarness(15)
        let overHTTP = try await harness.forecaster().seoul()
        let now = harness.upstream.now
        var sources = ForecasterConfiguration(samplesFor: try harness.settings())
        sources.transport = .sample(now: now)
        sources.now = { now }
        // The record of the samples has ranges, that of the stand-in is empty.
        sources.ledger = nil
        let inProcess = try await Forecaster(sources).seoul()
        #expect(overHTTP.week == inProcess.week)
    }

    @Test(
        "A week has no gap between the short and the mid term at any hour",
        arguments: [
            (0, 30), (5, 9), (5, 59), (6, 0), (6, 5), (11, 30), (15, 0), (17, 9), (17, 30), (18, 0), (18, 30),
            (23, 59),
        ]
    )
    func noGap(hour: Int, minute: Int) async throws {
        let report = try await TestHarness(hour, minute).forecaster(openWeather: false).seoul()
        // From midnight to 06:00 the newest mid-term issue is of the evening before: its tenth day is our ninth.
        let last = hour < 6 ? 9 : 10
        #expect(report.week.days.map(\.date) == (0...last).map { TestHarness.day + $0 })
        #expect(report.week.days.allSatisfy { $0.source != nil && $0.extremes.maximum != nil })
    }

    @Test("Without KMA a week goes by OpenWeather alone as far as OpenWeather goes")
    func openWeatherAlone() async throws {
        let harness = try TestHarness(15)
        let report = try await harness.forecaster(kma: false).seoul()
        #expect(report.week.days.map(\.date) == (0...5).map { TestHarness.day + $0 })
        #expect(report.week.days.allSatisfy { $0.source == .openWeather })
        #expect(report.degraded == [.midTemperature, .midLand, .shortTerm, .nowcast])
        #expect(report[.midLand]?.status == .missingKey)
        #expect(report[.midLand]?.error?.code == .keyMissing)
        #expect(report.attribution == ["Weather data provided by OpenWeather"])
        #expect(harness.upstream.requests.allSatisfy { $0.endpoint?.isKorean == false })
    }

    @Test("A week is whole by KMA alone, and does not miss OpenWeather")
    func kmaAlone() async throws {
        let harness = try TestHarness(15)
        let report = try await harness.forecaster(openWeather: false).seoul()
        #expect(report.week.days.map(\.date) == (0...10).map { TestHarness.day + $0 })
        #expect(report.week.current != nil)
        #expect(report.degraded.isEmpty)
        #expect(report[.openWeatherCurrent]?.status == .missingKey)
        #expect(report.attribution == ["기상청", "한국환경공단 에어코리아"])
    }

    @Test("There is no week without any key, and nobody is asked")
    func noKey() async throws {
        let harness = try TestHarness(15)
        await #expect {
            try await harness.forecaster(kma: false, openWeather: false).seoul()
        } throws: {
            ($0 as? ForecastError)?.code == .keyMissing
        }
        #expect(harness.upstream.requests.isEmpty)
    }

    @Test("A report tells of every feed when it was issued and when it was fetched")
    func provenance() async throws {
        let harness = try TestHarness(18, 30)
        let report = try await harness.forecaster().seoul()
        #expect(report[.midTemperature]?.issuedAt == TestHarness.time(18))
        #expect(report[.midLand]?.issuedAt == TestHarness.time(18))
        #expect(report[.shortTerm]?.issuedAt == TestHarness.time(17))
        // Two answers told as one: observed at 18:00, and the next hours of 17:30, which are the older.
        #expect(report[.nowcast]?.issuedAt == TestHarness.time(17, 30))
        #expect(report[.openWeatherForecast]?.issuedAt == nil)
        #expect(report.sources.allSatisfy { $0.fetchedAt == TestHarness.time(18, 30) && $0.error == nil })
    }

    @Test(
        "A report tells the older issue of the two that are KMA's now",
        arguments: [(15, 0), (15, 11), (15, 46)]
    )
    func olderOfTwo(hour: Int, minute: Int) async throws {
        let report = try await TestHarness(hour, minute).forecaster(openWeather: false).seoul(.now)
        let observed = minute < 10 ? TestHarness.time(14) : TestHarness.time(15)
        let nextHours = minute < 45 ? TestHarness.time(14, 30) : TestHarness.time(15, 30)
        #expect(report[.nowcast]?.issuedAt == min(observed, nextHours))
    }

    @Test("A report changes when the first of its feeds can")
    func nextChange() async throws {
        let harness = try TestHarness(18, 30)
        // The warnings after five minutes; for hours, which have none, OpenWeather after ten; without it the next six
        // hours of KMA, issued at 18:30 and out at 18:45.
        #expect(try await harness.forecaster().seoul().nextChange == TestHarness.time(18, 35))
        #expect(try await harness.forecaster().seoul(.hours).nextChange == TestHarness.time(18, 40))
        let kma = try harness.forecaster(openWeather: false)
        #expect(try await kma.seoul(.hours).nextChange == TestHarness.time(18, 45))
    }

    @Test(
        "A week asks each feed once, for today's low and high once more each, and for the hour of yesterday"
    )
    func calls() async throws {
        let harness = try TestHarness(15)
        _ = try await harness.forecaster().seoul()
        #expect(
            harness.callsSinceLastLook() == [
                .midTemperature: 1, .midLand: 1, .shortTerm: 3, .nowcast: 2, .nextHours: 1, .current: 1,
                .forecast: 1, .warningStatus: 1, .warningEvents: 1, .airMeasured: 1, .dustForecast: 1,
                .dustWeek: 1,
            ]
        )
    }

    @Test("Yesterday at this hour comes from what is stored, else it is asked for once")
    func yesterday() async throws {
        let harness = try TestHarness(15, 20)
        let asked = try #require(try await harness.forecaster().seoul(.now).week.yesterday)
        #expect(asked.observedAt == TestHarness.time(-9))
        #expect(harness.callsSinceLastLook()[.nowcast] == 2)
        #expect(try await harness.forecaster().seoul(.now).week.yesterday == asked)
        #expect(harness.callsSinceLastLook()[.nowcast] == nil)

        harness.passes(15 + 24, 20)
        let stored = try #require(try await harness.forecaster().seoul(.now).week.yesterday)
        #expect(stored.observedAt == TestHarness.time(15))
        #expect(harness.callsSinceLastLook()[.nowcast] == 1)
    }

    @Test("Where KMA no longer has yesterday it is not known, told of nowhere, and not asked for again")
    func noYesterday() async throws {
        let harness = try TestHarness(15, 20)
        harness.upstream.answers[.nowcast] = { request in
            let refusal = Fault.header(.tooOld).answer
            if let refusal, request.target.contains("base_date=20261003") { return refusal }
            let answer = SampleFeeds.answer(to: request.target, at: TestHarness.time(15, 20))
            return .json(String(decoding: answer.body, as: UTF8.self))
        }
        let forecaster = try harness.forecaster(openWeather: false)
        for calls in [2, nil] {
            let report = try await forecaster.seoul(.now)
            #expect(report.week.current?.temperature != nil)
            #expect(report.week.yesterday == nil)
            #expect(report.degraded.isEmpty)
            #expect(harness.callsSinceLastLook()[.nowcast] == calls)
        }
    }
}
