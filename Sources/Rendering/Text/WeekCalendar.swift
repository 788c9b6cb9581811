import Feeds
import Forecast
import KMAForecast

/// Calendar of a place (RFC 5545), an event a day with a forecast.
public struct WeekCalendar {
    let report: Report
    let style: Style

    /// Creates the calendar of a report.
    public init(_ report: Report, _ language: Language) {
        self.report = report
        style = Style(plain: language)
    }

    /// Lines of at most 75 bytes with CR LF.
    public var bytes: [UInt8] {
        let place = style(report.place.name, report.place.englishName)
        let name = style("\(place) 날씨", "Weather in \(place)")
        let language = style.language.rawValue.uppercased()
        var lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//kma//\(Version.current)//\(language)", "CALSCALE:GREGORIAN", "METHOD:PUBLISH",
            "NAME:\(name.escaped)", "X-WR-CALNAME:\(name.escaped)", "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H",
        ]
        for day in report.daysAhead { lines += event(day) }
        lines.append("END:VCALENDAR")
        return lines.flatMap { Array($0.folded.utf8) + [13, 10] }
    }

    private func event(_ day: Day) -> [String] {
        let summary = summary(of: day)
        guard !summary.isEmpty else { return [] }
        let (place, cell) = (report.place, report.place.gridCell)
        return [
            "BEGIN:VEVENT", "UID:\(day.date)-\(place.name.percentEncoded)-\(cell.x)-\(cell.y)@kma", "DTSTAMP:\(madeAt.utc)",
            "DTSTART;VALUE=DATE:\(day.date.compact)",
            "DTEND;VALUE=DATE:\((day.date + 1).compact)", "SUMMARY:\(summary.escaped)", "DESCRIPTION:\(description(of: day).escaped)",
            "TRANSP:TRANSPARENT", "END:VEVENT",
        ]
    }

    private func summary(of day: Day) -> String {
        let low = day.extremes.minimum.map(\.wholeNumber)
        let high = day.extremes.maximum?.wholeDegrees
        let extremes = low == nil && high == nil ? nil : "\(low ?? "-")~\(high ?? "-")"
        let parts = [
            day.whole?.condition.map { "\($0.theme.symbol(night: false)) \($0.text[style.language])" }, extremes,
            day.whole?.precipitationProbability.map { "\($0.percent)%" },
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }

    private func description(of day: Day) -> String {
        let halves = [(style("오전", "Morning"), day.morning), (style("오후", "Afternoon"), day.afternoon)]
        var lines = halves.compactMap { name, half -> String? in
            guard let half, let condition = half.condition else { return nil }
            let percent = half.precipitationProbability.map { " \($0.percent)%" } ?? ""
            return "\(name): \(condition.text[style.language])\(percent)"
        }
        if day.hasExtremesOfPart { lines.append(style("최저·최고는 일부 시간의 값", "Low and high of some hours only")) }
        lines += Notices(reports: [report], style: style).lines
        let time = KoreanTime(madeAt)
        lines.append(
            style("\(time.date.monthAndDay) \(time.clock) 기준 · ", "As of \(time.date.monthAndDay) \(time.clock) KST · ")
                + report.attribution.map { Attribution.name(of: $0)[style.language] }.joined(separator: " · ")
        )
        return lines.joined(separator: "\n")
    }

    /// Newest forecast, so that the text changes with it alone.
    private var madeAt: Date {
        report.sources.compactMap(\.issuedAt).max() ?? report.sources.compactMap(\.fetchedAt).max() ?? KoreanDate(of: report.generatedAt).start
    }
}

extension Date {
    fileprivate var utc: String {
        let time = KoreanTime(addingTimeInterval(-KoreanTime.offset))
        return "\(time.compact.prefix(8))T\(time.compact.suffix(4))00Z"
    }
}

extension String {
    /// RFC 5545, 3.3.11.
    fileprivate var escaped: String {
        replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,").replacing("\n", with: "\\n")
    }

    /// 75 bytes without divided letters, then a blank (RFC 5545, 3.1).
    fileprivate var folded: String {
        var (folded, width) = ("", 0)
        for character in self {
            let size = character.utf8.count
            if width + size > 75 {
                folded += "\r\n "
                width = 1
            }
            folded.append(character)
            width += size
        }
        return folded
    }
}
