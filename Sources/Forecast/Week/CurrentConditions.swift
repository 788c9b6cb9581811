/// The weather at this moment, merged from observations and, for the sky, from forecasts.
struct CurrentConditions {
    /// The observation; `nil` if no feed has one of now.
    var observation: Observation?
    /// What falls, or the sky; `nil` if no feed has it.
    var condition: Condition?
    /// The feed the condition came from.
    var feed: Feed?
    /// When the condition was observed; `nil` for that of a step to come.
    var observedAt: Date?

    /// Seconds between now and a KMA step whose sky still counts as the sky now: most of a 3-hour step.
    private static let skyReach = 2 * 3_600.0
    /// Seconds to the beginning of the next step that stands for now where nothing is observed: one step of OpenWeather.
    private static let stepReach = 3 * 3_600.0

    /// Merges what is observed now; `hours` is the hourly forecast from this hour on.
    ///
    /// Observations of another time than now count for nothing: rain of three hours ago says less of now than a forecast of
    /// this hour. Of those of now the preferred service's is taken, one with a temperature before one without; so is the
    /// condition, from the other service if the preferred one has none, and from the next step of the forecast if neither
    /// has.
    init(_ readings: Readings, hours: [Slot], now: Date, isKMAFirst: Bool) {
        let services =
            isKMAFirst ? [readings.nowcast, readings.current] : [readings.current, readings.nowcast]
        let observations = services.compactMap { $0 }.filter { $0.isNow(at: now) }
        observation = observations.first { $0.temperature != nil } ?? observations.first

        let observed = observations.lazy.compactMap { observation -> (Condition, Feed, Date)? in
            let known =
                observation.feed == .nowcast
                ? CurrentConditions.kmaCondition(observation, readings, now: now)
                : observation.condition.map { ($0, observation.feed) }
            return known.map { ($0.0, $0.1, observation.observedAt) }
        }.first
        let next = hours.first { $0.time < now.addingTimeInterval(CurrentConditions.stepReach) }
        condition = observed?.0 ?? next?.condition
        feed = observed?.1 ?? next?.feed
        observedAt = observed?.2
    }

    /// What falls by KMA's observation; where nothing does, the sky of the nearest step of KMA's forecasts, because
    /// `getUltraSrtNcst` observes no sky. `nil` without an observation of what falls.
    private static func kmaCondition(_ nowcast: Observation, _ readings: Readings, now: Date) -> (
        Condition, Feed
    )? {
        if nowcast.isFallingUnknown { return nil }
        if let falling = nowcast.condition { return (falling, nowcast.feed) }
        let steps = (readings.nextHours?.slots ?? []) + (readings.shortTerm?.slots ?? [])
        let nearest =
            steps
            .filter { $0.sky != nil && abs($0.time.timeIntervalSince(now)) <= skyReach }
            .min { abs($0.time.timeIntervalSince(now)) < abs($1.time.timeIntervalSince(now)) }
        return nearest.flatMap { step in step.sky.map { ($0, step.feed) } }
    }
}

/// The background for a place: one theme of four, by day or by night, and the condition and feed it follows from.
public struct ThemeSelection: Sendable, Hashable {
    /// Which of the four.
    public var theme: Theme
    /// Whether it is night.
    public var isNight: Bool
    /// The name of the condition.
    public var label: LocalizedText
    /// The feed the condition came from; `nil` where no feed has one.
    public var feed: Feed?

    /// The colours of the theme.
    public var palette: Palette { theme.palette(night: isNight) }

    /// The background of a day, always by daylight.
    public init(of day: Day) {
        self.init(day.whole?.condition, isNight: false, feed: day.skyFeed)
    }

    /// The background of now. The observation decides whether it is night; where it does not tell, the sun does.
    init(_ current: CurrentConditions, sunIsDown: Bool) {
        self.init(current.condition, isNight: current.observation?.isNight ?? sunIsDown, feed: current.feed)
    }

    static let unknown = ThemeSelection(nil, isNight: false, feed: nil)

    /// An unknown condition is cloudy, and of no feed.
    private init(_ condition: Condition?, isNight: Bool, feed: Feed?) {
        theme = condition?.theme ?? .cloudy
        self.isNight = isNight
        label = condition?.text ?? .notKnown
        self.feed = condition == nil ? nil : feed
    }
}

extension LocalizedText {
    /// The label where no feed has a condition.
    static let notKnown = LocalizedText("알 수 없음", "Unknown")
}

/// How warm it was a day before the present observation.
public struct Yesterday: Sendable, Hashable {
    /// The time of the observation.
    public var observedAt: Date
    /// °C.
    public var temperature: Double
    /// °C by which it is warmer now; negative where it is colder.
    public var difference: Double
    /// The feed that observed both.
    public var feed: Feed

    /// An observation of a day ago beside the present one; `nil` unless one feed observed both at the same hour.
    init?(_ earlier: Observation?, comparedWith current: Observation?) {
        guard let earlier, let current, earlier.feed == current.feed,
            earlier.observedAt == current.observedAt.addingTimeInterval(-86_400),
            let temperature = earlier.temperature, let present = current.temperature
        else { return nil }
        observedAt = earlier.observedAt
        self.temperature = temperature
        difference = ((present - temperature) * 10).rounded() / 10
        feed = earlier.feed
    }
}
