import Foundation
import StubUpstream
import TestSupport
import Testing

@Suite("The cache folder of the command line", .takesSlots(programs: 2, listeners: 1))
struct CacheFolderTests {
    private static let noon = Date(timeIntervalSince1970: 1_791_093_600)

    @Test("Six programs at once print the same answer, call each feed once and leave every file whole")
    func sixAtOnce() async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.fault(.late(milliseconds: 100))
        let program = try Program(upstream)
        let runs = try (1...6).map { _ in try program.start(["week", "--area", "서울", "--format", "csv"]) }
        var answers: Set<String> = []
        for run in runs {
            let outcome = try await run.outcome()
            #expect(outcome.status == 0)
            #expect(outcome.standardError.isEmpty)
            answers.insert(outcome.output)
        }
        #expect(answers.count == 1)
        let calls = Dictionary(grouping: upstream.requests, by: \.target).mapValues(\.count)
        #expect(calls.filter { $0.value != 1 } == [:])
        #expect(try StoredFiles(below: program.cache).damaged == [])
        #expect(try StoredFiles(below: program.cache).callsCounted == upstream.requests.count)

        upstream.forgetRequests()
        #expect(try await program("week", "--area", "서울", "--format", "csv").output == answers.first)
        #expect(upstream.requests.isEmpty)
    }

    @Test(
        "A second week calls KMA after the next issue, OpenWeather after ten minutes, warnings after five"
    )
    func secondWeek() async throws {
        let upstream = try Upstream(now: Self.noon)
        var program = try Program(upstream)
        let first = try await program("week", "--area", "서울")
        upstream.forgetRequests()
        program.environment["KMA_NOW"] = "2026-10-04T15:09:59+09:00"
        let second = try await program("week", "--area", "서울")
        #expect(upstream.requests.allSatisfy { $0.endpoint?.service == .warnings })
        #expect(second.lines.dropFirst() == first.lines.dropFirst())
    }

    @Test(
        "A program killed while it fetches leaves no torn file, and the next one succeeds",
        arguments: [SIGTERM, SIGKILL, SIGINT]
    )
    func killed(signal: Int32) async throws {
        let upstream = try Upstream(now: Self.noon)
        // Some feeds are kept by then, others in the middle of their bodies.
        upstream.fault(.slow(milliseconds: 40), on: [.shortTerm, .forecast])
        let program = try Program(upstream, ["KMA_TIMEOUT": "300"])
        let run = try program.start(["week", "--area", "서울"])
        try await until("six requests") { upstream.requests.count >= 6 }
        run.signal(signal)
        let outcome = try await run.outcome()
        #expect(outcome.status == 128 + signal)
        #expect(outcome.output.isEmpty)
        #expect(try StoredFiles(below: program.cache).damaged == [])

        upstream.clearFaults()
        let next = try await program("week", "--area", "서울")
        #expect(next.status == 0)
        #expect(next.standardError.isEmpty)
        #expect(try StoredFiles(below: program.cache).damaged == [])
    }

    @Test("A program killed at any moment leaves no torn file", arguments: 0..<(runsLongTests ? 12 : 4))
    func killedAnytime(step: Int) async throws {
        let upstream = try Upstream(now: Self.noon)
        let program = try Program(upstream)
        let run = try program.start(["week", "--area", "서울"])
        try await until("a request") { !upstream.requests.isEmpty }
        try await settle(for: .milliseconds((runsLongTests ? 4 : 12) * step))
        run.signal(SIGKILL)
        _ = try await run.outcome()
        #expect(try StoredFiles(below: program.cache).damaged == [])
        #expect(try await program("week", "--area", "서울").status == 0)
    }

    @Test("A full disk does not lose the answer, and doctor reports it")
    func fullDisk() async throws {
        let upstream = try Upstream(now: Self.noon)
        let program = try Program(upstream)
        // No file may grow past nothing, as on a disk without room; what is printed goes through a pipe.
        let run = try await program.shell(
            "trap '' XFSZ; (ulimit -f 0; kma week --area 서울 2>&1) | cat; exit ${PIPESTATUS[0]}"
        )
        #expect(run.status == 0)
        #expect(run.output.contains("서울특별시"))
        #expect(try TemporaryFolder.files(below: program.cache).values.allSatisfy { $0.isEmpty })
        let check = try await program.shell("trap '' XFSZ; (ulimit -f 0; kma doctor) | cat")
        #expect(check.output.contains("! 캐시"))
    }

    @Test(
        "A folder that cannot be created does not lose the answer, and is told once",
        arguments: ["/dev/null/kma", "/proc/kma"]
    )
    func noFolder(path: String) async throws {
        let upstream = try Upstream(now: Self.noon)
        let program = try Program(upstream, ["KMA_CACHE_DIR": path])
        let run = try await program("week", "--area", "서울")
        #expect(run.status == 0)
        #expect(run.standardError.split(separator: "\n").count == 1)
        #expect(run.standardError.hasPrefix("kma: \(path)에 쓸 수 없습니다("))
        #expect(try await program("week", "--area", "서울", "--quiet").standardError.isEmpty)
    }

    #if os(Linux)
    @Test("Without SQLite's library the answer is printed all the same, and what is missing is told once")
    func noLibrary() async throws {
        let upstream = try Upstream(now: Self.noon)
        let libraries = try TemporaryFolder()
        // The first that is found; it is no library.
        try libraries.write("none", to: "libsqlite3.so.0")
        let program = try Program(upstream, ["LD_LIBRARY_PATH": libraries.path])
        let run = try await program.process("week", "--area", "서울")
        #expect(run.status == 0)
        #expect(run.output.contains("서울특별시"))
        #expect(run.standardError.split(separator: "\n").count == 1)
        #expect(run.standardError.contains("libsqlite3-0"))
        #expect(try await program.process("doctor").output.contains("libsqlite3-0"))
        // Samples are stored nowhere.
        let sample = try await program.process("week", "--area", "서울", "--sample")
        #expect(!sample.standardError.contains("libsqlite3"))
    }
    #endif

    @Test(
        "A run whose clock is a month ahead costs those of the right time no answer, no count and no cooldown"
    )
    func clockAhead() async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.fault(.header(.quota), on: .outlook, times: 1)
        var program = try Program(upstream)
        let before = try await program("week", "--area", "서울", "--json")
        #expect(try await program("outlook", "--area", "서울").status != 0)
        program.environment["KMA_NOW"] = "2026-11-04T15:00:00+09:00"
        _ = try await program("hours", "--area", "부산")
        _ = try await program("hours", "--area", "서울")
        program.environment["KMA_NOW"] = Program.now
        upstream.forgetRequests()
        let after = try await program("week", "--area", "서울", "--json")
        #expect(after.status == before.status)
        #expect(try await program("outlook", "--area", "서울").status != 0)
        #expect(upstream.requests.map(\.target) == [])
    }

    @Test("The folder is below XDG_CACHE_HOME where it is set, else below the home")
    func folder() async throws {
        let upstream = try Upstream(now: Self.noon)
        var program = try Program(upstream)
        _ = try await program("outlook", "--area", "서울")
        #expect(try StoredFiles(below: program.folder.path + "/.cache/kma").answers.count == 1)
        program.environment["XDG_CACHE_HOME"] = program.folder.path + "/xdg"
        _ = try await program("outlook", "--area", "서울")
        #expect(try StoredFiles(below: program.folder.path + "/xdg/kma").answers.count == 1)
    }

    @Test("--no-cache neither reads nor writes the folder, and --max-age fetches what is older anew")
    func withoutCache() async throws {
        let upstream = try Upstream(now: Self.noon)
        let program = try Program(upstream)
        for _ in 1...2 { _ = try await program("outlook", "--area", "서울", "--no-cache") }
        #expect(upstream.count(of: .outlook) == 2)
        #expect(try StoredFiles(below: program.cache).answers.isEmpty)
        _ = try await program("outlook", "--area", "서울")
        _ = try await program("outlook", "--area", "서울", "--max-age", "3600")
        #expect(upstream.count(of: .outlook) == 3)
        _ = try await program("outlook", "--area", "서울", "--max-age", "0")
        #expect(upstream.count(of: .outlook) == 4)
    }
}
