/// What is said of a day now and was said otherwise a day ago.
public struct ForecastChange: Sendable, Hashable {
    /// A value before and after.
    public enum Values: Sendable, Hashable {
        /// What the day is like, turned wet or dry, or from rain to snow.
        case theme(from: Theme, to: Theme)
        /// The chance of precipitation.
        case precipitationProbability(from: Probability, to: Probability)
        /// The low in °C.
        case minimum(from: Double, to: Double)
        /// The high in °C.
        case maximum(from: Double, to: Double)

        /// The name of the field of `days[]` that has changed.
        public var field: String {
            switch self {
            case .theme: "theme"
            case .precipitationProbability: "precipitation_probability"
            case .minimum: "temperature_min"
            case .maximum: "temperature_max"
            }
        }
    }

    /// The day.
    public var date: KoreanDate
    /// What was said and what is said.
    public var values: Values
    /// When the issue that said otherwise was issued.
    public var since: Date
    /// What is now said of the chance of precipitation, beside a changed theme.
    public var probability: Probability?
}

extension ForecastChange {
    /// Per cent from which a chance counts as changed.
    private static let probabilityStep = 30
    /// °C from which a low or high counts as changed.
    private static let temperatureStep = 3.0
    /// Seconds for which an issue is a yesterday: a day, and the twelve hours between two mid-term issues.
    public static let maximumAge = 36 * 3_600.0

    /// What has changed of the days that are shown, in their order.
    ///
    /// A day is compared with what the issue shown at this hour yesterday said of it, else with the oldest issue of the
    /// last 36 hours. `newest` are the issues that are shown. Of a day of which only a part is left nothing is compared.
    /// `nil` where no day can be compared with anything.
    public static func all(
        shown days: [Day],
        said: [IssuedForecast],
        newest: [Provider: Date],
        at now: Date
    ) -> [ForecastChange]? {
        let earlier = Dictionary(
            grouping: said.filter { forecast in
                let age = now.timeIntervalSince(forecast.issuedAt)
                return age <= maximumAge && age >= 0
                    && forecast.issuedAt < newest[forecast.source] ?? .distantPast
            },
            by: \.date
        )
        var isCompared = false
        let changes = days.flatMap { day -> [ForecastChange] in
            guard day.source == .shortTerm || day.source == .midTerm,
                let before = yesterday(of: earlier[day.date] ?? [], at: now)
            else { return [] }
            isCompared = true
            return differences(of: day, since: before)
        }
        return isCompared ? changes : nil
    }

    /// The issue that was shown a day ago: the newest of then, the short-term forecast before the mid-term one, else the
    /// oldest there is.
    private static func yesterday(of forecasts: [IssuedForecast], at now: Date) -> IssuedForecast? {
        let ofThen = forecasts.filter { now.timeIntervalSince($0.issuedAt) >= 86_400 }
        let shortTerm = ofThen.filter { $0.source == .shortTerm }
        let shown = shortTerm.isEmpty ? ofThen : shortTerm
        if let newest = shown.max(by: { $0.issuedAt < $1.issuedAt }) { return newest }
        return forecasts.min { $0.issuedAt < $1.issuedAt }
    }

    private static func differences(of day: Day, since before: IssuedForecast) -> [ForecastChange] {
        var values: [Values] = []
        if !day.isPartial, before.hasWholeSky {
            if let from = before.whole?.condition?.theme, let to = day.whole?.condition?.theme,
                from.isWet != to.isWet || from.isWet && from != to
            {
                values.append(.theme(from: from, to: to))
            }
            if let from = before.whole?.precipitationProbability,
                let to = day.whole?.precipitationProbability,
                abs(from.percent - to.percent) >= probabilityStep
            {
                values.append(.precipitationProbability(from: from, to: to))
            }
        }
        if day.areExtremesWhole {
            if let from = before.extremes.minimum, let to = day.extremes.minimum,
                abs(from - to) >= temperatureStep
            {
                values.append(.minimum(from: from, to: to))
            }
            if let from = before.extremes.maximum, let to = day.extremes.maximum,
                abs(from - to) >= temperatureStep
            {
                values.append(.maximum(from: from, to: to))
            }
        }
        return values.map { values in
            ForecastChange(
                date: day.date,
                values: values,
                since: before.issuedAt,
                probability: day.whole?.precipitationProbability
            )
        }
    }
}

extension Theme {
    fileprivate var isWet: Bool { self == .rain || self == .snow }
}
