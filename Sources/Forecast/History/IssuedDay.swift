/// What one issue of a feed says of a day in Korea, or of half of it.
public struct IssuedDay: Sendable, Hashable {
    /// The day it is about.
    public var date: KoreanDate
    /// The whole day, or which half.
    public var part: DayPart
    /// Low and high in °C, of a whole day only.
    public var extremes: Extremes
    /// Rain and sky; `nil` if the issue says nothing of them.
    public var sky: HalfDay?

    /// A day of an issue, from its parts.
    public init(date: KoreanDate, part: DayPart, extremes: Extremes = Extremes(), sky: HalfDay? = nil) {
        self.date = date
        self.part = part
        self.extremes = extremes
        self.sky = sky
    }

    /// How many of its values there are, by which a fuller answer is told from an emptier one.
    public var valueCount: Int {
        (extremes.minimum == nil ? 0 : 1) + (extremes.maximum == nil ? 0 : 1)
            + (extremes.minimumSpread == nil ? 0 : 1) + (extremes.maximumSpread == nil ? 0 : 1)
            + (sky?.condition == nil ? 0 : 1) + (sky?.precipitationProbability == nil ? 0 : 1)
    }
}

/// A whole day in Korea, or half of it.
public enum DayPart: Int, Sendable, Hashable, CaseIterable {
    /// 00–24.
    case day
    /// 00–12.
    case morning
    /// 12–24.
    case afternoon

    /// `day`, `am` or `pm`.
    public var name: String {
        switch self {
        case .day: "day"
        case .morning: "am"
        case .afternoon: "pm"
        }
    }

    /// Its hours on a day.
    func hours(of date: KoreanDate) -> Range<Date> {
        switch self {
        case .day: date.hours
        case .morning: date.morning
        case .afternoon: date.afternoon
        }
    }

    /// A part from its ``name``; `nil` for any other text.
    public init?(name: String) {
        guard let part = DayPart.allCases.first(where: { $0.name == name }) else { return nil }
        self = part
    }
}

/// A forecast that says something of whole days or halves of them.
public protocol DatedForecast {
    /// What it says of each day, in the order of the days. Nothing is in it of which it says nothing.
    var issuedDays: [IssuedDay] { get }
}

extension MidTemperature: DatedForecast {
    /// Low and high of each day.
    public var issuedDays: [IssuedDay] {
        days.sorted { $0.key < $1.key }.map { IssuedDay(date: $0.key, part: .day, extremes: $0.value) }
    }
}

extension MidLand: DatedForecast {
    /// Rain and sky of each day, by halves where it has them.
    public var issuedDays: [IssuedDay] {
        days.sorted { $0.key < $1.key }.flatMap { date, sky in
            let parts: [(DayPart, HalfDay?)] = [
                (.day, sky.whole), (.morning, sky.morning), (.afternoon, sky.afternoon),
            ]
            return parts.compactMap { part, half in
                half.map { IssuedDay(date: date, part: part, sky: $0) }
            }
        }
    }
}

extension SlotForecast: DatedForecast {
    /// Low and high are those that the feed states or that its steps cover a whole day for: what is left of a day has a
    /// low of its own. Rain and sky are of the steps that there are, of today those still to come.
    public var issuedDays: [IssuedDay] {
        slots.byKoreanDate.sorted { $0.key < $1.key }.flatMap { date, steps -> [IssuedDay] in
            let candidate = DayCandidate(
                .shortTerm,
                slots: steps,
                low: lows[date],
                high: highs[date],
                on: date
            )
            guard let said = candidate?.said else { return [] }
            let extremes = Extremes(
                minimum: said.low.flatMap { $0.covers(date.hours) ? $0.value : nil },
                maximum: said.high.flatMap { $0.covers(date.hours) ? $0.value : nil }
            )
            let halves = [(DayPart.morning, said.morning), (.afternoon, said.afternoon)]
            return (extremes == Extremes() ? [] : [IssuedDay(date: date, part: .day, extremes: extremes)])
                + halves.compactMap { part, half in
                    half.map { IssuedDay(date: date, part: part, sky: $0.value) }
                }
        }
    }
}

/// One issue of KMA about one day: of the mid-term forecast temperatures and rain together.
public struct IssuedForecast: Sendable, Hashable {
    /// The forecast it comes from.
    public var source: Provider
    /// When it was issued.
    public var issuedAt: Date
    /// When it could first be shown.
    public var availableAt: Date
    /// Its values.
    public var said: StatedDay

    /// A forecast from its parts.
    public init(source: Provider, issuedAt: Date, availableAt: Date, said: StatedDay) {
        self.source = source
        self.issuedAt = issuedAt
        self.availableAt = availableAt
        self.said = said
    }

    /// The day it is about.
    public var date: KoreanDate { said.date }
    /// Days from the Korean date of the issue to the day.
    public var leadDays: Int { date - KoreanDate(of: issuedAt) }
    /// It as a candidate in the choice of a day.
    public var candidate: DayCandidate { DayCandidate(source, said) }
}
