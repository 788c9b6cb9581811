import Feeds
import Forecast
import Foundation
import StubUpstream
import Testing

@testable import KMAForecast

@Suite("A clock that jumps")
struct TrustClockTests {
    @Test("back leaves an answer of its own time", arguments: [true, false])
    func back(restarts: Bool) async throws {
        let scene = try Scene(18, 30)
        var forecaster = try scene.forecaster()
        _ = try await forecaster.seoul()
        scene.passes(9)
        if restarts { forecaster = try scene.forecaster() }
        let report = try await forecaster.seoul()
        #expect(report.generatedAt == Scene.time(9))
        #expect(report.week.days.map(\.date) == (0...10).map { Scene.day + $0 })
        #expect(report[.midLand]?.issuedAt == Scene.time(6))
        #expect(report[.shortTerm]?.issuedAt == Scene.time(8))
        #expect(report.statuses.values.allSatisfy { $0 == .fresh })
    }

    @Test("back by days does not leave a silence of then in force")
    func silence() async throws {
        let scene = try Scene(3 * 24 + 15)
        scene.upstream.fault(.header(.quota), on: .outlook, times: 1)
        _ = try await scene.forecaster().sources(.outlook)
        scene.passes(15)
        #expect(try await scene.forecaster().sources(.outlook)[.outlook]?.status == .fresh)
    }

    @Test("ahead by a month finds nothing it could show of before")
    func ahead() async throws {
        let scene = try Scene(15)
        let forecaster = try scene.forecaster()
        _ = try await forecaster.seoul()
        scene.upstream.stop()
        scene.passes(30 * 24)
        #expect(try await forecaster.sources().values.allSatisfy { $0.status == .failed })
    }

    @Test("at midnight in Korea turns today into yesterday, and keeps what is known of the new day")
    func midnight() async throws {
        let scene = try Scene(23, 59)
        let before = try await scene.forecaster().seoul()
        scene.passes(24, 1)
        let after = try await scene.forecaster().seoul()
        #expect(before.week.days.first?.date == Scene.day)
        #expect(after.week.days.first?.date == Scene.day + 1)
        #expect(after[.midLand]?.status == .cached)
        // The mid-term issue of the evening reaches to its tenth day, which is our ninth by now.
        #expect(after.week.days.map(\.date) == (1...10).map { Scene.day + $0 })
    }
}
