import Feeds
import Forecast
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("A fault on one feed alone", .takesSlots(listeners: 1))
struct FaultOnOneFeedTests {
    /// One of each kind that people are told of.
    private static let faults: [Fault] = [
        .header(.keyNotRegistered), .header(.accessDenied), .header(.database), .html(status: 200), .reset,
        .cutJSON, .empty(status: 502),
    ]

    /// Every feed and every fault at least once: what a fault of one feed is to the others depends on neither.
    private static func pairs(_ feeds: [Feed], _ faults: [Fault]) -> [(Feed, Fault)] {
        (0..<max(feeds.count, faults.count)).map { (feeds[$0 % feeds.count], faults[$0 % faults.count]) }
    }

    @Test(
        "A fault of one KMA feed leaves the rest of the week, and is named",
        arguments: pairs(
            Question.week.feeds.filter { $0.service != .openWeather && !$0.service.traits.isOptional },
            faults
        )
    )
    func kma(feed: Feed, fault: Fault) async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(fault, on: feed.endpoints)
        try await expectGap(of: feed, fault.expected.kind, harness)
    }

    @Test(
        "A fault of one OpenWeather feed leaves the rest of the week, and is named",
        arguments: pairs(
            Question.week.feeds.filter { $0.service == .openWeather },
            [
                Fault.openWeather(.badKey, cod: .number), .openWeather(.notFound, cod: .string),
                .html(status: 502), .reset,
            ]
        )
    )
    func openWeather(feed: Feed, fault: Fault) async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(fault, on: feed.endpoints)
        try await expectGap(of: feed, fault.expected.kind, harness)
    }

    @Test("A feed that never answers costs its own answer and no other", arguments: Question.week.feeds)
    func silence(feed: Feed) async throws {
        let harness = try TestHarness(15)
        let transport = Transport { url, timeout throws(TransportFault) in
            if feed.endpoints.contains(where: { url.contains($0.rawValue) }) { throw .timedOut }
            return try await Transport.live.fetch(url, timeout)
        }
        let report = try await harness.forecaster(transport: transport).seoul()
        #expect(report[feed]?.error?.code == .timeout)
        #expect(report.sources.filter { $0.feed != feed }.allSatisfy { $0.status == .fresh })
    }

    @Test(
        "Where one of the nowcast's two answers fails, the feed is partial and the other's values stand",
        arguments: Feed.nowcast.endpoints
    )
    func halfOfNow(endpoint: Endpoint) async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.header(.database), on: endpoint)
        let report = try await harness.forecaster(openWeather: false).seoul(.now)
        #expect(report[.nowcast]?.status == .partial)
        #expect(report.degraded == [.nowcast])
        #expect(report.nextChange <= report.generatedAt.addingTimeInterval(60))
        #expect(report[.nowcast]?.error?.code == .upstreamError)
        #expect((report.week.current == nil) == (endpoint == .nowcast))
        #expect(report.week.hours.contains { $0.feed == .nowcast } == (endpoint == .nowcast))
    }

    @Test(
        "A fault takes no day from the week where another service has it",
        arguments: [Feed.shortTerm, .midTemperature, .midLand]
    )
    func noDayLost(feed: Feed) async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.reset, on: feed.endpoints)
        let days = try await harness.forecaster().seoul().week.days
        #expect(days.map(\.date) == (0...10).map { TestHarness.day + $0 })
        #expect(days.allSatisfy { !$0.feeds.contains(feed) })
        if feed == .shortTerm {
            #expect(days.prefix(4).allSatisfy { $0.source == .openWeather || $0.offset == 0 })
        }
    }

    private func expectGap(of feed: Feed, _ kind: ErrorCode, _ harness: TestHarness) async throws {
        let report = try await harness.forecaster().seoul()
        #expect(report.degraded == [feed])
        #expect(report[feed]?.status == .failed)
        #expect(report[feed]?.error?.code == kind)
        #expect(report[feed]?.fetchedAt == nil)
        #expect(
            report.sources.filter { $0.feed != feed }.allSatisfy { $0.status == .fresh && $0.error == nil }
        )
        #expect(report.week.days.map(\.date) == (0...10).map { TestHarness.day + $0 })
        #expect(report.week.days.allSatisfy { !$0.feeds.contains(feed) })
        #expect(report.isStale == false)
    }
}

extension Day {
    fileprivate var offset: Int { date - TestHarness.day }
}
