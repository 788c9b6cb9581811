import Forecast
import KMAForecast

struct WhyTable {
    let report: Report
    let style: Style

    var text: String {
        let blocks = (report.week.days.first?.decisions ?? []).map(block)
        let attribution = Heading(report: report, style: style).attribution
        return ([title] + blocks + [attribution]).joined(separator: "\n")
    }

    private var title: String {
        let place = report.place.headline(style)
        guard let date = report.week.days.first?.date else { return style.ansi.bold(" \(place)") }
        let day = date.dayWithWeekday[style.language]
        let name = style("\(date.civil.month)월 \(day)의 값", "the values of \(day)")
        return "\(place) · \(name)".wrapped(to: style.width - 2).map { style.ansi.bold(" " + $0) }.joined(separator: "\n")
    }

    private func block(_ decision: DayDecision) -> String {
        let name = decision.field.name[style.language]
        let value = decision.chosen.map { " " + text($0.value) } ?? ""
        let heading = (name + value).wrapped(to: style.width - 2).map { " " + style.ansi.bold($0) }
        let candidates = decision.candidates.flatMap { candidate in line(candidate, isChosen: candidate == decision.chosen) }
        let observed = decision.rule == .observed ? decision.chosen.map { wrapped("✓ ", source($0), to: style.width) } ?? [] : []
        let rule = decision.rule.text[style.language].wrapped(to: style.width - 6).map { style.ansi.faint("     " + $0) }
        return (heading + observed + candidates + rule).joined(separator: "\n")
    }

    private func line(_ candidate: DayDecision.Candidate, isChosen: Bool) -> [String] {
        let part = candidate.isWhole ? "" : style(" (일부 시간)", " (a part)")
        let text = "\(source(candidate)): \(text(candidate.value))\(part)"
        return wrapped(isChosen ? "✓ " : "· ", text, to: style.width)
    }

    private func wrapped(_ mark: String, _ text: String, to width: Int) -> [String] {
        text.wrapped(to: width - 6).enumerated().map { index, line in "   " + (index == 0 ? mark : "  ") + line }
    }

    private func source(_ said: DayDecision.Candidate) -> String {
        let names = said.feeds.map { $0.name[style.language] }.joined(separator: ", ")
        let moment = LocalizedText(issued: said.origin?.issue, fetched: said.origin?.fetchedAt)
        return names + (moment?[style.language] ?? "")
    }

    private func text(_ value: DayDecision.Value) -> String {
        switch value {
        case .degrees(let degrees): "\(degrees.oneDecimal)°"
        case .amount(let amount): amount.text("mm")[style.language]
        case .sky(let half):
            [half.condition?.text[style.language], half.precipitationProbability.map { "\($0.percent)%" }].compactMap { $0 }.joined(separator: " ")
        }
    }
}
