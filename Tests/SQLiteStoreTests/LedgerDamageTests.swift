import Feeds
import Forecast
import Foundation
import KMAForecast
import Record
import StubUpstream
import TestSupport
import Testing

@testable import SQLiteStore

/// Files of the ledger that are damaged, newer, older or of somebody else.
extension LedgerTests {
    @Test("A file of a newer version is read as far as it is understood, and never written")
    func newer() async throws {
        try await ledger().add([LedgerTests.temperatures(1)], [])
        try #require(try Database(path: path, busyTimeout: .seconds(1))).run("PRAGMA user_version = 99")
        let disk = ledger()
        await #expect(throws: StoreProblem.newerVersion) {
            try await disk.add([LedgerTests.temperatures(2)], [])
        }
        #expect(try await days(ledger()).count == 1)
        #expect(problems.withLock { Set($0) } == [.newerVersion])
    }

    /// Damages pages of a ledger, all but its head.
    func damage(_ path: String) throws -> Data {
        _ = try Database(path: path, busyTimeout: .seconds(5))?.texts("PRAGMA wal_checkpoint(TRUNCATE)")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for index in 100..<bytes.count { bytes[index] = 0x5a }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.write(contentsOf: bytes)
        try file.close()
        return bytes
    }

    var asides: [String] {
        scratch.names.filter { $0.contains("ledger.damaged-") && $0.hasSuffix(".db") }
    }

    @Test(
        "A damaged file is left to a writer, which sets it aside under its own name and begins a new one"
    )
    func damaged() async throws {
        try await ledger().add([LedgerTests.temperatures(1)], [])
        let damage = try damage(path)
        await #expect(throws: StoreProblem.damaged(setAside: nil)) { try await days(ledger()) }
        await #expect(throws: StoreProblem.damaged(setAside: nil)) { try await ledger().checkPages() }
        #expect(asides.isEmpty)
        let disk = ledger()
        try await disk.add([LedgerTests.temperatures(2)], [])
        #expect(try await days(disk).map(\.day.extremes.minimum) == [2])
        let aside = try #require(asides.first)
        #expect(FileManager.default.contents(atPath: "\(scratch.path)/\(aside)") == damage)
        #expect(problems.withLock { $0 }.contains(.damaged(setAside: "\(scratch.path)/\(aside)")))
    }

    @Test(
        "Of many programs that meet a damaged file one sets it aside, and no addition is lost"
    )
    func damagedForMany() async throws {
        try await ledger().add([LedgerTests.temperatures(1)], [])
        let damage = try damage(path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 2..<14 {
                group.addTask { try await ledger().add([LedgerTests.temperatures(Double(number))], []) }
            }
            try await group.waitForAll()
        }
        #expect(Set(try await days(ledger()).map(\.day.extremes.minimum)) == Set((2..<14).map { Double($0) }))
        #expect(asides.count == 1)
        #expect(
            FileManager.default.contents(atPath: "\(scratch.path)/\(try #require(asides.first))") == damage
        )
    }

    @Test(
        "A file of another program keeps its bytes",
        arguments: [
            "text", "zeros", "one byte", "CREATE TABLE photos (name TEXT)",
            "CREATE TABLE photos (name TEXT); PRAGMA user_version = 1",
            "CREATE TABLE body (id INTEGER PRIMARY KEY); PRAGMA user_version = 1",
            "PRAGMA application_id = 99; CREATE TABLE body (id INTEGER PRIMARY KEY)",
            "PRAGMA journal_mode = WAL; CREATE TABLE photos (name TEXT); PRAGMA user_version = 1",
        ]
    )
    func foreign(_ form: String) async throws {
        let path = scratch.path + "/mine"
        switch form {
        case "text": try scratch.write(String(repeating: "export PATH\n", count: 300), to: "mine")
        case "zeros": try Data(count: 9_000).write(to: URL(fileURLWithPath: path))
        case "one byte": try scratch.write("x", to: "mine")
        default:
            try scratch.write("", to: "mine")
            let database = try #require(try Database(path: path, busyTimeout: .seconds(1)))
            for statement in form.split(separator: ";") { _ = try database.texts(String(statement)) }
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let disk = ledger(path)
        await #expect(throws: StoreProblem.foreign) { try await disk.add([LedgerTests.temperatures(1)], []) }
        await #expect(throws: StoreProblem.foreign) { try await days(ledger(path)) }
        await #expect(throws: LedgerMergeFault.noLedger) { try await ledger().merge(path) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(!scratch.names.contains { $0.contains("damaged") })
    }

    @Test("A file of the first version is carried over with all that is in it")
    func carriedOver() async throws {
        try await ledger().add([LedgerTests.temperatures(1)], [])
        do {
            let database = try #require(try Database(path: path, busyTimeout: .seconds(1)))
            for statement in ["DROP TABLE cache", "DROP TABLE reader"] { try database.run(statement) }
            try database.run("PRAGMA application_id = 0")
            try database.run("PRAGMA user_version = 1")
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let disk = ledger()
        #expect(await disk.state() == nil)
        #expect(try await disk.contents()?.unread == 1)
        #expect(try await disk.verify(at: .now, report: { _ in }).answers == 1)
        #expect(try await days(disk).count == 1)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(try await disk.position(in: "x") == 0)
        try await disk.add([LedgerTests.temperatures(2)], [], through: CachePosition(cache: "x", number: 7))
        #expect(try await days(disk).count == 2)
        #expect(try await ledger().position(in: "x") == 7)
        #expect(problems.withLock { $0 }.isEmpty)
    }

    @Test(
        "A ledger that cannot be written keeps nothing and says why",
        arguments: ["blocked", "full", "locked", "read-only"]
    )
    func unusable(_ fault: String) async throws {
        var disk = ledger()
        var holder: Database?
        switch fault {
        case "blocked": disk = ledger(try scratch.blockedPath() + "/ledger.db")
        case "full":
            try await disk.add([LedgerTests.temperatures(1)], [])
            // SQLite's own limit stands for a full disk: the same error, 13.
            try await disk.file.write { database throws(SQLiteError) in
                _ = try database.rows("PRAGMA max_page_count = 1") { _ throws(SQLiteError) in }
            }
        case "read-only":
            try await disk.add([LedgerTests.temperatures(1)], [])
            // The error of a file that may only be read, 8, which no permission keeps from root.
            try await disk.file.write { database throws(SQLiteError) in
                _ = try database.rows("PRAGMA query_only = 1") { _ throws(SQLiteError) in }
            }
        default:
            try await disk.add([LedgerTests.temperatures(1)], [])
            holder = try Database(path: path, busyTimeout: .seconds(1))
            try holder?.run("BEGIN IMMEDIATE")
        }
        var issue = LedgerTests.temperatures(2)
        issue.body = (0..<40_000).map { _ in UInt8.random(in: 0...255) }
        let large = issue
        let problem = await #expect(throws: StoreProblem.self) { try await disk.add([large], []) }
        #expect(problem?.name == (["locked", "full"].contains(fault) ? fault : "unusable"))
        #expect(problems.withLock { $0.last ?? nil } == problem)
        try holder?.run("ROLLBACK")
        // A disk without room keeps nobody from reading.
        if fault == "full" {
            #expect(try await days(disk).count == 1)
            #expect(try await disk.position(in: "x") == 0)
            #expect(problems.withLock { $0.last ?? nil } == problem)
            #expect(try await disk.verify(at: .now, report: { _ in }).answers == 1)
        }
        // No pause keeps out what comes once the lock is gone.
        if fault == "locked" { try await disk.add([large], []) }
    }

    @Test("Rows a program leaves in the log are there for the next, which writes them into the file")
    func log() async throws {
        do {
            let leaving = SQLiteLedger(path: path, leavesLog: true)
            try await leaving.add([LedgerTests.temperatures(1)], [])
        }
        #expect(scratch.names.contains("state/kma/ledger.db-wal"))
        do { #expect(try await days(ledger()).count == 1) }
        try await until("the end of the log") { !scratch.names.contains("state/kma/ledger.db-wal") }
        #expect(try await days(ledger()).count == 1)
    }

    @Test("Only its owner may read it")
    func permissions() async throws {
        try await ledger().add([LedgerTests.temperatures(1)], [])
        #expect(try scratch.permissions("state/kma/ledger.db") == 0o600)
        #expect(try scratch.permissions("state/kma") == 0o700)
    }
}
