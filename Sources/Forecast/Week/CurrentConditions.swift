struct CurrentConditions {
    var observation: ObservedWeather?
    var condition: Condition?
    var feed: Feed?
    var observedAt: Date?
    var isFallingUnknown = false
    /// Observed precipitation of the last 70 minutes, which may be that of the hour before.
    private(set) var fallen: Observed?
    typealias Observed = (condition: Condition, feed: Feed, observation: ObservedWeather)

    /// Seconds to a KMA step whose sky counts as now: most of a 3-hour step.
    private static let skyReach = 2 * 3_600.0
    /// Seconds to the next step that counts as now: one step of OpenWeather.
    private static let stepReach = 3 * 3_600.0

    init(_ readings: Readings, hours: [Slot], now: Date, isKMAFirst: Bool) {
        let services = isKMAFirst ? [readings.nowcast, readings.current] : [readings.current, readings.nowcast]
        let observations = services.compactMap { $0 }.filter { $0.isNow(at: now) }
        observation = observations.first { $0.temperature != nil } ?? observations.first

        let all = observations.compactMap { observation -> Observed? in
            let known =
                observation.feed == .nowcast
                ? CurrentConditions.kmaCondition(observation, readings, now: now) : observation.condition.map { ($0, observation.feed) }
            return known.map { ($0.0, $0.1, observation) }
        }
        // An observation counts for its own hour, not against the forecast of the next.
        let running = hours.first { $0.time <= now && $0.condition != nil }
        func isOfNow(_ other: ObservedWeather, _ condition: Condition? = nil) -> Bool {
            running.map { $0.time <= other.observedAt || $0.condition?.isFalling == condition?.isFalling } ?? true
        }
        let observed = all.first { isOfNow($0.observation, $0.condition) }
        fallen = [observed, all.first].compactMap(\.self).first { $0.condition.isFalling }
        let next = hours.first { $0.time < now.addingTimeInterval(CurrentConditions.stepReach) }
        // A dry forecast is none for an hour whose precipitation was observed and not understood.
        isFallingUnknown = observed == nil && observations.contains { $0.isFallingUnknown && isOfNow($0) }
        let forecast = next.flatMap { step in isFallingUnknown && step.condition?.isFalling == false ? nil : step }
        condition = observed?.condition ?? forecast?.condition
        feed = observed?.feed ?? forecast?.feed
        observedAt = observed?.observation.observedAt
    }

    /// `getUltraSrtNcst` has no sky; KMA's nearest step gives it.
    private static func kmaCondition(_ nowcast: ObservedWeather, _ readings: Readings, now: Date) -> (Condition, Feed)? {
        if nowcast.isFallingUnknown { return nil }
        if let falling = nowcast.condition { return (falling, nowcast.feed) }
        let steps = (readings.nextHours?.slots ?? []) + (readings.shortTerm?.slots ?? [])
        let nearest = steps.filter { $0.sky != nil && abs($0.time.timeIntervalSince(now)) <= skyReach }.min {
            abs($0.time.timeIntervalSince(now)) < abs($1.time.timeIntervalSince(now))
        }
        return nearest.flatMap { step in step.sky.map { ($0, step.feed) } }
    }
}

/// Background for a place: theme, day or night, and its condition.
public struct ThemeSelection: Sendable, Hashable {
    /// Theme of the background.
    public var theme: Theme
    /// True at night.
    public var isNight: Bool
    /// Name of the condition.
    public var label: LocalizedText
    /// Feed of the condition.
    public var feed: Feed?

    /// Colours of the theme.
    public var palette: Palette { theme.palette(night: isNight) }

    /// Background of a day, by daylight.
    public init(of day: Day) { self.init(day.whole?.condition, isNight: false, feed: day.skyFeed) }

    init(_ current: CurrentConditions, isNight: Bool) { self.init(current.condition, isNight: isNight, feed: current.feed) }

    static let unknown = ThemeSelection(nil, isNight: false, feed: nil)

    private init(_ condition: Condition?, isNight: Bool, feed: Feed?) {
        theme = condition?.theme ?? .cloudy
        self.isNight = isNight
        label = condition?.text ?? .notKnown
        self.feed = condition == nil ? nil : feed
    }
}

extension LocalizedText { static let notKnown = LocalizedText("알 수 없음", "Unknown") }

/// Temperature a day before the present observation.
public struct Yesterday: Sendable, Hashable {
    /// Time of the observation.
    public var observedAt: Date
    /// °C.
    public var temperature: Double
    /// °C warmer now; negative if colder.
    public var difference: Double
    /// Feed of both observations.
    public var feed: Feed

    init?(_ earlier: ObservedWeather?, comparedWith current: ObservedWeather?) {
        guard let earlier, let current, earlier.feed == current.feed, earlier.observedAt == current.observedAt.addingTimeInterval(-86_400),
            let temperature = earlier.temperature, let present = current.temperature
        else { return nil }
        observedAt = earlier.observedAt
        self.temperature = temperature
        difference = ((present - temperature) * 10).rounded() / 10
        feed = earlier.feed
    }
}
