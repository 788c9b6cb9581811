import TestSupport
import Testing

@Suite("Printed output", .takesSlots(programs: 1))
struct SnapshotTests {
    private static let commands = [
        "", "week", "now", "rain", "hours", "theme", "outlook", "alerts", "nation", "history", "ledger",
        "why", "watch", "areas",
        "doctor",
        "completion", "mcp",
    ]
    private static let answers = [
        "week.table", "week.json", "week.csv", "week.line", "week.waybar", "now.table", "now.json", "now.csv",
        "now.line", "now.waybar",
        "hours.table", "hours.json", "hours.csv", "theme.table", "theme.json", "theme.csv", "theme.line",
        "outlook.table", "outlook.json", "outlook.csv", "history.table", "history.json", "history.csv",
        "history.line", "why.table", "why.json", "why.csv",
    ]

    @Test("Help is as its snapshot in both languages", arguments: commands, ["ko", "en"])
    func help(command: String, language: String) async throws {
        let run = try await Program(["KMA_LANG": language]).run(
            (command.isEmpty ? [] : [command]) + ["--help"]
        )
        #expect(run.status == 0)
        #expect(run.standardError.isEmpty)
        try Snapshot(name: "help\(command.isEmpty ? "" : "-\(command)").\(language)").expect(run.output)
    }

    @Test("--help, -h and the command help print the same", arguments: ["week", "ledger"])
    func waysToHelp(command: String) async throws {
        let long = try await Program()(command, "--help")
        for arguments in [[command, "-h"], ["help", command]] {
            #expect(try await Program().run(arguments).output == long.output)
        }
    }

    @Test("The answer for a place is as its snapshot in every format", arguments: answers)
    func answer(name: String) async throws {
        let words = name.split(separator: ".").map(String.init)
        let run = try await Program()(words[0], "--area", "경기도", "--sample", "--format", words[1])
        #expect(run.status == 0)
        try Snapshot(name: name).expect(run.output)
    }

    @Test(
        "Answers in English are as their snapshots",
        arguments: ["week", "now", "hours", "outlook", "history"]
    )
    func english(command: String) async throws {
        let run = try await Program()(command, "--area", "Gyeonggi", "--sample", "--lang", "en")
        try Snapshot(name: "\(command).en").expect(run.output)
    }

    @Test("Answers of winter are as their snapshots", arguments: ["week", "hours"])
    func winter(command: String) async throws {
        let program = try Program(["KMA_NOW": "2027-01-20T18:30:00+09:00"])
        let run = try await program(command, "--area", "강원특별자치도 평창군 대관령면", "--sample")
        try Snapshot(name: "\(command).winter").expect(run.output)
    }

    @Test(
        "Weather warnings are as their snapshots: of the whole country, of a place, and above its week",
        arguments: ["table", "csv", "line", "json"]
    )
    func alerts(format: String) async throws {
        let program = try Program(["KMA_NOW": "2027-01-27T18:30:00+09:00"])
        let nation = try await program("alerts", "--sample", "--format", format)
        try Snapshot(name: "alerts.\(format)").expect(nation.output)
        let place = try await program("alerts", "철원군", "--sample", "--format", format, "--lang", "en")
        try Snapshot(name: "alerts-place.\(format)").expect(place.output)
        guard format == "table" else { return }
        let week = try await program("week", "철원군", "--sample")
        try Snapshot(name: "week.alerts").expect(week.output)
    }

    @Test("Yellow dust of spring is as its snapshots", arguments: ["week", "now"])
    func yellowDust(command: String) async throws {
        let program = try Program(["KMA_NOW": "2027-04-28T15:00:00+09:00"])
        let run = try await program(command, "서울", "--sample")
        try Snapshot(name: "\(command).yellow-dust").expect(run.output)
    }

    @Test("The week on narrow and wide terminals is as its snapshots", arguments: [44, 60, 120])
    func widths(columns: Int) async throws {
        let program = try Program(["COLUMNS": "\(columns)"])
        let run = try await program("week", "--area", "경기도", "--sample")
        try Snapshot(name: "week.\(columns)-columns").expect(run.output)
    }

    @Test("Answers on a terminal with colours are as their snapshots", arguments: ["week", "now", "hours"])
    func colors(command: String) async throws {
        let program = try Program(["TERM": "xterm-256color", "COLORTERM": "truecolor"])
        let text = try await program.onTerminal(columns: 80, command, "--area", "경기도", "--sample")
        try Snapshot(name: "\(command).colors").expect(text.replacing("\u{1B}", with: "␛"))
    }

    @Test("The areas of a name are as their snapshots", arguments: ["table", "json", "csv"])
    func areas(format: String) async throws {
        let run = try await Program()("areas", "중구", "--limit", "7", "--format", format)
        try Snapshot(name: "areas.\(format)").expect(run.output)
    }

    @Test("Areas without a name are the provinces; with a name at most twenty rows are printed")
    func areaCounts() async throws {
        let provinces = try await Program()("areas", "--format", "csv")
        let districts = provinces.lines.dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false)[3]
        }
        #expect(districts.count > 15)
        #expect(districts.allSatisfy { $0.isEmpty })
        #expect(try await Program()("areas", "동", "--format", "csv").lines.count == 21)
        #expect(try await Program()("areas", "동", "--limit", "50", "--format", "csv").lines.count == 51)
    }

    @Test("The completion script of a shell is valid in that shell", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) async throws {
        let program = try Program()
        let script = try await program("completion", shell)
        #expect(script.status == 0)
        #expect(script.output.contains("completion --words --"))
        try program.folder.write(script.output, to: "completions")
        let check = try await program.shell(
            "command -v \(shell) > /dev/null || exit 0; \(shell) -n completions"
        )
        #expect(check.status == 0)
        #expect(check.standardError.isEmpty)
    }
}
