import Forecast
import KMAForecast
import Regions

extension Report {
    /// Answer as JSON, the same for command line and service; `hours` limits the hours.
    public func json(_ question: Question, _ language: Language, hours: Int? = nil, pretty: Bool = false) -> [UInt8] {
        JSONWriter.object(pretty: pretty) { write(question, hours: hours, to: &$0, language) }
    }

    /// Writes the members of the answer; `hours` limits the hours.
    public func write(_ question: Question, hours: Int? = nil, to json: inout JSONWriter, _ language: Language) {
        switch question {
        case .theme: week.themeSelection.write(to: &json, language)
        case .outlook: writeOutlook(to: &json, language)
        case .week, .now, .hours: writeWeek(question, hours: hours, to: &json, language)
        }
    }

    private func writeWeek(_ question: Question, hours: Int?, to json: inout JSONWriter, _ language: Language) {
        json.object("place", place) { $1.write(to: &$0) }
        json.generated(at: generatedAt)
        writeAsked(to: &json)
        json.object("theme", week.themeSelection) { $1.write(to: &$0, language) }
        let today = KoreanDate(of: generatedAt)
        if question == .now {
            json.object("today", week.days.first { $0.date == today }?.withoutPartialExtremes) { json, day in
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
            json.objects("days", week.days) { json, day in day.write(to: &json, offset: day.date - today, air, language) }
        }
        if question != .now { json.objects("hours", Array(week.hours.prefix(hours ?? .max))) { $1.write(to: &$0, language) } }
        writeProvenance(to: &json, language)
    }

    func writeAsked(to json: inout JSONWriter) {
        json.field("not_understood", notUnderstood?.text)
        json.object("asked", asked) { $1.write(to: &$0) }
    }

    private func writeOutlook(to json: inout JSONWriter, _ language: Language) {
        json.object("place", place) { $1.write(to: &$0) }
        json.generated(at: generatedAt)
        json.object("station", place.outlookStation) { $1.write(to: &$0) }
        json.field("issued_at", outlook?.issuedAt.rfc3339)
        json.field("text", outlook?.text)
        writeProvenance(to: &json, language)
    }
}

/// Answer that is an object in JSON.
public protocol JSONAnswer {
    func write(to json: inout JSONWriter, _ language: Language)
}

extension JSONAnswer {
    /// Answer as JSON, the same for command line and service.
    public func json(_ language: Language, pretty: Bool = false) -> [UInt8] { JSONWriter.object(pretty: pretty) { write(to: &$0, language) } }
}

extension SourcedAnswer {
    func writeProvenance(to json: inout JSONWriter, _ language: Language) {
        json.objects("sources", sources) { $1.write(to: &$0, language) }
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

    /// Search result, all matches counted; the service adds its default area and a sentence's place and time.
    public static func json(
        _ areas: [Place],
        of total: Int,
        query: String,
        defaultArea: String? = nil,
        read: (area: String, asked: AskedTime?)? = nil,
        pretty: Bool = false
    ) -> [UInt8] {
        JSONWriter.object(pretty: pretty) { json in
            json.field("query", query)
            json.objects("areas", areas) { $1.writeDescription(to: &$0) }
            json.field("total", total)
            if let defaultArea { json.field("default_area", defaultArea) }
            if let read {
                json.field("area", read.area)
                json.object("asked", read.asked) { $1.write(to: &$0) }
            }
        }
    }
}

extension AskedTime {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("text", text)
        json.field("from", from.rfc3339)
        json.field("to", to.rfc3339)
        json.field("question", topic?.name)
    }
}

extension ForecastZone {
    func write(to json: inout JSONWriter) {
        json.field("code", code)
        json.field("name", name)
        json.field("name_en", englishName)
    }
}

extension Date { package var rfc3339: String { KoreanTime(self).rfc3339 } }

extension JSONWriter {
    /// Writes the time of an answer, whose date alone is a part of what it says.
    mutating func generated(at moment: Date) { field("generated_at", passing: moment.rfc3339, from: "2026-10-04".utf8.count) }
}

extension ThemeSelection: JSONAnswer {
    /// Writes the members of `theme`.
    public func write(to json: inout JSONWriter, _ language: Language) {
        let palette = palette
        json.field("name", theme.rawValue)
        json.field("color", palette.start)
        json.array("gradient", [palette.start, palette.end]) { $0.element($1) }
        json.field("text_color", palette.text)
        json.field("night", isNight)
        json.field("label", label[language])
        json.field("source", feed?.rawValue)
    }
}

extension ObservedWeather {
    func write(to json: inout JSONWriter, _ language: Language) {
        json.field("observed_at", observedAt.rfc3339)
        json.field("temperature", temperature)
        json.field("feels_like", feelsLike?.degrees)
        json.field("feels_like_source", feelsLike?.source.rawValue)
        json.field("humidity", humidity?.percent)
        json.field("wind_speed", windSpeed)
        json.field("wind_direction", windDirection?.degrees)
        json.field("wind_gust", windGust)
        json.field("visibility", visibility)
        json.field("precipitation_1h", precipitation?.exact)
        json.object("condition", condition) { json, condition in
            json.field("text", condition.text[language])
            json.field("theme", condition.theme.rawValue)
            json.field("code", condition.code)
            json.field("icon", condition.icon)
        }
        json.field("sunrise", sunrise?.rfc3339)
        json.field("sunset", sunset?.rfc3339)
        json.field("source", feed.rawValue)
    }
}

extension Day {
    func write(to json: inout JSONWriter, offset: Int, _ air: AirQuality?, _ language: Language) {
        json.field("date", date.description)
        json.field("offset", offset)
        json.field("label", date.label(offset: offset)[language])
        json.field("weekday", date.weekdayName[language])
        extremes.write(to: &json)
        json.object("temperature_min_range", lowRange) { $1.write(to: &$0) }
        json.object("temperature_max_range", highRange) { $1.write(to: &$0) }
        json.field("feels_like_min", feelsLikeMinimum)
        json.field("feels_like_max", feelsLikeMaximum)
        json.object("am", morning) { Optional($1).write(to: &$0, language) }
        json.object("pm", afternoon) { Optional($1).write(to: &$0, language) }
        whole.write(to: &json, language)
        precipitation.write(to: &json, "precipitation_amount", range: "precipitation_range")
        json.object("rain_confidence", rainConfidence) { json, confidence in
            json.field("class", confidence.kind.rawValue)
            json.field("right", confidence.right.value, decimals: 3)
            json.field("changed", confidence.changed?.value, decimals: 3)
            json.field("cases", confidence.right.cases)
        }
        json.field("source", source?.rawValue)
        json.array("feeds", feeds) { $0.element($1.rawValue) }
        json.field("partial", isPartial)
        json.object("air", air?.forecast(on: date)) { json, grades in air?.write(grades, to: &json, language) }
        json.field("sunrise", sun?.rise.rfc3339)
        json.field("sunset", sun?.set.rfc3339)
        json.object("normal", normal) { json, normal in
            json.field("low", normal.low)
            json.field("high", normal.high)
            json.field("station", normal.station[language])
            json.field("month", normal.month)
            json.field("years", normal.years)
        }
    }
}

extension HalfDay? {
    func write(to json: inout JSONWriter, _ language: Language) {
        json.field("text", self?.condition?.text[language])
        json.field("theme", self?.condition?.theme.rawValue)
        json.field("precipitation_probability", self?.precipitationProbability?.percent)
    }
}

extension Extremes {
    func write(to json: inout JSONWriter) {
        json.field("temperature_min", minimum)
        json.field("temperature_max", maximum)
        json.object("temperature_min_spread", minimumSpread) { $1.write(to: &$0) }
        json.object("temperature_max_spread", maximumSpread) { $1.write(to: &$0) }
    }
}

extension Amount? {
    /// Number, or a range, open if `high` is `null`: its middle would be made up.
    func write(to json: inout JSONWriter, _ name: String, range: String) {
        json.field(name, self?.exact)
        json.object(range, self?.range) { json, amount in
            json.field("low", amount.low)
            json.field("high", amount.high)
        }
    }
}

extension Spread {
    func write(to json: inout JSONWriter) {
        json.field("low", low)
        json.field("high", high)
    }
}

extension LearnedRange {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("from", from)
        json.field("to", to)
        json.field("share", LearnedRange.share)
        json.field("cases", cases)
        json.field("since", since.description)
    }
}

