/// A forecast in time steps for one place.
public struct SlotForecast: Sendable, Hashable {
    /// The steps in order of time.
    public var slots: [Slot]
    /// Lows that the feed states for whole days, °C.
    public var lows: [KoreanDate: Stated<Double>]
    /// Highs that the feed states for whole days, °C.
    public var highs: [KoreanDate: Stated<Double>]
    /// Whether much of what the feed sent could not be read.
    public var isInPart: Bool

    /// A forecast from its steps, in any order, and the whole-day values beside them. A low above its high leaves neither:
    /// which of the two is wrong cannot be told.
    public init(
        slots: [Slot],
        lows: [KoreanDate: Stated<Double>] = [:],
        highs: [KoreanDate: Stated<Double>] = [:],
        isInPart: Bool = false
    ) {
        self.slots = slots.sorted { $0.time < $1.time }
        self.lows = lows.filter { !Extremes.isContradiction($1.value, highs[$0]?.value) }
        self.highs = highs.filter { !Extremes.isContradiction(lows[$0]?.value, $1.value) }
        self.isInPart = isInPart
    }

    /// True if no step of it reaches beyond a moment.
    public func isOver(at moment: Date) -> Bool { slots.allSatisfy { $0.end <= moment } }

    /// This forecast with the steps, lows and highs that only an earlier one has, each with its own origin. A low above the
    /// high of the other is left out.
    public func filled(byEarlier earlier: SlotForecast) -> SlotForecast {
        let known = Set(slots.map(\.time))
        let missing = earlier.slots.filter { !known.contains($0.time) }
        let (lows, highs) = (lows, highs)
        return SlotForecast(
            slots: slots + missing,
            lows: earlier.lows.filter { !Extremes.isContradiction($1.value, highs[$0]?.value) }
                .merging(lows) { $1 },
            highs: earlier.highs.filter { !Extremes.isContradiction(lows[$0]?.value, $1.value) }
                .merging(highs) { $1 },
            isInPart: isInPart
        )
    }
}

/// One step of a forecast.
public struct Slot: Sendable, Hashable {
    /// The issue it came from.
    public var origin: Origin
    /// The instant the values are for.
    public var time: Date
    /// Hours until the feed's next step.
    public var hours: Int
    /// °C.
    public var temperature: Double?
    /// What falls, or the sky.
    public var condition: Condition?
    /// The chance of precipitation.
    public var precipitationProbability: Probability?
    /// The sky alone, where the feed gives it beside what falls.
    public var sky: Condition?
    /// mm over the step; mm in an hour where ``isRate``. `nil` where it cannot be read, or is left out.
    public var precipitation: Amount?
    /// Whether the amount is left out because nothing falls: OpenWeather gives rain and snow only where they do
    /// (openweathermap.org/forecast5).
    public var isDry = false
    /// Fresh snow in cm over the step; cm in an hour where ``isRate``.
    public var snowfall: Amount?
    /// Relative humidity.
    public var humidity: Humidity?
    /// m/s.
    public var windSpeed: Double?
    /// Where the wind comes from.
    public var windDirection: WindDirection?
    /// Whether it is night, where the feed tells.
    public var isNight: Bool?
    /// What it feels like in °C, where the feed says it: only OpenWeather does.
    public var statedFeelsLike: Double?
    /// Whether lightning is expected; `nil` where the feed does not tell. Only KMA's next six hours do.
    public var hasLightning: Bool?

    /// A step of an issue; the rest is filled in if it is known.
    public init(origin: Origin, time: Date, hours: Int) {
        self.origin = origin
        self.time = time
        self.hours = hours
    }

    /// The feed it came from.
    public var feed: Feed { origin.feed }

    /// Whether amounts are of an hour and not of the step: KMA's for the 3-hour steps at the end of its short-term
    /// forecast (단기예보 조회서비스 활용가이드, 연장기간).
    public var isRate: Bool { feed == .shortTerm && hours > 1 }

    /// This step with the values that only another one for the same time has.
    func filled(by other: Slot) -> Slot {
        var slot = self
        slot.temperature = temperature ?? other.temperature
        slot.condition = condition ?? other.condition
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
