import Foundation
import StubUpstream
import TestSupport
import Testing

@Suite("Standard output and standard error", .takesSlots(programs: 1, listeners: 1))
struct OutputTests {
    private static let noon = Date(timeIntervalSince1970: 1_791_093_600)
    private static let commands = [
        ["week"], ["now"], ["hours"], ["theme"], ["outlook"], ["week", "--json"], ["now", "--json"],
        ["hours", "--json"], ["theme", "--json"], ["outlook", "--json"], ["week", "--format", "csv"],
        ["now", "--format", "csv"], ["hours", "--format", "csv"], ["theme", "--format", "csv"],
        ["outlook", "--format", "csv"], ["week", "--format", "line"], ["now", "--format", "line"],
        ["theme", "--date", "2026-10-08"],
    ]

    @Test(
        "A sample is marked on standard error in both languages, and never in the answer",
        arguments: zip(commands, commands.indices.map { $0 % 2 == 0 ? "ko" : "en" })
    )
    func sample(command: [String], language: String) async throws {
        let run = try await Program().run(command + ["--area", "서울", "--sample", "--lang", language])
        #expect(run.status == 0)
        #expect(!run.output.isEmpty)
        #expect(run.output.last?.isNewline == true)
        #expect(run.standardError.contains(language == "ko" ? "예시 자료(표본 자료)" : "Sample data, not"))
        #expect(run.lines.allSatisfy { !$0.contains("표본") && !$0.contains("예시") })
    }

    @Test("A feed of which one of two answers failed is named on standard error, and the rest is shown")
    func partial() async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.fault(.header(.database), on: .nextHours)
        let run = try await Program(upstream)("now", "--area", "서울")
        #expect(run.status == 0)
        #expect(run.standardError.contains("기상청 초단기실황·예보 일부 없음"))
    }

    @Test("Every source of a sample has the status sample", arguments: ["week", "now", "hours", "outlook"])
    func sampleSources(command: String) async throws {
        let answer = try await object(Program()(command, "--area", "서울", "--sample", "--json").output)
        let sources = try #require(answer["sources"] as? [[String: Any]])
        #expect(!sources.isEmpty)
        #expect(sources.allSatisfy { $0["status"] as? String == "sample" })
    }

    @Test(
        "A live answer without gaps leaves standard error empty",
        arguments: ["week", "now", "hours", "theme", "outlook"]
    )
    func quiet(command: String) async throws {
        let upstream = try Upstream(now: Self.noon)
        let run = try await Program(upstream)(command, "--area", "부산")
        #expect(run.status == 0)
        #expect(!run.output.isEmpty)
        #expect(run.standardError.isEmpty)
    }

    @Test("--verbose lists every feed on standard error and changes nothing in the answer")
    func verbose() async throws {
        let upstream = try Upstream(now: Self.noon)
        let program = try Program(upstream)
        let quiet = try await program("week", "--area", "부산")
        let verbose = try await program("week", "--area", "부산", "--verbose")
        #expect(verbose.output == quiet.output)
        for feed in [
            "kma.mid_temperature", "kma.mid_land", "kma.short", "kma.nowcast", "openweather.current",
        ] {
            #expect(verbose.standardError.contains(feed))
        }
        #expect(verbose.standardError.contains("cached"))
    }

    @Test(
        "No key is printed or stored, whatever command runs and whatever fails",
        arguments: [Fault?.none, .header(.keyNotRegistered), .openWeather(.badKey, cod: .string)]
    )
    func noKeyShown(fault: Fault?) async throws {
        let upstream = try Upstream(now: Self.noon)
        if let fault { upstream.fault(fault) }
        let program = try Program(upstream)
        for (command, format) in [
            ("week", "table"), ("now", "json"), ("doctor", "table"), ("doctor", "json"),
        ] {
            let place = command == "doctor" ? [] : ["--area", "서울"]
            let run = try await program.run([command, "--format", format, "--verbose"] + place)
            for key in [upstream.keys.portal, upstream.keys.openWeather, "Ab%2BCd"] {
                #expect(!run.output.contains(key) && !run.standardError.contains(key))
            }
        }
        for (name, contents) in try TemporaryFolder.files(below: program.cache) {
            let text = name + String(decoding: contents, as: UTF8.self)
            #expect(
                !text.contains(upstream.keys.openWeather) && !text.contains("Ab+Cd")
                    && !text.contains("Ab%2BCd")
            )
        }
        #expect(upstream.leaks.isEmpty)
    }

    @Test("Output to a pipe has no colour, whatever TERM and COLORTERM say")
    func noColorInPipe() async throws {
        let run = try await Program(["TERM": "xterm-256color", "COLORTERM": "truecolor"])(
            "week",
            "--area",
            "서울",
            "--sample"
        )
        #expect(!run.output.contains("\u{1B}"))
        #expect(!run.standardError.contains("\u{1B}"))
    }

    @Test("Output to a terminal is coloured and has the same text")
    func color() async throws {
        let settings = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
        let program = try Program(settings)
        let terminal = try PseudoTerminal(columns: 80)
        _ = try await program.start(["week", "--area", "서울", "--sample"], terminal: terminal.end).outcome()
        let painted = await terminal.text()
        #expect(painted.contains("\u{1B}["))
        #expect(painted.contains("48;2;"), "the theme's own colour stands behind the heading")
        let plain = try await program("week", "--area", "서울", "--sample")
        #expect(painted.uncolored == plain.standardError + plain.output)
    }

    @Test(
        "NO_COLOR or a dumb terminal turns colours off",
        arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]]
    )
    func colorForbidden(settings: [String: String]) async throws {
        let program = try Program(["COLORTERM": "truecolor"].merging(settings) { _, given in given })
        let text = try await program.onTerminal(columns: 80, "week", "--area", "서울", "--sample")
        #expect(text.contains("서울특별시"))
        #expect(!text.contains("\u{1B}"))
    }

    @Test("Progress is shown on a terminal and erased before the answer")
    func progress() async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.fault(.late(milliseconds: 1_200))
        let program = try Program(upstream, ["TERM": "xterm"])
        let text = try await program.onTerminal(columns: 80, "week", "--area", "서울")
        let parts = text.components(separatedBy: "\r\u{1B}[K")
        #expect(parts.count > 2)
        #expect(parts[1].hasPrefix("기다리는 중: ") && parts[1].hasSuffix(" (0/9)"))
        #expect(parts[0].isEmpty)
        let answer = try #require(parts.last)
        #expect(!answer.contains("기다리는 중"))
        #expect(answer.uncolored.hasPrefix(" 서울특별시"))
    }

    @Test("No progress is written where standard error is not a terminal")
    func noProgressInPipe() async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.fault(.late(milliseconds: 1_200), on: .outlook)
        #expect(try await Program(upstream)("outlook", "--area", "서울").standardError.isEmpty)
    }

    private func object(_ json: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }
}
