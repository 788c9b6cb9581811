import CommandLineSupport
import Feeds
import Forecast
import Foundation
import SQLiteStore
import TestSupport
import Testing

@testable import KMAForecast

@Suite("Cooldowns")
struct QuotaTrackerCooldownTests {
    private let scratch: TemporaryFolder
    private let noon = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 12)
    private let midnight = KoreanDate(year: 2026, month: 10, day: 5).start

    init() throws {
        scratch = try TemporaryFolder()
    }

    private static func paused(_ code: ErrorCode, until: Date) -> FeedError {
        var fault = FeedError.unsent(code)
        fault.retryAt = until
        return fault
    }

    private func quota(_ service: UpstreamAPI) -> QuotaTracker {
        scratch.quota(service)
    }

    @Test(
        "A spent day of KMA's is over at midnight in Korea",
        arguments: [.midTerm, .shortTerm] as [UpstreamAPI]
    )
    func spentDay(service: UpstreamAPI) async throws {
        let quota = quota(service)
        await quota.record(FeedError(.quotaExceeded, "22"), at: noon)
        #expect(await quota.cooldownUntil(at: noon) == midnight)
        await #expect(throws: Self.paused(.quotaExceeded, until: midnight)) {
            try await quota.spend(at: midnight.addingTimeInterval(-1))
        }
        try await quota.spend(at: midnight)
        #expect(await quota.cooldownUntil(at: midnight) == nil)
    }

    @Test("A day that is spent in its first moment has its cooldown to its end")
    func firstMoment() async {
        let quota = quota(.midTerm)
        await quota.record(FeedError(.quotaExceeded), at: midnight)
        #expect(await quota.cooldownUntil(at: midnight) == midnight.addingTimeInterval(86_400))
    }

    @Test(
        "A cooldown keeps the code it is for, also for other processes, whatever else the service may answer"
    )
    func code() async throws {
        await quota(.airQuality).record(FeedError(.quotaExceeded), at: noon)
        await #expect(throws: Self.paused(.quotaExceeded, until: midnight)) {
            try await quota(.airQuality).spend(at: noon)
        }
        await quota(.openWeather).record(FeedError(.rateLimited), at: noon)
        await #expect(throws: Self.paused(.rateLimited, until: noon + 600)) {
            try await quota(.openWeather).spend(at: noon)
        }
        #expect(Cooldown(text: "1791082800.0") == Cooldown(until: noon, code: .quotaExceeded))
        #expect(Cooldown(text: Cooldown(until: noon, code: .blocked).text)?.code == .blocked)
    }

    @Test("OpenWeather is left alone for ten minutes after too many calls")
    func tenMinutes() async throws {
        let quota = quota(.openWeather)
        await quota.record(FeedError(.rateLimited, "HTTP 429"), at: noon)
        await #expect(throws: Self.paused(.rateLimited, until: noon + 600)) {
            try await quota.spend(at: noon.addingTimeInterval(599))
        }
        try await quota.spend(at: noon.addingTimeInterval(600))
    }

    @Test(
        "Other faults start no cooldown, and too many calls a second to KMA do not either",
        arguments: [
            .timeout, .unreachable, .upstreamError, .malformedResponse, .keyRejected, .noData, .rateLimited,
        ]
            as [ErrorCode]
    )
    func noSilence(kind: ErrorCode) async {
        let quota = quota(.midTerm)
        await quota.record(FeedError(kind), at: noon)
        #expect(await quota.cooldownUntil(at: noon) == nil)
    }

    @Test("A cooldown outlives the process, holds for all who share the folder, and for no other service")
    func shared() async {
        await quota(.midTerm).record(FeedError(.quotaExceeded), at: noon)
        #expect(await quota(.midTerm).cooldownUntil(at: noon) == midnight)
        #expect(await quota(.shortTerm).cooldownUntil(at: noon) == nil)
        #expect(await quota(.openWeather).cooldownUntil(at: noon) == nil)
    }

    @Test("A cooldown stored under a clock that has jumped back since does not count")
    func clockJumpsBack() async {
        await quota(.midTerm).record(FeedError(.quotaExceeded), at: noon)
        let twoDaysBefore = noon.addingTimeInterval(-2 * 86_400)
        #expect(await quota(.midTerm).cooldownUntil(at: twoDaysBefore) == nil)
    }

    @Test("A text of somebody else's is no cooldown", arguments: ["", "soon", "nan", "1e300", "-1", "{}"])
    func foreign(text: String) async throws {
        #expect(await scratch.store.problem() == nil)
        try StoredFiles.database(in: scratch.path)?.run(
            "INSERT INTO cooldown VALUES (?, 'MidFcstInfoService', ?, 0)",
            .text(StoreScope.forTests.name),
            .text(text)
        )
        #expect(await quota(.midTerm).cooldownUntil(at: noon) == nil)
    }

    @Test("Without a disk the process remembers a cooldown by itself")
    func remembered() async throws {
        for store in [nil, SQLiteStore(directory: try scratch.blockedPath())] {
            let quota = QuotaTracker(service: .midTerm, scope: .forTests, store: store)
            await quota.record(FeedError(.quotaExceeded), at: noon)
            #expect(await quota.cooldownUntil(at: noon) == midnight)
        }
    }

    @Test(
        "The upstream's time to come back is the cooldown's, a day at most, also after a failure",
        arguments: [
            ("120", 429, 120.0), ("Sun, 04 Oct 2026 03:05:00 GMT", 429, 300), ("999999", 429, 86_400),
            ("0", 429, 600), ("120", 503, 120), ("soon", 503, nil),
        ]
    )
    func retryAfter(field: String, status: Int, seconds: Double?) async throws {
        let api = OpenWeatherGateway(key: try #require(ServiceKey("abc")))
        let configuration = ForecasterConfiguration(
            kma: nil,
            openWeather: api,
            transport: Transport { _, _ in HTTPAnswer(status: status, body: [], retryAfter: field) },
            store: scratch.store,
            now: { [noon] in noon }
        )
        let client = UpstreamClient(
            .openWeather,
            configuration,
            scope: .forTests,
            limiter: ConcurrencyLimiter(.openWeather, clock: ContinuousClock())
        )
        let query = FeedRequest.openWeatherCurrent(latitude: 37.5, longitude: 127, gateway: api)
        guard case .permit(let permit) = await client.quota.ask(.program, .openWeatherCurrent, at: noon)
        else {
            Issue.record("refused")
            return
        }
        let error = await #expect(throws: FeedError.self) {
            _ = try await client.fetch(query, issue: noon, permit)
        }
        #expect(error?.retryAt == seconds.map { noon + $0 })
        #expect(await client.quota.cooldownUntil(at: noon) == seconds.map { noon + $0 })
    }

    @Test("Asking during a cooldown, or beyond a limit of our own, does not make it longer")
    func notLonger() async throws {
        let clock = Clock(noon)
        let api = OpenWeatherGateway(key: try #require(ServiceKey("abc")))
        let configuration = ForecasterConfiguration(
            kma: nil,
            openWeather: api,
            transport: Transport { _, _ in HTTPAnswer(status: 429, body: []) },
            store: scratch.store,
            now: { clock.now }
        )
        let client = UpstreamClient(
            .openWeather,
            configuration,
            scope: .forTests,
            limiter: ConcurrencyLimiter(.openWeather, clock: ContinuousClock())
        )
        let quota = client.quota
        let query = FeedRequest.openWeatherCurrent(latitude: 37.5, longitude: 127, gateway: api)
        for minute in 0..<10 {
            clock.now = noon.addingTimeInterval(Double(minute) * 60)
            guard case .permit(let permit) = await quota.ask(.program, .openWeatherCurrent, at: clock.now)
            else { continue }
            let error = await #expect(throws: FeedError.self) {
                _ = try await client.fetch(query, issue: noon, permit)
            }
            #expect(error?.retryAt == noon + 600)
            #expect(error?.code == .rateLimited)
            #expect(await quota.cooldownUntil(at: clock.now) == noon.addingTimeInterval(600))
        }
        for _ in 0..<54 { try await quota.spend(at: noon.addingTimeInterval(600)) }
    }
}

/// A clock that a test sets.
private final class Clock: @unchecked Sendable {
    // Guarded by the lock.
    private var instant: Date
    private let lock = NSLock()

    init(_ instant: Date) {
        self.instant = instant
    }

    var now: Date {
        get { lock.withLock { instant } }
        set { lock.withLock { instant = newValue } }
    }
}
