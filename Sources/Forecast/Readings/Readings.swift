/// What the feeds answered for one place: everything a ``Week`` is merged from. A feed that did not answer is `nil`.
public struct Readings: Sendable, Hashable {
    /// KMA mid-term temperatures.
    public var midTemperature: MidTemperature?
    /// KMA mid-term rain and sky.
    public var midLand: MidLand?
    /// KMA's five days by the hour.
    public var shortTerm: SlotForecast?
    /// What KMA observes now: temperature, wind and what falls, but no sky.
    public var nowcast: Observation?
    /// What KMA observed a day before ``nowcast``.
    public var nowcastOfYesterday: Observation?
    /// KMA's next six hours.
    public var nextHours: SlotForecast?
    /// OpenWeather's weather now.
    public var current: Observation?
    /// OpenWeather's 5 days in 3-hour steps.
    public var openWeather: SlotForecast?
    /// KMA's mid-term text.
    public var outlook: Outlook?
    /// KMA's warnings of the whole country.
    public var warnings: WarningStatus?
    /// The events that tell the times of KMA's warnings.
    public var warningEvents: [WarningEvent]?

    /// What the stations of the place's provinces measured.
    public var airMeasurements: [AirMeasurement] = []
    /// The dust forecasts of the whole country.
    public var dustForecast = DustForecast()

    /// No readings yet; each feed that answers fills in its own.
    public init() {}
}

/// The weather observed at one place at one moment.
public struct Observation: Sendable, Hashable {
    /// The feed it came from.
    public var feed: Feed
    /// The time of the observation.
    public var observedAt: Date
    /// When it was fetched; the time of the observation until a reader says it.
    public var fetchedAt: Date
    /// °C.
    public var temperature: Double?
    /// What it feels like in °C, where the feed says it: only OpenWeather does.
    public var statedFeelsLike: Double?
    /// Relative humidity.
    public var humidity: Humidity?
    /// m/s.
    public var windSpeed: Double?
    /// Where the wind comes from.
    public var windDirection: WindDirection?
    /// m/s.
    public var windGust: Double?
    /// Metres; OpenWeather ends at 10,000.
    public var visibility: Double?
    /// mm in the last hour.
    public var precipitation: Amount?
    /// What falls, or the sky.
    public var condition: Condition?
    /// True if the feed should say what falls, and says nothing that can be read: then the sky says nothing of it either.
    public var isFallingUnknown = false
    /// Whether much of what the feed sent could not be read.
    public var isInPart = false
    /// Sunrise of the day of the observation.
    public var sunrise: Date?
    /// Sunset of the day of the observation.
    public var sunset: Date?
    /// Whether it is night, where the feed tells.
    public var isNight: Bool?

    /// An observation of a feed at a moment; the rest is filled in where it is known.
    public init(feed: Feed, observedAt: Date) {
        self.feed = feed
        self.observedAt = observedAt
        fetchedAt = observedAt
    }

    /// The observation as the origin of a value.
    var origin: Origin { Origin(feed, issuedAt: observedAt, fetchedAt: fetchedAt) }

    /// Seconds for which an observation is that of now: an hour, and the ten minutes until KMA's next can be there.
    private static let reach = 70 * 60.0
    /// Seconds by which the clocks of an upstream and of this machine may differ.
    private static let clockDifference = 5 * 60.0

    /// True if it is of a moment: at most 70 minutes before it, by its own time and not by that of the fetch.
    public func isNow(at moment: Date) -> Bool {
        (-Observation.clockDifference...Observation.reach).contains(moment.timeIntervalSince(observedAt))
    }
}
