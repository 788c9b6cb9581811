import TestSupport
import Testing

@Suite("Places as arguments", .takesSlots(programs: 1))
struct PlaceArgumentTests {
    @Test("A place may be an argument, an option or the setting, with or without the command")
    func ways() async throws {
        let usual = try await Program()("week", "분당구", "--sample").output
        for arguments in [
            ["week", "--area", "성남시 분당구"], ["성남", "분당구"], ["week", "성남", "분당구"], ["-a", "분당"], ["Bundang"],
        ] {
            let run = try await Program().run(arguments + ["--sample"])
            #expect(run.status == 0 && run.output == usual, "\(arguments)")
        }
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

    @Test("Places may stand apart by commas, in one word or in several")
    func commas() async throws {
        let usual = try await Program()("now", "-a", "서울", "-a", "부산", "-s", "-f", "line").output
        for words in [["서울, 부산"], ["서울,부산"], ["서울,", "부산"], ["서울", "부산"], ["Seoul, Busan"]] {
            let run = try await Program().run(["now"] + words + ["-s", "-f", "line"])
            #expect(run.status == 0 && run.output == usual, "\(words)")
        }
    }

    @Test(
        "A coordinate as a map or another program gives it is one place, whatever commas it has",
        arguments: [
            "37.5,127.0", "geo:37.5,127.0", "geo:37.5,127?z=12", "https://www.google.com/maps/@37.5,127,15z",
            "https://map.kakao.com/link/map/37.5,127.0", "북위 37.5, 동경 127",
        ]
    )
    func coordinates(text: String) async throws {
        let usual = try await Program()("now", "--lat", "37.5", "--lon", "127", "-s", "-f", "line").output
        let run = try await Program()("now", text, "-s", "-f", "line")
        #expect(run.status == 0 && run.output == usual, "\(run.standardError)")
    }

    @Test("A place that is unknown beside others is told, and the others are answered")
    func oneUnknown() async throws {
        let run = try await Program()("now", "서울", "없는곳", "부산", "-s", "-f", "line")
        #expect(run.output == (try await Program()("now", "서울", "부산", "-s", "-f", "line")).output)
        #expect(run.status == 66 && run.standardError.contains("‘없는곳’"))
    }

    @Test(
        "Where one place of two is known, the answer has the form of several, which a program expects",
        arguments: ["now", "alerts", "history"]
    )
    func formOfSeveral(command: String) async throws {
        for (format, beginning) in [("json", "[\n{"), ("csv", "place,"), ("line", "서울")] {
            let run = try await Program()(command, "서울", "없는곳", "-s", "-f", format)
            #expect(run.output.hasPrefix(beginning) && run.status == 66, "\(format)")
        }
    }

    @Test("A fault of the default place is reported with the setting, and with its file")
    func setting() async throws {
        let run = try await Program(["KMA_AREA": "없는곳"])("now", "-s")
        #expect(run.status == 66 && run.standardError.hasPrefix("kma: KMA_AREA: ‘없는곳’이라는 지역이"))
        let program = try Program()
        try program.folder.write("KMA_AREA=없는곳", to: ".env")
        let other = try await program("now", "-s")
        #expect(other.status == 66 && other.standardError.contains(/^kma: KMA_AREA \(.*\.env\): ‘없는곳’/))
    }

    @Test("Settings and options take the names of languages in any case of letters")
    func language() async throws {
        let usual = try await Program()("now", "서울", "-s", "-l", "en").output
        for arguments in [["-l", "EN"], ["--lang=En"], ["--lang", "English"], ["-l", "영어"]] {
            #expect(try await Program().run(["now", "서울", "-s"] + arguments).output == usual)
        }
        #expect(try await Program(["KMA_LANG": "EN"])("now", "서울", "-s").output == usual)
    }

    @Test("A search without a result is an empty list in JSON and CSV, and an error in a table")
    func noAreas() async throws {
        let json = try await Program()("areas", "없는곳", "--json")
        #expect(
            json.status == 66 && json.output.contains("\"areas\": []") && json.standardError.contains("없는곳")
        )
        let table = try await Program()("areas", "없는곳")
        #expect(table.status == 66 && table.output.isEmpty)
    }

    @Test("Colours come as --color says, and else as the environment says")
    func colors() async throws {
        let plain = try await Program()("서울", "-s").output
        let colored = try await Program()("서울", "-s", "--color", "always").output
        #expect(!plain.contains("\u{1B}[") && colored.contains("\u{1B}["))
        for name in ["CLICOLOR_FORCE", "FORCE_COLOR"] {
            #expect(try await Program([name: "1"])("서울", "-s").output == colored)
            #expect(try await Program([name: "1", "NO_COLOR": "1"])("서울", "-s").output == plain)
            #expect(try await Program([name: "1"])("서울", "-s", "--color=never").output == plain)
        }
        for environment in [["TERM": "xterm", "CLICOLOR": "0"], ["TERM": ""], ["TERM": "dumb"]] {
            let text = try Program(environment)
            #expect(try await !text.onTerminal(columns: 80, "서울", "-s").contains("\u{1B}[3"))
        }
    }

    @Test(
        "Several places are answered in the order asked, in every format",
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

    @Test("An option that a message adds stands before the words behind --")
    func wayOut() async throws {
        let run = try await Program(["KMA_LANG": "ko"]).run(["--", "부산"])
        #expect(run.standardError.contains("kma --sample -- 부산"), "\(run.standardError)")
    }

    @Test(
        "Messages about places are as their snapshots in both languages",
        arguments: [
            ("ambiguous", ["민락동"]), ("station", ["고성역"]), ("stop", ["덕포항"]), ("shared", ["남산"]),
            ("unknown", ["없는곳"]), ("mistyped", ["성남시", "분단구"]),
            ("command", ["weke"]), ("swapped", ["--lat", "127.1", "--lon", "37.4"]), ("half", ["37.5N"]),
            ("none", ["--sample"]),
            ("consonants", ["ㅅㅇ"]), ("offline", ["서울", "--offline"]), ("first", ["now", "서울 중구"]),
            ("abroad", ["35.68,139.77"]), ("many", Array(repeating: "서울", count: 21)),
            ("more-areas", ["areas", "중구", "-n", "1", "--format", "csv"]),
        ] as [(String, [String])],
        ["ko", "en"]
    )
    func messages(message: (name: String, arguments: [String]), language: String) async throws {
        let run = try await Program(["KMA_LANG": language]).run(message.arguments)
        try Snapshot(name: "message-\(message.name).\(language)").expect(run.standardError)
    }
}
