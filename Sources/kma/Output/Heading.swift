import CommandLineSupport
import Forecast
import Foundation
import KMAForecast

/// What stands above every table: the place, and the weather now.
struct Heading {
    let report: Report
    let style: Style

    /// The place and the time, on the colour of the theme.
    var title: String {
        let place = style(report.place.name, report.place.englishName)
        let time = KoreanTime(report.generatedAt)
        let moment = "\(time.date.monthAndDay)(\(time.date.weekdayName[style.language])) \(time.clock)"
        let room = style.columns.clamped - moment.displayWidth - 3
        return style.ansi.themeSelection(report.week.themeSelection, " \(place.padded(to: room)) \(moment) ")
    }

    /// The weather now in a line; `nil` where nobody saw it.
    var now: String? {
        guard let current = report.week.current else { return nil }
        let themeSelection = report.week.themeSelection
        let sky =
            "\(themeSelection.theme.symbol(night: themeSelection.isNight)) \(themeSelection.label[style.language])"
        let parts = [
            current.temperature.map { "\($0.oneDecimal)°" },
            current.feelsLike.map { style("체감 \($0.oneDecimal)°", "feels \($0.oneDecimal)°") },
            current.humidity.map { style("습도 \($0)%", "humidity \($0)%") },
            current.windSpeed.map { style("바람 \($0.oneDecimal)m/s", "wind \($0.oneDecimal) m/s") },
        ]
        let rest = parts.compactMap { $0 }.joined(separator: "  ")
        return " \(style.ansi.theme(themeSelection.theme, sky))  \(rest)"
    }

    /// Whom the data are owed to, and of when they are.
    var attribution: String {
        let issue = report.sources.compactMap(\.issuedAt).max().map { instant in
            let time = KoreanTime(instant)
            return style(
                "기상청 \(time.date.monthAndDay) \(time.clock) 발표",
                "KMA issue \(time.date.monthAndDay) \(time.clock)"
            )
        }
        let owed = report.attribution.filter { issue == nil || $0 != "기상청" }
        let words = ([issue].compactMap { $0 } + owed).joined(separator: " · ")
        let lines = (style("자료: ", "Data: ") + words).wrapped(to: style.columns.clamped - 2)
        return lines.map { style.ansi.faint(" " + $0) }.joined(separator: "\n")
    }
}

extension Int {
    /// A width between what is still readable and what the eye can follow.
    var clamped: Int { Swift.min(Swift.max(self, 44), 84) }
}

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
