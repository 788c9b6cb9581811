import Forecast
import Foundation
import KMAForecast
import StubUpstream
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Record of the command line", .takesSlots(programs: 2, listeners: 1))
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

    @Test(
        "An answer that cannot be written is recorded by every command that fetched it",
        arguments: ["week 서울", "alerts", "nation"]
    )
    func unwritten(_ arguments: String) async throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let upstream = try Upstream(now: LedgerFileTests.now)
        let program = try Program(upstream)
        #expect(try await program.shell("kma \(arguments) > /dev/full").status != 0)
        let rows = try database(program).rows("SELECT count(*) FROM body") { row throws(SQLiteError) in
            row.text(0)
        }
        #expect(rows != ["0"], "\(rows)")
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
        var texts = files.values.map { $0 }
        for packed in try database.rows(
            "SELECT answer FROM body",
            read: { row throws(SQLiteError) in row.blob(0) }
        ) {
            texts.append(Data(try #require(Gzip.unpacked(packed))))
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
        #expect(try await program.run(["week", "서울"] + options).status == 0)
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
        "Another program's file as the record is a setting to mend: 78, no call, and the file stays"
    )
    func foreign() async throws {
        let upstream = try Upstream(now: LedgerFileTests.now)
        var program = try Program(upstream)
        try program.folder.write(String(repeating: "alias ll='ls -l'\n", count: 200), to: "notes.db")
        let path = program.folder.path + "/notes.db"
        program.environment["KMA_LEDGER"] = path
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        for arguments in [
            ["week", "서울"], ["history", "서울"], ["nation"], ["alerts"], ["ledger"], ["ledger", "export"],
        ] {
            let run = try await program.run(arguments)
            #expect(run.status == 78, "\(arguments)")
            #expect(run.output.isEmpty)
            #expect(run.standardError.split(separator: "\n").count == 1, "\(run.standardError)")
        }
        #expect(upstream.requests.isEmpty)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(try await program("week", "서울", "--no-cache").status == 0)
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
        case "damaged": try damage(path)
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
        // A process, because a library is loaded once.
        let run = try await program.process("week", "부산", "--json")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("{") && run.output.matches(of: #/"temperature_max": -?[0-9]/#).count > 9)
        #expect(!run.standardError.isEmpty)
        if fault != "without SQLite" { #expect(run.standardError.contains("ledger")) }
        if fault == "damaged" {
            #expect(program.folder.names.contains { $0.contains("ledger.damaged-") })
            #expect(try count("SELECT count(*) FROM body", program) > 0)
        }
        try holder?.run("ROLLBACK")
    }

    /// Damages a record in all pages, but for its head.
    private func damage(_ path: String) throws {
        _ = try Database(path: path, busyTimeout: .seconds(10))?.texts("PRAGMA wal_checkpoint(TRUNCATE)")
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 100)
        try file.write(contentsOf: Data(repeating: 0x5a, count: Int(size) - 100))
        try file.close()
    }

    @Test(
        "Answers kept out of the record by a lock are in the cache, and the next program records them"
    )
    func recordedLater() async throws {
        let upstream = try Upstream(now: LedgerFileTests.now)
        let program = try Program(upstream)
        #expect(try await program("week", "부산").status == 0)
        let holder = try database(program)
        try holder.run("BEGIN EXCLUSIVE")
        let run = try await program("week", "서울")
        #expect(run.status == 0 && run.standardError.contains("다음에 남깁니다"), "\(run.standardError)")
        #expect(!run.standardError.contains("off"))
        try holder.run("ROLLBACK")
        upstream.forgetRequests()
        #expect(try await program("outlook", "부산").status == 0)
        #expect(upstream.requests.count <= 1)
        #expect(try count("SELECT count(*) FROM body WHERE subject = '11B10101'", program) == 1)
        // At rest, all of KMA's answers in the cache are in the record.
        let cached = try StoredFiles(below: program.cache).answers.filter { name, _ in
            ["kma.mid", "kma.short", "kma.outlook"].contains { name.contains("/" + $0) }
        }
        let kept = try database(program).rows("SELECT answer FROM body") { row throws(SQLiteError) in
            row.blob(0)
        }
        .compactMap(Gzip.unpacked)
        for (name, file) in cached {
            let body = file[try #require(file.firstIndex(of: UInt8(ascii: "\n")))...].dropFirst()
            #expect(kept.contains { $0.elementsEqual(body) }, "\(name)")
        }
    }

    @Test(
        "A record that cannot be read is an error of all that read it, and stays as it is",
        arguments: ["damaged", "newer", "without SQLite", "forbidden", "another's"]
    )
    func unreadable(_ fault: String) async throws {
        let upstream = try Upstream(now: LedgerFileTests.now)
        var program = try Program(upstream)
        #expect(try await program("week", "서울").status == 0)
        let path = program.folder.path + "/.local/state/kma/ledger.db"
        _ = try database(program).texts("PRAGMA wal_checkpoint(TRUNCATE)")
        switch fault {
        case "damaged": try damage(path)
        case "newer": try database(program).run("PRAGMA user_version = 99")
        case "without SQLite":
            try FileManager.default.createDirectory(
                atPath: program.folder.path + "/libraries",
                withIntermediateDirectories: true
            )
            try program.folder.write("none", to: "libraries/libsqlite3.so.0")
            program.environment["LD_LIBRARY_PATH"] = program.folder.path + "/libraries"
        case "forbidden":
            program.environment["KMA_LEDGER"] = String(repeating: "x", count: 300) + "/ledger.db"
        default: try Data("export PATH\n".utf8).write(to: URL(fileURLWithPath: path))
        }
        let before = FileManager.default.contents(atPath: path)
        for command in [["ledger", "export"], ["ledger"], ["history", "서울"], ["accuracy", "서울"]] {
            // A process, because a library is loaded once.
            let isProcess = fault == "without SQLite"
            let run = try await isProcess ? program.start(command).outcome() : program.run(command)
            #expect(run.status == (fault == "another's" ? 78 : 69), "\(command) \(run)")
            #expect(!run.standardError.isEmpty)
        }
        if fault != "newer" {
            #expect(FileManager.default.contents(atPath: path) == before)
        }
        #expect(!program.folder.names.contains { $0.contains("damaged") })
    }

    @Test("Programs that write at once lose nothing, and one that is killed leaves a whole file")
    func shared() async throws {
        let upstream = try Upstream(now: LedgerFileTests.now)
        let program = try Program(upstream)
        let places = ["서울", "부산", "대구", "제주"]
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for place in places {
                group.addTask { try await program.process("week", place).status }
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
        for (index, place) in ["춘천", "청주", "전주", "창원"].enumerated() {
            let running = try program.start(["week", place])
            // At another moment each time: while it starts, fetches, prints, writes.
            try await settle(for: .milliseconds(60 + index * 150))
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
