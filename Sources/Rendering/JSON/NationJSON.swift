import Forecast
import KMAForecast

extension NationReport: JSONAnswer {
    /// Weather of the country as JSON, the same for command line and service.
    public func write(to json: inout JSONWriter, _ language: Language) {
        json.generated(at: generatedAt)
        json.field("on", date.description)
        json.field("partial", isPartial)
        json.objects("places", cities) { write($1, to: &$0, language) }
        writeProvenance(to: &json, language)
    }

    private func write(_ city: City, to json: inout JSONWriter, _ language: Language) {
        let day = city.day(on: date)
        json.field("name", city.city.name)
        json.field("name_en", city.city.englishName)
        json.field("latitude", city.city.place.latitude, decimals: 6)
        json.field("longitude", city.city.place.longitude, decimals: 6)
        json.field("theme", day?.whole?.condition?.theme.rawValue)
        json.field("text", day?.whole?.condition?.text[language])
        json.field("temperature", city.temperature(on: date))
        json.field("temperature_min", day?.extremes.minimum)
        json.field("temperature_max", day?.extremes.maximum)
        json.field("precipitation_probability", day?.whole?.precipitationProbability?.percent)
        json.field("air_grade", city.airGrade(on: date)?.rawValue)
        json.array("alerts", city.alerts(on: date)?.names(language)) { $0.element($1) }
        json.field("late", city.isLate)
        json.object("error", city.error) { json, error in
            json.field("code", error.code.rawValue)
            json.field("message", error.message[language])
        }
    }

    /// Message for words, or a parameter's value, that are no day with a forecast.
    public static func noSuchDay(_ words: String, of parameter: String? = nil) -> LocalizedText {
        LocalizedText(
            "\(parameter.map { "\($0)의 값 " } ?? "")‘\(words.shown)’\(words.shown.particle("은", "는")) 예보가 있는 날짜가 아닙니다. nation에는 날짜만 적습니다: 2026-10-08, 내일, 토요일(열흘 뒤까지).",
            "\(parameter.map { "\($0): " } ?? "")‘\(words.shown)’ is not a day with a forecast. nation takes a day alone: 2026-10-08, tomorrow, Saturday (up to ten days ahead)."
        )
    }
}
