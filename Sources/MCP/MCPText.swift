import Forecast
import KMAForecast
import Rendering

struct MCPText {
    let style: Style

    func week(_ report: Report, hours count: Int) -> String {
        let answer = report.topicAnswer.map { [$0[style.language]] } ?? []
        let now = report.asked == nil ? [StatusLine.now(report, style)] : []
        let hours = report.week.hours.prefix(count).map(hour).joined(separator: "; ")
        return (answer + now + report.week.days.map(day) + (hours.isEmpty ? [] : [hours])).joined(separator: "\n")
    }

    func provenance(_ answer: some SourcedAnswer, of subject: String) -> String {
        // 에어코리아's hours are no issues of KMA.
        let issue = answer.sources.filter { $0.feed.service != .airQuality }.compactMap(\.issuedAt).max().map { instant in
            let time = KoreanTime(instant)
            return style("\(time.date) \(time.clock) 발표", "issued \(time.date) \(time.clock)")
        }
        let first = [Attribution.line(answer.attribution, style.language), issue].compactMap(\.self)
        let stale = answer.isStale ? [style("오래된 자료가 있습니다(stale).", "Some of it is old (stale).")] : []
        let notices = Notices([(place: subject, answer: answer)], style).lines
        return ([first.joined(separator: ", ")] + stale + notices).joined(separator: "\n")
    }

    private func day(_ day: Day) -> String {
        let halves = [(style("오전", "AM"), day.morning), (style("오후", "PM"), day.afternoon)].compactMap { name, half in
            half.map { "\(name) \(sky($0.condition, $0.precipitationProbability))" }
        }
        let whole = sky(day.whole?.condition, day.whole?.precipitationProbability)
        let (low, high) = (day.extremes.minimum?.oneDecimal ?? "-", day.extremes.maximum?.oneDecimal ?? "-")
        let part = day.hasExtremesOfPart ? style(" (일부 시간)", " (part of the day)") : ""
        let weather = halves.isEmpty ? whole : halves.joined(separator: ", ")
        return "\(day.date) (\(day.date.weekdayName[style.language])) \(low)~\(high)°C\(part), \(weather)"
    }

    private func hour(_ slot: Slot) -> String {
        let time = KoreanTime(slot.time)
        let begin = time.hour == 0 ? "\(time.date) \(time.clock)" : time.clock
        return "\(begin) \(slot.temperature?.oneDecimal ?? "-")°C \(sky(slot.condition, slot.precipitationProbability))"
    }

    private func sky(_ condition: Condition?, _ chance: Probability?) -> String {
        [condition?.text[style.language] ?? "-", chance.map { "\($0.percent)%" }].compactMap(\.self).joined(separator: " ")
    }
}
