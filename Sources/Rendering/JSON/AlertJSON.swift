import Forecast
import KMAForecast

extension AlertReport: JSONAnswer {
    /// Warnings as JSON, the same for command line and service.
    public func write(to json: inout JSONWriter, _ language: Language) {
        json.object("place", place) { $1.write(to: &$0) }
        json.generated(at: generatedAt)
        alerts.write(to: &json, language)
        writeProvenance(to: &json, language)
    }
}

extension [Alert]? {
    /// `[]` for none, `null` if unknown.
    func write(to json: inout JSONWriter, _ language: Language) { json.objects("alerts", self) { $1.write(to: &$0, language) } }
}

extension Alert {
    fileprivate func write(to json: inout JSONWriter, _ language: Language) {
        json.field("kind", kind.identifier)
        json.field("label", label[language])
        json.field("level", level.rawValue)
        json.objects("zones", zones) { json, zone in
            json.field("code", zone.code)
            json.field("name", zone.name)
            json.field("name_en", zone.englishName)
        }
        json.field("covers", coversAll ? "all" : "part")
        json.field("issued_at", issuedAt?.rfc3339)
        json.field("effective_at", effectiveAt?.rfc3339)
        json.field("ends", endsAt.map { KoreanTime($0).dayAndHour[language] })
        json.field("source", Feed.warnings.rawValue)
    }
}

extension KoreanTime {
    /// Day and hour as in KMA's texts: `26일 12시`.
    public var dayAndHour: LocalizedText {
        let minutes = minute == 0 ? "" : " \(minute)분"
        // From the fourth day on a label is the date.
        let english = date.label(offset: 4).english
        return LocalizedText("\(date.civil.day)일 \(hour)시\(minutes)", "\(english) \(clock)")
    }
}