extension Slot {
    /// KMA's six hours have a name of their own.
    var sourceName: String? { feed == .nowcast ? feed.rawValue : feed.source?.rawValue }

    func write(to json: inout JSONWriter, _ language: Language) {
        json.field("time", time.rfc3339)
        json.field("temperature", temperature)
        json.field("feels_like", feelsLike?.degrees)
        json.field("feels_like_source", feelsLike?.source.rawValue)
        json.field("precipitation_probability", precipitationProbability?.percent)
        precipitation.write(to: &json, "precipitation_amount", range: "precipitation_range")
        snowfall.write(to: &json, "snow_amount", range: "snow_range")
        json.field("humidity", humidity?.percent)
        json.field("wind_speed", windSpeed)
        json.field("wind_direction", windDirection?.degrees)
        json.field("text", condition?.text[language])
        json.field("theme", condition?.theme.rawValue)
        json.field("lightning", hasLightning)
        json.field("night", isNight)
        json.field("source", sourceName)
    }
}

extension FeedReport {
    func write(to json: inout JSONWriter, _ language: Language) {
        json.field("feed", feed.rawValue)
        let isGood = status == .fresh || status == .cached
        json.field("status", passing: status.rawValue, from: isGood ? 0 : status.rawValue.utf8.count)
        json.field("issued_at", issuedAt?.rfc3339)
        json.field("fetched_at", passing: fetchedAt?.rfc3339)
        json.object("error", error) { json, error in
            json.field("code", error.code.rawValue)
            json.field("message", error.message(for: feed, via: gateway)[language])
        }
    }
}
