import Feeds
import Forecast
import Foundation
import TestSupport
import Testing

@testable import KMAForecast
@testable import SQLiteStore

@Suite("The calls a service still has")
struct QuotaTrackerTests {
    private let scratch: TemporaryFolder
    private let noon = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 12)

    init() throws {
        scratch = try TemporaryFolder()
    }

    private func quota(_ service: UpstreamAPI) -> QuotaTracker {
        scratch.quota(service)
    }

    private func spend(_ count: Int, of quota: QuotaTracker, at now: Date) async throws(FeedError) {
        for _ in 0..<count { try await quota.spend(at: now) }
    }

    @Test("OpenWeather gets no more than 55 calls a minute, and the next minute the same again")
    func minute() async throws {
        let quota = quota(.openWeather)
        try await spend(55, of: quota, at: noon)
        await #expect(throws: FeedError.refused(.minuteSpent, until: noon + 60)) {
            try await quota.spend(at: noon.addingTimeInterval(59))
        }
        try await quota.spend(at: noon.addingTimeInterval(60))
    }

    @Test("KMA has no limit a minute but one a Korean day, and midnight in Korea gives the calls back")
    func day() async throws {
        let quota = quota(.midTerm)
        try await spend(quota.service.traits.limits.callsADay, of: quota, at: noon)
        let midnight = KoreanDate(year: 2026, month: 10, day: 5).start
        await #expect(throws: FeedError.refused(.daySpent, until: midnight)) {
            try await quota.spend(at: noon)
        }
        await #expect(throws: FeedError.self) { try await quota.spend(at: midnight.addingTimeInterval(-1)) }
        try await quota.spend(at: midnight)
        #expect(await quota.spent(at: midnight) == 1)
    }

    @Test("A fifth of the day and of the minute is kept for places that are known")
    func reserve() async throws {
        let newPlace = Caller(client: "203.0.113.7", claim: .new)
        for (service, count, limit) in [(UpstreamAPI.midTerm, 7_600, "day"), (.openWeather, 44, "min")] {
            let quota = quota(service)
            for _ in 0..<count { try await quota.spend(at: noon, for: newPlace) }
            let code: ErrorCode = limit == "day" ? .quotaExceeded : .rateLimited
            let until = limit == "day" ? (KoreanDate(of: noon) + 1).start : noon + 60
            await #expect(throws: FeedError.refused(.reservedForKnown, code, until: until)) {
                try await quota.spend(at: noon, for: newPlace)
            }
            try await quota.spend(at: noon)
            #expect(await quota.spent(at: noon) == count + 1)
        }
    }

    @Test(
        "Each service has so many calls a day and a minute",
        arguments: [(.midTerm, 9_500, nil), (.shortTerm, 9_500, nil), (.openWeather, 32_000, 55)]
            as [(UpstreamAPI, Int, Int?)]
    )
    func limits(service: UpstreamAPI, day: Int, minute: Int?) {
        #expect(service.traits.limits.callsADay == day)
        #expect(service.traits.limits.callsAMinute == minute)
    }

    @Test("A refusal of our own tells that nothing was sent, and is not tried again")
    func unsent() {
        for refusal in Refusal.allCases.map({ FeedError.refused($0) }) {
            #expect(!refusal.wasSent && !refusal.isRetryable && refusal.detail == nil)
        }
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
        // Once a day, by the machine's clock and with the next answer.
        let later = SQLiteStore(directory: scratch.path, ceiling: .max, now: { Date() + 3 * 86_400 })
        let count = CallCount(scope: .forTests, service: .openWeather, period: "20261007")
        #expect(await later.countCall(count, limit: 1) == .counted)
        await later.put(
            StoredAnswer(fetchedAt: noon, status: 200, body: []),
            for: StoredSubject(scope: .forTests, feed: .outlook, name: "109"),
            issue: noon
        )
        #expect(try StoredFiles(below: scratch.path).callsCounted == 1)
    }

    @Test("Only the owner may see the counts")
    func permissions() async throws {
        try await quota(.midTerm).spend(at: noon)
        await quota(.midTerm).record(FeedError(.quotaExceeded), at: noon)
        #expect(scratch.names.contains("cache.db"))
        for name in scratch.names { #expect(try scratch.permissions(name) == 0o600, "\(name)") }
    }

    @Test("Where the folder cannot be used, calls are counted in memory and limited all the same")
    func unwritable() async throws {
        let store = SQLiteStore(directory: try scratch.blockedPath())
        let quota = QuotaTracker(service: .openWeather, scope: .forTests, store: store)
        try await spend(55, of: quota, at: noon)
        await #expect(throws: FeedError.refused(.minuteSpent, until: noon + 60)) {
            try await quota.spend(at: noon)
        }
        #expect(await quota.spent(at: noon) == 55)
        try await spend(55, of: quota, at: noon.addingTimeInterval(60))
        #expect(await quota.spent(at: noon) == 110)
        let midnight = KoreanDate(year: 2026, month: 10, day: 5).start
        try await quota.spend(at: midnight)
        #expect(await quota.spent(at: midnight) == 1)
    }

    @Test("A call that our own limit refuses is not counted")
    func refusedUncounted() async throws {
        let quota = quota(.openWeather)
        try await spend(55, of: quota, at: noon)
        for _ in 1...5 { await #expect(throws: FeedError.self) { try await quota.spend(at: noon) } }
        #expect(await quota.spent(at: noon) == 55)
        #expect(await scratch.store.calls(of: minute(noon)) == 55)
    }

    private func minute(_ now: Date) -> CallCount {
        CallCount(scope: .forTests, service: .openWeather, period: KoreanTime(now).compact)
    }

    @Test("Another key, and the same key at another gateway, has calls of its own")
    func scoped() async throws {
        let key = try #require(ServiceKey("another"))
        let other = StoreScope(gateway: "test", key: key)
        let elsewhere = StoreScope(gateway: "apihub", key: try #require(ServiceKey("key")))
        try await spend(3, of: quota(.midTerm), at: noon)
        await quota(.midTerm).record(FeedError(.quotaExceeded), at: noon)
        for scope in [other, elsewhere] {
            let quota = QuotaTracker(service: .midTerm, scope: scope, store: scratch.store)
            #expect(await quota.spent(at: noon) == 0)
            #expect(await quota.cooldownUntil(at: noon) == nil)
            try await quota.spend(at: noon)
        }
    }

    @Test("Without a store nothing is counted")
    func uncounted() async throws {
        let quota = QuotaTracker(service: .openWeather, scope: .forTests, store: nil)
        try await spend(60, of: quota, at: noon)
        #expect(await quota.spent(at: noon) == 0)
    }
}
