/// Difference between the forecast of a day now and a day ago.
public struct ForecastChange: Sendable, Hashable {
    /// Value before and after.
    public enum Values: Sendable, Hashable {
        /// Theme that turned wet or dry, or from rain to snow.
        case theme(from: Theme, to: Theme)
        case precipitationProbability(from: Probability, to: Probability)
        case minimum(from: Double, to: Double)
        case maximum(from: Double, to: Double)

        /// Name of the changed field of `days[]`.
        public var field: String {
            switch self {
            case .theme: "theme"
            case .precipitationProbability: "precipitation_probability"
            case .minimum: "temperature_min"
            case .maximum: "temperature_max"
            }
        }
    }

    /// Day of the change.
    public var date: KoreanDate
    /// Earlier and present value.
    public var values: Values
    /// Time of the earlier issue.
    public var since: Date
    /// Present chance of precipitation beside a changed theme.
    public var probability: Probability?
}

extension ForecastChange {
    private static let probabilityStep = 30
    private static let temperatureStep = 3.0
    /// Seconds for which an issue counts as yesterday's: a day and the twelve hours between mid-term issues.
    public static let maximumAge = 36 * 3_600.0

    /// Compares days with the choice from issues of this hour yesterday, else the oldest of 36 hours.
    public static func all(shown days: [Day], said: [IssuedForecast], newest: [Provider: Date], at now: Date) -> [ForecastChange]? {
        let earlier = Dictionary(grouping: said.filter { (0...maximumAge).contains(now.timeIntervalSince($0.availableAt)) }, by: \.date)
        var isCompared = false
        let changes = days.flatMap { day -> [ForecastChange] in
            // On a day that the short-term forecast has reached, the newest mid-term issue counts as earlier.
            let said = (earlier[day.date] ?? []).filter { $0.source != day.source || $0.issuedAt < newest[$0.source] ?? .distantPast }
            guard day.source == .shortTerm || day.source == .midTerm, let before = shown(of: said, aDayBefore: now),
                !before.issues.isSubset(of: day.said.issues)
            else { return [] }
            isCompared = true
            return differences(of: day, since: before)
        }
        return isCompared ? changes : nil
    }

    private static func shown(of forecasts: [IssuedForecast], aDayBefore now: Date) -> StatedDay? {
        guard let oldest = forecasts.map(\.availableAt).min() else { return nil }
        let moment = max(oldest, now.addingTimeInterval(-86_400))
        let newestFirst = forecasts.filter { $0.availableAt <= moment }.sorted { $0.issuedAt > $1.issuedAt }
        let candidates = Preference.kma.order.flatMap { source in newestFirst.filter { $0.source == source }.map(\.candidate) }
        return candidates.first.map { DayChoice(on: $0.said.date, among: candidates).said }
    }

    private static func differences(of day: Day, since before: StatedDay) -> [ForecastChange] {
        var changes: [(values: Values, since: Date)] = []
        let sky = day.said.skies.allSatisfy(\.isForecastOfKMA) && day.said.hasWholeSky ? day.whole : nil
        if let sky, before.hasWholeSky, let earlier = before.whole {
            if let from = earlier.value.condition?.theme, let to = sky.condition?.theme, from.isWet != to.isWet || from.isWet && from != to {
                changes.append((.theme(from: from, to: to), earlier.origin.issuedAt))
            }
            if let from = earlier.value.precipitationProbability, let to = sky.precipitationProbability,
                abs(from.percent - to.percent) >= probabilityStep
            {
                changes.append((.precipitationProbability(from: from, to: to), earlier.origin.issuedAt))
            }
        }
        func compare(_ from: Stated<Double>?, _ to: Stated<Double>?, _ values: (Double, Double) -> Values) {
            guard let from, let to, to.isForecastOfKMA, to.covers(day.date.hours), from.covers(day.date.hours),
                abs(from.value - to.value) >= temperatureStep
            else { return }
            changes.append((values(from.value, to.value), from.origin.issuedAt))
        }
        compare(before.low, day.said.low) { .minimum(from: $0, to: $1) }
        compare(before.high, day.said.high) { .maximum(from: $0, to: $1) }
        return changes.map { change in
            ForecastChange(date: day.date, values: change.values, since: change.since, probability: day.whole?.precipitationProbability)
        }
    }
}

extension StatedDay {
    /// Issues of its values: today's low is of 02:00 all day, and no change of itself.
    fileprivate var issues: Set<Date> { Set([low?.origin, high?.origin].compactMap(\.self).map(\.issuedAt) + skies.map(\.origin.issuedAt)) }
}

extension Stated { fileprivate var isForecastOfKMA: Bool { [.shortTerm, .midTemperature, .midLand].contains(origin.feed) } }

extension Theme { fileprivate var isWet: Bool { self == .rain || self == .snow } }
