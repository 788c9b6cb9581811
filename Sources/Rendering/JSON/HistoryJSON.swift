import Record
import Forecast
import KMAForecast

extension HistoryReport: JSONAnswer {
    /// Issues of a day as JSON, the same for command line and service.
    public func write(to json: inout JSONWriter, _ language: Language) {
        json.object("place", place) { $1.write(to: &$0) }
        json.generated(at: generatedAt)
        json.field("date", date.description)
        json.objects("issues", issues) { $1.write(to: &$0, language) }
        json.object("observed", observed) { $1.write(to: &$0, language) }
        json.field("issues_expected", issuesExpected)
        json.field("issues_kept", issues.count)
        json.field("sample", isSample)
        json.array("attribution", attribution) { $0.element($1) }
    }
}

extension KeptForecast {
    fileprivate func write(to json: inout JSONWriter, _ language: Language) {
        json.field("issued_at", forecast.issuedAt.rfc3339)
        json.field("fetched_at", passing: fetchedAt.rfc3339)
        json.field("origin", origin.name)
        json.field("lead_days", forecast.leadDays)
        json.field("source", forecast.source.rawValue)
        forecast.said.extremes.write(to: &json)
        json.object("am", forecast.said.morning?.value) { Optional($1).write(to: &$0, language) }
        json.object("pm", forecast.said.afternoon?.value) { Optional($1).write(to: &$0, language) }
        (forecast.said.whole?.value).write(to: &json, language)
    }
}

extension HistoryReport.Observed {
    fileprivate func write(to json: inout JSONWriter, _ language: Language) {
        json.object("station", station) { json, near in
            json.field("id", near.station.id)
            json.field("name", LocalizedText(near.station.name, near.station.englishName)[language])
            json.field("distance_km", near.distance, decimals: 1)
        }
        json.field("temperature_min", day.minimum)
        json.field("temperature_max", day.maximum)
        json.field("precipitation_amount", day.rain.amount)
        json.field("wet", day.rain.isWet)
    }
}

extension ForecastChange {
    func write(to json: inout JSONWriter) {
        json.field("date", date.description)
        json.field("field", values.field)
        switch values {
        case .theme(let from, let to):
            json.field("from", from.rawValue)
            json.field("to", to.rawValue)
        case .precipitationProbability(let from, let to):
            json.field("from", from.percent)
            json.field("to", to.percent)
        case .minimum(let from, let to), .maximum(let from, let to):
            json.field("from", from)
            json.field("to", to)
        }
        json.field("since", since.rfc3339)
    }
}

extension Report {
    func writeChanges(to json: inout JSONWriter) { json.objects("changes", changes) { $1.write(to: &$0) } }

    var changeText: LocalizedText? { changes.flatMap { WeatherSummary.changes($0, today: KoreanDate(of: generatedAt)) } }
}
