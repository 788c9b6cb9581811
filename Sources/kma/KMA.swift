import ArgumentParser
import CommandLineSupport
import Rendering
import Settings
import CLibrary
import Feeds
import Forecast
import KMAForecast
import Regions

@main struct KMA: AsyncParsableCommand, CommandLineProgram {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "kma",
            abstract: localized("한국의 오늘부터 11일간 날씨.", "Korea's weather, today and the next ten days."),
            usage: localized("kma [지역 …] [옵션]\nkma <명령> [지역 …] [옵션]", "kma [place …] [options]\nkma <command> [place …] [options]"),
            discussion: localized(
                """
                예:
                  kma 서울                            서울의 11일간 날씨
                  kma now 성남 분당구                 현재 날씨
                  kma rain 부산 --within 3h           세 시간 안에 비가 오는지
                  kma hours 37.38,127.12              좌표로, 시간대별
                  kma week 서울 부산 제주             여러 곳
                  kma theme 부산                      배경 테마와 색을 한 줄로
                  kma 제주 --sample                   인증키 없이 예시 자료로
                  kma '내일 서울 비와?'               말하듯이

                설명서: man kma, 저장소의 docs/cli.md. 잘못된 점은 저장소의 Issues에 kma --version과 함께 알려 주세요.
                """,
                """
                Examples:
                  kma Seoul --lang en                 eleven days
                  kma now Bundang-gu                  the weather now
                  kma rain Busan --within 3h          whether it rains in three hours
                  kma hours 37.38,127.12              by coordinate, hour by hour
                  kma week Seoul Busan Jeju           several places
                  kma theme Busan                     background theme and colour in one line
                  kma Jeju --sample                   sample data, no key
                  kma 'rain in Seoul tomorrow?'       as people say it

                Manual: man kma, docs/cli.en.md of the repository. Report bugs to its Issues, with the output of kma --version.
                """
            ),
            version: Version.current,
            subcommands: commands.map(\.type)
        )
    }

    static let commands: [(name: String, type: any KMACommand.Type)] = {
        let types: [any KMACommand.Type] = [
            WeekCommand.self, NowCommand.self, RainCommand.self, HoursCommand.self, ThemeCommand.self, OutlookCommand.self, AlertsCommand.self,
            NationCommand.self, HistoryCommand.self, AccuracyCommand.self, LedgerCommand.self, WhyCommand.self, WatchCommand.self, AreasCommand.self,
            DoctorCommand.self, CompletionCommand.self, MCPCommand.self,
        ]
        return types.map { ($0.texts.name, $0) }
    }()

    static func main() async {
        // A closed reader is an error of the write, and ends nothing.
        signal(SIGPIPE, SIG_IGN)
        end(await run())
    }

    static func run() async -> Int32 {
        var named: (any KMACommand.Type)?
        var isRunning = false
        do {
            let arguments = try arguments()
            let name = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
            named = commands.first { $0.name == name }?.type
            if named is any ForecastCommand.Type { Task.detached { Forecaster.prepare() } }
            var command = try parsed(arguments, by: arguments.first == "help" ? nil : named)
            isRunning = true
            if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
            return ExitStatus.success.rawValue
        } catch { return report(error, in: named, hasRun: isRunning, columns: Terminal.current().columns) }
    }

    /// Builds no other command; the root handles refusals and help.
    private static func parsed(_ arguments: [String], by named: (any ParsableCommand.Type)?) throws -> any ParsableCommand {
        if let named, let command = try? named.parseAsRoot(Array(arguments.dropFirst())), type(of: command) == named { return command }
        return try parseAsRoot(arguments)
    }

    static func help() throws -> CommandHelp { try (Language.current == .korean ? helpInKorean : helpInEnglish).get() }

    // Described once: it takes the parser longer than a cold week.
    private static let helpInKorean = Result { try describe() }
    private static let helpInEnglish = Result { try describe() }

    private static func describe() throws -> CommandHelp {
        var help = try CommandHelp.of(KMA.self)
        for index in help.subcommands.indices {
            let type = commands.first { $0.name == help.subcommands[index].commandName }?.type
            if Language.current == .korean { help.subcommands[index].localizedName = type?.koreanNames.first }
            let arguments = help.subcommands[index].arguments
            for option in arguments.indices where arguments[option].spellings.contains("--format") {
                help.subcommands[index].arguments[option].allValues = Format.allCases.filter(formats(of: type).contains).map(\.rawValue)
            }
        }
        return help
    }

    static func formats(of command: (any ParsableCommand.Type)?) -> [Format] { (command as? any FormattedCommand.Type)?.formats ?? Format.allCases }

    private static func arguments() throws -> [String] {
        let names = commands.map(\.name) + ["help"]
        let given = ProcessContext.current.arguments
        let hasDefaultArea = given.isEmpty ? try Settings.current().area != nil : false
        return try CommandArguments(commands: names, hasDefaultArea: hasDefaultArea).normalized(given)
    }

    static func hint(for error: any ReportableError) -> String? {
        guard let error = error as? ForecastError else { return nil }
        if case .invalidRequest(.swappedCoordinate(let latitude, let longitude)) = error {
            let command = (try? arguments())?.first ?? "week"
            return "kma \(command) --lat \(latitude) --lon \(longitude)"
        }
        if case .invalidRequest(.missingPlace) = error {
            let given = CommandArguments(commands: commands.map(\.name), hasDefaultArea: false).words(in: ProcessContext.current.arguments)
            let typed = (["kma"] + given).joined(separator: " ").filter { !$0.isControl }
            return localized("예: \(typed) 서울. 늘 보는 곳은 KMA_AREA에 넣어 둘 수 있습니다.", "Example: \(typed) Seoul. Set KMA_AREA for a default.")
        }
        if error.decisiveSource?.error?.refusal == .offline {
            return localized("새로 받으려면 --offline을 빼고 다시 해 보세요.", "To fetch data, try again without --offline.")
        }
        if error.code == .keyRejected { return localized("무엇이 잘못되었는지 확인하려면: kma doctor", "To find out what is wrong: kma doctor") }
        guard error.code == .keyMissing else { return nil }
        var words = ProcessContext.current.arguments.map { $0.allSatisfy { $0.isLetter || $0.isNumber || "-_.,=/".contains($0) } ? $0 : "'\($0)'" }
        words.insert("--sample", at: words.firstIndex(of: "--") ?? words.endIndex)
        let sample = (["kma"] + words).joined(separator: " ").filter { !$0.isControl }
        let unused = ProcessContext.current.unusedLines.map { $0.message[.current] + "\n" }.joined()
        return unused
            + localized("인증키 없이 먼저 보려면: \(sample) (점검: kma doctor)", "To try it without a key: \(sample) (to check the settings: kma doctor)")
    }
}

