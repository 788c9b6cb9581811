import Forecast
import KMAForecast

package enum StatusLine {
    package static func now(_ report: Report, _ style: Style) -> String {
        let themeSelection = report.week.themeSelection
        let current = report.week.current
        let parts = [
            alert(report, style), themeSelection.theme.symbol(night: themeSelection.isNight), themeSelection.label[style.language],
            report.temperatureText(style),
            current?.feelsLike.map { felt in style("체감 \(felt.degrees.oneDecimal)°", "feels like \(felt.degrees.oneDecimal)°") },
            report.air.flatMap { air in AirText(air: air, today: KoreanDate(of: report.generatedAt), style: style).grade },
            age(report, style, showsAir: true),
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }

    static func week(_ report: Report, _ style: Style) -> String {
        // The weather now may be all there is.
        if report.week.days.isEmpty { return now(report, style) }
        return [alert(report, style), days(report, style), age(report, style)].compactMap { $0 }.joined(separator: " ")
    }

    static func days(_ report: Report, _ style: Style) -> String {
        let today = KoreanDate(of: report.generatedAt)
        let days = report.daysAhead.prefix(3).map { day in
            let label = day.date.label(offset: day.date - today)[style.language]
            let symbol = day.whole?.condition?.theme.symbol(night: false) ?? "-"
            let low = day.extremes.minimum.map { $0.wholeNumber } ?? "-"
            let high = day.extremes.maximum?.wholeDegrees ?? "-"
            let isFalling = day.date == today && report.isFalling
            let probability = report.shownProbability(of: day)
            // A dash beside present precipitation says nothing.
            let percent = isFalling && probability == nil ? nil : probability.percent
            let part = day.hasExtremesOfPart ? style("(일부 시간)", " (part of the day)") : ""
            return ["\(label) \(symbol) \(low)~\(high)\(part)", percent].compactMap { $0 }.joined(separator: " ")
        }
        return days.joined(separator: " · ")
    }

    /// `(11/29 14:00 자료)`, `(특보 11/29 14:00 자료)`: a status bar shows no standard error.
    private static func age(_ report: Report, _ style: Style, showsAir: Bool = false) -> String? {
        func age(_ sources: [FeedReport], _ name: String) -> String? { sources.staleMoment.map { style("(\(name)\($0) 자료)", "(\(name)of \($0))") } }
        let parts = [
            age(report.sources.filter { !$0.feed.service.traits.isOptional }, ""),
            age(report.sources.filter { $0.feed == .warnings }, style("특보 ", "warnings ")),
            age(report.sources.filter { showsAir && $0.feed == .airMeasured }, style("미세먼지 ", "dust ")),
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// Names, or a question mark if the warnings are not known, as no name means none.
    static func alert(_ report: Report, _ style: Style) -> String? {
        if report.alerts == nil, report.degraded.contains(.warnings) { return style("특보 ?", "warnings ?") }
        let now = report.generatedAt
        let names = (report.alerts ?? []).leading(at: now).map { AlertText(alert: $0, now: now, style: style).name }
        return names.isEmpty ? nil : names.joined(separator: " ")
    }
}
