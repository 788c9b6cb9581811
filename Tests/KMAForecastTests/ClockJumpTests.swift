import Feeds
import Forecast
import Foundation
import StubUpstream
import Testing

@testable import KMAForecast

@Suite("A clock that jumps")
struct ClockJumpTests {
    @Test("back leaves an answer of its own time", arguments: [true, false])
    func back(restarts: Bool) async throws {
        let harness = try TestHarness(18, 30)
        var forecaster = try harness.forecaster()
        _ = try await forecaster.seoul()
        harness.passes(9)
        if restarts { forecaster = try harness.forecaster() }
        let report = try await forecaster.seoul()
        #expect(report.generatedAt == TestHarness.time(9))
        #expect(report.week.days.map(\.date) == (0...10).map { TestHarness.day + $0 })
        #expect(report[.midLand]?.issuedAt == TestHarness.time(6))
        #expect(report[.shortTerm]?.issuedAt == TestHarness.time(8))
        #expect(report.statuses.values.allSatisfy { $0 == .fresh })
    }

    @Test("back by days does not leave a silence of then in force")
    func silence() async throws {
        let harness = try TestHarness(3 * 24 + 15)
        harness.upstream.fault(.header(.quota), on: .outlook, times: 1)
        _ = try await harness.forecaster().sources(.outlook)
        harness.passes(15)
        #expect(try await harness.forecaster().sources(.outlook)[.outlook]?.status == .fresh)
    }

    @Test("ahead by a month finds nothing it could show of before")
    func ahead() async throws {
        let harness = try TestHarness(15)
        let forecaster = try harness.forecaster()
        _ = try await forecaster.seoul()
        harness.upstream.stop()
        harness.passes(30 * 24)
        #expect(try await forecaster.sources().values.allSatisfy { $0.status == .failed })
    }

    @Test("at midnight in Korea turns today into yesterday, and keeps what is known of the new day")
    func midnight() async throws {
        let harness = try TestHarness(23, 59)
        let before = try await harness.forecaster().seoul()
        harness.passes(24, 1)
        let after = try await harness.forecaster().seoul()
        #expect(before.week.days.first?.date == TestHarness.day)
        #expect(after.week.days.first?.date == TestHarness.day + 1)
        #expect(after[.midLand]?.status == .cached)
        // The mid-term issue of the evening reaches to its tenth day, which is our ninth by now.
        #expect(after.week.days.map(\.date) == (1...10).map { TestHarness.day + $0 })
    }
}
