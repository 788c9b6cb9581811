import ArgumentParser
import CommandLineSupport
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Feeds
import KMAForecast

/// `kma`: Korea's weather on the command line.
@main
struct KMA: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "kma",
            abstract: localized("한국의 오늘부터 11일간 날씨.", "Korea's weather, today and the next ten days."),
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
                """
            ),
            version: Version.current,
            subcommands: [
                WeekCommand.self, NowCommand.self, RainCommand.self, HoursCommand.self, ThemeCommand.self,
                OutlookCommand.self, AlertsCommand.self, AreasCommand.self, DoctorCommand.self,
                CompletionCommand.self, MCPCommand.self,
            ]
        )
    }

    /// Runs the command of the arguments. Every error ends here, with a message and an exit status.
    static func main() async {
        // A reader that has gone away is an error of the write, not a signal that ends the process.
        signal(SIGPIPE, SIG_IGN)
        do {
            let arguments = try arguments()
            let named = commands.first { $0.name == arguments.first }?.type
            // While the arguments are parsed, another thread reads what every forecast needs.
            if named is any ForecastCommand.Type { Task.detached { Forecaster.prepare() } }
            var command = try parsed(arguments, by: named)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            end(report(error, hint: hint))
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
        guard error.code == .keyMissing else { return nil }
        return localized(
            "인증키 없이 먼저 보려면 --sample을 붙여 보세요. 점검: kma doctor",
            "To try it without a key, add --sample. To check the settings: kma doctor"
        )
    }
}

/// Ends the process. Inside a command `exit` is the argument parser's.
private func end(_ status: Int32) -> Never {
    exit(status)
}
