import CommandLineSupport
import Feeds
import Forecast
import Foundation
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("Cached answers", .takesSlots(listeners: 1))
struct CachingTests {
    /// Calls at moments of an afternoon that begins at 15:00, each feed at most once an issue, or once in ten
    /// minutes (OpenWeather) or five (warnings).
    private static let afternoon: [(time: Date, calls: [Endpoint: Int])] = [
        (TestHarness.time(15, 9, 59), [.warningStatus: 1, .warningEvents: 1]),
        // The observation of 15:00 is out, beside it that of the day before, and OpenWeather's ten minutes are over.
        (TestHarness.time(15, 10), [.nowcast: 2, .current: 1, .forecast: 1]),
        (TestHarness.time(15, 19, 59), [.warningStatus: 1, .warningEvents: 1]),
        (
            TestHarness.time(15, 45),
            [
                .nextHours: 1, .current: 1, .forecast: 1, .warningStatus: 1, .warningEvents: 1,
                .airMeasured: 1,
            ]
        ),
        (
            TestHarness.time(17, 9, 59),
            [
                .nowcast: 2, .nextHours: 1, .current: 1, .forecast: 1, .warningStatus: 1, .warningEvents: 1,
                .airMeasured: 1,
            ]
        ),
        (TestHarness.time(17, 10), [.shortTerm: 1, .nowcast: 2]),
        (
            TestHarness.time(17, 59, 59),
            [
                .nextHours: 1, .current: 1, .forecast: 1, .warningStatus: 1, .warningEvents: 1,
                .airMeasured: 1,
                .dustForecast: 1,
            ]
        ),
        (TestHarness.time(18), [.midTemperature: 1, .midLand: 1, .dustWeek: 1]),
    ]

    @Test("Cached answers save every call that can bring nothing new", arguments: [true, false])
    func nothingAskedTwice(restarts: Bool) async throws {
        let harness = try TestHarness(15)
        var forecaster = try harness.forecaster()
        _ = try await forecaster.seoul()
        _ = harness.callsSinceLastLook()
        for (time, calls) in Self.afternoon {
            harness.clock.advance(to: time)
            if restarts { forecaster = try harness.forecaster() }
            let report = try await forecaster.seoul()
            #expect(harness.callsSinceLastLook() == calls, "\(KoreanTime(time).rfc3339)")
            for feed in Question.week.feeds {
                let isFetched = feed.endpoints.contains { calls[$0] != nil }
                // These are two answers; told is the one that waits for its next issue.
                guard feed != .nowcast, feed != .airForecast else { continue }
                #expect(report[feed]?.status == (isFetched ? .fresh : .cached))
            }
            #expect(report.week.days.count == 11)
        }
    }

    @Test("The answer for a province serves all of its cities")
    func landZonesAreShared() async throws {
        let harness = try TestHarness(15)
        let forecaster = try harness.forecaster(openWeather: false)
        for name in ["경기도 수원시", "경기도 파주시", "서울특별시"] {
            _ = try await forecaster.report(.week, at: PlaceRequest.area(name).place())
        }
        #expect(harness.upstream.count(of: .midLand) == 1)
        #expect(harness.upstream.count(of: .midTemperature) == 3)
    }

    @Test("While everything is down, older answers stand in as stale, each as long as its feed allows")
    func outage() async throws {
        let harness = try TestHarness(15)
        _ = try await harness.forecaster().seoul()
        harness.upstream.fault(.reset)
        let midTerm: Set<Feed> = [.midTemperature, .midLand]
        let byAge: Set<Feed> = [.openWeatherForecast, .warnings]
        let stories: [(hour: Int, minute: Int, cached: Set<Feed>, stale: Set<Feed>)] = [
            (
                17, 0, midTerm.union([.shortTerm, .airForecast]),
                byAge.union([.nowcast, .airMeasured])
            ),
            // Three hours for the next hours, from their issue, and for OpenWeather's forecast and the warnings, from the
            // fetch; an observation is of now for seventy minutes.
            (17, 31, midTerm, byAge.union([.shortTerm, .airForecast])),
            (18, 0, [], byAge.union(midTerm).union([.shortTerm, .airForecast])),
            (18, 1, [], midTerm.union([.shortTerm, .airForecast])),
            // Two days for the forecasts: the mid-term issue is of 06:00, the short-term one of 14:00. The days of the dust
            // forecast are over by then.
            (48 + 6, 0, [], midTerm.union([.shortTerm])),
            (48 + 6, 1, [], [.shortTerm]),
            (48 + 14, 0, [], [.shortTerm]),
            (48 + 14, 1, [], []),
        ]
        for (hour, minute, cached, stale) in stories {
            harness.passes(hour, minute)
            for source in try await harness.forecaster().sources().values {
                let isCached = cached.contains(source.feed)
                let isStale = stale.contains(source.feed)
                let status: FeedReport.Status = isCached ? .cached : isStale ? .stale : .failed
                #expect(source.status == status, "\(source.feed) at \(hour):\(minute)")
                #expect(source.error?.code == (isCached ? nil : .unreachable))
                #expect(source.hasValue == (isCached || isStale))
            }
        }
    }

