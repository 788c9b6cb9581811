import KMAForecast
import Forecast

extension Report {
    /// The answer to a question as JSON, the same for the command line and the service.
    public func json(_ question: Question, _ language: Language, pretty: Bool = false) -> [UInt8] {
        var json = JSONWriter(pretty: pretty)
        json.object { json in
            switch question {
            case .theme: week.themeSelection.write(to: &json, language)
            case .outlook: writeOutlook(to: &json, language)
            case .week, .now, .hours: writeWeek(question, to: &json, language)
            }
        }
        return json.bytes
    }

    private func writeWeek(_ question: Question, to json: inout JSONWriter, _ language: Language) {
        json.object("place", place) { $1.write(to: &$0) }
        json.field("generated_at", generatedAt.rfc3339)
        json.object("theme", week.themeSelection) { $1.write(to: &$0, language) }
        if question != .hours { json.object("current", week.current) { $1.write(to: &$0, language) } }
        if question == .week {
            let today = KoreanDate(of: generatedAt)
            json.array("days", week.days) { json, day in
                json.object { day.write(to: &$0, offset: day.date - today, language) }
            }
        }
        if question != .now {
            json.array("hours", week.hours) { json, slot in
                json.object { slot.write(to: &$0, language) }
            }
        }
        writeProvenance(to: &json, language)
    }

    private func writeOutlook(to json: inout JSONWriter, _ language: Language) {
        json.object("place", place) { $1.write(to: &$0) }
        json.field("generated_at", generatedAt.rfc3339)
        json.object("station", place.outlookStation) { $1.write(to: &$0) }
        json.field("issued_at", outlook?.issuedAt.rfc3339)
        json.field("text", outlook?.text)
        writeProvenance(to: &json, language)
    }

    private func writeProvenance(to json: inout JSONWriter, _ language: Language) {
        json.array("sources", sources) { json, source in
            json.object { source.write(to: &$0, language) }
        }
        json.array("degraded", degraded) { $0.element($1.rawValue) }
        json.field("stale", isStale)
        json.array("attribution", attribution) { $0.element($1) }
    }
}
