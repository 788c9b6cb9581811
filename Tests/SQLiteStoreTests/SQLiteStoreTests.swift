import Feeds
import Forecast
import Foundation
import KMAForecast
import StubUpstream
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Answers in the database of a folder", .takesSlots(programs: 1))
struct SQLiteStoreTests {
    private let scratch: TemporaryFolder
    private let store: SQLiteStore
    private let issue = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 6)
    private let problems = LockedValue<[StoreProblem?]>([])

    init() throws {
        scratch = try TemporaryFolder()
        store = SQLiteStore(directory: scratch.path + "/deep/cache") { [problems] problem in
            problems.withLock { $0.append(problem) }
        }
    }

    private var path: String { store.directory + "/cache.db" }

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
        let other = SQLiteStore(directory: store.directory)
        #expect(await other.answer(for: subject(), issue: issue) == answer("a"))
    }

    @Test("A later answer for the same issue takes the place of the first")
    func replaced() async throws {
        await put("a")
        await put("b")
        #expect(await store.answer(for: subject(), issue: issue) == answer("b"))
        #expect(try StoredFiles(below: store.directory).answers.count == 1)
    }

    @Test("Only the owner may read the files and enter the folders")
    func permissions() async throws {
        await put("a")
        for name in scratch.names {
            let isFolder = ["deep", "deep/cache"].contains(name)
            #expect(try scratch.permissions(name) == (isFolder ? 0o700 : 0o600), "\(name)")
        }
        #expect(scratch.names.contains("deep/cache/cache.db"))
    }

    @Test("Root makes the files of a folder for its owner", .enabled(if: geteuid() == 0))
    func owner() async throws {
        let manager = FileManager.default
        try manager.createDirectory(atPath: store.directory, withIntermediateDirectories: true)
        try manager.setAttributes([.ownerAccountID: 64_998], ofItemAtPath: store.directory)
        await put("a")
        for name in scratch.names where name.hasPrefix("deep/cache/") {
            let file = try manager.attributesOfItem(atPath: scratch.path + "/" + name)
            #expect(file[.ownerAccountID] as? Int == 64_998, "\(name)")
        }
    }

    @Test("Issues are listed newest first")
    func issues() async throws {
        for hours in [12, 0, 24] { await put("a", hoursLater: Double(hours)) }
        let hours = await store.issues(of: subject()).map { $0.timeIntervalSince(issue) / 3_600 }
        #expect(hours == [24, 12, 0])
    }

    @Test("A clock that jumped back costs no answer that is there")
    func clockJumpsBack() async {
        await put("new", hoursLater: 120)
        await put("old", hoursLater: 0)
        #expect(await store.issues(of: subject()).count == 2)
    }

    @Test("Where no folder can be, nothing is stored, nothing fails, and the reason is told once")
    func unwritable() async throws {
        let told = LockedValue<[StoreProblem?]>([])
        let blocked = SQLiteStore(directory: try scratch.blockedPath()) { problem in
            told.withLock { $0.append(problem) }
        }
        await blocked.put(answer("a"), for: subject(), issue: issue)
        #expect(await blocked.answer(for: subject(), issue: issue) == nil)
        #expect(await blocked.issues(of: subject()).isEmpty)
        guard
            case .granted(let turn) = await blocked.turn(
                for: subject(),
                issue: issue,
                limit: .seconds(5),
                unless: { _ in true }
            )
        else { throw NotGranted() }
        await turn.finish(.answered(answer("a")))
        #expect(await blocked.lane(of: .midTerm, scope: .forTests, limit: .zero, within: .zero) != nil)
        #expect(await blocked.problem() == .unusable(reason: "Not a directory"))
        #expect(told.withLock { $0 } == [.unusable(reason: "Not a directory")])
    }

    @Test("A folder that can be written to has no problem, and no answer")
    func writable() async throws {
        #expect(await store.problem() == nil)
        #expect(try StoredFiles(below: store.directory).answers.isEmpty)
        #expect(problems.withLock { $0 } == [])
    }

    @Test("Nothing is opened or made before something is asked")
    func lazy() {
        #expect(scratch.names.isEmpty)
    }

    @Test("A store that keeps no answers neither stores nor reads any, and counts calls")
    func none() async {
        let none = SQLiteStore(directory: scratch.path, keepsAnswers: false)
        await none.put(answer("a"), for: subject(), issue: issue)
        #expect(await none.answer(for: subject(), issue: issue) == nil)
        #expect(await none.issues(of: subject()).isEmpty)
        #expect(scratch.names.isEmpty)
        let count = CallCount(scope: .forTests, service: .midTerm, period: "20261004")
        #expect(await none.countCall(count, limit: 1) == .counted)
        #expect(await none.countCall(count, limit: 1) == .refused)
        #expect(await none.problem() == nil)
    }

    @Test("On a full disk stored answers and counts are read as before, and its end is told once")
    func full() async throws {
        let count = CallCount(scope: .forTests, service: .midTerm, period: "20261004")
        func usage() async -> Int? {
            await store.usage(of: .midTerm, scope: .forTests, counts: [count]).calls[0]
        }
        await put("a")
        #expect(await store.countCall(count, limit: 10) == .counted)
        try await store.file.write { database throws(SQLiteError) in
            _ = try database.rows("PRAGMA max_page_count = 1") { _ throws(SQLiteError) in }
        }
        let large = String(repeating: "x", count: 1 << 16)
        await put(large, of: "11B10101")
        let full = problems.withLock { $0 }
        #expect(full.map { $0?.name } == ["full"])
        #expect(await store.answer(for: subject(), issue: issue) == answer("a"))
        #expect(await store.issues(of: subject()) == [issue])
        #expect(await usage() == 1)
        #expect(problems.withLock { $0 } == full)
        #expect(await store.problem() == full.last)
        try await store.file.write(isUrgent: true) { database throws(SQLiteError) in
            _ = try database.rows("PRAGMA max_page_count = 100000") { _ throws(SQLiteError) in }
        }
        #expect(await store.problem() == nil)
        #expect(problems.withLock { $0 } == full + [nil])
    }

    @Test("However many write at once, every reader sees a whole answer")
    func manyWriters() async throws {
        await put("0")
        await withTaskGroup(of: Void.self) { group in
            for writer in 1...8 {
                group.addTask {
                    let other = SQLiteStore(directory: store.directory)
                    for round in 0..<25 {
                        let body = String(repeating: "\(writer)", count: 1_000 + round)
                        await other.put(answer(body), for: subject(), issue: issue)
                        #expect(await store.answer(for: subject(), issue: issue) != nil)
                    }
                }
            }
        }
        #expect(problems.withLock { $0 } == [])
        let stored = try StoredFiles(below: store.directory)
        #expect(stored.damaged == [])
        #expect(stored.answers.count == 1)
    }

    @Test(
        "A damaged file is put under another name and told of, and a new one takes its place",
        arguments: [100, 5_000]
    )
    func damagedFile(from offset: Int) async throws {
        for number in 0..<50 { await put(String(repeating: "a", count: 2_000), of: "\(number)") }
        let damaged = SQLiteStore(directory: scratch.path + "/other") { [problems] problem in
            problems.withLock { $0.append(problem) }
        }
        var bytes = try whole(path)
        for index in offset..<min(bytes.count, offset + 20_000) { bytes[index] = 0x5a }
        try FileManager.default.createDirectory(atPath: damaged.directory, withIntermediateDirectories: true)
        try bytes.write(to: URL(filePath: damaged.directory + "/cache.db"))
        await damaged.put(answer("b"), for: subject(), issue: issue)
        for number in 0..<50 { _ = await damaged.answer(for: subject("\(number)"), issue: issue) }
        await damaged.put(answer("b"), for: subject(), issue: issue)
        #expect(await damaged.answer(for: subject(), issue: issue) == answer("b"))
        #expect(await damaged.problem() == nil)
        let told = problems.withLock { $0 }
        guard case .damaged(let aside?)?? = told.first, told.count == 1 else {
            Issue.record("\(told)")
            return
        }
        #expect(try Data(contentsOf: URL(filePath: aside)) == bytes)
        #expect(try StoredFiles(below: damaged.directory).damaged == [])
    }

    @Test("Calls of a damaged file are counted on in the next one")
    func countsOfDamagedFile() async throws {
        let count = CallCount(scope: .forTests, service: .midTerm, period: "20261004")
        for _ in 0..<3 { _ = await store.countCall(count, limit: 4) }
        for number in 0..<50 { await put(String(repeating: "a", count: 2_000), of: "\(number)") }
        var bytes = try whole(path)
        for index in 60_000..<100_000 { bytes[index] = 0x5a }
        let damaged = SQLiteStore(directory: scratch.path + "/other")
        try FileManager.default.createDirectory(atPath: damaged.directory, withIntermediateDirectories: true)
        try bytes.write(to: URL(filePath: damaged.directory + "/cache.db"))
        for number in 0..<50 { _ = await damaged.answer(for: subject("\(number)"), issue: issue) }
        await damaged.put(answer("b"), for: subject(), issue: issue)
        let files = try FileManager.default.contentsOfDirectory(atPath: damaged.directory)
        #expect(files.contains { $0.contains("damaged") })
        #expect(await damaged.countCall(count, limit: 4) == .counted)
        #expect(await damaged.countCall(count, limit: 4) == .refused)
    }

    /// The bytes of a database with all that was written, in one file.
    private func whole(_ path: String) throws -> Data {
        let copy = scratch.path + "/copy.db"
        _ = try Database(path: path, busyTimeout: .seconds(5))?.run("VACUUM INTO ?", .text(copy))
        return try Data(contentsOf: URL(filePath: copy))
    }

    @Test("A file of a newer version is left as it is, and told of")
    func newerVersion() async throws {
        await put("a")
        try Database(path: path, busyTimeout: .seconds(5))?.run("PRAGMA user_version = 2")
        let older = SQLiteStore(directory: store.directory)
        await older.put(answer("b"), for: subject(), issue: issue)
        #expect(await older.answer(for: subject(), issue: issue) == nil)
        #expect(await older.problem() == .newerVersion)
        #expect(try StoredFiles(below: store.directory).answers.count == 1)
    }

    @Test(
        "A file locked by another program costs two seconds and no answer, and is used again afterwards"
    )
    func locked() async throws {
        await put("a")
        let other = try #require(try Database(path: path, busyTimeout: .seconds(5)))
        try other.run("BEGIN IMMEDIATE")
        let (clock, problems) = (ManualClock(), problems)
        let store = store(by: clock) { problem in problems.withLock { $0.append(problem) } }
        async let puts: Void = {
            for _ in 1...5 { await store.put(answer("b"), for: subject(), issue: issue) }
        }()
        // The first of them sleeps until the two seconds are over, and no other does.
        await clock.hasSleepers()
        clock.advance(by: .seconds(2))
        await puts
        #expect(problems.withLock { $0 }.count == 1)
        try other.run("ROLLBACK")
        #expect(await store.problem() == nil)
        await store.put(answer("c"), for: subject(), issue: issue)
        #expect(await store.answer(for: subject(), issue: issue) == answer("c"))
        #expect(problems.withLock { $0 }.last == .some(nil))
    }

    @Test("A folder that is emptied while a program runs is filled anew, for all who share it")
    func emptied() async throws {
        await put("a")
        try FileManager.default.removeItem(atPath: store.directory)
        #expect(await store.answer(for: subject(), issue: issue) == nil)
        await put("b")
        let other = SQLiteStore(directory: store.directory)
        #expect(await other.answer(for: subject(), issue: issue) == answer("b"))
        #expect(problems.withLock { $0 } == [])
    }

    @Test("An owner of a turn for longer than four seconds keeps it while it lives")
    func renewed() async throws {
        let clock = ManualClock()
        guard case .granted(let turn) = await turn(in: store(by: clock)) else { throw NotGranted() }
        async let next = self.turn(in: store(by: clock))
        await passes(seconds: 6, clock)
        await turn.finish(.answered(answer("a")))
        clock.advance(by: .seconds(1))
        guard case .answered(answer("a")) = await next else { throw NotGranted() }
    }

    @Test("A turn that begins when all before it have ended is kept as long")
    func renewedAgain() async throws {
        let clock = ManualClock()
        let store = store(by: clock)
        guard case .granted(let first) = await turn(in: store) else { throw NotGranted() }
        await first.finish(.notSent)
        await clock.hasSleepers()
        clock.advance(by: .milliseconds(1_500))
        guard case .granted(let second) = await turn(in: store) else { throw NotGranted() }
        async let next = turn(in: self.store(by: clock))
        await passes(seconds: 6, clock)
        await second.finish(.answered(answer("a")))
        clock.advance(by: .seconds(1))
        guard case .answered(answer("a")) = await next else { throw NotGranted() }
    }

    @Test("Holds of an ended program are free at once, unless it may be of another machine")
    func ended() async throws {
        await put("a")
        let program = try RunningProcess("/bin/sh", ["-c", "exit"], [:], in: scratch)
        _ = try await program.outcome()
        let own = ProcessIdentity.current
        #expect(!own.space.isEmpty && !own.isGone)
        let gone = ProcessIdentity(space: own.space, number: program.process)
        #expect(ProcessIdentity(owner: gone.text + "/1") == gone)
        let elsewhere = ProcessIdentity(space: "another start of the machine", number: gone.number)
        let unknown = ProcessIdentity(space: "", number: gone.number)
        let owners = [gone, own, elsewhere, unknown].map { $0.text + "/1" } + ["an old owner"]
        let database = try #require(try Database(path: path, busyTimeout: .seconds(5)))
        for (number, owner) in owners.enumerated() {
            try database.run(
                "INSERT INTO hold VALUES (?, ?, ?, NULL)",
                .text("\(number)"),
                .text(owner),
                .real(Date().timeIntervalSince1970 + 4)
            )
        }
        var held: [String] = []
        for number in owners.indices {
            if case .held(let owner) = await store.holds.state(of: "\(number)") { held.append(owner) }
        }
        #expect(held == Array(owners.dropFirst()))
    }

    private func turn() async -> FetchTurn { await turn(in: SQLiteStore(directory: store.directory)) }

    private func turn(in store: SQLiteStore) async -> FetchTurn {
        await store.turn(for: subject(), issue: issue, limit: .seconds(30)) { _ in true }
    }

    /// Another program's store in the folder, by a clock of the test.
    private func store(
        by clock: ManualClock,
        observe: @escaping @Sendable (StoreProblem?) -> Void = { _ in }
    ) -> SQLiteStore {
        SQLiteStore(
            directory: store.directory,
            ceiling: 512 << 20,
            clock: clock,
            now: { clock.date },
            observe: observe
        )
    }

    /// Lets seconds pass of which each is slept through by both: who holds a turn until he renews it, who waits for it until he
    /// looks again.
    private func passes(seconds: Int, _ clock: ManualClock) async {
        for _ in 0..<seconds {
            await clock.hasSleepers(2)
            clock.advance(by: .seconds(1))
        }
        await clock.hasSleepers(2)
    }

    /// A turn that should have been granted, or told its end, was not.
    private struct NotGranted: Error {}
}
