import Feeds
import Forecast
import KMAForecast
import Regions

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
        writeAsked(to: &json)
        json.object("theme", week.themeSelection) { $1.write(to: &$0, language) }
        let today = KoreanDate(of: generatedAt)
        if question == .now {
            json.object("today", week.days.first { $0.date == today }) { json, day in
                json.field("temperature_min", day.extremes.minimum)
                json.field("temperature_max", day.extremes.maximum)
            }
        }
        if question != .hours {
            json.object("current", week.current) { $1.write(to: &$0, language) }
            writeSummary(to: &json, language)
            alerts.write(to: &json, language)
            json.object("air", air) { $1.write(to: &$0, language) }
        }
        if question == .week {
            writeChanges(to: &json)
            json.array("days", week.days) { json, day in
                json.object { day.write(to: &$0, offset: day.date - today, air, language) }
            }
        }
        if question != .now {
            json.array("hours", week.hours) { json, slot in
                json.object { slot.write(to: &$0, language) }
            }
        }
        writeProvenance(to: &json, language)
    }

    /// Writes the time that was asked about, which is `null` where none was.
    func writeAsked(to json: inout JSONWriter) {
        json.object("asked", asked) { json, asked in
            json.field("text", asked.text)
            json.field("from", asked.from.rfc3339)
            json.field("to", asked.to.rfc3339)
            json.field("question", asked.asksForRain ? "rain" : nil)
        }
    }

    private func writeOutlook(to json: inout JSONWriter, _ language: Language) {
        json.object("place", place) { $1.write(to: &$0) }
        json.field("generated_at", generatedAt.rfc3339)
        json.object("station", place.outlookStation) { $1.write(to: &$0) }
        json.field("issued_at", outlook?.issuedAt.rfc3339)
        json.field("text", outlook?.text)
        writeProvenance(to: &json, language)
    }

    func writeProvenance(to json: inout JSONWriter, _ language: Language) {
        json.array("sources", sources) { json, source in
            json.object { source.write(to: &$0, language) }
        }
        json.array("degraded", degraded) { $0.element($1.rawValue) }
        json.field("stale", isStale)
        json.array("attribution", attribution) { $0.element($1) }
    }
}

extension Place {
    /// Writes the members of `place`.
    public func write(to json: inout JSONWriter) {
        json.field("query", query)
        json.field("dropped", dropped)
        writeDescription(to: &json)
    }

    /// Writes what the place is, without the question it answers.
    private func writeDescription(to json: inout JSONWriter) {
        json.field("name", name)
        json.field("name_en", englishName)
        json.field("province", province)
        json.field("district", district)
        json.field("dong", dong)
        json.field("latitude", latitude, decimals: 6)
        json.field("longitude", longitude, decimals: 6)
        json.object("temperature_zone", temperatureZone) { $1.write(to: &$0) }
        json.object("land_zone", landZone) { $1.write(to: &$0) }
        json.object("represented_by", representedBy) { json, city in
            json.field("name", city.name)
            json.field("name_en", city.englishName)
            json.object("temperature_zone", city.temperatureZone) { $1.write(to: &$0) }
        }
        json.object("landmark", landmark) { json, landmark in
            json.field("name", landmark.name)
            json.field("kind", landmark.kind.rawValue)
            json.field("altitude", landmark.altitude)
        }
    }

    /// The answer to a search for areas as JSON, the same for the command line and the service, with the number of all
    /// areas that fit. The service adds the
    /// area that is set for those who name none, so that its page can open there.
    public static func json(
        _ areas: [Place],
        of total: Int,
        query: String,
        defaultArea: String? = nil,
        pretty: Bool = false
    ) -> [UInt8] {
        var json = JSONWriter(pretty: pretty)
        json.object { json in
            json.field("query", query)
            json.array("areas", areas) { json, area in
                json.object { area.writeDescription(to: &$0) }
            }
            json.field("total", total)
            if let defaultArea { json.field("default_area", defaultArea) }
        }
        return json.bytes
    }
}

extension ForecastZone {
    /// Writes the members of a zone.
    func write(to json: inout JSONWriter) {
        json.field("code", code)
        json.field("name", name)
        json.field("name_en", englishName)
    }
}

extension Diagnosis {
    /// The diagnosis as JSON. Of a key it has whether it is set and whether it is accepted, and nothing else.
    public func json(_ language: Language, pretty: Bool = false) -> [UInt8] {
        var json = JSONWriter(pretty: pretty)
        json.object { json in
            json.field("live", isLive)
            json.array("services", services) { json, state in
                json.object { state.write(to: &$0, via: kmaGateway, language) }
            }
            json.array("checks", checks) { json, check in
                json.object { json in
                    json.field("subject", check.subject.identifier)
                    json.field("status", check.status.rawValue)
                    json.field("message", check.message[language])
                }
            }
        }
        return json.bytes
    }
}

extension Diagnosis.ServiceState {
    fileprivate func write(to json: inout JSONWriter, via gateway: KMAGateway.Kind, _ language: Language) {
        json.field("service", service.rawValue)
        json.field("key_present", key != .missing)
        json.field("key_accepted", isKeyAccepted)
        json.object("error", error) { json, error in
            json.field("code", error.code.rawValue)
            json.field("message", error.message(for: feed, via: gateway)[language])
        }
        json.field("calls_today", callsToday)
        json.field("calls_left", callsLeft)
        json.field("silent_until", cooldownUntil?.rfc3339)
    }

    /// `nil` where the upstream has not answered about it.
    private var isKeyAccepted: Bool? {
        switch error?.code {
        case nil, .noData, .quotaExceeded, .rateLimited: key == .missing ? nil : true
        case .keyRejected, .notSubscribed: false
        default: nil
        }
    }
}
