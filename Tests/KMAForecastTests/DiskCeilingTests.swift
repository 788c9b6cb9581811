import Feeds
import Forecast
import Foundation
import TestSupport
import Testing

@testable import KMAForecast

@Suite("The ceiling of the cache folder")
struct DiskCeilingTests {
    private let scratch: TemporaryFolder
    private let noon = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 12)

    init() throws {
        scratch = try TemporaryFolder()
    }

    private func store(_ ceiling: DiskCeiling) -> DiskStore {
        var store = DiskStore(directory: scratch.path)
        store.ceiling = ceiling
        return store
    }

    private func put(_ number: Int, bytes: Int, in store: DiskStore) async throws {
        let feed = Feed.allCases[number % Feed.allCases.count]
        let subject = StoredSubject(scope: .forTests, feed: feed, name: "subject-\(number)")
        let answer = StoredAnswer(fetchedAt: noon, status: 200, body: [UInt8](repeating: 0, count: bytes))
        await store.put(answer, for: subject, issue: noon)
        // Files are removed by the time they were written, which a fast disk may tell in coarse steps.
        let name = "\(scratch.path)/\(StoreScope.forTests.name)/\(feed.rawValue)/\(subject.name)/202610041200"
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(number))],
            ofItemAtPath: name
        )
    }

    /// The numbers of the subjects whose answers are stored.
    private var stored: [Int] {
        scratch.names.filter { $0.hasSuffix("/202610041200") }
            .compactMap { $0.firstMatch(of: /subject-(\d+)/).flatMap { Int($0.1) } }.sorted()
    }

    @Test("Past so many answers the oldest are removed, of whatever feed, until nine tenths are left")
    func files() async throws {
        let ceiling = DiskCeiling(bytes: .max, files: 20, interval: 1_000_000)
        for number in 0..<30 { try await put(number, bytes: 10, in: store(ceiling)) }
        await store(DiskCeiling(bytes: .max, files: 20, interval: 1)).put(
            StoredAnswer(fetchedAt: noon, status: 200, body: []),
            for: StoredSubject(scope: .forTests, feed: .outlook, name: "newest"),
            issue: noon
        )
        #expect(stored == Array(13..<30))
    }

    @Test("Past so many bytes the oldest answers are removed")
    func bytes() async throws {
        let looking = store(DiskCeiling(bytes: 100_000, files: .max, interval: 1))
        for number in 0..<40 { try await put(number, bytes: 10_000, in: looking) }
        #expect(stored.last == 39)
        #expect(stored == Array(stored[0]...39))
        #expect((8...10).contains(stored.count))
    }

    @Test("Below the ceiling nothing is removed, and counts of calls never are")
    func below() async throws {
        let ceiling = DiskCeiling(bytes: 1_000, files: 3, interval: 1)
        let store = store(ceiling)
        let count = CallCount(scope: .forTests, service: .midTerm, period: "20261004")
        for _ in 0..<50 { _ = await store.countCall(count, limit: 100) }
        for number in 0..<3 { try await put(number, bytes: 100, in: store) }
        #expect(stored == [0, 1, 2])
        try await put(3, bytes: 100, in: store)
        #expect(stored.last == 3 && stored.count < 4)
        #expect(await store.calls(of: count) == 50)
    }

    @Test("Many processes that each store a few answers keep to the ceiling as well")
    func manyProcesses() async throws {
        for number in 0..<400 {
            try await put(number, bytes: 10, in: store(DiskCeiling(bytes: .max, files: 20, interval: 4)))
        }
        #expect(stored.count < 200)
    }
}
