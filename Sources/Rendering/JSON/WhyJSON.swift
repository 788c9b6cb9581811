import Forecast
import KMAForecast

extension Report {
    /// Choices of the first day as JSON, for an explained report.
    public func writeWhy(to json: inout JSONWriter, _ language: Language) {
        let day = week.days.first
        json.object("place", place) { $1.write(to: &$0) }
        json.generated(at: generatedAt)
        json.field("date", day?.date.description)
        json.objects("values", day?.decisions ?? []) { write($1, to: &$0, language) }
        writeProvenance(to: &json, language)
    }

    private func write(_ decision: DayDecision, to json: inout JSONWriter, _ language: Language) {
        json.field("field", decision.field.rawValue)
        (decision.chosen?.value).write(to: &json, language)
        json.object("chosen", decision) { json, decision in
            write(decision.chosen, to: &json)
            json.field("rule", decision.rule.rawValue)
            json.field("text", decision.rule.text[language])
        }
        json.objects("candidates", decision.candidates) { json, candidate in
            write(candidate, to: &json)
            Optional(candidate.value).write(to: &json, language)
            json.field("whole", candidate.isWhole)
        }
    }

    private func write(_ said: DayDecision.Candidate?, to json: inout JSONWriter) {
        json.field("feed", said?.feeds.first?.rawValue)
        json.array("feeds", said?.feeds ?? []) { $0.element($1.rawValue) }
        json.field("issued_at", said?.origin?.issue?.rfc3339)
        json.field("fetched_at", passing: said?.origin?.fetchedAt.rfc3339)
    }
}

extension DayDecision.Value? {
    fileprivate func write(to json: inout JSONWriter, _ language: Language) {
        switch self {
        case .degrees(let degrees): json.field("value", degrees)
        case .sky(let half): json.object("value", half) { HalfDay?.some($1).write(to: &$0, language) }
        case .amount(let amount):
            let amount: Amount? = amount
            amount.write(to: &json, "value", range: "range")
        case nil: json.field("value", nil as Double?)
        }
    }
}
