import CommandLineSupport
import Forecast
import KMAForecast

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
