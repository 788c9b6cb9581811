import Forecast
import Foundation
import KMAForecast
import SQLiteStore
import StubUpstream
import TestSupport
import Testing

@Suite("What the command line keeps of each issue")
struct LedgerFileTests {
    private static let now = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 15)

    private func database(_ program: Program) throws -> Database {
        let path = program.folder.path + "/.local/state/kma/ledger.db"
        return try #require(try Database(path: path, busyTimeout: .seconds(10)))
    }

    private func count(_ sql: String, _ program: Program) throws -> Int {
        try database(program).rows(sql) { row throws(SQLiteError) in row.integer(0) }[0]
    }

    @Test("Each feed of KMA's forecasts is kept with its answer and its days, once, and no other feed")
    func kept() async throws {
        let upstream = try Upstream(now: LedgerFileTests.now)
        let program = try Program(upstream)
        #expect(try await program("week", "서울").status == 0)
        #expect(try await program("week", "서울").status == 0)
        let rows = try database(program).rows(
            "SELECT name || ' ' || subject || ' ' || count(*) FROM body JOIN feed ON feed.id = feed GROUP BY name, subject"
        ) { row throws(SQLiteError) in row.text(0) }
        #expect(
            Set(rows.map { $0.split(separator: " ").dropLast().joined(separator: " ") }) == [
                "kma.mid_temperature 11B10101", "kma.mid_land 11B00000", "kma.short 60,127", "kma.warnings",
            ]
        )
        #expect(rows.contains("kma.mid_temperature 11B10101 1"))
        // Seven days of an issue of 06:00, D+4 to D+10.
        #expect(
            try count("SELECT count(*) FROM issued_day WHERE feed = 'kma.mid_temperature'", program) == 7
        )
        #expect(
            try count("SELECT count(*) FROM issued_day WHERE feed = 'kma.short' AND half = 'pm'", program)
                >= 4
        )
    }

    @Test("The key stands nowhere in the file, in neither of its spellings")
    func key() async throws {
        let upstream = try Upstream(now: LedgerFileTests.now)
        let program = try Program(upstream)
        #expect(try await program("week", "서울").status == 0)
        #expect(try await program("outlook", "서울").status == 0)
        let folder = program.folder.path + "/.local/state/kma"
        let files = try TemporaryFolder.files(below: folder)
        #expect(files["ledger.db"] != nil)
        let database = try database(program)
        let path = program.folder.path + "/.local/state/kma/ledger.db"
        var texts = files.values.map { $0 }
        for (feed, subject, issued) in try database.rows(
            "SELECT feed, subject, issued_at FROM body",
            read: {
                row throws(SQLiteError) in (row.integer(0), row.text(1), row.integer(2))
            }
        ) {
            let feeds: [Int: Feed] = [
                1: .midTemperature, 2: .midLand, 3: .outlook, 4: .shortTerm, 5: .warnings,
            ]
            let body = await SQLiteLedger(path: path).body(
                of: LedgerSubject(feed: try #require(feeds[feed]), name: subject),
                issuedAt: Date(timeIntervalSince1970: Double(issued)),
                origin: .portal
            )
            texts.append(Data(try #require(body)))
        }
        #expect(texts.count > 4)
        for key in [upstream.keys.portal, upstream.keys.openWeather] {
            let spellings = [
                key, key.removingPercentEncoding ?? key,
                key.addingPercentEncoding(withAllowedCharacters: CharacterSet.alphanumerics) ?? key,
            ]
            for spelling in spellings {
                #expect(!texts.contains { $0.range(of: Data(spelling.utf8)) != nil })
            }
        }
    }

    @Test(
        "Nothing is kept with --no-cache, with --sample, or where the record is off",
        arguments: ["--no-cache", "--sample", "off"]
    )
    func none(_ way: String) async throws {
        let upstream = try Upstream(now: LedgerFileTests.now)
        let program = try Program(upstream, way == "off" ? ["KMA_LEDGER": "off"] : [:])
        let options = way == "off" ? [] : [way]
        #expect(try await program.start(["week", "서울"] + options).outcome().status == 0)
        #expect(!program.folder.names.contains { $0.contains("ledger") })
    }

    @Test("A record that cannot be written costs a notice and nothing else")
    func unusable() async throws {
        let upstream = try Upstream(now: LedgerFileTests.now)
        var program = try Program(upstream)
        let without = try await program("week", "서울", "--json")
        program = try Program(upstream, ["KMA_LEDGER": "/dev/null/kma/ledger.db"])
        let run = try await program("week", "서울", "--json")
        #expect(run.status == 0)
        #expect(run.output == without.output)
        #expect(run.standardError.contains("/dev/null/kma/ledger.db"))
        #expect(run.standardError.contains("KMA_LEDGER"))
        let quiet = try await program("week", "부산", "--quiet")
        #expect(quiet.status == 0)
        #expect(quiet.standardError.isEmpty)
    }

    @Test(
        "A record that is damaged, of a newer version, locked or without SQLite costs a notice and no answer",
        arguments: ["damaged", "newer", "locked", "without SQLite"]
    )
    func faulty(_ fault: String) async throws {
        let upstream = try Upstream(now: LedgerFileTests.now)
        var program = try Program(upstream)
        #expect(try await program("week", "서울").status == 0)
        let path = program.folder.path + "/.local/state/kma/ledger.db"
        var holder: Database?
        switch fault {
        case "damaged":
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            try Data(repeating: 0x5a, count: 20_000).write(to: URL(fileURLWithPath: path))
        case "newer": try database(program).run("PRAGMA user_version = 99")
        case "locked":
            holder = try database(program)
            try holder?.run("BEGIN IMMEDIATE")
        default:
            let libraries = program.folder.path + "/libraries"
            try FileManager.default.createDirectory(atPath: libraries, withIntermediateDirectories: true)
            try program.folder.write("none", to: "libraries/libsqlite3.so.0")
            program.environment["LD_LIBRARY_PATH"] = libraries
        }
        let run = try await program("week", "부산", "--json")
        let whole = try await Program(upstream, ["KMA_LEDGER": "off"])("week", "부산", "--json")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("{") && run.output.count > whole.output.count / 2)
        #expect(!run.standardError.isEmpty)
        if fault != "without SQLite" { #expect(run.standardError.contains("ledger")) }
        if fault == "damaged" {
            #expect(program.folder.names.contains { $0.contains("ledger.damaged-") })
            #expect(try count("SELECT count(*) FROM body", program) > 0)
        }
        try holder?.run("ROLLBACK")
    }

    @Test("Programs that write at once lose nothing, and one that is killed leaves a whole file")
    func shared() async throws {
        let upstream = try Upstream(now: LedgerFileTests.now)
        let program = try Program(upstream)
        let places = ["서울", "부산", "대구", "인천", "광주광역시", "대전", "울산", "제주"]
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for place in places {
                group.addTask { try await program.start(["week", place]).outcome().status }
            }
            for try await status in group { #expect(status == 0) }
        }
        #expect(
            try count(
                "SELECT count(*) FROM body JOIN feed ON feed.id = feed WHERE name = 'kma.mid_temperature'",
                program
            )
                == places.count
        )
        for (index, place) in ["춘천", "청주", "전주", "창원", "포항", "여수"].enumerated() {
            let running = try program.start(["week", place])
            // At another moment each time: while it starts, fetches, prints, writes.
            try await Task.sleep(for: .milliseconds(60 + index * 90))
            running.signal(SIGKILL)
            _ = try await running.outcome()
        }
        let state = try database(program).rows("PRAGMA integrity_check") { row throws(SQLiteError) in
            row.text(0)
        }
        #expect(state == ["ok"])
        // All of an answer or none of it.
        #expect(
            try count(
                "SELECT count(*) FROM body WHERE feed = 1 AND (SELECT count(*) FROM day WHERE body = body.id) = 0",
                program
            ) == 0
        )
        #expect(try await program("week", "춘천").status == 0)
    }
}
