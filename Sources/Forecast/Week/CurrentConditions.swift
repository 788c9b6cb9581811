/// The weather at this moment, merged from observations and, for the sky, from forecasts.
struct CurrentConditions {
    /// The observation; `nil` where no feed has one with a temperature.
    var observation: Observation?
    /// What falls, or the sky; `nil` where no feed has it.
    var condition: Condition?
    /// The feed the condition came from.
    var feed: Feed?
    /// Whether the condition is observed, and not that of a step to come.
    var isObserved: Bool

    /// Seconds between now and a KMA step whose sky still counts as the sky now: most of a 3-hour step.
    private static let skyReach = 2 * 3_600.0
    /// Seconds to the beginning of the next step that stands for now where nothing is observed: one step of OpenWeather.
    private static let stepReach = 3 * 3_600.0

    /// Merges what is observed now; `hours` is the hourly forecast from this hour on.
    ///
    /// The observation is the preferred service's. So is the condition, from the other service where the preferred one
    /// has none, and from the next step of the forecast where neither has. An observation that is older than it should be
    /// comes after a fresh one, whichever service has it: rain of three hours ago says less of now than a dry sky of ten
    /// minutes ago.
    init(_ readings: Readings, hours: [Slot], now: Date, isKMAFirst: Bool) {
        func inOrder<Value>(_ kma: Value?, _ openWeather: Value?) -> [Value] {
            let candidates = [
                (value: kma, isStale: readings.nowcast?.isStale == true),
                (value: openWeather, isStale: readings.current?.isStale == true),
            ]
            let preferred = isKMAFirst ? candidates : candidates.reversed()
            return (preferred.filter { !$0.isStale } + preferred.filter(\.isStale)).compactMap(\.value)
        }
        observation = inOrder(readings.nowcast, readings.current).first { $0.temperature != nil }

        let observed = inOrder(
            CurrentConditions.kmaCondition(readings, now: now),
            readings.current.flatMap { current in current.condition.map { ($0, current.feed) } }
        )
        let next = hours.first { $0.time < now.addingTimeInterval(CurrentConditions.stepReach) }
        condition = observed.first?.0 ?? next?.condition
        feed = observed.first?.1 ?? next?.feed
        isObserved = !observed.isEmpty
    }

    /// What falls by KMA's observation; where nothing does, the sky of the nearest step of KMA's forecasts, because
    /// `getUltraSrtNcst` observes no sky. `nil` without an observation of what falls.
    private static func kmaCondition(_ readings: Readings, now: Date) -> (Condition, Feed)? {
        guard let nowcast = readings.nowcast, !nowcast.isFallingUnknown else { return nil }
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
