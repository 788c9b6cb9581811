import CommandLineSupport
import Feeds
import Forecast
import Foundation
import Rendering
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("One fetch for all who wait", .takesSlots(listeners: 1))
struct CoalescingTests {
    @Test("A thousand callers share one fetch")
    func thousandCallers() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.late(milliseconds: 300), on: .outlook)
        let forecaster = try harness.forecaster()
        let texts = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 1...1_000 {
                group.addTask { try await forecaster.seoul(.outlook).outlook?.text }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(harness.upstream.count(of: .outlook) == 1)
        #expect(texts.count == 1_000)
        #expect(Set(texts).count == 1)
        #expect(texts.first??.isEmpty == false)
    }

    @Test("All who want the same week at once share one fetch a feed")
    func oneFlightAFeed() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.late(milliseconds: 200))
        let forecaster = try harness.forecaster()
        let weeks = try await withThrowingTaskGroup(of: Week.self) { group in
            for _ in 1...40 { group.addTask { try await forecaster.seoul().week } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(weeks.count == 1)
        let counts = harness.upstream.requests.reduce(into: [:]) { $0[$1.target, default: 0] += 1 }
        #expect(counts.values.allSatisfy { $0 == 1 })
    }

    @Test("A fetch that fails fails for all who wait for it, and the next one starts anew")
    func failsForAll() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.header(.invalidParameter), on: .outlook, times: 1)
        harness.upstream.fault(.late(milliseconds: 1), on: .outlook, times: 1)
        let forecaster = try harness.forecaster()
        let first = try await forecaster.sources(.outlook)
        #expect(first[.outlook]?.error?.code == .upstreamError)
        #expect(try await forecaster.sources(.outlook)[.outlook]?.status == .fresh)
    }

    @Test("A fetch goes on when its caller is gone, and its answer is stored")
    func callerGone() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.late(milliseconds: 400), on: .outlook)
        let forecaster = try harness.forecaster()
        let caller = Task { try await forecaster.seoul(.outlook) }
        try await until("a call") { harness.upstream.count(of: .outlook) > 0 }
        caller.cancel()
        _ = await caller.result

        #expect(try await forecaster.seoul(.outlook)[.outlook]?.hasValue == true)
        #expect(try await harness.forecaster().seoul(.outlook)[.outlook]?.status == .cached)
        #expect(harness.upstream.count(of: .outlook) == 1)
    }

    @Test("An upstream that hangs costs the timeout once; then the cached answer is given without a call")
    func hungUpstream() async throws {
        let harness = try TestHarness(15)
        _ = try await harness.forecaster().seoul()
        harness.passes(18, 30)
        harness.upstream.fault(.hang)
        let forecaster = try harness.forecaster(timeout: .milliseconds(500))
        let first = try await forecaster.seoul()
        #expect(first[.midLand]?.status == .stale)
        #expect(first[.midLand]?.error?.code == .timeout)
        _ = harness.callsSinceLastLook()
        for _ in 1...3 {
            let report = try await forecaster.seoul()
            #expect(report[.midLand]?.status == .stale)
            #expect(report[.midLand]?.error?.code == .timeout)
            #expect(report.week.days.count == 11)
        }
        // Warnings are asked for beside the week, and may come to the upstream after its first answer.
        for endpoint in [Endpoint.midLand, .midTemperature, .shortTerm] {
            #expect(harness.upstream.count(of: endpoint) == 0)
        }
    }

    @Test("A trial call holds nobody up who can be given an older answer")
    func trial() async throws {
        let harness = try TestHarness(15)
        _ = try await harness.forecaster().seoul(.outlook)
        harness.passes(18, 30)
        let calls = Calls()
        var sources = ForecasterConfiguration(
            try harness.settings(),
            transport: Transport { _, _ throws(TransportFault) in
                // The first two, both attempts of one flight, are late at once; the third stays in the air.
                if await calls.next() == 3 { await calls.untilReleased() }
                throw .timedOut
            }
        )
        sources.now = { [clock = harness.clock] in clock.date }
        sources.clock = harness.clock
        let forecaster = Forecaster(sources)
        for (second, made) in [(0.0, 2), (14, 2), (16, 3), (17, 3), (59, 3)] {
            harness.passes(18, 30, second)
            let report = try await forecaster.seoul(.outlook)
            #expect(report[.outlook]?.status == .stale)
            #expect(report[.outlook]?.error?.code == .timeout)
            try await until("\(made) calls") { await calls.made >= made }
            #expect(await calls.made == made, "after \(second) s")
        }
        await calls.release()
    }

    /// Counts calls, and keeps one of them waiting.
    private actor Calls {
        var made = 0
        private var isReleased = false
        private var waiting: CheckedContinuation<Void, Never>?

        func next() -> Int {
            made += 1
            return made
        }

        func untilReleased() async {
            if !isReleased { await withCheckedContinuation { waiting = $0 } }
        }

        func release() {
            isReleased = true
            waiting?.resume()
        }
    }

    @Test("A feed that hung, of which nothing is cached, is refused at once the second time")
    func hungWithoutAny() async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(.hang)
        let forecaster = try harness.forecaster(timeout: .milliseconds(500))
        #expect(try await forecaster.sources(.outlook)[.outlook]?.error?.code == .timeout)
        harness.upstream.clearFaults()
        #expect(try await forecaster.sources(.outlook)[.outlook]?.error?.code == .timeout)
        #expect(harness.upstream.count(of: .outlook) == 1)
    }

    @Test(
        "A call with a rejected key is not repeated by everybody who asks",
        arguments: [Fault.header(.keyNotRegistered), .header(.accessDenied), .gateway(.blacklisted, .json)]
    )
    func refusedForGood(fault: Fault) async throws {
        let harness = try TestHarness(15)
        harness.upstream.fault(fault)
        let forecaster = try harness.forecaster(openWeather: false)
        for name in ["서울", "부산", "대구", "대전", "제주", "강릉"] {
            await #expect(throws: ForecastError.self) {
                try await forecaster.report(.outlook, at: PlaceRequest.area(name).place())
            }
        }
        #expect(harness.upstream.count(of: .outlook) == 1)
    }
}
