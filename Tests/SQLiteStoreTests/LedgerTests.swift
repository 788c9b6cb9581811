import Feeds
import Forecast
import Foundation
import KMAForecast
import StubUpstream
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("The ledger in its file")
struct LedgerTests {
    private let scratch: TemporaryFolder
    private let problems = LockedValue<[StoreProblem?]>([])

    init() throws { scratch = try TemporaryFolder() }

    private var path: String { scratch.path + "/state/kma/ledger.db" }

    private func ledger(_ path: String? = nil) -> SQLiteLedger {
        SQLiteLedger(path: path ?? self.path) { [problems] problem in problems.withLock { $0.append(problem) }
        }
    }

    private static let monday = KoreanDate(year: 2026, month: 10, day: 5)
    private static let seoul = LedgerSubject(feed: .midTemperature, name: "11B10101")
    private static let capital = LedgerSubject(feed: .midLand, name: "11B00000")

    private static func temperatures(
        _ low: Double,
        issued hour: Int = 6,
        fetched minute: Int = 5,
        body: String? = nil
    ) -> LedgerIssue {
        LedgerIssue(
            subject: seoul,
            issuedAt: monday.at(hour: hour),
            fetchedAt: monday.at(hour: hour, minute: minute),
            origin: .portal,
            body: Array((body ?? "low \(low)").utf8),
            days: [
                IssuedDay(
                    date: monday + 4,
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

    private static func sky(_ text: String, _ percent: Double?, _ part: DayPart = .morning) -> IssuedDay {
        IssuedDay(
            date: monday + 4,
            part: part,
            sky: HalfDay(
                condition: Condition(kmaText: text),
                precipitationProbability: percent.flatMap(Probability.init(percent:))
            )
        )
    }

    private static func land(_ days: [IssuedDay]) -> LedgerIssue {
        LedgerIssue(
            subject: capital,
            issuedAt: monday.at(hour: 6),
            fetchedAt: monday.at(hour: 6, minute: 5),
            origin: .hub,
            body: Array("land".utf8),
            days: days
        )
    }

    private func days(_ ledger: any Ledger, _ subjects: [LedgerSubject] = [seoul, capital]) async
        -> [LedgerDay]
    {
        await ledger.days(of: subjects, on: LedgerTests.monday...(LedgerTests.monday + 10))
    }

    @Test("What an issue said is read as it was written, in memory as on disk")
    func written() async {
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
                #expect(await ledger.add(issues, []) == 2)
                let read = await days(ledger)
                #expect(Set(read.map(\.day)) == Set(issues.flatMap(\.days)), "\(text)")
                #expect(Set(read.map(\.origin)) == [.portal, .hub])
                #expect(
                    read.allSatisfy { $0.fetchedAt == LedgerTests.monday.at(hour: 6, minute: 5) }
                )
            }
        }
    }

    @Test("The answer itself is read back as it came, compressed on disk")
    func body() async throws {
        let body = String(repeating: "값 0123456789 ", count: 8_000)
        let disk = ledger()
        await disk.add([LedgerTests.temperatures(1, body: body)], [])
        let read = await disk.body(
            of: LedgerTests.seoul,
            issuedAt: LedgerTests.monday.at(hour: 6),
            origin: .portal
        )
        #expect(read.map { String(decoding: $0, as: UTF8.self) } == body)
        #expect(try #require(await disk.contents()).bytes < body.utf8.count)
    }

    @Test("Reading makes no file, and a ledger that is not there has nothing")
    func absent() async {
        #expect(await days(ledger()).isEmpty)
        #expect(await ledger().contents() == nil)
        #expect(scratch.names.isEmpty)
    }

    @Test("Issues are found by their time alone where it is asked for")
    func issued() async {
        let disk = ledger()
        await disk.add([LedgerTests.temperatures(1), LedgerTests.temperatures(2, issued: 18)], [])
        let all = await days(disk)
        #expect(all.map(\.day.extremes.minimum) == [1, 2])
        let dates = LedgerTests.monday...(LedgerTests.monday + 10)
        let evening = await disk.days(
            of: [LedgerTests.seoul],
            on: dates,
            issued: LedgerTests.monday.at(hour: 7)..<LedgerTests.monday.at(hour: 19)
        )
        #expect(evening.map(\.day.extremes.minimum) == [2])
    }

    @Test("The same answer twice is one, and another answer of the same issue takes nothing away")
    func appended() async throws {
        let disk = ledger()
        await disk.add([LedgerTests.temperatures(1, fetched: 9)], [])
        await disk.add([LedgerTests.temperatures(1, fetched: 5)], [])
        await disk.add([LedgerTests.temperatures(2, fetched: 7)], [])
        let read = await days(disk)
        #expect(read.map(\.day.extremes.minimum) == [1, 2])
        #expect(read.first?.fetchedAt == LedgerTests.monday.at(hour: 6, minute: 5))
        #expect(try #require(await disk.contents()).feeds.map(\.issues) == [2])
    }

    @Test("Of what a station observed the last correction counts")
    func observed() async {
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
            for rain in [ObservedDay.Rain.blank, .trace, .measured(12.5)] {
                let hour = rain == .blank ? 9 : rain == .trace ? 10 : 11
                await ledger.add([], [day(rain, hour)])
                await ledger.add([], [day(.blank, 8)])
                let dates = LedgerTests.monday...LedgerTests.monday
                #expect(await ledger.observations(at: 108, on: dates) == [day(rain, hour)])
            }
        }
    }

