import ArgumentParser
import CommandLineSupport
import Rendering
import SQLiteStore
import Settings
import Forecast
import KMAForecast

struct DoctorCommand: AsyncParsableCommand, FormattedCommand {
    static let koreanNames = ["점검"]

    static let texts = CommandTexts(
        "doctor",
        ("설정·인증키·연결·캐시 점검.", "Check settings, keys, upstreams and cache."),
        usage: ("kma doctor [옵션]", "kma doctor [options]"),
        korean: "예:\n  kma doctor          문제와 해결 방법\n  kma doctor --json",
        english: "Examples:\n  kma doctor --lang en  problems and how to solve them\n  kma doctor --json"
    )

    @OptionGroup var outputOptions: OutputOptions

    static let formats = output.formats

    private static let output = Output<Diagnosis>(
        json: { $0.json($1, pretty: $2) },
        [.table: { DiagnosisText(diagnosis: $0, style: $1).text }],
        hasLines: false
    )

    func run() async throws {
        let settings = try Settings.current()
        let style = outputOptions.style(settings)
        let diagnosis = await diagnosis(settings, style)
        try write([("", diagnosis)], as: Self.output, style)
        for path in Set(settings.files.values).sorted() where !outputOptions.quiet {
            let names = SettingName.allCases.filter { settings.files[$0] == path }.map(\.rawValue)
            StandardError.writeLine(style("설정 파일 \(path): ", "Settings of \(path): ") + names.joined(separator: ", "))
        }
        for line in ProcessContext.current.unusedLines where !outputOptions.quiet { StandardError.writeLine(line.message[style.language]) }
        if let path = settings.ledgerPath, !outputOptions.quiet { await reportLedger(path, style) }
        for address in settings.ignoredAddresses where !outputOptions.quiet {
            StandardError.writeLine(
                style(
                    "\(address.rawValue): 파일의 주소는 키도 같은 파일에 있을 때만 쓰므로 무시했습니다.",
                    "\(address.rawValue): ignored, as an address of a file counts only with a key in the same file."
                )
            )
        }
        if !diagnosis.isLive { throw ExitCode(diagnosis.obstacle.exitStatus.rawValue) }
    }

    private func reportLedger(_ path: String, _ style: Style) async {
        do throws(StoreProblem) {
            guard let contents = try await SQLiteLedger(path: path).contents() else { return }
            StandardError.writeLine(LedgerStatus.verified(contents.verifiedAt)[style.language])
        } catch { StandardError.writeLine(LedgerError.problem(error, path: path).message[style.language]) }
    }

    private func diagnosis(_ settings: Settings, _ style: Style) async -> Diagnosis {
        let progress = ProgressIndicator(
            style("점검하는 중", "Checking"),
            steps: UpstreamAPI.allCases.map { $0.words.name[style.language] },
            isShown: Terminal.current().isErrorTerminal && !outputOptions.quiet
        )
        defer { progress.end() }
        let doctor = Doctor(ForecasterConfiguration(settings, transport: .http(contact: settings.contact)))
        return await doctor.examine { progress.finish($0.words.name[style.language]) }
    }
}

struct DiagnosisText {
    let diagnosis: Diagnosis
    let style: Style

    var text: String {
        let width = (diagnosis.checks.map { $0.subject.name[style.language].displayWidth }.max() ?? 0) + 2
        let isNarrow = width > style.width / 3
        let indent = isNarrow ? 3 : width + 3
        return diagnosis.checks.flatMap { check in
            let name = check.subject.name[style.language]
            let lines = check.message[style.language].wrapped(to: style.width - indent)
            let beside = isNarrow ? name : name.padded(to: width) + (lines.first ?? "")
            let rest = lines.dropFirst(isNarrow ? 0 : 1).map { String(repeating: " ", count: indent) + $0 }
            return [" \(style.ansi.status(check.status)) \(beside)"] + rest
        }.joined(separator: "\n")
    }
}
