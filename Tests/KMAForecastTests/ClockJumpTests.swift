import Feeds
import Forecast
import Foundation
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("A clock that jumps", .takesSlots(listeners: 1))
struct ClockJumpTests {
    @Test("After a jump back, the answer is that of the new time", arguments: [true, false])
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

    @Test("After a jump back by days, a cooldown of then does not hold")
    func silence() async throws {
        let harness = try TestHarness(3 * 24 + 15)
        harness.upstream.fault(.header(.quota), on: .outlook, times: 1)
        _ = try await harness.forecaster().sources(.outlook)
        harness.passes(15)
        #expect(try await harness.forecaster().sources(.outlook)[.outlook]?.status == .fresh)
    }

    @Test("After a jump ahead by a month, nothing of before is shown")
    func ahead() async throws {
        let harness = try TestHarness(15)
        let forecaster = try harness.forecaster()
        _ = try await forecaster.seoul()
        harness.upstream.stop()
        harness.passes(30 * 24)
        #expect(try await forecaster.sources().values.allSatisfy { $0.status == .failed })
    }

    @Test("Nothing is fetched in the future, though a machine whose clock is ahead has fetched it")
    func otherClock() async throws {
        let harness = try TestHarness(15)
        let before = try await harness.forecaster().seoul()
        harness.passes(14, 50)
        let report = try await harness.forecaster().seoul()
        #expect(report[.shortTerm]?.issuedAt == before[.shortTerm]?.issuedAt)
        let fetched = report.sources.compactMap(\.fetchedAt)
        #expect(!fetched.isEmpty && fetched.allSatisfy { $0 <= TestHarness.time(14, 50) })
    }

    @Test("At midnight in Korea the next day becomes today, with what is known of it")
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
