import Feeds
import Forecast
import Foundation
import TestSupport
import Testing

@testable import KMAForecast

@Suite("Answers on disk")
struct DiskStoreTests {
    private let scratch: TemporaryFolder
    private let store: DiskStore
    private let issue = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 6)

    init() throws {
        scratch = try TemporaryFolder()
        store = DiskStore(directory: scratch.path + "/deep/cache")
    }

    private let scope = StoreScope.forTests.name

    private func answer(_ body: String) -> StoredAnswer {
        StoredAnswer(fetchedAt: issue, status: 200, body: Array(body.utf8))
    }

    private func put(_ body: String, of name: String = "11B20601", hoursLater: Double = 0) async {
        await store.put(
            answer(body),
            for: subject(name),
            issue: issue.addingTimeInterval(hoursLater * 3_600)
        )
    }

    private func subject(_ name: String = "11B20601", of feed: Feed = .midTemperature) -> StoredSubject {
        StoredSubject(scope: .forTests, feed: feed, name: name)
    }

    @Test("An answer is found again by its feed, its subject and its issue, and by nothing else")
    func found() async {
        await put("a")
        #expect(await store.answer(for: subject(), issue: issue) == answer("a"))
        #expect(await store.answer(for: subject("11B20601", of: .midLand), issue: issue) == nil)
        #expect(await store.answer(for: subject("11B10101"), issue: issue) == nil)
        let next = issue.addingTimeInterval(12 * 3_600)
        #expect(await store.answer(for: subject(), issue: next) == nil)
    }

    @Test("Another program with the same folder finds it too")
    func shared() async {
        await put("a")
        let other = DiskStore(directory: store.directory)
        #expect(await other.answer(for: subject(), issue: issue) == answer("a"))
    }

    @Test("A later answer for the same issue takes the place of the first")
    func replaced() async {
        await put("a")
        await put("b")
        #expect(await store.answer(for: subject(), issue: issue) == answer("b"))
        #expect(scratch.names.filter { $0.contains("20261004") }.count == 1)
    }

    @Test("Only the owner may read the files and enter the folders")
    func permissions() async throws {
        await put("a")
        let file = try #require(scratch.names.first { $0.hasSuffix("202610040600") })
        #expect(try scratch.permissions(file) == 0o600)
        for folder in [
            "deep", "deep/cache", "deep/cache/\(scope)", "deep/cache/\(scope)/kma.mid_temperature",
        ] {
            #expect(try scratch.permissions(folder) == 0o700)
        }
    }

    @Test("Issues are listed newest first, and files that are no issues are passed over")
    func issues() async throws {
        for hours in [12, 0, 24] { await put("a", hoursLater: Double(hours)) }
        let folder = "\(scratch.path)/deep/cache/\(scope)/kma.mid_temperature/11B20601"
        for stranger in ["README", "202613040600", ".DS_Store", "202610040600.99.1"] {
            try Data("x".utf8).write(to: URL(filePath: "\(folder)/\(stranger)"))
        }
        let hours = await store.issues(of: subject()).map {
            $0.timeIntervalSince(issue) / 3_600
        }
        #expect(hours == [24, 12, 0])
    }

    @Test("Issues of more than 48 hours before the newest are dropped, those of other subjects are not")
    func bound() async {
        await put("other", of: "11B10101")
        for step in 0...6 { await put("\(step)", hoursLater: Double(step) * 12) }
        let hours = await store.issues(of: subject()).map {
            $0.timeIntervalSince(issue) / 3_600
        }
        #expect(hours == [72, 60, 48, 36, 24])
        #expect(await store.issues(of: subject("11B10101")) == [issue])
    }

    @Test("A clock that jumped back costs no answer that is there")
    func clockJumpsBack() async {
        await put("new", hoursLater: 120)
        await put("old", hoursLater: 0)
        #expect(await store.issues(of: subject()).count == 2)
    }

    @Test("A damaged file is no answer, and the next one takes its place")
    func damaged() async throws {
        await put("a")
        let file = try #require(scratch.names.first { $0.hasSuffix("202610040600") })
        try Data("torn".utf8).write(to: URL(filePath: "\(scratch.path)/\(file)"))
        #expect(await store.answer(for: subject(), issue: issue) == nil)
        await put("b")
        #expect(await store.answer(for: subject(), issue: issue) == answer("b"))
    }

    @Test("Where no folder can be, nothing is stored, nothing fails, and the reason is told")
    func unwritable() async throws {
        let blocked = DiskStore(directory: try scratch.blockedPath())
        await blocked.put(answer("a"), for: subject(), issue: issue)
        #expect(await blocked.answer(for: subject(), issue: issue) == nil)
        #expect(await blocked.issues(of: subject()).isEmpty)
        #expect(await blocked.problem()?.isEmpty == false)
    }

    @Test("A folder that can be written to has no problem, and is left as it was")
    func writable() async {
        #expect(await store.problem() == nil)
        #expect(scratch.names == ["deep", "deep/cache"])
    }

    @Test("A store that keeps no answers neither stores nor reads any")
    func none() async {
        let none = DiskStore(directory: scratch.path, keepsAnswers: false)
        await none.put(answer("a"), for: subject(), issue: issue)
        #expect(await none.answer(for: subject(), issue: issue) == nil)
        #expect(await none.issues(of: subject()).isEmpty)
        #expect(await none.problem() == nil)
        #expect(scratch.names.isEmpty)
    }

    @Test("However many write at once, every reader sees a whole answer, and no draft is left behind")
    func manyWriters() async {
        await put("0")
        await withTaskGroup(of: Void.self) { group in
            for writer in 1...8 {
                group.addTask {
                    for round in 0..<50 {
                        let body = String(repeating: "\(writer)", count: 1_000 + round)
                        await DiskStore(directory: store.directory)
                            .put(answer(body), for: subject(), issue: issue)
                        #expect(await store.answer(for: subject(), issue: issue) != nil)
                    }
                }
            }
        }
        let files = scratch.names.filter { $0.hasPrefix("deep/cache/\(scope)/kma.mid_temperature/11B20601/") }
        #expect(files == ["deep/cache/\(scope)/kma.mid_temperature/11B20601/202610040600"])
    }
}
