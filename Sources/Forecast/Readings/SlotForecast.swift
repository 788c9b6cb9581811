/// Forecast in time steps for one place.
public struct SlotForecast: Sendable, Hashable {
    /// Steps in order of time.
    public var slots: [Slot]
    /// Stated lows of whole days, °C.
    public var lows: [KoreanDate: Stated<Double>]
    /// Stated highs of whole days, °C.
    public var highs: [KoreanDate: Stated<Double>]
    /// True if much of the answer was unreadable.
    public var isInPart: Bool

    /// Creates a forecast; a stated low above the high leaves neither.
    public init(slots: [Slot], lows: [KoreanDate: Stated<Double>] = [:], highs: [KoreanDate: Stated<Double>] = [:], isInPart: Bool = false) {
        self.slots = slots.sorted { $0.time < $1.time }
        self.lows = lows.filter { !Extremes.isContradiction($1.value, highs[$0]?.value) }
        self.highs = highs.filter { !Extremes.isContradiction(lows[$0]?.value, $1.value) }
        self.isInPart = isInPart
    }

    /// True if a step is missing between two.
    public var hasGap: Bool { zip(slots, slots.dropFirst()).contains { $0.end < $1.time } }

    /// True if no step reaches beyond a moment.
    public func isOver(at moment: Date) -> Bool { slots.allSatisfy { $0.end <= moment } }

    /// Adds steps, lows and highs of an earlier forecast, except a low above the high.
    public func filled(byEarlier earlier: SlotForecast) -> SlotForecast {
        let known = Set(slots.map(\.time))
        let missing = earlier.slots.filter { !known.contains($0.time) }
        let (lows, highs) = (lows, highs)
        return SlotForecast(
            slots: slots + missing,
            lows: earlier.lows.filter { !Extremes.isContradiction($1.value, highs[$0]?.value) }.merging(lows) { $1 },
            highs: earlier.highs.filter { !Extremes.isContradiction(lows[$0]?.value, $1.value) }.merging(highs) { $1 },
            isInPart: isInPart
        )
    }
}

/// Step of a forecast.
public struct Slot: Sendable, Hashable {
    /// Issue of the step.
    public var origin: Origin
    /// Instant of the values.
    public var time: Date
    /// Hours until the feed's next step.
    public var hours: Int
    /// °C.
    public var temperature: Double?
    /// Precipitation, or the sky.
    public var condition: Condition?
    /// Chance of precipitation.
    public var precipitationProbability: Probability?
    /// Sky beside precipitation, if the feed has it.
    public var sky: Condition?
    /// mm over the step, or an hour if ``isRate``; `nil` if unreadable or absent.
    public var precipitation: Amount?
    /// True if an absent amount means none, as with OpenWeather (openweathermap.org/forecast5).
    public var isDry = false
    /// Fresh snow in cm over the step, or an hour if ``isRate``.
    public var snowfall: Amount?
    /// Relative humidity.
    public var humidity: Humidity?
    /// m/s.
    public var windSpeed: Double?
    /// Direction the wind comes from.
    public var windDirection: WindDirection?
    /// True at night, by the sun at the place; `nil` before the merge.
    public var isNight: Bool?
    /// Felt temperature in °C, from OpenWeather alone.
    public var statedFeelsLike: Double?
    /// True if lightning is expected; only KMA's next six hours have it.
    public var hasLightning: Bool?

    /// Creates a step.
    public init(origin: Origin, time: Date, hours: Int) { (self.origin, self.time, self.hours) = (origin, time, hours) }

    /// Feed of the step.
    public var feed: Feed { origin.feed }

    /// True if amounts are per hour: 3-hour steps of KMA (단기예보 조회서비스 활용가이드, 연장기간).
    public var isRate: Bool { feed == .shortTerm && hours > 1 }

    func filled(by other: Slot) -> Slot {
        var slot = self
        slot.temperature = temperature ?? other.temperature
        // A dry condition contradicts an amount.
        slot.condition = condition ?? ((precipitation ?? .zero) == .zero || other.condition?.isFalling == true ? other.condition : nil)
        slot.sky = sky ?? other.sky
        slot.precipitationProbability = precipitationProbability ?? other.precipitationProbability
        slot.precipitation = precipitation ?? other.precipitation
        slot.snowfall = snowfall ?? other.snowfall
        slot.humidity = humidity ?? other.humidity
        slot.windSpeed = windSpeed ?? other.windSpeed
        slot.windDirection = windDirection ?? other.windDirection
        slot.hasLightning = hasLightning ?? other.hasLightning
        return slot
    }
}
