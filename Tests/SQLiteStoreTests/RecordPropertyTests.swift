import Feeds
import Forecast
import Foundation
import KMAForecast
import TestSupport
import Testing

@testable import SQLiteStore

/// The record under what happens to programs and files, in an order that is drawn.
@Suite("The record, whatever happens", .takesSlots())
struct RecordPropertyTests {
    private static let zones = ["11B10101", "11H20201", "11G00201", "11F10201"]
    private let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private var path: String { scratch.path + "/ledger.db" }

    /// Steps of a run.
    private enum Step: CaseIterable {
        case fetched, fetchedByOther, written, killed, full, unwritable, merged, twoPrograms, reread
    }

    private func cache(_ now: Date) -> SQLiteStore {
        SQLiteStore(directory: scratch.path, ceiling: .max, now: { now })
    }

    /// A program that has just been started on the cache and the record.
    private func program(at now: Date) -> LedgerRecorder {
        LedgerRecorder(SQLiteLedger(path: path), from: cache(now))
    }

    private func rows() async throws -> Set<String> {
        let ledger = SQLiteLedger(path: path)
        var rows: Set<String> = []
        var last = 0
        while let next = try await ledger.rows(after: last) {
            last = next.last
            rows.formUnion(next.rows.map { "\($0)" })
        }
        return rows
    }

    private func fetch(_ number: Int, _ zone: String, at now: Date, _ store: SQLiteStore) async {
        let subject = LedgerSubject(feed: .midTemperature, name: zone)
        let issue = IssueSchedule.midTerm.newest(at: now)
        let first = KoreanTime(issue).hour < 18 ? 4 : 5
        let fields = [
            "taMin\(first)": Double(number % 40) + 0.25, "taMax\(first)": 41 + Double(number) / 100,
        ]
        await store.put(
            StoredAnswer(fetchedAt: now, status: 200, body: LedgerTests.answer(subject, fields)),
            for: StoredSubject(scope: .forTests, feed: .midTemperature, name: zone),
            issue: issue
        )
    }

    @Test(
        "At rest it has every answer of the cache, and nothing that it had is gone or changed",
        arguments: 1...12
    )
    func property(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var now = LedgerTests.monday.at(hour: 6, minute: 15)
        var before: Set<String> = []
        for number in 1...40 {
            let zone = try #require(Self.zones.randomElement(using: &random))
            now += Double.random(in: 60...7_200, using: &random)
            // The clocks of programs are apart by up to ten minutes.
            let theirs = now + Double.random(in: -600...600, using: &random)
            switch Step.allCases.randomElement(using: &random) ?? .written {
            case .fetched: await fetch(number, zone, at: now, cache(now))
            case .fetchedByOther: await fetch(number, zone, at: theirs, cache(theirs))
            case .written: await program(at: now).flush()
            case .killed:
                await fetch(number, zone, at: now, cache(now))
                let flush = Task { [program = program(at: now)] in await program.flush() }
                flush.cancel()
                await flush.value
            case .full, .unwritable:
                await fetch(number, zone, at: now, cache(now))
                let ledger = SQLiteLedger(path: path)
                if before.isEmpty { break }
                // SQLite's own limits stand for a full disk, and for a file that may only be read.
                let pragma = number.isMultiple(of: 2) ? "max_page_count = 1" : "query_only = 1"
                try await ledger.file.write { database throws(SQLiteError) in
                    _ = try database.rows("PRAGMA \(pragma)") { _ throws(SQLiteError) in }
                }
                await LedgerRecorder(ledger, from: cache(now)).flush()
            case .merged:
                let other = SQLiteLedger(path: scratch.path + "/other-\(number).db")
                try await other.add([LedgerTests.temperatures(Double(number % 30))], [])
                _ = try await SQLiteLedger(path: path).merge(other.path, at: now)
            case .twoPrograms:
                await fetch(number, zone, at: now, cache(now))
                async let one: Void = program(at: now).flush()
                async let two: Void = program(at: theirs).flush()
                _ = await (one, two)
            case .reread:
                if before.isEmpty { break }
                _ = try await SQLiteLedger(path: path).file.write { database throws(SQLiteError) in
                    try database.run("UPDATE reader SET version = 1, remade = NULL")
                }
                _ = try await SQLiteLedger(path: path).remakeDays(
                    atMost: Int.random(in: 1...9, using: &random)
                )
            }
            let after = try await rows()
            #expect(before.isSubset(of: after), "step \(number)")
            before = after
        }
        await program(at: now).flush()
        let ledger = SQLiteLedger(path: path)
        let cached = try #require(await cache(now).answers(of: [.midTemperature], after: 0, limit: 1_000))
        #expect(!cached.isEmpty)
        for (_, stored) in cached {
            let subject = LedgerSubject(feed: .midTemperature, name: stored.subject.name)
            let kept = try await ledger.days(
                of: [subject],
                on: LedgerTests.monday...LedgerTests.monday + 30,
                issued: stored.issue..<stored.issue + 1
            )
            let days = IssueReader.days(
                of: subject,
                issuedAt: stored.issue,
                origin: .portal,
                in: stored.answer.body
            )
            #expect(Set(try #require(days)).isSubset(of: kept.map(\.day)), "seed \(seed): \(subject.name)")
        }
        #expect(try await ledger.contents()?.unread == 0)
    }
}
