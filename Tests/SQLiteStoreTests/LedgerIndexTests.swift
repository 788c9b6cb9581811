import Forecast
import Foundation
import KMAForecast
import StubUpstream
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("The rows of days that another version has made")
struct LedgerIndexTests {
    private let scratch: TemporaryFolder
    private let problems = LockedValue<[StoreProblem?]>([])

    init() throws { scratch = try TemporaryFolder() }

    private var path: String { scratch.path + "/ledger.db" }

    private func ledger() -> SQLiteLedger {
        SQLiteLedger(path: path) { [problems] problem in problems.withLock { $0.append(problem) } }
    }

    /// A ledger with so many answers, as the reader of version 1 left it: each with the row of a last midnight, and without
    /// one of its own.
    private func old(_ count: Int) async throws {
        try await ledger().add((0..<count).map { LedgerTests.temperatures(Double($0) / 10) }, [])
        try sql(
            "UPDATE day SET date = date + 5, low = NULL",
            "UPDATE reader SET version = 1, remade = NULL"
        )
    }

    private func sql(_ statements: String...) throws {
        let database = try #require(try Database(path: path, busyTimeout: .seconds(1)))
        for statement in statements { try database.run(statement) }
    }

    private func days() async throws -> [LedgerDay] {
        try await ledger().days(of: [LedgerTests.seoul], on: LedgerTests.monday...LedgerTests.monday + 20)
    }

    private func answers() throws -> [String] {
        let database = try #require(try Database(path: path, busyTimeout: .seconds(1)))
        return try database.texts(
            "SELECT id || hex(sha256) || fetched_at || hex(answer) FROM body ORDER BY id"
        )
    }

    @Test(
        "They are made again from the answers in steps, by whichever program comes next, and the answers stay"
    )
    func remade() async throws {
        try await old(60)
        let before = try answers()
        #expect(try await days().allSatisfy { $0.day.date == LedgerTests.monday + 9 })
        #expect(try await ledger().contents()?.unread == 60)
        // Each step is another program's, as if the one before had been killed.
        var left = [35, 11, 0]
        while !(try await ledger().remakeDays(atMost: 25)) {
            #expect(try await ledger().contents()?.unread == left.removeFirst())
            // Issues recorded meanwhile are of this version already.
            if left.count == 2 { try await ledger().add([LedgerTests.temperatures(30)], []) }
        }
        let made = try await days()
        #expect(made.count == 61)
        #expect(made.allSatisfy { $0.day.date == LedgerTests.monday + 4 })
        let lows: [Double?] = (0..<60).map { Double($0) / 10 } + [30]
        #expect(Set(made.map(\.day.extremes.minimum)) == Set(lows))
        #expect(try answers().prefix(60) == before[...])
        #expect(try await ledger().contents()?.unread == 0)
        #expect(problems.withLock { $0 }.isEmpty)
    }

    @Test("The program that keeps issues makes them again beside its work")
    func recorder() async throws {
        try await old(30)
        await LedgerRecorder(ledger()).flush()
        #expect(try await days().allSatisfy { $0.day.date == LedgerTests.monday + 4 })
        #expect(try await ledger().contents()?.unread == 0)
    }

    @Test("A new file needs nothing made again, and one begun by another version is begun anew")
    func begun() async throws {
        try await ledger().add([LedgerTests.temperatures(1)], [])
        #expect(try await ledger().contents()?.unread == 0)
        try await old(2)
        try sql("UPDATE reader SET version = 0, remade = 3")
        #expect(try await ledger().remakeDays(atMost: 100))
        #expect(try await days().allSatisfy { $0.day.date == LedgerTests.monday + 4 })
    }

    @Test("An answer that cannot be read keeps its rows")
    func unreadable() async throws {
        try await old(2)
        try sql("UPDATE body SET answer = x'00' WHERE id = 1")
        #expect(try await ledger().remakeDays(atMost: 100))
        #expect(try await days().map { $0.day.date - LedgerTests.monday }.sorted() == [4, 9])
    }

    @Test("Rows of a newer version are read, and never written or mixed with others, and that is said")
    func newer() async throws {
        let open = ledger()
        try await open.add([LedgerTests.temperatures(1)], [])
        let before = try answers()
        // Also by a program that has had the file open since before.
        try sql("UPDATE reader SET version = 99")
        for ledger in [open, ledger()] {
            await #expect(throws: StoreProblem.newerVersion) {
                try await ledger.add([LedgerTests.temperatures(2)], [])
            }
            await #expect(throws: StoreProblem.newerVersion) { try await ledger.remakeDays(atMost: 100) }
        }
        #expect(try await days().count == 1)
        #expect(try answers() == before)
        #expect(problems.withLock { $0.contains(.newerVersion) })
    }
}
