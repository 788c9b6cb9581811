/// What one issue of a feed says of a day in Korea, or of half of it.
public struct IssuedDay: Sendable, Hashable {
    /// The day it is about.
    public var date: KoreanDate
    /// The whole day, or which half.
    public var part: DayPart
    /// Low and high in °C, of a whole day only.
    public var extremes: Extremes
    /// Rain and sky; `nil` where the issue says nothing of them.
    public var sky: HalfDay?

    /// What is said of a day, from its parts.
    public init(date: KoreanDate, part: DayPart, extremes: Extremes = Extremes(), sky: HalfDay? = nil) {
        self.date = date
        self.part = part
        self.extremes = extremes
        self.sky = sky
    }

    /// How many of its values there are, by which a fuller answer is told from an emptier one.
    public var valueCount: Int {
        let values: [Any?] = [
            extremes.minimum, extremes.maximum, extremes.minimumSpread, extremes.maximumSpread,
            sky?.condition, sky?.precipitationProbability,
        ]
        return values.count { $0 != nil }
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
        let steps = slots.byKoreanDate
        return Set(steps.keys).union(extremes.keys).sorted().flatMap { date in
            var days: [IssuedDay] = []
            let candidate = DayCandidate(
                .shortTerm,
                slots: steps[date] ?? [],
                stated: extremes[date],
                on: date
            )
            let whole = Extremes(
                minimum: candidate?.minimum.flatMap { $0.isWhole ? $0.value : nil },
                maximum: candidate?.maximum.flatMap { $0.isWhole ? $0.value : nil }
            )
            if whole != Extremes() { days.append(IssuedDay(date: date, part: .day, extremes: whole)) }
            for (part, half) in [(DayPart.morning, candidate?.morning), (.afternoon, candidate?.afternoon)] {
                if let half { days.append(IssuedDay(date: date, part: part, sky: half.value)) }
            }
            return days
        }
    }
}

/// What one issue of KMA said of one day: of the mid-term forecast temperatures and rain together.
public struct IssuedForecast: Sendable, Hashable {
    /// The day it is about.
    public var date: KoreanDate
    /// The forecast it comes from.
    public var source: Provider
    /// When it was issued.
    public var issuedAt: Date
    /// Low, high and their uncertainties in °C.
    public var extremes: Extremes
    /// 00–12; `nil` where the issue does not divide the day, or says nothing of it.
    public var morning: HalfDay?
    /// 12–24.
    public var afternoon: HalfDay?
    /// The day as one: its two halves together, or the issue's own value where it has no halves.
    public var whole: HalfDay?

    /// A forecast from its parts; `undivided` is what the issue itself says of the whole day.
    public init(
        date: KoreanDate,
        source: Provider,
        issuedAt: Date,
        extremes: Extremes,
        morning: HalfDay?,
        afternoon: HalfDay?,
        undivided: HalfDay?
    ) {
        self.date = date
        self.source = source
        self.issuedAt = issuedAt
        self.extremes = extremes
        self.morning = undivided == nil ? morning : nil
        self.afternoon = undivided == nil ? afternoon : nil
        whole = undivided ?? HalfDay(combining: [morning, afternoon].compactMap { $0 })
    }

    /// Days from the Korean date of the issue to the day.
    public var leadDays: Int { date - KoreanDate(of: issuedAt) }

    /// Whether rain and sky are of the whole day.
    public var hasWholeSky: Bool { whole != nil && (morning == nil) == (afternoon == nil) }
}
