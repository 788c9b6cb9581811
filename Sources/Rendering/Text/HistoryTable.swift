import Record
import Forecast

struct HistoryTable {
    let report: HistoryReport
    let style: Style

    var text: String {
        let came = observed.map(style.paragraph) ?? []
        let lines = [[title], came, rows, kept.map { style.ansi.faint(" " + $0) }, [style.attribution(report.attribution)]]
        return lines.joined().joined(separator: "\n")
    }

    var line: String {
        guard let newest = report.issues.first?.forecast else { return nothing }
        let range = "\(degrees(newest.said.extremes.minimum))/\(degrees(newest.said.extremes.maximum))"
        let part = isOfPart(newest) ? style(" (일부 시간)", " (part of the day)") : ""
        let time = KoreanTime(newest.issuedAt)
        let issue = style("\(time.date.monthAndDay) \(time.clock) 발표", "\(time.date.monthAndDay) \(time.clock) issue")
        return "\(issue): \(sky(newest)) \(percent(newest)) \(range)\(part)" + (observed.map { " · \($0)" } ?? "")
    }

    private var title: String {
        let place = style(report.place.name, report.place.englishName)
        let day = report.date.spelled(beside: KoreanDate(of: report.generatedAt))
        let name = style("\(day.korean) 예보 기록", "Forecast history for \(day.english)")
        let lines = "\(place) · \(name)".wrapped(to: style.width - 2)
        return lines.map { style.ansi.bold(" " + $0) }.joined(separator: "\n")
    }

    private var observed: String? {
        guard let observed = report.observed else { return nil }
        let station = style(observed.station.station.name, observed.station.station.englishName)
        let distance = observed.station.distance.oneDecimal
        let rain: String? =
            switch observed.day.rain {
            case .unknown: nil
            case .blank: style("비 없음", "no rain")
            case .trace: style("비 0.1mm 미만", "under 0.1 mm")
            case .measured(let amount): style("비 \(amount.oneDecimal)mm", "\(amount.oneDecimal) mm")
            }
        let low = observed.day.minimum.map { style("최저 \($0.oneDecimal)°", "low \($0.oneDecimal)°") }
        let high = observed.day.maximum.map { style("최고 \($0.oneDecimal)°", "high \($0.oneDecimal)°") }
        let values = ([low, high, rain].compactMap { $0 }).joined(separator: ", ")
        return style("실제: \(values) (\(station) 관측소 \(distance)km)", "Observed: \(values) (\(station), \(distance) km away)")
    }

    private var rows: [String] {
        if report.issues.isEmpty { return style.paragraph(nothing) }
        let name = style("발표", "Issued").padded(to: issueWidth)
        let lead = style.isNarrow ? "" : style("며칠 전", "Lead").aligned(to: leadWidth)
        let sky = style("날씨", "Sky").padded(to: skyWidth)
        let rain = style("강수", "Rain").aligned(to: 5)
        let low = style("최저", "Low").aligned(to: 5)
        let high = style("최고", "High").aligned(to: 5)
        let header = style.ansi.faint(" \(name)\(lead)  \(sky)\(rain)\(low)\(high)")
        let note = report.issues.contains { isOfPart($0.forecast) } ? style.paragraph(style("* 하루의 일부만 말한 발표", "* Speaks of a part of the day")) : []
        return [header] + report.issues.map { row($0.forecast) } + note
    }

    private var issueWidth: Int { style.isNarrow ? 9 : 18 }
    private var leadWidth: Int { style.isNarrow ? 0 : 8 }
    private var skyWidth: Int { style.width - 1 - issueWidth - leadWidth - 2 - 15 }

    private func row(_ forecast: IssuedForecast) -> String {
        let time = KoreanTime(forecast.issuedAt)
        let clock = style.isNarrow ? String(time.clock.prefix(2)) + style("시", "h") : time.clock
        let weekday = style.isNarrow ? "" : "(\(time.date.weekdayName[style.language])) "
        let issue = "\(time.date.monthAndDay)\(style.isNarrow ? " " : weekday)\(clock)".padded(to: issueWidth)
        let lead = style.isNarrow ? "" : leadText(forecast.leadDays).aligned(to: leadWidth)
        let theme = forecast.said.whole?.value.condition?.theme
        let sky = style.ansi.theme(theme, (sky(forecast) + (isOfPart(forecast) ? " *" : "")).padded(to: skyWidth))
        return " \(issue)\(lead)  \(sky)\(percent(forecast).aligned(to: 5))" + degrees(forecast.said.extremes.minimum).aligned(to: 5)
            + degrees(forecast.said.extremes.maximum).aligned(to: 5)
    }

    private func isOfPart(_ forecast: IssuedForecast) -> Bool { forecast.said.whole.map { !$0.covers(forecast.date.hours) } ?? false }

    private func leadText(_ days: Int) -> String { days == 0 ? style("당일", "same day") : style("\(days)일 전", "\(days) d") }

    private func sky(_ forecast: IssuedForecast) -> String {
        let condition = forecast.said.whole?.value.condition
        let symbol = condition?.theme.symbol(night: false)
        return [symbol, condition?.text[style.language] ?? "-"].compactMap { $0 }.joined(separator: " ")
    }

    private func percent(_ forecast: IssuedForecast) -> String { forecast.said.whole?.value.precipitationProbability.percent ?? "-" }

    private func degrees(_ value: Double?) -> String { value?.wholeDegrees ?? "-" }

    private var nothing: String {
        report.isKept
            ? style("이 날짜의 예보 기록이 없습니다. 예보를 읽을 때마다 기록이 쌓입니다.", "No issue about this day is kept. The record grows with every forecast that is read.")
            : style("예보 기록을 남기지 않고 있습니다(KMA_LEDGER).", "No record of forecasts is kept (KMA_LEDGER).")
    }

    private var kept: [String] {
        style(
            "발표 \(report.issuesExpected)번 가운데 \(report.issues.count)번의 기록이 있습니다.",
            "\(report.issues.count) of \(report.issuesExpected) issues are kept."
        ).wrapped(to: style.width - 2)
    }
}
