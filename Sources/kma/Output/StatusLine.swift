import Forecast
import KMAForecast

/// One short line for a status bar.
enum StatusLine {
    /// `☀ 맑음 21.4° 습도 54%`.
    static func now(_ report: Report, _ style: Style) -> String {
        let themeSelection = report.week.themeSelection
        let current = report.week.current
        let temperature = current?.temperature ?? report.week.hours.first?.temperature
        let parts = [
            themeSelection.theme.symbol(night: themeSelection.isNight),
            themeSelection.label[style.language],
            temperature.map { "\($0.oneDecimal)°" },
            current?.humidity.map { style("습도 \($0)%", "\($0)%") },
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }

    /// `오늘 ☀ 12~25° 10% · 내일 ☁ 13~24° 20% · 모레 ☂ 11~18° 80%`.
    static func week(_ report: Report, _ style: Style) -> String {
        let today = KoreanDate(of: report.generatedAt)
        return report.week.days.prefix(3).map { day in
            let label = day.date.label(offset: day.date - today)[style.language]
            let symbol = day.whole?.condition?.theme.symbol(night: false) ?? "-"
            let low = day.extremes.minimum.map { "\(Int($0.rounded()))" } ?? "-"
            let high = day.extremes.maximum?.wholeDegrees ?? "-"
            return "\(label) \(symbol) \(low)~\(high) \((day.whole?.precipitationProbability).percent)"
        }
        .joined(separator: " · ")
    }
}
