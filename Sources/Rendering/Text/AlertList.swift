import Forecast
import KMAForecast
import Regions

/// The table of `kma alerts`: a line a warning, and of the whole country a row a province.
public struct AlertList {
    let report: AlertReport
    let style: Style

    /// What stands in place of a place's name.
    public static let country = LocalizedText("전국", "Korea")

    var text: String {
        (title + lines + [style.attribution(report.attribution)]).joined(separator: "\n")
    }

    /// `⚠ 호우경보 · ⚠ 강풍주의보`.
    var line: String {
        guard let alerts = report.alerts, !alerts.isEmpty else { return none }
        return alerts.map { AlertText(alert: $0, now: report.generatedAt, style: style).name }.joined(
            separator: " · "
        )
    }

    private var title: [String] {
        let place = report.place.map { style($0.name, $0.englishName) } ?? AlertList.country[style.language]
        return style.title(place, at: report.generatedAt)
            .map { style.ansi.bold(" " + $0.withoutTrailingSpaces) }
    }

    private func wrapped(_ text: String) -> [String] { text.wrapped(to: style.width - 2).map { " " + $0 } }

    private var lines: [String] {
        guard let alerts = report.alerts, !alerts.isEmpty else { return wrapped(none) }
        if report.place == nil {
            return AlertTable(alerts: alerts, now: report.generatedAt, style: style).lines
        }
        return alerts.flatMap { AlertText(alert: $0, now: report.generatedAt, style: style).lines }
    }

    private var none: String {
        report.alerts == nil
            ? style("특보가 있는지 알 수 없습니다.", "It is not known whether there are warnings.")
            : style("발효 중인 특보가 없습니다.", "There are no warnings.")
    }
}
