import Feeds
import Forecast
import Foundation
import TestSupport
import Testing

@testable import KMAForecast

@Suite("Kept answers")
struct DiskStoreTests {
    private let scratch: TemporaryFolder
    private let kept: DiskStore
    private let issue = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 6)

    init() throws {
        scratch = try TemporaryFolder()
        kept = DiskStore(directory: scratch.path + "/deep/cache")
    }

    private func answer(_ body: String) -> StoredAnswer {
        StoredAnswer(fetchedAt: issue, status: 200, body: Data(body.utf8))
    }

    private func keep(_ body: String, subject: String = "11B20601", hoursLater: Double = 0) {
        kept.keep(
            answer(body),
            feed: .midTemperature,
            subject: subject,
            issue: issue.addingTimeInterval(hoursLater * 3_600)
        )
    }

    @Test("An answer is found again by its feed, its subject and its issue, and by nothing else")
    func found() {
        keep("a")
        #expect(kept.answer(feed: .midTemperature, subject: "11B20601", issue: issue) == answer("a"))
        #expect(kept.answer(feed: .midLand, subject: "11B20601", issue: issue) == nil)
        #expect(kept.answer(feed: .midTemperature, subject: "11B10101", issue: issue) == nil)
        let next = issue.addingTimeInterval(12 * 3_600)
        #expect(kept.answer(feed: .midTemperature, subject: "11B20601", issue: next) == nil)
    }

    @Test("Another program with the same folder finds it too")
    func shared() {
        keep("a")
        let other = DiskStore(directory: kept.directory)
        #expect(other.answer(feed: .midTemperature, subject: "11B20601", issue: issue) == answer("a"))
    }

    @Test("A later answer for the same issue takes the place of the first")
    func replaced() {
        keep("a")
        keep("b")
        #expect(kept.answer(feed: .midTemperature, subject: "11B20601", issue: issue) == answer("b"))
        #expect(scratch.names.filter { $0.contains("20261004") }.count == 1)
    }

    @Test("Only the owner may read the files and enter the folders")
    func permissions() throws {
        keep("a")
        let file = try #require(scratch.names.first { $0.hasSuffix("202610040600") })
        #expect(try scratch.permissions(file) == 0o600)
        for folder in ["deep", "deep/cache", "deep/cache/kma.mid_temperature"] {
            #expect(try scratch.permissions(folder) == 0o700)
        }
    }

    @Test("Issues are listed newest first, and files that are no issues are passed over")
    func issues() throws {
        for hours in [12, 0, 24] { keep("a", hoursLater: Double(hours)) }
        let folder = "\(scratch.path)/deep/cache/kma.mid_temperature/11B20601"
        for stranger in ["README", "202613040600", ".DS_Store", "202610040600.99.1"] {
            try Data("x".utf8).write(to: URL(filePath: "\(folder)/\(stranger)"))
        }
        let hours = kept.issues(feed: .midTemperature, subject: "11B20601").map {
            $0.timeIntervalSince(issue) / 3_600
        }
        #expect(hours == [24, 12, 0])
    }

    @Test("Issues of more than 48 hours before the newest are dropped, those of other subjects are not")
    func bound() {
        keep("other", subject: "11B10101")
        for step in 0...6 { keep("\(step)", hoursLater: Double(step) * 12) }
        let hours = kept.issues(feed: .midTemperature, subject: "11B20601").map {
            $0.timeIntervalSince(issue) / 3_600
        }
        #expect(hours == [72, 60, 48, 36, 24])
        #expect(kept.issues(feed: .midTemperature, subject: "11B10101") == [issue])
    }

    @Test("A clock that jumped back costs no answer that is there")
    func clockJumpsBack() {
        keep("new", hoursLater: 120)
        keep("old", hoursLater: 0)
        #expect(kept.issues(feed: .midTemperature, subject: "11B20601").count == 2)
    }

    @Test("A damaged file is no answer, and the next one takes its place")
    func damaged() throws {
        keep("a")
        let file = try #require(scratch.names.first { $0.hasSuffix("202610040600") })
        try Data("torn".utf8).write(to: URL(filePath: "\(scratch.path)/\(file)"))
        #expect(kept.answer(feed: .midTemperature, subject: "11B20601", issue: issue) == nil)
        keep("b")
        #expect(kept.answer(feed: .midTemperature, subject: "11B20601", issue: issue) == answer("b"))
    }

    @Test("Where no folder can be, nothing is kept, nothing fails, and the reason is told")
    func unwritable() throws {
        let blocked = DiskStore(directory: try scratch.blockedPath())
        blocked.keep(answer("a"), feed: .midTemperature, subject: "11B20601", issue: issue)
        #expect(blocked.answer(feed: .midTemperature, subject: "11B20601", issue: issue) == nil)
        #expect(blocked.issues(feed: .midTemperature, subject: "11B20601").isEmpty)
        #expect(blocked.problem?.isEmpty == false)
    }

    @Test("A folder that can be written to has no problem, and is left as it was")
    func writable() {
        #expect(kept.problem == nil)
        #expect(scratch.names == ["deep", "deep/cache"])
    }

    @Test("Without a folder nothing is kept")
    func none() {
        let none = DiskStore(directory: nil)
        none.keep(answer("a"), feed: .midTemperature, subject: "11B20601", issue: issue)
        #expect(none.answer(feed: .midTemperature, subject: "11B20601", issue: issue) == nil)
        #expect(none.issues(feed: .midTemperature, subject: "11B20601").isEmpty)
        #expect(none.problem == nil)
    }

    @Test("However many write at once, every reader sees a whole answer, and no draft is left behind")
    func manyWriters() async {
        keep("0")
        await withTaskGroup(of: Void.self) { group in
            for writer in 1...8 {
                group.addTask {
                    for round in 0..<50 {
                        let body = String(repeating: "\(writer)", count: 1_000 + round)
                        DiskStore(directory: kept.directory)
                            .keep(answer(body), feed: .midTemperature, subject: "11B20601", issue: issue)
                        #expect(kept.answer(feed: .midTemperature, subject: "11B20601", issue: issue) != nil)
                    }
                }
            }
        }
        let files = scratch.names.filter { $0.hasPrefix("deep/cache/kma.mid_temperature/11B20601/") }
        #expect(files == ["deep/cache/kma.mid_temperature/11B20601/202610040600"])
    }
}
