import Feeds
import Forecast
import Foundation
import KMAForecast
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("The daily sweep of the cache", .takesSlots(programs: 1))
struct SweepTests {
    private let folder: TemporaryFolder
    private let monday = KoreanDate(year: 2026, month: 10, day: 5)

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Stores an answer at a time of the machine's clock that says of itself to be of another.
    private func put(_ name: String, at instant: Date, saying told: Date? = nil) async {
        await SQLiteStore(directory: folder.path, ceiling: .max, now: { instant }).put(
            StoredAnswer(fetchedAt: told ?? instant, status: 200, body: Array("{}".utf8)),
            for: StoredSubject(scope: .forTests, feed: .openWeatherForecast, name: name),
            issue: told ?? instant
        )
    }

    private var subjects: [String] {
        get throws {
            try StoredFiles(below: folder.path).answers.keys.map { String($0.split(separator: "/")[2]) }
                .sorted()
        }
    }

    @Test("Answers nobody asks for are removed after 48 hours")
    func sweptAfterTwoDays() async throws {
        await put("37.57,126.98", at: monday.at(hour: 9))
        await put("35.18,129.08", at: (monday + 2).at(hour: 9))
        #expect(try subjects == ["35.18,129.08", "37.57,126.98"])
        await put("35.18,129.08", at: (monday + 4).at(hour: 9))
        #expect(try subjects == ["35.18,129.08", "35.18,129.08"])
    }

    @Test(
        "An answer that says it is of another time, as by KMA_NOW or another machine's clock, removes nothing"
    )
    func clockOfAnother() async throws {
        let store = SQLiteStore(directory: folder.path, ceiling: .max, now: { monday.at(hour: 9) })
        let count = CallCount(scope: .forTests, service: .midTerm, period: "20261005")
        #expect(await store.countCall(count, limit: 10) == .counted)
        let cooldown = Cooldown(until: monday.at(hour: 23), code: .quotaExceeded)
        await store.setCooldown(cooldown, of: .midTerm, scope: .forTests)
        await put("a", at: monday.at(hour: 9))
        for days in [30, -30, 400] {
            await put("b", at: monday.at(hour: 10), saying: (monday + days).at(hour: 9))
            await put("b", at: (monday + 1).at(hour: 10), saying: (monday + days).at(hour: 9))
        }
        #expect(try subjects.contains("a"))
        #expect(await store.calls(of: count) == 1)
        #expect(await store.cooldown(of: .midTerm, scope: .forTests) == cooldown)
    }
}

extension StoreScope {
    /// Of a gateway and a key that no test cares about.
    static let forTests = StoreScope(gateway: "test", key: ServiceKey("key")!)
}
