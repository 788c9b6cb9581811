import CommandLineSupport
import Forecast
import Foundation
import KMAForecast

/// The lines above and below every table: the place, the current weather, and where the data are from.
struct Heading {
    let report: Report
    let style: Style

    /// The place and the time, on the colour of the theme.
    var title: String {
        let place = style(report.place.name, report.place.englishName)
        let time = KoreanTime(report.generatedAt)
        let moment = "\(time.date.monthAndDay)(\(time.date.weekdayName[style.language])) \(time.clock)"
        let room = style.width - moment.displayWidth - 3
        return style.ansi.themeSelection(report.week.themeSelection, " \(place.padded(to: room)) \(moment) ")
    }

    /// The current weather in a line; `nil` where no feed has it.
    var now: String? {
        guard let current = report.week.current else { return nil }
        let themeSelection = report.week.themeSelection
        let sky =
            "\(themeSelection.theme.symbol(night: themeSelection.isNight)) \(themeSelection.label[style.language])"
        let parts = [
            current.temperature.map { "\($0.oneDecimal)°" },
            current.feelsLike.map { style("체감 \($0.oneDecimal)°", "feels \($0.oneDecimal)°") },
            current.humidity.map { style("습도 \($0.percent)%", "humidity \($0.percent)%") },
            current.windSpeed.map { style("바람 \($0.oneDecimal)m/s", "wind \($0.oneDecimal) m/s") },
        ]
        let rest = parts.compactMap { $0 }.joined(separator: "  ")
        return " \(style.ansi.theme(themeSelection.theme, sky))  \(rest)"
    }

    /// The sources of the data, and the time of the newest issue.
    var attribution: String {
        let issue = report.sources.compactMap(\.issuedAt).max().map { instant in
            let time = KoreanTime(instant)
            return style(
                "기상청 \(time.date.monthAndDay) \(time.clock) 발표",
                "KMA issue \(time.date.monthAndDay) \(time.clock)"
            )
        }
        let others = report.attribution.filter { issue == nil || $0 != "기상청" }
        let names = ([issue].compactMap { $0 } + others).joined(separator: " · ")
        let lines = (style("자료: ", "Data: ") + names).wrapped(to: style.width - 2)
        return lines.map { style.ansi.faint(" " + $0) }.joined(separator: "\n")
    }
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
            current?.humidity.map { style("습도 \($0.percent)%", "\($0.percent)%") },
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }

    /// `오늘 ☀ 12~25° 10% · 내일 ☁ 13~24° 20% · 모레 ☂ 11~18° 80%`.
    static func week(_ report: Report, _ style: Style) -> String {
        let today = KoreanDate(of: report.generatedAt)
        return report.week.days.prefix(3).map { day in
            let label = day.date.label(offset: day.date - today)[style.language]
            let symbol = day.whole?.condition?.theme.symbol(night: false) ?? "-"
            let low = day.extremes.minimum.map { $0.wholeNumber } ?? "-"
            let high = day.extremes.maximum?.wholeDegrees ?? "-"
            return "\(label) \(symbol) \(low)~\(high) \((day.whole?.precipitationProbability).percent)"
        }
        .joined(separator: " · ")
    }
}
