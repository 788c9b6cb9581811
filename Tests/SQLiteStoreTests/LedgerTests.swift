import Feeds
import Forecast
import Foundation
import KMAForecast
import Record
import StubUpstream
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("The ledger in its file", .takesSlots(programs: 1))
struct LedgerTests {
    let scratch: TemporaryFolder
    let problems = LockedValue<[StoreProblem?]>([])

    init() throws { scratch = try TemporaryFolder() }

    var path: String { scratch.path + "/state/kma/ledger.db" }

    func ledger(_ path: String? = nil) -> SQLiteLedger {
        SQLiteLedger(path: path ?? self.path) { [problems] problem in problems.withLock { $0.append(problem) }
        }
    }

    static let monday = KoreanDate(year: 2026, month: 10, day: 5)
    static let seoul = LedgerSubject(feed: .midTemperature, name: "11B10101")
    static let capital = LedgerSubject(feed: .midLand, name: "11B00000")

    static func temperatures(
        _ low: Double,
        issued hour: Int = 6,
        fetched minute: Int = 5,
        body: String? = nil
    ) -> LedgerIssue {
        let first = hour < 18 ? 4 : 5
        return LedgerIssue(
            subject: seoul,
            issuedAt: monday.at(hour: hour),
            fetchedAt: monday.at(hour: hour, minute: minute),
            origin: .portal,
            body: answer(
                seoul,
                [
                    "taMin\(first)": low, "taMax\(first)": low + 10.5, "taMin\(first)Low": 1,
                    "taMin\(first)High": 2,
                    "note": body ?? "",
                ]
            ),
            days: [
                IssuedDay(
                    date: monday + first,
                    part: .day,
                    extremes: Extremes(
                        minimum: low,
                        maximum: low + 10.5,
                        minimumSpread: Spread(low: 1, high: 2),
                        maximumSpread: nil
                    )
                )
            ]
        )
    }

    /// An answer of data.go.kr about a zone.
    static func answer(_ subject: LedgerSubject, _ fields: [String: any Sendable]) -> [UInt8] {
        let item = fields.merging(["regId": subject.name]) { own, _ in own }
        let body: [String: any Sendable] = ["items": ["item": [item]], "totalCount": 1]
        let response: [String: any Sendable] = ["header": ["resultCode": "00"], "body": body]
        let data = try? JSONSerialization.data(withJSONObject: ["response": response], options: .sortedKeys)
        return [UInt8](data ?? Data())
    }

    static func sky(_ text: String, _ percent: Double?, _ part: DayPart = .morning) -> IssuedDay {
        IssuedDay(
            date: monday + 4,
            part: part,
            sky: HalfDay(
                condition: Condition(kmaText: text),
                precipitationProbability: percent.flatMap(Probability.init(percent:))
            )
        )
    }

    static func land(_ days: [IssuedDay]) -> LedgerIssue {
        LedgerIssue(
            subject: capital,
            issuedAt: monday.at(hour: 6),
            fetchedAt: monday.at(hour: 6, minute: 5),
            origin: .portal,
            body: answer(capital, ["wf4Am": "흐리고 비", "rnSt4Am": 70]),
            days: days
        )
    }

    func days(
        _ ledger: any Ledger,
        _ subjects: [LedgerSubject] = [seoul, capital]
    ) async throws -> [LedgerDay] {
        try await ledger.days(of: subjects, on: LedgerTests.monday...(LedgerTests.monday + 10))
    }

    /// Rows of a ledger, as its export has them.
    func rows(_ ledger: SQLiteLedger) async throws -> [LedgerDay] {
        var (rows, last): ([LedgerDay], Int) = ([], 0)
        while let next = try await ledger.rows(after: last) {
            rows += next.rows
            last = next.last
        }
        return rows
    }

