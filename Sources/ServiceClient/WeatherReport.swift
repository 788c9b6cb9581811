import Forecast

/// Answer of `/v1/week`, `/v1/now` or `/v1/hours` (`docs/json.en.md`). It has one language and no origins, unlike a `Report`; all is in ``json``.
public struct WeatherReport: Codable, Sendable, Hashable {
    /// All of the answer.
    public let json: ReportedValue
    /// Time of the answer.
    public let generatedAt: Date
    /// Theme of now.
    public let theme: Theme
    /// Days in order; of `week` alone.
    public let days: [Day]
    /// Hours in order; not of `now`.
    public let hours: [Hour]

    /// Reads the JSON of the service, or of an encoded `Report`.
    public init(json: [UInt8]) throws { self = try JSONDecoder().decode(WeatherReport.self, from: Data(json)) }

    /// Throws for JSON of another kind.
    public init(from decoder: any Decoder) throws {
        json = try ReportedValue(from: decoder)
        guard let generatedAt = json.generatedAt.instant, let theme = json.theme.name.string.flatMap(Theme.init), case .array = json.sources else {
            let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no report")
            throw DecodingError.dataCorrupted(context)
        }
        (self.generatedAt, self.theme) = (generatedAt, theme)
        days = json.days.elements.compactMap(Day.init)
        hours = json.hours.elements.compactMap(Hour.init)
    }

    /// Writes the answer as it was read.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

    /// Full name of the place, in Korean.
    public var place: String? { json.place.name.string }
    /// Colours of now, as numbers through `colors`.
    public var palette: Palette { theme.palette(night: json.theme.night.bool ?? false) }
    /// °C now.
    public var temperature: Double? { json.current.temperature.double }
    /// Sky of now.
    public var sky: String? { json.current.condition.text.string }
    /// Sentence or two about what matters.
    public var summary: String? { json.summary.string }
    /// Labels of the warnings in force; `nil` if unknown.
    public var alerts: [String]? { json.alerts == .null ? nil : json.alerts.elements.compactMap(\.label.string) }
    /// True if a value is older than the next issue of its feed.
    public var isStale: Bool { json.stale.bool ?? false }
    /// Feeds that should have contributed and did not.
    public var degraded: [String] { json.degraded.elements.compactMap(\.string) }
    /// Owners of the data, to be shown beside it.
    public var attribution: [String] { json.attribution.elements.compactMap(\.string) }
}

extension WeatherReport {
    /// Day of a week.
    public struct Day: Sendable, Hashable {
        /// All of the day.
        public let json: ReportedValue
        /// Date in Korea.
        public let date: KoreanDate

        init?(_ json: ReportedValue) {
            guard let date = json.date.string.flatMap({ KoreanDate($0) }) else { return nil }
            (self.json, self.date) = (json, date)
        }

        /// Name of the day, such as `내일`.
        public var label: String { json.label.string ?? date.description }
        /// °C.
        public var low: Double? { json.temperatureMin.double }
        /// °C.
        public var high: Double? { json.temperatureMax.double }
        /// Sky in words.
        public var sky: String? { json.text.string }
        /// Theme of the sky.
        public var theme: Theme? { json.theme.string.flatMap(Theme.init) }
        /// Chance of rain or snow, %.
        public var precipitationProbability: Double? { json.precipitationProbability.double }
    }

    /// Hour, or step of three.
    public struct Hour: Sendable, Hashable {
        /// All of the hour.
        public let json: ReportedValue
        /// Start.
        public let time: Date

        init?(_ json: ReportedValue) {
            guard let time = json.time.instant else { return nil }
            (self.json, self.time) = (json, time)
        }

        /// °C.
        public var temperature: Double? { json.temperature.double }
        /// Sky in words.
        public var sky: String? { json.text.string }
        /// Theme of the sky.
        public var theme: Theme? { json.theme.string.flatMap(Theme.init) }
        /// Chance of rain or snow, %.
        public var precipitationProbability: Double? { json.precipitationProbability.double }
    }
}
