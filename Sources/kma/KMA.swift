import ArgumentParser
import CommandLineSupport
import Feeds
import Foundation
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
                  kma week --area 경기도              경기도의 11일간 날씨
                  kma now --area "성남시 분당구"      현재 날씨
                  kma hours --lat 37.38 --lon 127.12  좌표로, 시간대별
                  kma theme --area 부산               배경 테마와 색을 한 줄로
                  kma week --area 제주 --sample       인증키 없이 표본 자료로
                """,
                """
                Examples:
                  kma week --area Gyeonggi --lang en  eleven days
                  kma now --area "Bundang-gu"         the weather now
                  kma hours --lat 37.38 --lon 127.12  by coordinate, hour by hour
                  kma theme --area Busan              background theme and colour in one line
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

    /// Runs the command of the arguments. Every error ends here, with a message and an exit status.
    static func main() async {
        // A reader that has gone away is an error of the write, not a signal that ends the process.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            Foundation.exit(report(error, hint: hint))
        }
    }

    /// What a person without a key can do at once.
    private static func hint(for error: any ReportableError) -> String? {
        guard (error as? ForecastError)?.code == .keyMissing else { return nil }
        return localized(
            "인증키 없이 먼저 보려면 --sample을 붙여 보세요. 점검: kma doctor",
            "To try it without a key, add --sample. To check the settings: kma doctor"
        )
    }
}