    @Test("Issues are read as they were written, in memory as on disk")
    func written() async throws {
        let texts = [
            "맑음", "구름많음", "흐림", "구름많고 비", "구름많고 눈", "구름많고 비/눈", "구름많고 소나기", "흐리고 비", "흐리고 눈", "흐리고 비/눈",
            "흐리고 소나기", "구름조금", "비", "눈", "비/눈", "소나기", "안개", "전에 없던 말",
        ]
        for text in texts {
            let issues = [
                LedgerTests.temperatures(-3.5),
                LedgerTests.land([
                    LedgerTests.sky(text, 60), LedgerTests.sky(text, nil, .afternoon),
                    LedgerTests.sky(text, 0, .day),
                ]),
            ]
            let disk = ledger(scratch.path + "/\(UUID().uuidString).db")
            let memory = MemoryLedger()
            for ledger in [disk, memory] as [any Ledger] {
                try await ledger.add(issues, [])
                let read = try await days(ledger)
                #expect(Set(read.map(\.day)) == Set(issues.flatMap(\.days)), "\(text)")
                #expect(Set(read.map(\.origin)) == [.portal])
                #expect(
                    read.allSatisfy { $0.fetchedAt == LedgerTests.monday.at(hour: 6, minute: 5) }
                )
            }
            let (subjects, dates) = (
                [LedgerTests.seoul, LedgerTests.capital], LedgerTests.monday...LedgerTests.monday + 10
            )
            let figures = try await disk.figures(of: subjects, on: dates)
            #expect(figures.count == 4, "\(text)")
            #expect(try await Set(figures) == Set(memory.figures(of: subjects, on: dates)), "\(text)")
        }
    }

    @Test("The answer itself is kept as it came, compressed")
    func body() async throws {
        let issue = LedgerTests.temperatures(1, body: String(repeating: "값 0123456789 ", count: 8_000))
        let disk = ledger()
        try await disk.add([issue], [])
        let database = try #require(try Database(path: path, busyTimeout: .seconds(5)))
        let kept = try #require(try KeptAnswer.next(after: 0, limit: 2, in: database).first)
        #expect(try kept.issue(until: LedgerTests.monday.at(hour: 7)).issue == issue)
        #expect(try #require(try await disk.contents()).bytes < issue.body.count)
    }

    @Test("Reading makes no file, and a ledger that is not there has nothing")
    func absent() async throws {
        #expect(try await days(ledger()).isEmpty)
        #expect(try await ledger().contents() == nil)
        #expect(scratch.names.isEmpty)
    }

    @Test("Issues are found by their time alone where it is asked for")
    func issued() async throws {
        let disk = ledger()
        try await disk.add([LedgerTests.temperatures(1), LedgerTests.temperatures(2, issued: 18)], [])
        let all = try await days(disk)
        #expect(all.map(\.day.extremes.minimum) == [1, 2])
        let dates = LedgerTests.monday...(LedgerTests.monday + 10)
        let evening = try await disk.days(
            of: [LedgerTests.seoul],
            on: dates,
            issued: LedgerTests.monday.at(hour: 7)..<LedgerTests.monday.at(hour: 19)
        )
        #expect(evening.map(\.day.extremes.minimum) == [2])
    }

    @Test("The same answer twice is one, and another answer of the same issue takes nothing away")
    func appended() async throws {
        let disk = ledger()
        try await disk.add([LedgerTests.temperatures(1, fetched: 5)], [])
        try await disk.add([LedgerTests.temperatures(1, fetched: 4)], [])
        try await disk.add([LedgerTests.temperatures(2, fetched: 7)], [])
        let read = try await days(disk)
        #expect(read.map(\.day.extremes.minimum) == [1, 2])
        // The first that was kept, which is never changed.
        #expect(read.first?.fetchedAt == LedgerTests.monday.at(hour: 6, minute: 5))
        #expect(try #require(try await disk.contents()).feeds.map(\.issues) == [2])
    }

    @Test("Of what a station observed the last correction counts")
    func observed() async throws {
        func day(_ rain: ObservedDay.Rain, _ hour: Int) -> ObservedDay {
            ObservedDay(
                station: 108,
                date: LedgerTests.monday,
                minimum: -1.5,
                maximum: nil,
                rain: rain,
                fetchedAt: (LedgerTests.monday + 1).at(hour: hour)
            )
        }
        for ledger in [ledger(), MemoryLedger()] as [any Ledger] {
            let rains: [ObservedDay.Rain] = [.blank, .trace, .measured(12.5), .unknown]
            for (hour, rain) in zip(9..., rains) {
                try await ledger.add([], [day(rain, hour)])
                try await ledger.add([], [day(.blank, 8)])
                let dates = LedgerTests.monday...LedgerTests.monday
                #expect(try await ledger.observations(at: 108, on: dates) == [day(rain, hour)])
            }
        }
    }

    @Test("Ledgers merged in any order have the same answers, and merging again changes nothing")
    func merged() async throws {
        let parts: [[LedgerIssue]] = [
            [LedgerTests.temperatures(1, fetched: 9), LedgerTests.temperatures(3, issued: 18)],
            [LedgerTests.temperatures(1, fetched: 5), LedgerTests.land([LedgerTests.sky("흐리고 비", 70)])],
            [LedgerTests.temperatures(2, fetched: 6)],
        ]
        var contents: [Set<IssuedDay>] = []
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let folder = try TemporaryFolder()
            for (index, issues) in parts.enumerated() {
                try await ledger("\(folder.path)/\(index).db").add(issues, [])
            }
            let whole = ledger(folder.path + "/whole.db")
            for _ in 1...2 {
                for index in order { _ = try await whole.merge("\(folder.path)/\(index).db") }
            }
            #expect(try await whole.merge("\(folder.path)/0.db") == LedgerMerge())
            #expect(try await rows(whole).count == 4)
            contents.append(Set(try await rows(whole).map(\.day)))
        }
        #expect(contents[0].count == 4)
        #expect(contents[0] == contents[1] && contents[1] == contents[2])
    }

    @Test("A file that is no ledger, or of a newer version, is not merged, and this one stays as it is")
    func notMerged() async throws {
        let disk = ledger()
        try await disk.add([LedgerTests.temperatures(1)], [])
        try scratch.write("not a database, but a text that is long enough to look like one", to: "text.db")
        let newer = ledger(scratch.path + "/newer.db")
        try await newer.add([LedgerTests.temperatures(2)], [])
        try #require(try Database(path: newer.path, busyTimeout: .seconds(1))).run("PRAGMA user_version = 99")
        let table: [(name: String, fault: LedgerMergeFault)] = [
            ("none.db", .noFile), ("text.db", .noLedger), ("newer.db", .newerVersion),
        ]
        for (name, fault) in table {
            await #expect(throws: fault) { try await disk.merge(scratch.path + "/" + name) }
        }
        #expect(try await days(disk).count == 1)
        #expect(problems.withLock { $0 }.isEmpty)
    }

    @Test("A merge leaves the other file and its log as they are, and a ledger adds nothing to itself")
    func otherStays() async throws {
        let other = SQLiteLedger(path: scratch.path + "/other.db", leavesLog: true)
        try await other.add([LedgerTests.temperatures(1)], [])
        func files() throws -> [Data] {
            try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: other.path + $0)) }
        }
        let before = try files()
        let disk = ledger()
        var merge = LedgerMerge()
        (merge.issues, merge.days) = (1, 1)
        #expect(try await disk.merge(other.path) == merge)
        #expect(try files() == before)
        #expect(try await disk.merge(path) == LedgerMerge())
        #expect(try await ledger().merge(path) == LedgerMerge())
        #expect(problems.withLock { $0 }.isEmpty)
    }

    private static let oddRows: [(change: String, taken: Int)] = [
        // Not looked at: the days follow from the answers.
        ("day SET sky = 1, precipitation = 7", 2), ("day SET date = date + 30", 2),
        ("day SET low = 9e999", 2),
        ("day SET body = body + 10", 2),
        // Not taken.
        ("body SET fetched_at = -1", 0), ("body SET fetched_at = 0", 0),
        ("body SET fetched_at = 9e18", 0),
        ("body SET fetched_at = 'x'", 0), ("body SET fetched_at = issued_at - 1", 0),
        ("body SET issued_at = 9223372036854775807", 0), ("body SET issued_at = -1", 0),
        ("body SET origin = 7", 0), ("body SET origin = 'portal'", 0), ("body SET feed = 99", 0),
        ("body SET subject = '../../etc/passwd'", 0), ("body SET subject = hex(zeroblob(9999))", 0),
        ("body SET subject = '=1+1'", 0), ("body SET subject = '11B20601'", 0),
        ("body SET sha256 = zeroblob(32)", 0), ("body SET sha256 = 'x'", 0),
        ("body SET answer = 'no answer'", 0), ("body SET answer = zeroblob(99)", 0),
        ("observed SET rain = 9e999", 2), ("observed SET low = 99", 2),
        ("observed SET rain_state = 9", 2),
        ("observed SET station = -1", 2), ("observed SET date = 9e9", 2),
        ("observed SET fetched_at = 9223372036854775807", 2),
    ]

    @Test(
        "A merge takes answers and makes the rest of them again, and changes nothing that is here",
        arguments: oddRows
    )
    func odd(change: String, taken: Int) async throws {
        let now = (LedgerTests.monday + 1).at(hour: 12)
        let observed = ObservedDay(
            station: 108,
            date: LedgerTests.monday,
            minimum: 1,
            maximum: 2,
            rain: .measured(3),
            fetchedAt: LedgerTests.monday.at(hour: 35)
        )
        let other = ledger(scratch.path + "/other.db")
        let theirs = [
            LedgerTests.temperatures(2, issued: 18), LedgerTests.land([LedgerTests.sky("흐리고 비", 70)]),
        ]
        try await other.add([LedgerTests.temperatures(1)] + theirs, [observed])
        let disk = ledger()
        try await disk.add([LedgerTests.temperatures(1)], [])
        let before = try await rows(disk)
        try #require(try Database(path: other.path, busyTimeout: .seconds(1))).run("UPDATE \(change)")
        let merge = try await disk.merge(other.path, at: now)
        let isOfDays = change.hasPrefix("day")
        #expect(merge.issues == taken)
        // The answer that is here already is not looked at, unless it is no longer the same.
        #expect(
            (isOfDays ? 0...0 : change.hasPrefix("body") ? 2...3 : 1...1).contains(merge.refused),
            "\(merge)"
        )
        #expect(merge.observations == (change.hasPrefix("observed") ? 0 : 1))
        let after = try await rows(disk)
        #expect(Set(before).isSubset(of: after))
        #expect(Set(after.map(\.day)) == Set((taken == 0 ? [] : theirs).flatMap(\.days) + before.map(\.day)))
    }

    @Test(
        "A file with a view or a trigger in place of a table is no ledger",
        arguments: [
            "ALTER TABLE body RENAME TO b; CREATE VIEW body AS WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n FROM x) SELECT * FROM b, x",
            "CREATE TRIGGER t AFTER INSERT ON body BEGIN DELETE FROM body; END",
            "CREATE TABLE photos (name TEXT)",
        ]
    )
    func foreignTables(change: String) async throws {
        let other = ledger(scratch.path + "/other.db")
        try await other.add([LedgerTests.temperatures(2)], [])
        let database = try #require(try Database(path: other.path, busyTimeout: .seconds(1)))
        try database.run("DROP VIEW issued_day")
        if change.hasPrefix("CREATE TRIGGER") {
            try database.run(change)
        } else {
            for statement in change.split(separator: ";") { try database.run(String(statement)) }
        }
        await #expect(throws: LedgerMergeFault.noLedger) { try await ledger().merge(other.path) }
    }
}
