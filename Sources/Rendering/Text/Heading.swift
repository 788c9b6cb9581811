import Feeds
import Forecast
import KMAForecast

struct Heading {
    let report: Report
    let style: Style

    var title: String {
        let lines = style.title(report.place.headline(style), at: report.generatedAt)
        let notes = [droppedNote, landZoneNote, summitNote].compactMap { $0 }.flatMap { $0.wrapped(to: style.width - 2) }
        return (lines.map(painted) + notes.map { style.ansi.faint(" " + $0) }).joined(separator: "\n")
    }

    private func painted(_ line: String) -> String { style.ansi.themeSelection(report.week.themeSelection, " " + line) }

    private var droppedNote: String? {
        guard let dropped = report.place.dropped, let found = report.place.name.split(separator: " ").last else { return nil }
        return style("‘\(dropped)’\(dropped.particle("은", "는")) 찾지 않았습니다. \(found)의 날씨입니다.", "‘\(dropped)’ was ignored.")
    }

    private var landZoneNote: String? {
        guard let city = report.place.representedBy, let other = report.place.otherCity else { return nil }
        return style(
            "\(city.name)의 날씨입니다. \(other.landZone.name)의 날씨는 kma \(other.name)",
            "This is the forecast for \(city.englishName). For the other side of the mountains: kma \(other.englishName)"
        )
    }

    private var summitNote: String? {
        guard let altitude = report.place.landmark?.altitude else { return nil }
        return style(
            "해발 \(altitude.grouped)m. 예보는 5km 격자의 값이며 정상의 날씨가 아닙니다.",
            "\(altitude.grouped) m above the sea. The forecast is for a 5 km cell, not for the summit."
        )
    }

    var alerts: [String] {
        (report.alerts ?? []).readable(at: report.generatedAt).flatMap { AlertText(alert: $0, now: report.generatedAt, style: style).lines }
    }

    var summary: [String] {
        let weather = WeatherSummary(of: report.week, air: report.air, at: report.generatedAt).text
        let text = [report.topicAnswer, weather].compactMap(\.self).joined(" ")
        let summary = text[style.language]
        return summary.wrapped(to: style.width - 2).map { " " + style.ansi.bold($0) }
    }

    var changes: [String] { style.paragraph(report.changeText?[style.language] ?? "") }

    var now: [String] {
        guard let current = report.week.current else { return [] }
        let themeSelection = report.week.themeSelection
        let sky = themeSelection.sky(style.language)
        let parts = [
            current.temperature.map { "\($0.oneDecimal)°" },
            current.feelsLike.map { felt in style("체감 \(felt.degrees.oneDecimal)°", "feels like \(felt.degrees.oneDecimal)°") },
            current.humidity.map { style("습도 \($0.percent)%", "humidity \($0.percent)%") },
            current.windSpeed.map { style("바람 \($0.oneDecimal)m/s", "wind \($0.oneDecimal) m/s") },
            report.week.lightning.map { style("낙뢰 \($0.clocks)", "lightning \($0.clocks)") },
        ]
        let lines = String.joined([sky] + parts.compactMap { $0 }, separator: "  ", to: style.width - 1)
        let painted = style.ansi.theme(themeSelection.theme, sky)
        return lines.enumerated().map { " " + ($0 == 0 ? painted + $1.dropFirst(sky.count) : $1) }
    }

    var air: [String] { airText?.lines ?? [] }

    var airFacts: [(name: String, value: String?)] { airText?.facts ?? [] }

    private var airText: AirText? { report.air.map { AirText(air: $0, today: KoreanDate(of: report.generatedAt), style: style) } }

    var attribution: String { style.attribution(owners) }

    var sources: String { Attribution.line(owners, style.language) }

    private var owners: [String] {
        let kma = UpstreamAPI.shortTerm.traits.attribution
        let sources = report.sources.filter { $0.feed.service.traits.attribution == kma }
        let issue = sources.compactMap(\.issuedAt).max().map { instant in
            let time = KoreanTime(instant)
            return style("기상청 \(time.date.monthAndDay) \(time.clock) 발표", "KMA issue \(time.date.monthAndDay) \(time.clock)")
        }
        return [issue].compactMap { $0 } + report.attribution.filter { issue == nil || $0 != kma }
    }
}

extension Int { fileprivate var grouped: String { self < 1000 ? "\(self)" : "\(self / 1000)," + String(String(self % 1000 + 1000).dropFirst()) } }
