/// Answers of the feeds for one place, from which a ``Week`` is merged; `nil` for a missing answer.
public struct Readings: Sendable, Hashable {
    /// Mid-term temperatures.
    public var midTemperature: MidTemperature?
    /// Mid-term rain and sky.
    public var midLand: MidLand?
    /// KMA's five days by the hour.
    public var shortTerm: SlotForecast?
    /// KMA's observation, without the sky.
    public var nowcast: ObservedWeather?
    /// KMA's observation a day before ``nowcast``.
    public var nowcastOfYesterday: ObservedWeather?
    /// KMA's next six hours.
    public var nextHours: SlotForecast?
    /// OpenWeather's weather now.
    public var current: ObservedWeather?
    /// OpenWeather's 5 days in 3-hour steps.
    public var openWeather: SlotForecast?
    /// KMA's mid-term text.
    public var outlook: Outlook?
    /// KMA's warnings of the whole country.
    public var warnings: WarningStatus?
    /// Events with the times of the warnings.
    public var warningEvents: [WarningEvent]?

    /// Measurements of stations in the place's provinces.
    public var airMeasurements: [AirMeasurement] = []
    /// National dust forecasts.
    public var dustForecast = DustForecast()

    /// Creates empty readings.
    public init() {}
}

/// Weather observed at one place and time.
public struct ObservedWeather: Sendable, Hashable {
    /// Feed of the observation.
    public var feed: Feed
    /// Time of the observation.
    public var observedAt: Date
    /// Time of the fetch; by default that of the observation.
    public var fetchedAt: Date
    /// °C.
    public var temperature: Double?
    /// Felt temperature in °C, from OpenWeather alone.
    public var statedFeelsLike: Double?
    /// Relative humidity.
    public var humidity: Humidity?
    /// m/s.
    public var windSpeed: Double?
    /// Direction the wind comes from.
    public var windDirection: WindDirection?
    /// m/s.
    public var windGust: Double?
    /// Metres; OpenWeather ends at 10,000.
    public var visibility: Double?
    /// mm in the last hour.
    public var precipitation: Amount?
    /// Precipitation, or the sky.
    public var condition: Condition?
    /// True if precipitation is unreadable: then the sky does not show that it is dry.
    public var isFallingUnknown = false
    /// True if much of the answer was unreadable.
    public var isInPart = false
    /// Sunrise of the day.
    public var sunrise: Date?
    /// Sunset of the day.
    public var sunset: Date?

    /// Creates an observation.
    public init(feed: Feed, observedAt: Date) {
        (self.feed, self.observedAt) = (feed, observedAt)
        fetchedAt = observedAt
    }

    package var origin: Origin { Origin(feed, issuedAt: observedAt, fetchedAt: fetchedAt) }

    /// An hour, and ten minutes until KMA's next.
    private static let reach = 70 * 60.0
    private static let clockDifference = 5 * 60.0

    /// True if observed at most 70 minutes before a moment, by its own time.
    public func isNow(at moment: Date) -> Bool {
        (-ObservedWeather.clockDifference...ObservedWeather.reach).contains(moment.timeIntervalSince(observedAt))
    }
}
