import ArgumentParser
import CommandWords
import Feeds
import Forecast
import KMAForecast

/// `kma doctor`: what is wrong, and what to do about it.
struct DoctorCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "doctor",
            abstract: words("설정·키·연결·보관함 점검.", "Check settings, keys, upstreams and cache."),
            discussion: words(
                "예:\n  kma doctor          무엇이 잘못됐고 어떻게 하면 되는지\n  kma doctor --json",
                "Examples:\n  kma doctor --lang en  what is wrong, and what to do about it\n  kma doctor --json"
            )
        )
    }

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        try output.allow(.table, .json, of: "doctor")
    }

    func run() async throws {
        let settings = try readSettings()
        let language = output.lang ?? settings.language
        let terminal = Terminal.current()
        let waiting = Waiting(
            Words("점검하는 중", "Checking"),
            steps: Service.allCases.count,
            language,
            isShown: terminal.isErrorTerminal
        )
        let doctor = Doctor(ForecastSources(settings, transport: .urlSession()))
        let diagnosis = await doctor.examine { waiting.done($0.name) }
        waiting.end()
        switch output.chosenFormat() {
        case .json: Stream.answer(diagnosis.json(language, pretty: true))
        default:
            Stream.answer(
                DiagnosisText(diagnosis: diagnosis, style: Style(language: language, terminal: terminal)).text
            )
        }
        if !diagnosis.isLive { throw diagnosis.obstacle }
    }
}