    @Test("Ledgers merged in any order are the same, and merging again changes nothing")
    func merged() async throws {
        let parts: [[LedgerIssue]] = [
            [LedgerTests.temperatures(1, fetched: 9), LedgerTests.temperatures(3, issued: 18)],
            [LedgerTests.temperatures(1, fetched: 5), LedgerTests.land([LedgerTests.sky("흐리고 비", 70)])],
            [LedgerTests.temperatures(2, fetched: 6)],
        ]
        var contents: [[String]] = []
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let folder = try TemporaryFolder()
            for (index, issues) in parts.enumerated() {
                await ledger("\(folder.path)/\(index).db").add(issues, [])
            }
            let whole = ledger(folder.path + "/whole.db")
            for _ in 1...2 {
                for index in order { _ = await whole.merge("\(folder.path)/\(index).db") }
            }
            #expect(await whole.merge("\(folder.path)/0.db") == .merged(issues: 0, days: 0, observations: 0))
            contents.append(await days(whole).map { "\($0)" }.sorted())
        }
        #expect(contents[0].count == 4)
        #expect(contents[0] == contents[1] && contents[1] == contents[2])
    }

    @Test("What is no ledger, or one of a newer version, is not merged, and this one stays as it is")
    func notMerged() async throws {
        let disk = ledger()
        await disk.add([LedgerTests.temperatures(1)], [])
        #expect(await disk.merge(scratch.path + "/none.db") == .noLedger)
        try scratch.write("not a database, but a text that is long enough to look like one", to: "text.db")
        #expect(await disk.merge(scratch.path + "/text.db") == .noLedger)
        let newer = ledger(scratch.path + "/newer.db")
        await newer.add([LedgerTests.temperatures(2)], [])
        try #require(try Database(path: newer.path, busyTimeout: .seconds(1))).run("PRAGMA user_version = 99")
        #expect(await disk.merge(newer.path) == .newerVersion)
        #expect(await days(disk).count == 1)
        #expect(problems.withLock { $0 }.isEmpty)
    }

    @Test("A merge leaves the other file and its log as they are, and a ledger adds nothing to itself")
    func otherStays() async throws {
        let other = SQLiteLedger(path: scratch.path + "/other.db", leavesLog: true)
        await other.add([LedgerTests.temperatures(1)], [])
        func files() throws -> [Data] {
            try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: other.path + $0)) }
        }
        let before = try files()
        let disk = ledger()
        #expect(await disk.merge(other.path) == .merged(issues: 1, days: 1, observations: 0))
        #expect(try files() == before)
        #expect(await disk.merge(path) == .merged(issues: 0, days: 0, observations: 0))
        #expect(await ledger().merge(path) == .merged(issues: 0, days: 0, observations: 0))
        #expect(problems.withLock { $0 }.isEmpty)
    }

    @Test(
        "Whatever another program has written into a ledger that was merged, reading it crashes nothing",
        arguments: [
            "day SET sky = 4611686018427387904, precipitation = 1", "day SET sky = 0, precipitation = 7",
            "day SET sky = 1, precipitation = -9223372036854775808", "day SET date = 9223372036854775000",
            "day SET half = 9", "day SET low = 9e999, high = -9e999",
            "body SET issued_at = 9223372036854775807",
            "body SET fetched_at = -9223372036854775808", "observed SET rain = 9e999, low = 9e999",
            "observed SET fetched_at = 9223372036854775807",
            "day SET sky = 'x' || char(27) || '[31m' || char(10), precipitation = NULL",
        ]
    )
    func odd(change: String) async throws {
        let other = ledger(scratch.path + "/other.db")
        let observed = ObservedDay(
            station: 108,
            date: LedgerTests.monday,
            minimum: 1,
            maximum: 2,
            rain: .measured(3),
            fetchedAt: LedgerTests.monday.at(hour: 30)
        )
        await other.add([LedgerTests.land([LedgerTests.sky("흐리고 비", 70)])], [observed])
        try #require(try Database(path: other.path, busyTimeout: .seconds(1))).run("UPDATE \(change)")
        let disk = ledger()
        #expect(await disk.merge(other.path) == .merged(issues: 1, days: 1, observations: 1))
        let rows = await disk.rows(after: 0)?.rows ?? []
        for row in await days(disk) + rows {
            #expect(row.day.extremes == Extremes() && row.day.date == LedgerTests.monday + 4)
            let text = row.day.sky?.condition?.text.korean ?? ""
            #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        }
        for row in rows { #expect(row.day.date - KoreanDate(of: row.issuedAt) == 4) }
        for day in await disk.observations(at: 108, on: LedgerTests.monday...LedgerTests.monday) {
            #expect(day.minimum == 1 || day.minimum == nil)
            #expect(day.rain == .measured(3) || day.rain == .blank)
        }
        #expect(await disk.contents() != nil)
    }

    @Test("A file of a newer version is not touched, which is told")
    func newer() async throws {
        await ledger().add([LedgerTests.temperatures(1)], [])
        try #require(try Database(path: path, busyTimeout: .seconds(1))).run("PRAGMA user_version = 99")
        let disk = ledger()
        #expect(await disk.add([LedgerTests.temperatures(2)], []) == 0)
        #expect(await days(disk).isEmpty)
        #expect(problems.withLock { $0 } == [.newerVersion])
    }

    @Test("A damaged file is put aside under a name of its own, and a new one goes on")
    func damaged() async throws {
        await ledger().add([LedgerTests.temperatures(1)], [])
        let damage = Data(repeating: 0x5a, count: 20_000)
        try damage.write(to: URL(fileURLWithPath: path))
        let disk = ledger()
        #expect(await disk.add([LedgerTests.temperatures(2)], []) == 1)
        #expect(await days(disk).map(\.day.extremes.minimum) == [2])
        let aside = try #require(
            scratch.names.first { $0.contains("ledger.damaged-") && $0.hasSuffix(".db") }
        )
        #expect(FileManager.default.contents(atPath: "\(scratch.path)/\(aside)") == damage)
        #expect(problems.withLock { $0 }.contains(.damaged(setAside: "\(scratch.path)/\(aside)")))
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
            await disk.add([LedgerTests.temperatures(1)], [])
            // SQLite's own limit stands for a full disk: the same error, 13.
            await disk.file.perform { database throws(SQLiteError) in
                _ = try database.rows("PRAGMA max_page_count = 1") { _ throws(SQLiteError) in }
            }
        case "read-only":
            await disk.add([LedgerTests.temperatures(1)], [])
            // The error of a file that may only be read, 8, which no permission keeps from root.
            await disk.file.perform { database throws(SQLiteError) in
                _ = try database.rows("PRAGMA query_only = 1") { _ throws(SQLiteError) in }
            }
        default:
            await disk.add([LedgerTests.temperatures(1)], [])
            holder = try Database(path: path, busyTimeout: .seconds(1))
            try holder?.run("BEGIN IMMEDIATE")
        }
        let large = (0..<40_000).map { _ in UInt8.random(in: 0...255) }
        var issue = LedgerTests.temperatures(2)
        issue.body = large
        let start = ContinuousClock.now
        #expect(await disk.add([issue], []) == 0)
        #expect(ContinuousClock.now - start < .seconds(60))
        guard case .unusable? = problems.withLock({ $0.last ?? nil }) else {
            Issue.record("told \(problems.withLock { $0 })")
            return
        }
        try holder?.run("ROLLBACK")
    }

    @Test("What a program leaves in the log is there for the next, which writes it into the file")
    func log() async throws {
        do {
            let leaving = SQLiteLedger(path: path, leavesLog: true)
            await leaving.add([LedgerTests.temperatures(1)], [])
        }
        #expect(scratch.names.contains("state/kma/ledger.db-wal"))
        do { #expect(await days(ledger()).count == 1) }
        while scratch.names.contains("state/kma/ledger.db-wal") {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(await days(ledger()).count == 1)
    }

    @Test("Only its owner may read it")
    func permissions() async throws {
        await ledger().add([LedgerTests.temperatures(1)], [])
        #expect(try scratch.permissions("state/kma/ledger.db") == 0o600)
        #expect(try scratch.permissions("state/kma") == 0o700)
    }
}
