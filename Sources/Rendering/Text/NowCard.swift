import Forecast
import KMAForecast

struct NowCard {
    let report: Report
    let style: Style

    var text: String {
        let heading = Heading(report: report, style: style)
        let themeSelection = report.week.themeSelection
        let sky = themeSelection.sky(style.language)
        let first = " \(style.ansi.theme(themeSelection.theme, sky))  " + style.ansi.bold(report.temperatureText(style) ?? "")
        let facts = facts
        let nameWidth = max(14, (facts.map(\.name.displayWidth).max() ?? 0) + 1)
        let rows = facts.flatMap { name, value in
            wrapped(value, to: style.width - nameWidth - 1).enumerated().map { index, line in
                let name = style.ansi.faint((index == 0 ? name : "").padded(to: nameWidth))
                return " \(index == 0 ? name : String(repeating: " ", count: nameWidth))\(line)"
            }
        }
        let lines = [[heading.title], heading.alerts, heading.summary, [first.withoutTrailingSpaces], rows, [heading.attribution]]
        return lines.joined().joined(separator: "\n")
    }

    private func wrapped(_ value: String, to width: Int) -> [String] {
        if value.contains("\u{1B}") { return [value] }
        let parts = value.split(separator: " · ").map(String.init)
        return parts.count > 1 ? String.joined(parts, separator: " · ", to: width) : value.wrapped(to: width)
    }

    private var facts: [(name: String, value: String)] {
        let current = report.week.current
        let palette = report.week.themeSelection.palette
        let wind = current?.windSpeed.map { speed in
            let from = current?.windDirection.map { style.compassPoint($0) + " " } ?? ""
            let gust = current?.windGust.map { style(", 순간풍속 \($0.oneDecimal)m/s", ", gusts \($0.oneDecimal) m/s") } ?? ""
            return from + style("\(speed.oneDecimal)m/s", "\(speed.oneDecimal) m/s") + gust
        }
        let sun = current?.sunrise.flatMap { rise in current?.sunset.map { "\(KoreanTime(rise).clock) – \(KoreanTime($0).clock)" } }
        let weather: [(String, String?)] = [
            (style("체감", "Feels like"), current?.feelsLike.map { "\($0.degrees.oneDecimal)°" }),
            (style("습도", "Humidity"), current?.humidity.map { "\($0.percent)%" }), (style("바람", "Wind"), wind),
            (style("낙뢰", "Lightning"), report.week.lightning.map(\.clocks)),
            (style("1시간 강수량", "Rain, 1 h"), current?.precipitation?.text("mm")[style.language]),
            (
                style("시정", "Visibility"),
                current?.visibility.map { metres in style("\((metres / 1_000).oneDecimal)km", "\((metres / 1_000).oneDecimal) km") }
            ),
        ]
        let rest: [(String, String?)] = [
            (style("일출·일몰", "Sunrise–sunset"), sun), (style("관측", "Observed"), current.map { moment(of: $0.observedAt) }),
            (style("테마", "Theme"), "\(report.week.themeSelection.theme.rawValue) \(palette.start)"),
        ]
        let facts = weather + Heading(report: report, style: style).airFacts + rest
        return facts.compactMap { name, value in value.map { (name, $0) } }
    }

    private func moment(of instant: Date) -> String {
        let time = KoreanTime(instant)
        let isToday = time.date == KoreanDate(of: report.generatedAt)
        return isToday ? time.clock : "\(time.date.monthAndDay) \(time.clock)"
    }
}

extension Style {
    func compassPoint(_ direction: WindDirection) -> String {
        let korean = ["북", "북동", "동", "남동", "남", "남서", "서", "북서"]
        let english = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
        let point = Int((Double(direction.degrees) / 45).rounded()) % 8
        return self(korean[point] + "풍", english[point])
    }
}
