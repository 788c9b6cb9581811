import Feeds
import Forecast
import Foundation
import KMAForecast
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("The ceiling of the cache", .takesSlots(programs: 1))
struct CeilingTests {
    private let scratch: TemporaryFolder
    private let noon = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 12)

    init() throws {
        scratch = try TemporaryFolder()
    }

    private func put(_ number: Int, bytes: Int, in store: SQLiteStore) async {
        let feed = Feed.allCases[number % Feed.allCases.count]
        let subject = StoredSubject(scope: .forTests, feed: feed, name: "subject-\(number)")
        let answer = StoredAnswer(fetchedAt: noon, status: 200, body: [UInt8](repeating: 0, count: bytes))
        await store.put(answer, for: subject, issue: noon)
    }

    /// The numbers of the subjects whose answers are stored.
    private var stored: [Int] {
        get throws {
            try StoredFiles(below: scratch.path).answers.keys
                .compactMap { $0.firstMatch(of: /subject-(\d+)/).flatMap { Int($0.1) } }.sorted()
        }
    }

    /// The bytes of the pages that are in use.
    private var used: Int {
        get throws {
            let database = try #require(try StoredFiles.database(in: scratch.path))
            func number(_ pragma: String) throws -> Int {
                try database.rows("PRAGMA \(pragma)") { row throws(SQLiteError) in row.integer(0) }.first ?? 0
            }
            return try (number("page_count") - number("freelist_count")) * number("page_size")
        }
    }

    @Test(
        "Past its ceiling the store removes the oldest answers of any feed until nine tenths are left"
    )
    func bytes() async throws {
        let store = SQLiteStore(directory: scratch.path, ceiling: 500_000)
        for number in 0..<200 { await put(number, bytes: 10_000, in: store) }
        #expect(try stored.last == 199)
        #expect(try stored == Array(stored[0]...199))
        // The last removal frees at most a leaf and two further pages of the answer, a leaf of the index and the page above.
        #expect(try (450_000 - 5 * 4_096...500_000).contains(used))
        // An answer takes its bytes at least, and three pages at most; twelve are of the tables and the index.
        #expect(try stored.count * 10_000 <= used)
        #expect(try stored.count * 3 * 4_096 >= used - 12 * 4_096)
        // Removed answers leave room for the next: the file does not grow.
        let size = try FileManager.default.attributesOfItem(atPath: scratch.path + "/cache.db")[.size] as? Int
        #expect(size ?? 0 < 600_000)
    }

    @Test("Below the ceiling nothing is removed, and counts of calls never are")
    func below() async throws {
        let store = SQLiteStore(directory: scratch.path, ceiling: 100_000)
        let count = CallCount(scope: .forTests, service: .midTerm, period: "20261004")
        for _ in 0..<50 { _ = await store.countCall(count, limit: 100) }
        for number in 0..<3 { await put(number, bytes: 10_000, in: store) }
        #expect(try stored == [0, 1, 2])
        for number in 3..<30 { await put(number, bytes: 10_000, in: store) }
        #expect(try stored.last == 29 && stored.count < 10)
        #expect(await store.calls(of: count) == 50)
    }

    @Test("Many programs that each store a few answers keep to the ceiling as well")
    func manyProcesses() async throws {
        for number in 0..<100 {
            await put(number, bytes: 10_000, in: SQLiteStore(directory: scratch.path, ceiling: 300_000))
        }
        #expect(try stored.count < 30)
    }
}