/// Inside a command `exit` is the parser's.
private func end(_ status: Int32) -> Never { exit(status) }

protocol KMACommand: ParsableCommand {
    static var texts: CommandTexts { get }
    static var koreanNames: [String] { get }
    /// Compared by a test: the parser's description takes longer than a cold week.
    static var optionsWithValue: [String] { get }
    static var takes: CommandWords { get }
}

struct CommandWords: OptionSet {
    let rawValue: Int

    static let places = CommandWords(rawValue: 1)
    static let times = CommandWords(rawValue: 2)
}

struct CommandTexts: Sendable {
    typealias Text = (korean: String, english: String)

    let name: String
    let abstract: LocalizedText
    let usage: LocalizedText
    let discussion: LocalizedText

    init(_ name: String, _ abstract: Text, usage: Text, korean: String, english: String) {
        self.name = name
        self.abstract = LocalizedText(abstract.korean, abstract.english)
        self.usage = LocalizedText(usage.korean, usage.english)
        discussion = LocalizedText(korean, english)
    }
}

extension KMACommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: texts.name,
            abstract: texts.abstract[.current],
            usage: texts.usage[.current],
            discussion: texts.discussion[.current]
        )
    }

    static var koreanNames: [String] { [] }

    static var optionsWithValue: [String] { [] }

    static var takes: CommandWords { [] }
}

/// Arguments with the command, which people put later or leave out, in front.
struct CommandArguments {
    let commands: [String]
    let hasDefaultArea: Bool

    static let optionsWithValue = Set(
        [
            PlaceOptions.optionsWithValue, SourceOptions.optionsWithValue, OutputOptions.optionsWithValue, TemplateOption.optionsWithValue,
        ].joined() + KMA.commands.flatMap { $0.type.optionsWithValue }
    )

    private static let standalone: Set<String> = [
        "--help", "-h", "--version", "--generate-completion-script", "--experimental-dump-help", "---completion",
    ]

    private static let koreanNames = Dictionary(uniqueKeysWithValues: KMA.commands.flatMap { name, type in type.koreanNames.map { ($0, name) } })

    func command(named word: String) -> String? {
        if commands.contains(word) { return word }
        let word = word.lowercased()
        return CommandArguments.koreanNames[word] ?? commands.first { $0 == word }
    }

