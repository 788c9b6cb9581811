import Forecast
import Regions
import Rendering

package struct AlarmMessage: Sendable {
    package let id: String
    package let place: Place
    package let rule: WeatherRule
    package let decision: RuleDecision
    package let decidedAt: Date
    package let isSample: Bool

    init(_ alarm: Alarm, _ decision: RuleDecision, at decidedAt: Date, isSample: Bool) {
        id = "\(alarm.id(isSample: isSample))-\(KoreanDate(of: decidedAt))"
        (place, rule) = (alarm.place, alarm.rule)
        (self.decision, self.decidedAt, self.isSample) = (decision, decidedAt, isSample)
    }

    package func title(_ language: Language) -> String { "\(LocalizedText(place.name, place.englishName)[language]) · \(rule.text)" }

    package func text(_ language: Language) -> String {
        [
            decision.words?[language], decision.source.map { "(\($0.feed.name[language])\($0.issueMoment?[language] ?? ""))" },
            isSample ? LocalizedText("예시 자료입니다.", "Sample data.")[language] : nil,
        ].compactMap { $0 }.joined(separator: " ")
    }

    package func line(_ language: Language) -> String { "\(title(language)): \(text(language))" }

    package var json: [UInt8] {
        JSONWriter.object { json in
            json.field("id", id)
            json.field("rule", rule.text)
            json.field("place", place.name)
            json.field("place_en", place.englishName)
            json.field("text", text(.korean))
            json.field("text_en", text(.english))
            json.object("decided_by", decision.source) { json, source in
                json.field("feed", source.feed.rawValue)
                json.field("issued_at", source.issuedAt.map { KoreanTime($0).rfc3339 })
                json.field("fetched_at", source.fetchedAt.map { KoreanTime($0).rfc3339 })
            }
            json.field("decided_at", KoreanTime(decidedAt).rfc3339)
            json.field("sample", isSample)
        }
    }

    func environment(_ language: Language) -> [String: String] {
        [
            "KMA_RULE": rule.text, "KMA_PLACE": LocalizedText(place.name, place.englishName)[language], "KMA_TITLE": title(language),
            "KMA_TEXT": text(language), "KMA_MESSAGE_ID": id, "KMA_FEED": decision.source?.feed.rawValue ?? "",
            "KMA_ISSUED_AT": decision.source?.issuedAt.map { KoreanTime($0).rfc3339 } ?? "", "KMA_DECIDED_AT": KoreanTime(decidedAt).rfc3339,
            "KMA_SAMPLE": isSample ? "1" : "",
        ]
    }

    var ntfy: (priority: String, tag: String) {
        switch rule.subject {
        case .alert: ("high", "warning")
        case .rain: ("default", "umbrella")
        case .snow: ("default", "snowflake")
        case .sky(.clear): ("default", "sunny")
        case .sky: ("default", "cloud")
        case .value(.probability, _, _): ("default", "umbrella")
        case .value(.wind, _, _): ("default", "wind_face")
        case .value: ("default", "thermometer")
        case .dust: ("default", "mask")
        case .change: ("default", "arrows_counterclockwise")
        }
    }
}

extension RuleError {
    package func message(of text: String) -> LocalizedText {
        let text = text.filter { !$0.isNewline }.prefix(80)
        let examples = "alert, rain tomorrow, low<0, high>=33, probability>=60 tomorrow, dust bad, snow weekend, changed"
        return switch self {
        case .empty: LocalizedText("규칙은 1~80자입니다.", "A rule has 1 to 80 characters.")
        case .unknown(let words):
            LocalizedText(
                "규칙 ‘\(text)’의 ‘\(words)’\(words.particle("은", "는")) 알 수 없는 말입니다. 예: 특보, 내일 비, 주말 눈, 최저<0, 미세먼지 나쁨",
                "‘\(words)’ of the rule ‘\(text)’ is not known. Examples: \(examples)"
            )
        case .unclear:
            LocalizedText(
                "규칙 ‘\(text)’\(text.isEmpty ? "" : String(text).particle("이", "가")) 무엇을 묻는지 알 수 없습니다. 하나를 적어 주세요: 특보, 내일 비, 최저<0, 미세먼지 나쁨",
                "It is not clear what the rule ‘\(text)’ asks. Ask one thing: \(examples)"
            )
        case .withoutNumber:
            LocalizedText(
                "규칙 ‘\(text)’에는 비교할 숫자가 있어야 합니다. 예: 최저<0, 내일 강수확률>=60",
                "The rule ‘\(text)’ needs a number to compare with, such as low<0 or probability>=60."
            )
        case .alertWithTime(let time):
            LocalizedText(
                "특보 규칙은 지금의 특보를 봅니다. ‘\(time)’\(time.particle("을", "를")) 빼 주세요.",
                "A rule about warnings is about those that stand now. Leave out ‘\(time)’."
            )
        case .past(let time):
            LocalizedText("규칙 ‘\(text)’의 ‘\(time)’\(time.particle("은", "는")) 이미 지난 때입니다.", "‘\(time)’ of the rule ‘\(text)’ is over.")
        }
    }
}