    @Test("An older answer that stands in keeps its own times and makes the report stale")
    func staleIsTold() async throws {
        let harness = try TestHarness(15)
        _ = try await harness.forecaster().seoul()
        harness.upstream.fault(.reset)
        harness.passes(18, 30)
        let report = try await harness.forecaster().seoul()
        #expect(report.isStale)
        #expect(report[.midLand]?.issuedAt == TestHarness.time(6))
        #expect(report[.midLand]?.fetchedAt == TestHarness.time(15))
        #expect(
            report.degraded == [.nowcast, .warnings, .airMeasured, .openWeatherCurrent, .openWeatherForecast]
        )
        #expect(report.week.days.map(\.date) == (0...10).map { TestHarness.day + $0 })
    }

    @Test("An outage is not noticed while nothing newer is expected")
    func outageBetweenIssues() async throws {
        let harness = try TestHarness(15)
        let before = try await harness.forecaster().seoul()
        harness.upstream.stop()
        harness.passes(15, 4)
        let after = try await harness.forecaster().seoul()
        #expect(after.statuses.values.allSatisfy { $0 == .cached })
        #expect(!after.isStale)
        #expect(after.week.days == before.week.days)
    }

    @Test("Where nothing is cached and everything is down, the error says why")
    func downWithoutAny() async throws {
        let harness = try TestHarness(15)
        harness.upstream.stop()
        await #expect {
            try await harness.forecaster().seoul()
        } throws: {
            ($0 as? ForecastError)?.code == .unreachable
        }
    }

    @Test("New answers replace stale ones as soon as the upstream is back")
    func recovery() async throws {
        let harness = try TestHarness(15)
        _ = try await harness.forecaster().seoul()
        harness.passes(18, 30)
        harness.upstream.fault(.reset)
        #expect(try await harness.forecaster().seoul().isStale)
        harness.upstream.clearFaults()
        let report = try await harness.forecaster().seoul()
        #expect(!report.isStale)
        #expect(report[.midLand]?.status == .fresh)
        #expect(report[.midLand]?.issuedAt == TestHarness.time(18))
    }

    @Test("Answers are neither read nor stored where that is not wanted")
    func notKept() async throws {
        let harness = try TestHarness(15)
        for _ in 1...2 {
            let report = try await harness.forecaster(isKept: false).seoul(.outlook)
            #expect(report[.outlook]?.status == .fresh)
        }
        #expect(harness.upstream.count(of: .outlook) == 2)
        #expect(try harness.keptFiles().isEmpty)
        #expect(
            try !TemporaryFolder.files(below: harness.folder.path).isEmpty,
            "calls are counted all the same"
        )
    }

    @Test("No cached answer is older than the age that was asked for")
    func maximumAge() async throws {
        let harness = try TestHarness(15)
        _ = try await harness.forecaster().seoul(.outlook)
        harness.passes(15, 1)
        #expect(try await harness.forecaster().seoul(.outlook, maximumAge: 61)[.outlook]?.status == .cached)
        #expect(try await harness.forecaster().seoul(.outlook, maximumAge: 60)[.outlook]?.status == .fresh)
        #expect(try await harness.forecaster().seoul(.outlook, maximumAge: 0)[.outlook]?.status == .fresh)
        #expect(harness.upstream.count(of: .outlook) == 3)
    }

    @Test("Stored issues are removed after two days")
    func bounded() async throws {
        let harness = try TestHarness(6, 30)
        for halfDay in 0...8 {
            harness.passes(6 + 12 * halfDay, 30)
            _ = try await harness.forecaster().seoul(.outlook)
        }
        let issues = try harness.keptFiles().keys.filter { $0.contains(Feed.outlook.rawValue) }
            .map { String($0.suffix(12)) }.sorted()
        #expect(issues == (4...8).map { KoreanTime(TestHarness.time(6 + 12 * $0)).compact })
    }
}
