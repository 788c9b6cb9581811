import TestSupport
import Testing

@Suite("Places as arguments")
struct PlaceArgumentTests {
    @Test(
        "A place may be an argument, an option or the setting, with or without the command",
        arguments: [
            ["week", "--area", "성남시 분당구"], ["성남", "분당구"], ["week", "성남", "분당구"], ["-a", "분당"], ["Bundang"],
        ]
    )
    func ways(arguments: [String]) async throws {
        let usual = try await Program()("week", "분당구", "--sample").output
        let run = try await Program().start(arguments + ["--sample"]).outcome()
        #expect(run.status == 0)
        #expect(run.output == usual)
    }

    @Test("Without arguments KMA_AREA is shown, and without that the help")
    func noArguments() async throws {
        let set = try Program(["KMA_AREA": "부산"])
        let run = try await set("--sample")
        let usual = try await Program()("week", "부산", "--sample")
        #expect(run.output == usual.output)
        // Without a key there is nothing to show, and the error says of what.
        #expect(try await set().status == 78)
        #expect(try await Program()().output == Program()("--help").output)
    }

    @Test("Options for all commands may stand before the command")
    func optionsFirst() async throws {
        let first = try await Program()("--sample", "--lang", "en", "--json", "now", "서울")
        let last = try await Program()("now", "서울", "-s", "-l", "en", "-j")
        #expect(first.status == 0 && first.output == last.output)
    }

    @Test("--quiet leaves out notices, and --no-color the colours")
    func quiet() async throws {
        let run = try await Program()("서울", "--sample", "--quiet")
        #expect(run.standardError.isEmpty && !run.output.isEmpty)
        let program = try Program(["TERM": "xterm-256color", "COLORTERM": "truecolor"])
        let text = try await program.onTerminal(columns: 80, "week", "서울", "--sample", "--no-color")
        #expect(!text.contains("\u{1B}[3"))
    }

    @Test(
        "Several places are answered in the order asked, in every format",
        .serialized,
        arguments: ["table", "json", "ndjson", "csv", "line"]
    )
    func several(format: String) async throws {
        let run = try await Program()("now", "서울", "부산", "중구", "제주", "--sample", "--format", format)
        #expect(run.status == 0)
        try Snapshot(name: "several.\(format)").expect(run.output)
    }

    @Test(
        "A province says for which city it speaks, and 강원 which city to ask about beside",
        arguments: ["ko", "en"]
    )
    func representative(language: String) async throws {
        let run = try await Program()("now", "강원도", "--sample", "--lang", language)
        try Snapshot(name: "province.\(language)").expect(run.output)
    }

    @Test("A mountain says its height, and that the forecast is not for its summit", arguments: ["ko", "en"])
    func mountain(language: String) async throws {
        let run = try await Program()("now", "설악산", "--sample", "--lang", language)
        try Snapshot(name: "mountain.\(language)").expect(run.output)
    }

    @Test("The JSON of a landmark has its kind and height")
    func landmark() async throws {
        let run = try await Program()("now", "설악산", "--sample", "--json", "--quiet")
        #expect(run.output.contains("\"kind\": \"mountain\""))
        #expect(run.output.contains("\"altitude\": 1708"))
    }

    @Test(
        "Messages about places are as their snapshots in both languages",
        .serialized,
        arguments: [
            ("ambiguous", ["민락동"]), ("station", ["제주역"]), ("unknown", ["없는곳"]), ("mistyped", ["성남시", "분단구"]),
            ("command", ["weke"]), ("swapped", ["127.1,37.4"]), ("half", ["37.5N"]), ("none", ["--sample"]),
            ("abroad", ["35.68,139.77"]), ("many", Array(repeating: "서울", count: 21)),
            ("more-areas", ["areas", "중구", "-n", "1", "--format", "csv"]),
        ] as [(String, [String])],
        ["ko", "en"]
    )
    func messages(message: (name: String, arguments: [String]), language: String) async throws {
        let run = try await Program(["KMA_LANG": language]).start(message.arguments).outcome()
        try Snapshot(name: "message-\(message.name).\(language)").expect(run.standardError)
    }
}
