import Feeds
import Forecast
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import KMAForecast

/// The lines above and below every table: the place, the current weather, and where the data are from.
struct Heading {
    let report: Report
    let style: Style

    /// The place and the time, on the colour of the theme, and what to know about the place.
    var title: String {
        let place = name
        let time = KoreanTime(report.generatedAt)
        let moment = "\(time.date.monthAndDay)(\(time.date.weekdayName[style.language])) \(time.clock)"
        let room = style.width - moment.displayWidth - 3
        let title = " \(place.padded(to: room)) \(moment) "
        let notes = [landZoneNote, summitNote].compactMap { $0 }.map { style.ansi.faint(" " + $0) }
        return ([style.ansi.themeSelection(report.week.themeSelection, title)] + notes).joined(
            separator: "\n"
        )
    }

    /// The place; of a province also the city that its forecast is for.
    private var name: String {
        let place = report.place
        let name = style(place.name, place.englishName)
        guard let city = place.representedBy else { return name }
        return name + style(" (\(city.name) 기준)", " (for \(city.englishName))")
    }

    /// Which city to ask about for the other half of a province whose two halves have different weather.
    private var landZoneNote: String? {
        guard let city = report.place.representedBy, let other = report.place.otherCity else { return nil }
        return style(
            "\(city.name)의 날씨입니다. \(other.landZone.name)의 날씨는 kma \(other.name)",
            "This is \(city.englishName). For the other side of the mountains: kma \(other.englishName)"
        )
    }

    /// The height of a summit, and that the forecast is not for it.
    private var summitNote: String? {
        guard let altitude = report.place.landmark?.altitude else { return nil }
        return style(
            "해발 \(altitude.grouped)m. 예보는 5km 격자의 값이며 정상의 날씨가 아닙니다.",
            "\(altitude.grouped) m above the sea. The forecast is for a 5 km cell, not for the summit."
        )
    }

    /// A line for each warning of the place.
    var alerts: [String] {
        (report.alerts ?? []).map { AlertText(alert: $0, now: report.generatedAt, style: style).line }
    }

    /// The weather in a sentence or two, on as many lines as they take. The warnings have lines of their own.
    var summary: [String] {
        let text = WeatherSummary(of: report.week, air: report.air, at: report.generatedAt).text
        let summary = text?[style.language] ?? ""
        return summary.wrapped(to: style.width - 2).map { " " + style.ansi.bold($0) }
    }

    /// The current weather in a line; `nil` where no feed has it.
    var now: String? {
        guard let current = report.week.current else { return nil }
        let themeSelection = report.week.themeSelection
        let sky =
            "\(themeSelection.theme.symbol(night: themeSelection.isNight)) \(themeSelection.label[style.language])"
        let parts = [
            current.temperature.map { "\($0.oneDecimal)°" },
            current.feelsLike.map { felt in
                style("체감 \(felt.degrees.oneDecimal)°", "feels \(felt.degrees.oneDecimal)°")
            },
            current.humidity.map { style("습도 \($0.percent)%", "humidity \($0.percent)%") },
            current.windSpeed.map { style("바람 \($0.oneDecimal)m/s", "wind \($0.oneDecimal) m/s") },
            report.week.lightning.map { style("낙뢰 \($0.clocks)", "lightning \($0.clocks)") },
        ]
        let rest = parts.compactMap { $0 }.joined(separator: "  ")
        return " \(style.ansi.theme(themeSelection.theme, sky))  \(rest)"
    }

    /// The air in a line; `nil` where nothing is known of it.
    var air: String? { airText?.line }

    /// The rows of a card about the air.
    var airFacts: [(name: String, value: String?)] { airText?.facts ?? [] }

    private var airText: AirText? {
        report.air.map { AirText(air: $0, today: KoreanDate(of: report.generatedAt), style: style) }
    }

    /// The sources of the data, and the time of KMA's newest issue.
    var attribution: String {
        let kma = UpstreamService.shortTerm.traits.attribution
        let sources = report.sources.filter { $0.feed.service.traits.attribution == kma }
        let issue = sources.compactMap(\.issuedAt).max().map { instant in
            let time = KoreanTime(instant)
            return style(
                "기상청 \(time.date.monthAndDay) \(time.clock) 발표",
                "KMA issue \(time.date.monthAndDay) \(time.clock)"
            )
        }
        let others = report.attribution.filter { issue == nil || $0 != kma }
            .map { Attribution.name(of: $0)[style.language] }
        let names = ([issue].compactMap { $0 } + others).joined(separator: " · ")
        let lines = (style("자료: ", "Data: ") + names).wrapped(to: style.width - 2)
        return lines.map { style.ansi.faint(" " + $0) }.joined(separator: "\n")
    }
}

/// Whom data are owed to, by the name that stands in the JSON.
enum Attribution {
    /// The name for people.
    static func name(of owner: String) -> LocalizedText {
        switch owner {
        case UpstreamService.shortTerm.traits.attribution:
            LocalizedText(owner, "Korea Meteorological Administration")
        case UpstreamService.airQuality.traits.attribution:
            LocalizedText(owner, "AirKorea, Korea Environment Corporation")
        default: LocalizedText(owner, owner)
        }
    }
}

extension Int {
    /// With a comma between thousands: `1,708`.
    fileprivate var grouped: String {
        self < 1000 ? "\(self)" : "\(self / 1000)," + String(String(self % 1000 + 1000).dropFirst())
    }
}

/// One short line for a status bar.
enum StatusLine {
    /// `☀ 맑음 21.4° 체감 20° 미세 보통`, after the most severe warning: `⚠ 호우경보 ☂ 비 …`.
    static func now(_ report: Report, _ style: Style) -> String {
        let themeSelection = report.week.themeSelection
        let current = report.week.current
        let temperature = current?.temperature ?? report.week.hours.first?.temperature
        let parts = [
            alert(report, style),
            themeSelection.theme.symbol(night: themeSelection.isNight),
            themeSelection.label[style.language],
            temperature.map { "\($0.oneDecimal)°" },
            current?.feelsLike.map { felt in
                style("체감 \(felt.degrees.wholeDegrees)", "feels \(felt.degrees.wholeDegrees)")
            },
            report.air.flatMap { air in
                AirText(air: air, today: KoreanDate(of: report.generatedAt), style: style).grade
            },
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }

    /// `오늘 ☀ 12~25° 10% · 내일 ☁ 13~24° 20% · 모레 ☂ 11~18° 80%`.
    static func week(_ report: Report, _ style: Style) -> String {
        [alert(report, style), days(report, style)].compactMap { $0 }.joined(separator: " ")
    }

    /// The first three days.
    static func days(_ report: Report, _ style: Style) -> String {
        let today = KoreanDate(of: report.generatedAt)
        let days = report.week.days.prefix(3).map { day in
            let label = day.date.label(offset: day.date - today)[style.language]
            let symbol = day.whole?.condition?.theme.symbol(night: false) ?? "-"
            let low = day.extremes.minimum.map { $0.wholeNumber } ?? "-"
            let high = day.extremes.maximum?.wholeDegrees ?? "-"
            return "\(label) \(symbol) \(low)~\(high) \((day.whole?.precipitationProbability).percent)"
        }
        return days.joined(separator: " · ")
    }

    /// The most severe warning of the place; `nil` where there is none, or none is known.
    private static func alert(_ report: Report, _ style: Style) -> String? {
        report.alerts?.first.map { AlertText(alert: $0, now: report.generatedAt, style: style).name }
    }
}
