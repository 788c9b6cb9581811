/// Day in Korea, or half of it, in one issue of a feed.
public struct IssuedDay: Sendable, Hashable {
    /// Day of the values.
    public var date: KoreanDate
    /// Whole day or half.
    public var part: DayPart
    /// Low and high in °C, of a whole day only.
    public var extremes: Extremes
    /// Rain and sky.
    public var sky: HalfDay?

    /// Creates a day of an issue.
    public init(date: KoreanDate, part: DayPart, extremes: Extremes = Extremes(), sky: HalfDay? = nil) {
        (self.date, self.part, self.extremes, self.sky) = (date, part, extremes, sky)
    }

    /// Number of values, to find the fuller of two answers.
    public var valueCount: Int {
        let isThere = [
            extremes.minimum != nil, extremes.maximum != nil, extremes.minimumSpread != nil, extremes.maximumSpread != nil,
            sky?.condition != nil, sky?.precipitationProbability != nil,
        ]
        return isThere.count { $0 }
    }
}

/// Whole day in Korea, or half of it.
public enum DayPart: Int, Sendable, Hashable, CaseIterable {
    case day
    case morning
    case afternoon

    /// `day`, `am` or `pm`.
    public var name: String {
        switch self {
        case .day: "day"
        case .morning: "am"
        case .afternoon: "pm"
        }
    }

    func hours(of date: KoreanDate) -> Range<Date> {
        switch self {
        case .day: date.hours
        case .morning: date.morning
        case .afternoon: date.afternoon
        }
    }

    /// Reads a ``name``.
    public init?(name: String) {
        guard let part = DayPart.allCases.first(where: { $0.name == name }) else { return nil }
        self = part
    }
}

/// Forecast of whole days or halves.
public protocol DatedForecast {
    /// Values of each day, in order, without empty ones.
    var issuedDays: [IssuedDay] { get }
}

extension MidTemperature: DatedForecast {
    /// Low and high of each day.
    public var issuedDays: [IssuedDay] { days.sorted { $0.key < $1.key }.map { IssuedDay(date: $0.key, part: .day, extremes: $0.value) } }
}

extension MidLand: DatedForecast {
    /// Rain and sky of each day, by halves if divided.
    public var issuedDays: [IssuedDay] {
        days.sorted { $0.key < $1.key }.flatMap { date, sky in
            let parts: [(DayPart, HalfDay?)] = [(.day, sky.whole), (.morning, sky.morning), (.afternoon, sky.afternoon)]
            return parts.compactMap { part, half in half.map { IssuedDay(date: date, part: part, sky: $0) } }
        }
    }
}

extension SlotForecast: DatedForecast {
    /// Low and high as stated, or of steps that cover the whole day; rain and sky of the steps.
    public var issuedDays: [IssuedDay] {
        slots.byKoreanDate.sorted { $0.key < $1.key }.flatMap { date, steps -> [IssuedDay] in
            let candidate = DayCandidate(.shortTerm, slots: steps, low: lows[date], high: highs[date], on: date)
            guard let said = candidate?.said.withoutPartialExtremes else { return [] }
            let extremes = said.extremes
            let halves = [(DayPart.morning, said.morning), (.afternoon, said.afternoon)]
            return (extremes == Extremes() ? [] : [IssuedDay(date: date, part: .day, extremes: extremes)])
                + halves.compactMap { part, half in half.map { IssuedDay(date: date, part: part, sky: $0.value) } }
        }
    }
}

/// One issue of KMA about one day; temperatures and rain of the mid-term forecast together.
public struct IssuedForecast: Sendable, Hashable {
    /// Forecast service.
    public var source: Provider
    /// Time of issue.
    public var issuedAt: Date
    /// First time it could be shown.
    public var availableAt: Date
    /// Values of the day.
    public var said: StatedDay

    /// Creates a forecast.
    public init(source: Provider, issuedAt: Date, availableAt: Date, said: StatedDay) {
        (self.source, self.issuedAt, self.availableAt, self.said) = (source, issuedAt, availableAt, said)
    }

    /// Day of the values.
    public var date: KoreanDate { said.date }
    /// Days from the Korean date of the issue to the day.
    public var leadDays: Int { date - KoreanDate(of: issuedAt) }
    /// Candidate for the choice of a day.
    public var candidate: DayCandidate { DayCandidate(source, said) }
}
