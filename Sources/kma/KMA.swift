import ArgumentParser
import CommandLineSupport
import Rendering
import Settings
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Feeds
import Forecast
import KMAForecast

/// `kma`: Korea's weather on the command line.
@main
struct KMA: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "kma",
            abstract: localized("한국의 오늘부터 11일간 날씨.", "Korea's weather, today and the next ten days."),
            usage: localized(
                "kma [지역 …] [옵션]\nkma <명령> [지역 …] [옵션]",
                "kma [place …] [options]\nkma <command> [place …] [options]"
            ),
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

                Manual: man kma, docs/cli.en.md of the repository. Report faults to its Issues, with kma --version.
                """
            ),
            version: Version.current,
            subcommands: [
                WeekCommand.self, NowCommand.self, RainCommand.self, HoursCommand.self, ThemeCommand.self,
                OutlookCommand.self, AlertsCommand.self, NationCommand.self, HistoryCommand.self,
                AccuracyCommand.self, LedgerCommand.self, WhyCommand.self, WatchCommand.self,
                AreasCommand.self,
                DoctorCommand.self,
                CompletionCommand.self, MCPCommand.self,
            ]
        )
    }

    /// Runs the command of the arguments. Every error ends here, with a message and an exit status.
    static func main() async {
        // A reader that has gone away is an error of the write, not a signal that ends the process.
        signal(SIGPIPE, SIG_IGN)
        var running: String?
        do {
            let arguments = try arguments()
            let named = commands.first { $0.name == arguments.first }?.type
            // While the arguments are parsed, another thread reads what every forecast needs.
            if named is any ForecastCommand.Type { Task.detached { Forecaster.prepare() } }
            var command = try parsed(arguments, by: named)
            running = arguments.first
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            end(
                report(
                    error,
                    in: running,
                    columns: Terminal.current().columns,
                    commands: commands(having:),
                    help: withOwnFormats,
                    hint: hint
                )
            )
        }
    }

    /// The command that the first of the arguments names, with what the others say. It parses them by itself, for which no
    /// other command has to be built; what it refuses, and a question for help, is left to the root, which knows the whole
    /// line.
    private static func parsed(
        _ arguments: [String],
        by named: (any ParsableCommand.Type)?
    ) throws -> any ParsableCommand {
        if let named, let command = try? named.parseAsRoot(Array(arguments.dropFirst())),
            type(of: command) == named
        {
            return command
        }
        return try parseAsRoot(arguments)
    }

    /// Every command by its name. Made once: each configuration has its texts in it.
    static let commands: [(name: String, type: any ParsableCommand.Type)] =
        configuration.subcommands.compactMap { type in type.configuration.commandName.map { ($0, type) } }

    /// The commands that have an option.
    private static func commands(having option: String) -> [String] {
        let line = try? Regex("(?m)^  (?:-[a-z], )?\(option)(?: |$)")
        guard option.wholeMatch(of: /--?[a-z-]+/) != nil, let line else { return [] }
        return commands.filter { $0.type.helpMessage(columns: 200).contains(line) }.map(\.name)
    }

    /// The formats of a command, all where it has no list of its own.
    static func formats(of command: (any ParsableCommand.Type)?) -> [Format] {
        (command as? any FormattedCommand.Type)?.formats ?? Format.allCases
    }

    /// Help with the formats that the command has in place of all there are, and with the Korean names of the commands.
    private static func withOwnFormats(_ help: String) -> String {
        let words = (try? arguments()) ?? []
        let named = words.first == "help" ? words.dropFirst().first : words.first
        let formats = formats(of: commands.first { $0.name == named }?.type)
        let values = { (formats: [Format]) in
            "(values: \(formats.map(\.rawValue).joined(separator: ", ")))"
        }
        let help = help.replacing(
            values(Format.allCases),
            with: values(Format.allCases.filter(formats.contains))
        )
        guard Language.ofThisProcess == .korean, let start = help.firstRange(of: "\nSUBCOMMANDS:") else {
            return help
        }
        let list = CommandArguments.koreanNames.reduce(
            String(help[start.lowerBound...])
        ) { list, name in
            list.replacing("\n  \(name.value) ", with: "\n  \(name.value), \(name.key) ")
        }
        return help[..<start.lowerBound] + list
    }

    /// The arguments of this process with the command in front.
    private static func arguments() throws -> [String] {
        let names = commands.map(\.name) + ["help"]
        let given = Array(CommandLine.arguments.dropFirst())
        // The settings are read only where no argument says what is asked.
        let hasDefaultArea = given.isEmpty ? try Settings.ofThisProcess().area != nil : false
        return try CommandArguments(commands: names, hasDefaultArea: hasDefaultArea).normalized(given)
    }

    /// What a person can do at once: without a place or a key, and with a coordinate the wrong way round.
    private static func hint(for error: any ReportableError) -> String? {
        guard let error = error as? ForecastError else { return nil }
        if case .invalidRequest(.swappedCoordinate(let latitude, let longitude)) = error {
            let command = (try? arguments())?.first ?? "week"
            return "kma \(command) --lat \(latitude) --lon \(longitude)"
        }
        if case .invalidRequest(.missingPlace) = error { return localized("예: kma 서울", "Example: kma Seoul") }
        if error.decisiveSource?.error == .offline {
            return localized(
                "새로 받으려면 --offline을 빼고 다시 해 보세요.",
                "To fetch data, try again without --offline."
            )
        }
        guard error.code == .keyMissing else { return nil }
        // The arguments as they can be pasted.
        var words = CommandLine.arguments.dropFirst().map { word in
            word.allSatisfy { $0.isLetter || $0.isNumber || "-_.,=/".contains($0) } ? word : "'\(word)'"
        }
        // It looks at the settings, and has no sample.
        if (try? arguments())?.first == "doctor" { words = [localized("서울", "Seoul")] }
        let sample = (["kma"] + words + ["--sample"]).joined(separator: " ").filter { !$0.isControl }
        return localized(
            "기상청 인증키와 OpenWeather 키 가운데 하나면 됩니다. 인증키 없이 먼저 보려면: \(sample)\n점검: kma doctor",
            "Either a KMA key or one of OpenWeather is enough. To try it without a key: \(sample)\nTo check the settings: kma doctor"
        )
    }
}

/// Ends the process. Inside a command `exit` is the argument parser's.
private func end(_ status: Int32) -> Never {
    exit(status)
}
