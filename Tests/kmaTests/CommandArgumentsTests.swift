import Rendering
import Testing

@testable import CommandLineSupport
@testable import kma

@Suite("Arguments as people give them")
struct CommandArgumentsTests {
    private static let commands = [
        "week", "now", "rain", "alerts", "nation", "hours", "theme", "outlook", "watch", "areas", "doctor",
        "help",
    ]

    private func normalized(_ arguments: String, hasDefaultArea: Bool = false) throws -> [String] {
        try CommandArguments(commands: CommandArgumentsTests.commands, hasDefaultArea: hasDefaultArea)
            .normalized(arguments.split(separator: " ").map(String.init))
    }

    private static let commandLines: [(given: String, parsed: String)] = [
        ("서울", "week 서울"), ("성남 분당구 --json", "week 성남 분당구 --json"), ("now 판교", "now 판교"),
        ("--lang en now 판교", "now --lang en 판교"), ("-l en -s now 판교 -j", "now -l en -s 판교 -j"),
        ("--lang=en now", "now --lang=en"), ("--area 부산", "week --area 부산"),
        ("--area now --sample", "week --area now --sample"),
        ("--lat 37.4 --lon 127.1", "week --lat 37.4 --lon 127.1"),
        ("--sample", "week --sample"), ("--sample now 판교", "now --sample 판교"), ("-- now", "week -- now"),
        ("--json areas 중구", "areas --json 중구"),
        ("help now", "help now"), ("help", "--help"), ("help help", "--help"), ("help -l en", "--help"),
        ("help -l en now", "help now"), ("HELP 비", "help rain"), ("version", "--version"),
        ("-V", "--version"),
        ("Now 서울", "now 서울"), ("WEEK", "week"), ("-s Now 서울", "now -s 서울"), ("지금 서울", "now 서울"),
        ("비 부산 --within 3h", "rain 부산 --within 3h"), ("시간별 제주", "hours 제주"), ("주간 서울", "week 서울"),
        ("전망", "outlook"), ("테마 서울", "theme 서울"), ("지역 중구", "areas 중구"), ("점검", "doctor"),
        ("특보", "alerts"), ("전국", "nation"), ("알림 서울 --when 특보", "watch 서울 --when 특보"),
        ("--when 특보 알림 서울", "watch --when 특보 서울"),
        ("기록 서울", "history 서울"), ("정확도", "accuracy"), ("적중 서울", "accuracy 서울"), ("이유 서울", "why 서울"),
        ("--help", "--help"), ("-h", "-h"), ("--version", "--version"),
        ("--lang en --help", "--lang en --help"), ("now --help", "now --help"),
        ("서울 --help", "서울 --help"),
        // A Korean command that begins a question is a word of it.
        ("비 많이 와?", "rain 비 많이 와?"), ("지금 추워?", "week 지금 추워?"), ("지금 눈 와?", "rain 지금 눈 와?"),
        ("특보 있어?", "alerts 특보 있어?"), ("비 서울 내일", "rain 서울 내일"),
        ("", ""), ("Seoul", "week Seoul"), ("없는곳", "week 없는곳"),
    ]

    @Test(
        "Options may stand before the command, and without a command the week is meant",
        arguments: commandLines
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
            ("weke", "week"), ("wek", "week"), ("nwo", "now"), ("huors", "hours"), ("help weke", "week"),
            ("doktor 서울", "doctor"), ("--lang en outlok", "outlook"),
        ]
    )
    func slips(given: String, nearest: String) {
        let error = #expect(throws: UnknownCommand.self) { try normalized(given) }
        #expect(error?.nearest == nearest)
    }

    @Test("A word behind help that is no command is told, also where it is like none")
    func unknownHelp() {
        let error = #expect(throws: UnknownCommand.self) { try normalized("help moon") }
        #expect(error == UnknownCommand(name: "moon", nearest: nil))
    }

    @Test("The options that take a value are those of the parser, of every command, and a flag of none")
    func optionsWithValue() throws {
        let arguments = try KMA.help().subcommands.flatMap(\.arguments)
        let options = Set(arguments.filter { $0.kind == .option }.flatMap(\.spellings))
        let flags = arguments.filter { $0.kind == .flag }.flatMap(\.spellings)
        #expect(CommandArguments.optionsWithValue == options.subtracting(flags))
    }

    @Test("The formats of help are those that a command's answer can be printed in")
    func formats() {
        #expect(WeekCommand.formats == Format.allCases)
        #expect(RainCommand.formats == [.line, .table, .json, .ndjson])
        #expect(AlertsCommand.formats == [.table, .json, .ndjson, .csv, .line])
        #expect(AreasCommand.formats == [.table, .json, .csv])
        #expect(DoctorCommand.formats == [.table, .json])
    }
}
