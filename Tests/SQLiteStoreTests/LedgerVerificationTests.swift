import Forecast
import Foundation
import KMAForecast
import StubUpstream
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Verification of a ledger")
struct LedgerVerificationTests {
    private let scratch: TemporaryFolder
    private var path: String { scratch.path + "/ledger.db" }
    private static let now = LedgerTests.monday.at(hour: 23)

    init() throws { scratch = try TemporaryFolder() }

    /// A ledger with answers of two feeds, observations and a position.
    private func ledger(_ path: String? = nil) async throws -> SQLiteLedger {
        let ledger = SQLiteLedger(path: path ?? self.path)
        let observed = (1...3).map { number in
            ObservedDay(
                station: 108,
                date: LedgerTests.monday + -number,
                minimum: Double(number),
                maximum: 20.5,
                rain: number == 1 ? .trace : .measured(Double(number)),
                fetchedAt: LedgerTests.monday.at(hour: 12)
            )
        }
        try await ledger.add(
            [
                LedgerTests.temperatures(1), LedgerTests.temperatures(-3.5, issued: 18),
                LedgerTests.land([LedgerTests.sky("흐리고 비", 70)]),
            ],
            observed,
            through: CachePosition(cache: "some cache", number: 7)
        )
        return ledger
    }

    private func differences(_ ledger: SQLiteLedger) async throws -> [LedgerDifference] {
        let found = LockedValue<[LedgerDifference]>([])
        let result: LedgerVerification
        do throws(StoreProblem) {
            result = try await ledger.verify(at: Self.now) { difference in
                found.withLock { $0.append(difference) }
            }
        } catch {
            // An edited version of the reader is that of a newer program.
            try #require(error == .newerVersion)
            return [LedgerDifference(issue: "", kind: .table("reader"))]
        }
        #expect(result.differences == found.withLock { $0.count })
        return found.withLock { $0 }
    }

    @Test("A clean file has no difference, also after a merge into another, and keeps when it was verified")
    func clean() async throws {
        let ledger = try await ledger()
        #expect(try await ledger.contents()?.verifiedAt == nil)
        #expect(try await differences(ledger) == [])
        #expect(try await ledger.contents()?.verifiedAt == Self.now)
        #expect(try await differences(ledger) == [])
        let other = SQLiteLedger(path: scratch.path + "/other.db")
        _ = try await other.merge(path, at: Self.now)
        _ = try await other.merge(path, at: Self.now)
        #expect(try await differences(other) == [])
        let absent = SQLiteLedger(path: scratch.path + "/absent.db")
        #expect(try await absent.verify(at: Self.now) { _ in } == LedgerVerification())
        #expect(!scratch.names.contains("absent.db"))
    }

    @Test("An edited value of any table is found, and none once it is put back")
    func edits() async throws {
        let ledger = try await ledger()
        #expect(try await differences(ledger) == [])
        let database = try #require(try Database(path: path, busyTimeout: .seconds(5)))
        let tables = try database.texts("SELECT name FROM sqlite_master WHERE type = 'table'")
        #expect(tables.count == 6)
        var random = SeededGenerator(seed: 45)
        var edits = 0
        let editsOfTable = runsLongTests ? 2_600 : 60
        // Any version up to this one, and any place in the file, may be that of an index that is being made again.
        for table in tables where table != "reader" {
            let columns = try database.texts("SELECT name FROM pragma_table_info(?)", .text(table))
            let rows = try database.rows("SELECT * FROM \(table)") { row throws(SQLiteError) in
                columns.indices.map { row.value(Int32($0)) }
            }
            for _ in 0..<editsOfTable {
                let row = try #require(rows.randomElement(using: &random))
                let index = Int.random(in: columns.indices, using: &random)
                var edited = row
                edited[index] = Self.edited(row[index], &random)
                guard edited != row else { continue }
                let condition = columns.map { "\($0) IS ?" }.joined(separator: " AND ")
                func replace(_ old: [SQLiteValue], by new: [SQLiteValue]) throws {
                    _ = try database.run(
                        "UPDATE \(table) SET \(columns[index]) = ? WHERE \(condition)",
                        [new[index]] + old
                    )
                }
                do {
                    try replace(row, by: edited)
                } catch is SQLiteError {
                    // Two rows of one key.
                    continue
                }
                edits += 1
                #expect(
                    // Each look opens the file anew, as what it is is looked at then.
                    try await !differences(SQLiteLedger(path: path)).isEmpty,
                    "\(table).\(columns[index]) \(row[index]) \(edited[index])"
                )
                try replace(edited, by: row)
            }
        }
        #expect(edits >= (runsLongTests ? 10_000 : editsOfTable * 3))
        #expect(try await differences(SQLiteLedger(path: path)) == [])
    }

    private static func edited(_ value: SQLiteValue, _ random: inout SeededGenerator) -> SQLiteValue {
        switch value {
        case .null: return .integer(1)
        case .integer(let number): return .integer(number + Int.random(in: 1...86_400, using: &random))
        case .real(let number): return .real(number + Double.random(in: 0.1...30, using: &random))
        case .text(let text): return .text(text + "0")
        case .blob(let blob):
            var bytes = [UInt8](blob)
            bytes[Int.random(in: bytes.indices, using: &random)] ^= 1
            return .blob(Data(bytes))
        }
    }

    @Test("A difference names its day and half, also one that no calendar has")
    func names() async throws {
        let ledger = try await ledger()
        let database = try #require(try Database(path: path, busyTimeout: .seconds(5)))
        _ = try database.run("DELETE FROM day WHERE half = 1 OR half = 0")
        _ = try database.run("UPDATE day SET probability = 10")
        _ = try database.run("INSERT INTO day (body, date, half) VALUES (1, 9223372036854775807, 9)")
        _ = try database.run("UPDATE observed SET low = 99 WHERE date = (SELECT max(date) FROM observed)")
        let told = try await differences(ledger)
        #expect(told.contains { $0.issue == "108 2026-10-04" && $0.kind == .observation }, "\(told)")
        let days = told.compactMap { difference in
            if case .day(let kept, let made) = difference.kind { kept ?? made } else { nil }
        }
        #expect(days.contains { $0.hasPrefix("2026-10-09 day 1.0 ") }, "\(days)")
        #expect(days.contains { $0.hasPrefix("9223372036854775807 9 ") }, "\(days)")
    }

    @Test("A row that was removed is found, in each table")
    func removals() async throws {
        for table in ["body", "day", "observed", "cache", "reader", "feed"] {
            let path = scratch.path + "/\(table).db"
            let ledger = try await ledger(path)
            let database = try #require(try Database(path: path, busyTimeout: .seconds(5)))
            _ = try database.run(
                "DELETE FROM \(table) WHERE \(table == "cache" ? "name LIKE 'some%'" : "true")"
            )
            #expect(try await !differences(ledger).isEmpty, "\(table)")
        }
    }

    @Test("A copy holds the same, and another answer of an issue is told apart from a missing one")
    func copies() async throws {
        let ledger = try await ledger()
        let copy = scratch.path + "/copy.db"
        try await ledger.backUp(to: copy)
        #expect(try await differences(SQLiteLedger(path: copy)) == [])
        await #expect(throws: LedgerBackupFault.exists) { try await ledger.backUp(to: copy) }
        let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let other = SQLiteLedger(path: copy)
        try await other.add([LedgerTests.temperatures(2), LedgerTests.temperatures(1, issued: 12)], [])
        let result = try await ledger.compare(with: copy) { _ in }
        #expect((result.common, result.missing, result.differences) == (3, 2, 1))
    }
}
