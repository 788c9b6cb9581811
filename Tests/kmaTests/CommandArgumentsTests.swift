import Testing

@testable import kma

@Suite("Arguments as people give them")
struct CommandArgumentsTests {
    private static let commands = ["week", "now", "hours", "theme", "outlook", "areas", "doctor", "help"]

    private func normalized(_ arguments: String, hasDefaultArea: Bool = false) throws -> [String] {
        try CommandArguments(commands: CommandArgumentsTests.commands, hasDefaultArea: hasDefaultArea)
            .normalized(arguments.split(separator: " ").map(String.init))
    }

    @Test(
        "Options may stand before the command, and without a command the week is meant",
        arguments: [
            ("서울", "week 서울"), ("성남 분당구 --json", "week 성남 분당구 --json"), ("now 판교", "now 판교"),
            ("--lang en now 판교", "now --lang en 판교"), ("-l en -s now 판교 -j", "now -l en -s 판교 -j"),
            ("--lang=en now", "now --lang=en"), ("--area 부산", "week --area 부산"),
            ("--area now --sample", "week --area now --sample"),
            ("--lat 37.4 --lon 127.1", "week --lat 37.4 --lon 127.1"),
            ("--sample", "week --sample"), ("-- now", "week -- now"), ("--json areas 중구", "areas --json 중구"),
            ("help now", "help now"), ("--help", "--help"), ("-h", "-h"), ("--version", "--version"),
            ("--lang en --help", "--lang en --help"), ("now --help", "now --help"),
            ("서울 --help", "서울 --help"),
            ("", ""), ("Seoul", "week Seoul"), ("없는곳", "week 없는곳"),
        ]
    )
    func order(given: String, parsed: String) throws {
        #expect(try normalized(given) == parsed.split(separator: " ").map(String.init))
    }

    @Test("Without arguments the week of the area that is set is meant")
    func defaultArea() throws {
        #expect(try normalized("", hasDefaultArea: true) == ["week"])
    }

    @Test(
        "A word that is no place and a slip away from a command is told, with the command",
        arguments: [
            ("weke", "week"), ("wek", "week"), ("nwo", "now"), ("huors", "hours"), ("Week", "week"),
            ("doktor 서울", "doctor"), ("--lang en outlok", "outlook"),
        ]
    )
    func slips(given: String, nearest: String) {
        let error = #expect(throws: UnknownCommand.self) { try normalized(given) }
        #expect(error?.nearest == nearest)
    }

    @Test("Every option that takes a value is known to take one")
    func optionsWithValue() {
        for command in [
            WeekCommand.helpMessage(), ThemeCommand.helpMessage(), AreasCommand.helpMessage(),
            DoctorCommand.helpMessage(),
        ] {
            for match in command.matches(of: /(?m)^  (?:(-[a-z]), )?(--[a-z-]+) </) {
                #expect(CommandArguments.optionsWithValue.contains(String(match.output.2)))
                if let short = match.output.1 {
                    #expect(CommandArguments.optionsWithValue.contains(String(short)))
                }
            }
        }
    }
}