    func normalized(_ given: [String]) throws(UnknownCommand) -> [String] {
        let arguments = CommandArguments.withUsualNames(given)
        guard let first = arguments.first else { return hasDefaultArea ? ["week"] : [] }
        if first == "help" { return try help(arguments) }
        // The rest may be another command line, for completion.
        if commands.contains(first) { return arguments }
        if arguments.contains(where: { argument in CommandArguments.standalone.contains { argument == $0 || argument.hasPrefix($0 + "=") } }),
            firstWord(in: arguments).map({ command(named: arguments[$0]) == nil }) ?? true
        {
            return arguments
        }
        guard let index = firstWord(in: arguments) else { return ["week"] + arguments }
        let word = arguments[index]
        if let command = command(named: word), !begins(aQuestion: arguments, with: index) {
            let rest = arguments[..<index] + arguments[(index + 1)...]
            return command == "help" ? try help([command] + rest) : [command] + rest
        }
        // `kma 내일 서울 비와?` asks for rain, whatever the day.
        let sentence = Sentence(words(in: arguments), at: .distantPast)
        switch sentence.topic {
        case .rain, .snow, .precipitation: return ["rain"] + arguments
        case .alerts: return ["alerts"] + arguments
        case .now: return ["now"] + arguments
        case .hours: return ["hours"] + arguments
        case .nation where sentence.places.isEmpty: return ["nation"] + arguments
        case nil where sentence.unreadableTime == nil: break
        default: return ["week"] + arguments
        }
        if sentence.time == nil, let command = nearestCommand(to: word), !Gazetteer.knows(word) { throw UnknownCommand(name: word, nearest: command) }
        return ["week"] + arguments
    }

    /// True if a Korean command is a word of the question: 비 많이 와?, 지금 추워?
    private func begins(aQuestion arguments: [String], with index: Int) -> Bool {
        guard CommandArguments.koreanNames[arguments[index]] != nil else { return false }
        let others = words(in: Array(arguments[..<index] + arguments[(index + 1)...]))
        let (rest, whole) = (Sentence(others, at: .distantPast), Sentence(words(in: arguments), at: .distantPast))
        let isOfVerbs = !others.isEmpty && rest.places.isEmpty && rest.time == nil
        return whole.topic != nil && (rest.topic != nil || isOfVerbs || whole.places.count < rest.places.count)
    }

    private static func withUsualNames(_ arguments: [String]) -> [String] { ["version", "-V"].contains(arguments.first) ? ["--version"] : arguments }

    /// Its options are for the language alone.
    private func help(_ arguments: [String]) throws(UnknownCommand) -> [String] {
        let rest = Array(arguments.dropFirst())
        guard let index = firstWord(in: rest), rest[index] != "help" else { return ["--help"] }
        guard let command = command(named: rest[index]) else { throw UnknownCommand(name: rest[index], nearest: nearestCommand(to: rest[index])) }
        return ["help", command]
    }

    func words(in arguments: [String]) -> [String] {
        let (indices, rest) = parts(of: arguments)
        return indices.map { arguments[$0] } + rest
    }

    private func firstWord(in arguments: [String]) -> Int? { parts(of: arguments).words.first }

    private func parts(of arguments: [String]) -> (words: [Int], rest: ArraySlice<String>) {
        var words: [Int] = []
        var index = arguments.startIndex
        while index < arguments.endIndex {
            let argument = arguments[index]
            if argument == "--" { return (words, arguments[(index + 1)...]) }
            if !argument.hasPrefix("-") { words.append(index) }
            index += CommandArguments.optionsWithValue.contains(argument) ? 2 : 1
        }
        return (words, [])
    }

    private func nearestCommand(to word: String) -> String? {
        let limit = word.count < 5 ? 1 : 2
        return commands.map { ($0, word.lowercased().slips(to: $0)) }.filter { $0.1 <= limit }.min { $0.1 < $1.1 }?.0
    }
}

struct UnknownCommand: ReportableError, Equatable {
    let name: String
    let nearest: String?

    var exitStatus: ExitStatus { .usage }

    var message: LocalizedText {
        let name = name.filter { !$0.isControl }
        return LocalizedText(
            "알 수 없는 명령입니다: \(name)" + (nearest.map { " (혹시 \($0)인가요?)" } ?? ""),
            "Unknown command '\(name)'." + (nearest.map { " Did you mean '\($0)'?" } ?? "")
        )
    }
}
