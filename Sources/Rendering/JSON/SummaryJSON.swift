import Forecast
import KMAForecast

extension Report {
    func writeSummary(to json: inout JSONWriter, _ language: Language) {
        json.field("summary", summary.text?[language])
        writeRain(to: &json, language)
        json.object("yesterday", week.yesterday) { json, yesterday in
            json.field("observed_at", yesterday.observedAt.rfc3339)
            json.field("temperature", yesterday.temperature)
            json.field("difference", yesterday.difference)
            json.field("source", yesterday.feed.rawValue)
        }
    }

    private func writeRain(to json: inout JSONWriter, _ language: Language) {
        json.object("rain", RainPeriod(in: week, at: generatedAt)) { $1.write(to: &$0, language) }
        json.field("rain_known_until", week.rainKnownUntil(from: generatedAt)?.rfc3339)
    }

    /// Rain or snow as JSON, within so many seconds if given.
    public func writeRain(within seconds: Double?, to json: inout JSONWriter, _ language: Language) {
        let answer = rainAnswer(within: seconds)
        json.object("place", place) { $1.write(to: &$0) }
        json.generated(at: generatedAt)
        writeAsked(to: &json)
        json.field("falls", answer.falls)
        json.field("text", answer.sentence?[language])
        writeRain(to: &json, language)
        writeChanges(to: &json)
        writeProvenance(to: &json, language)
    }

    func rainText(within seconds: Double?) -> LocalizedText {
        rainAnswer(within: seconds).sentence ?? LocalizedText("비나 눈이 올지 알 수 없습니다.", "It is not known whether it will rain or snow.")
    }
}

extension RainPeriod {
    fileprivate func write(to json: inout JSONWriter, _ language: Language) {
        json.field("now", isNowKnown ? isNow : nil)
        json.field("starts_at", startsAt?.rfc3339)
        json.field("ends_at", endsAt?.rfc3339)
        json.field("kind", kind.rawValue)
        json.field("text", text[language])
        json.field("probability", probability?.percent)
        amount.write(to: &json, "amount", range: "amount_range")
        snowfall.write(to: &json, "snow_amount", range: "snow_range")
        json.field("source", feed.rawValue)
    }
}
