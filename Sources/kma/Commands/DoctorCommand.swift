import ArgumentParser
import CommandLineSupport
import Feeds
import Forecast
import KMAForecast

/// `kma doctor`: what is wrong, and what to do about it.
struct DoctorCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "doctor",
            abstract: localized("설정·키·연결·보관함 점검.", "Check settings, keys, upstreams and cache."),
            discussion: localized(
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
        let settings = try Settings.ofThisProcess()
        let language = output.lang ?? settings.language
        let terminal = Terminal.current()
        let progress = ProgressIndicator(
            LocalizedText("점검하는 중", "Checking"),
            steps: UpstreamService.allCases.count,
            language,
            isShown: terminal.isErrorTerminal
        )
        let doctor = Doctor(ForecasterConfiguration(settings, transport: .urlSession()))
        let diagnosis = await doctor.examine { progress.done($0.name) }
        progress.end()
        switch output.chosenFormat() {
        case .json: StandardStreams.writeOutput(diagnosis.json(language, pretty: true))
        default:
            StandardStreams.writeOutput(
                DiagnosisText(diagnosis: diagnosis, style: Style(language: language, terminal: terminal)).text
            )
        }
        if !diagnosis.isLive { throw diagnosis.obstacle }
    }
}

/// What the doctor found, a line a check.
struct DiagnosisText {
    let diagnosis: Diagnosis
    let style: Style

    var text: String {
        let width = (diagnosis.checks.map { $0.subject.name[style.language].displayWidth }.max() ?? 0) + 2
        return diagnosis.checks.flatMap { check in
            let name = check.subject.name[style.language].padded(to: width)
            let lines = check.message[style.language].wrapped(to: style.columns.clamped - width - 3)
            let first = " \(style.ansi.status(check.status)) \(name)\(lines.first ?? "")"
            return [first] + lines.dropFirst().map { String(repeating: " ", count: width + 3) + $0 }
        }
        .joined(separator: "\n")
    }
}
