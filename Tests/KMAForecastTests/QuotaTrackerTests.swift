import Feeds
import Forecast
import Foundation
import TestSupport
import Testing

@testable import KMAForecast

@Suite("The calls a service still has")
struct QuotaTrackerTests {
    private let scratch: TemporaryFolder
    private let noon = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 12)

    init() throws {
        scratch = try TemporaryFolder()
    }

    private func quota(_ service: UpstreamService) -> QuotaTracker {
        QuotaTracker(service: service, directory: scratch.path)
    }

    private func spend(_ count: Int, of quota: QuotaTracker, at now: Date) async throws(FeedError) {
        for _ in 0..<count { try await quota.spend(at: now) }
    }

    @Test("OpenWeather gets no more than 55 calls a minute, and the next minute the same again")
    func minute() async throws {
        let quota = quota(.openWeather)
        try await spend(55, of: quota, at: noon)
        await #expect(throws: FeedError(.rateLimited, "55/min", isRetryable: false)) {
            try await quota.spend(at: noon.addingTimeInterval(59))
        }
        try await quota.spend(at: noon.addingTimeInterval(60))
    }

    @Test("KMA has no limit a minute but one a Korean day, and midnight in Korea gives the calls back")
    func day() async throws {
        let quota = quota(.midTerm)
        try await spend(quota.service.callsADay, of: quota, at: noon)
        await #expect(throws: FeedError(.quotaExceeded, "9500/day")) { try await quota.spend(at: noon) }
        let midnight = KoreanDate(year: 2026, month: 10, day: 5).start
        await #expect(throws: FeedError.self) { try await quota.spend(at: midnight.addingTimeInterval(-1)) }
        try await quota.spend(at: midnight)
        #expect(await quota.spent(at: midnight) == 1)
    }

    @Test("Calls are counted by service, and across all who share the folder")
    func shared() async throws {
        try await spend(3, of: quota(.midTerm), at: noon)
        try await spend(4, of: quota(.midTerm), at: noon.addingTimeInterval(3_600))
        try await spend(2, of: quota(.openWeather), at: noon)
        #expect(await quota(.midTerm).spent(at: noon) == 7)
        #expect(await quota(.openWeather).spent(at: noon) == 2)
        #expect(await quota(.shortTerm).spent(at: noon) == 0)
    }

    @Test("Calls that many make at once are all counted")
    func concurrent() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask { try await spend(20, of: quota(.midTerm), at: noon) }
            }
            try await group.waitForAll()
        }
        #expect(await quota(.midTerm).spent(at: noon) == 200)
    }

    @Test("The day of the count is Korea's")
    func koreanDay() async throws {
        let quota = quota(.midTerm)
        let midnight = KoreanDate(year: 2026, month: 10, day: 5).start
        try await spend(3, of: quota, at: midnight.addingTimeInterval(-1))
        #expect(await quota.spent(at: midnight.addingTimeInterval(-1)) == 3)
        #expect(await quota.spent(at: midnight) == 0)
    }

    @Test("Counts of days and minutes that are over are removed, and those of other services stay")
    func tidying() async throws {
        try await quota(.openWeather).spend(at: noon)
        try await quota(.midTerm).spend(at: noon)
        try await quota(.openWeather).spend(at: noon.addingTimeInterval(86_400))
        #expect(
            scratch.names == [
                "calls", "calls/MidFcstInfoService.20261004", "calls/openweather.20261005",
                "calls/openweather.202610051200",
            ]
        )
    }

    @Test("Only the owner may see the counts")
    func permissions() async throws {
        try await quota(.midTerm).spend(at: noon)
        await quota(.midTerm).note(FeedError(.quotaExceeded), at: noon)
        #expect(try scratch.permissions("calls") == 0o700)
        #expect(try scratch.permissions("calls/MidFcstInfoService.20261004") == 0o600)
        #expect(try scratch.permissions("calls/MidFcstInfoService.silence") == 0o600)
    }

    @Test("A disk that cannot be written to costs the count, not the call")
    func unwritable() async throws {
        let quota = QuotaTracker(service: .openWeather, directory: try scratch.blockedPath())
        try await spend(60, of: quota, at: noon)
        #expect(await quota.spent(at: noon) == 0)
    }

    @Test("Without a folder nothing is counted")
    func uncounted() async throws {
        let quota = QuotaTracker(service: .openWeather, directory: nil)
        try await spend(60, of: quota, at: noon)
        #expect(await quota.spent(at: noon) == 0)
    }
}
