/// What was forecast of a day at one lead.
public struct ScoredForecast: Sendable, Hashable {
    /// Whether KMA's words name precipitation in either half; `nil` where the issue does not say it of the whole day.
    public var isWet: Bool?
    /// The chance of precipitation of the day: the higher of its halves.
    public var probability: Probability?
    /// Low and high with KMA's own ±.
    public var extremes: Extremes
    /// Range of the low by the place's own record before the issue.
    public var lowRange: LearnedRange?
    /// Range of the high, as ``lowRange``.
    public var highRange: LearnedRange?

    /// A forecast from its parts.
    public init(isWet: Bool? = nil, probability: Probability? = nil, extremes: Extremes = Extremes()) {
        self.isWet = isWet
        self.probability = probability
        self.extremes = extremes
    }

    /// What was said of a day: of rain only if that is of all of the day, which is held against all of it.
    public init(_ said: StatedDay) {
        self.init(
            isWet: said.wholeSky?.condition.flatMap { $0.kind == .unknown ? nil : $0.isFalling },
            probability: said.wholeSky?.precipitationProbability,
            extremes: said.extremes
        )
    }
}

/// The weather of a day, by the station it is held against.
public struct DayOutcome: Sendable, Hashable {
    /// Whether at least 0.1 mm fell from 00 to 24 in Korea; `nil` where that is not known.
    public var isWet: Bool?
    /// The day's low, °C.
    public var minimum: Double?
    /// The day's high, °C.
    public var maximum: Double?

    /// A day from its parts.
    public init(isWet: Bool? = nil, minimum: Double? = nil, maximum: Double? = nil) {
        self.isWet = isWet
        self.minimum = minimum
        self.maximum = maximum
    }
}

/// What can be said of a lead.
public enum ScoreState: String, Sendable, Hashable, CaseIterable {
    /// There are enough cases for figures.
    case ok
    /// There are fewer than ``LeadScore/fewestCases``.
    case tooFew = "too_few"
    /// There are forecasts, and no day of them was measured.
    case noTruth = "no_truth"
    /// No station is near enough to measure what the forecasts speak of.
    case notVerifiable = "not_verifiable"
}

/// How good the forecasts of one lead were. Figures are there only where ``state`` is ``ScoreState/ok``.
public struct LeadScore: Sendable, Hashable {
    /// The fewest cases that figures are made of.
    public static let fewestCases = 30

    /// Days from the issue to the day forecast.
    public var leadDays: Int
    /// The days that were compared.
    public var cases: Int
    /// Whether there are figures, and why not.
    public var state: ScoreState
    /// Wet or dry; `nil` also if no forecast of the lead is of a whole day.
    public var rain: ContingencyTable?
    /// The chance of precipitation; `nil` also where fewer than 30 of the days had one.
    public var probability: ProbabilityScore?
    /// The lows; `nil` also where fewer than 30 of the days had both low and measurement.
    public var low: TemperatureScore?
    /// The highs, as ``low``.
    public var high: TemperatureScore?
}

extension LeadScore {
    /// The scores of leads, ascending, from what was forecast at each by date, and what was measured.
    ///
    /// Leads are compared on the same days: those that every lead with enough cases has. A lead with fewer than
    /// ``fewestCases`` is `too_few` and does not narrow the others; where the leads with enough have fewer in common, the one
    /// with the fewest gives way, of equals the longer. `baseRate`: the share of a day's month that is wet, where it is
    /// known; else that of the days compared stands for it. `isVerifiable`: whether a station is near enough.
    public static func scores(
        of forecasts: [Int: [KoreanDate: ScoredForecast]],
        against observed: [KoreanDate: DayOutcome],
        isVerifiable: Bool = true,
        baseRate: (KoreanDate) -> Double? = { _ in nil }
    ) -> [LeadScore] {
        let dates = forecasts.mapValues { days in
            let rain = days.filter { $0.value.isWet != nil && observed[$0.key]?.isWet != nil }
            if !rain.isEmpty { return Set(rain.keys) }
            // The issues of the day itself begin after midnight and say nothing of all of its rain.
            return Set(
                days.lazy.filter { $0.value.extremes != Extremes() && observed[$0.key] != nil }.map(\.key)
            )
        }
        let compared = comparable(dates)
        return forecasts.keys.sorted().map { lead in
            let days = forecasts[lead] ?? [:]
            let own = dates[lead] ?? []
            let isCompared = compared.leads.contains(lead)
            // One that gave way has fewer in common with the others than figures are made of, or fewer at all.
            let shared = isCompared || own.count < fewestCases ? own : own.intersection(compared.dates)
            var score = LeadScore(leadDays: lead, cases: shared.count, state: .tooFew)
            if !isVerifiable {
                score.state = .notVerifiable
                score.cases = 0
            } else if own.isEmpty, !days.isEmpty, days.keys.allSatisfy({ observed[$0] == nil }) {
                score.state = .noTruth
            } else if isCompared {
                score.state = .ok
                score.cases = compared.dates.count
                score.fill(compared.dates.sorted(), days, observed, baseRate)
            }
            return score
        }
    }

    /// The leads that are compared, and the dates that all of them have.
    private static func comparable(
        _ dates: [Int: Set<KoreanDate>]
    ) -> (leads: Set<Int>, dates: Set<KoreanDate>) {
        var leads = dates.filter { $0.value.count >= fewestCases }
        while let first = leads.first?.value {
            let common = leads.values.reduce(first) { $0.intersection($1) }
            if common.count >= fewestCases { return (Set(leads.keys), common) }
            let weakest = leads.min { left, right in
                (left.value.count, -left.key) < (right.value.count, -right.key)
            }
            if let weakest { leads[weakest.key] = nil }
        }
        return ([], [])
    }

    private mutating func fill(
        _ dates: [KoreanDate],
        _ days: [KoreanDate: ScoredForecast],
        _ observed: [KoreanDate: DayOutcome],
        _ baseRate: (KoreanDate) -> Double?
    ) {
        var rain = ContingencyTable()
        var lows: [TemperatureScore.Case] = []
        var highs: [TemperatureScore.Case] = []
        var chances: [(date: KoreanDate, probability: Probability, wasWet: Bool)] = []
        for date in dates {
            guard let said = days[date], let came = observed[date] else { continue }
            if let isWet = said.isWet, let wasWet = came.isWet {
                rain.add(said: isWet, came: wasWet)
                if let probability = said.probability { chances.append((date, probability, wasWet)) }
            }
            if let forecast = said.extremes.minimum, let observed = came.minimum {
                lows.append(
                    .init(
                        forecast: forecast,
                        spread: said.extremes.minimumSpread,
                        ownRange: said.lowRange,
                        observed: observed
                    )
                )
            }
            if let forecast = said.extremes.maximum, let observed = came.maximum {
                highs.append(
                    .init(
                        forecast: forecast,
                        spread: said.extremes.maximumSpread,
                        ownRange: said.highRange,
                        observed: observed
                    )
                )
            }
        }
        self.rain = rain.cases > 0 ? rain : nil
        probability = enough(
            chances.compactMap { date, probability, wasWet in
                (baseRate(date) ?? rain.baseRate).map {
                    ProbabilityScore.Case(probability: probability, wasWet: wasWet, baseRate: $0)
                }
            }
        ).flatMap(ProbabilityScore.init)
        low = enough(lows).flatMap(TemperatureScore.init)
        high = enough(highs).flatMap(TemperatureScore.init)
    }

    private func enough<Case>(_ cases: [Case]) -> [Case]? {
        cases.count >= LeadScore.fewestCases ? cases : nil
    }
}
