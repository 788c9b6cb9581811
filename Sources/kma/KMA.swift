import ArgumentParser
import CommandLineSupport
import Feeds
import Foundation
import KMAForecast

@main
struct KMA: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "kma",
            abstract: localized("한국의 오늘부터 열하루 날씨.", "Korea's weather, today and the next ten days."),
            discussion: localized(
                """
                예:
                  kma week --area 경기도              경기도의 열하루
                  kma now --area "성남시 분당구"      지금 날씨
                  kma hours --lat 37.38 --lon 127.12  좌표로, 시간대별
                  kma theme --area 부산               배경 테마와 색 한 줄
                  kma week --area 제주 --sample       키 없이 표본 자료로
                """,
                """
                Examples:
                  kma week --area Gyeonggi --lang en  eleven days
                  kma now --area "Bundang-gu"         the weather now
                  kma hours --lat 37.38 --lon 127.12  by coordinate, by the hour
                  kma theme --area Busan              background theme and colour in a line
                  kma week --area Jeju --sample       sample data, no key
                """
            ),
            version: Version.current,
            subcommands: [
                WeekCommand.self, NowCommand.self, HoursCommand.self, ThemeCommand.self, OutlookCommand.self,
                AreasCommand.self,
                DoctorCommand.self,
            ]
        )
    }

    /// Runs the command that is asked for; every way to end passes here.
    static func main() async {
        // A reader who has gone away is noticed where we write.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let error as any ReportableError {
            StandardStreams.writeError("kma: \(error.message[.ofThisProcess])\n" + hint(for: error))
            Foundation.exit(error.exitStatus.rawValue)
        } catch {
            end(with: error)
        }
    }

    /// What a person without a key can do at once.
    private static func hint(for error: any ReportableError) -> String {
        guard (error as? ForecastError)?.code == .keyMissing else { return "" }
        return localized(
            "키 없이 먼저 보려면 --sample 을 붙여 보세요. 점검: kma doctor\n",
            "To look around without a key, add --sample. For a check-up: kma doctor\n"
        )
    }

    /// Ends as the argument parser says: help and version on standard output, wrong usage on standard error.
    private static func end(with error: any Error) -> Never {
        let (status, message) = (exitCode(for: error), fullMessage(for: error))
        if status == .success {
            StandardStreams.writeOutput(ParserMessages.help(message, .ofThisProcess))
        } else {
            StandardStreams.writeError(ParserMessages.refusal(message, of: "kma", .ofThisProcess) + "\n")
        }
        Foundation.exit(status.rawValue)
    }
}
