import KMAForecast

/// man waybar-custom, return-type json, with the theme as class.
struct WaybarModule {
    let report: Report
    let style: Style

    var json: String {
        let theme = report.week.themeSelection
        let symbol = theme.theme.symbol(night: theme.isNight)
        let warning = report.alerts?.isEmpty == false ? "⚠" : StatusLine.alert(report, style)
        let text = [warning, symbol, report.temperatureText(style) ?? theme.label[style.language]].compactMap(\.self)
        let json = JSONWriter.object { json in
            json.field("text", text.joined(separator: " ").escapedForMarkup)
            json.field("tooltip", tooltip.joined(separator: "\n").escapedForMarkup)
            if text.first == "⚠" {
                json.array("class", [theme.theme.rawValue, "alert"]) { $0.element($1) }
            } else {
                json.field("class", theme.theme.rawValue)
            }
        }
        return String(decoding: json, as: UTF8.self)
    }

    private var tooltip: [String] {
        let sentences = report.summary.sentences.map { $0[style.language] }
        let days = report.week.days.isEmpty ? [] : [StatusLine.days(report, style)]
        let age = Heading(report: report, style: style).attribution.split(separator: "\n").map { String($0.drop { $0 == " " }) }
        let notes = Notices(reports: [report], style: style).lines
        return [style(report.place.name, report.place.englishName)] + sentences + days + age + notes
    }
}
