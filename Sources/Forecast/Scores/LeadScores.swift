/// Forecast of a day at one lead.
public struct ScoredForecast: Sendable, Hashable {
    /// True if either half is wet in KMA's words; `nil` unless the issue covers the day.
    public var isWet: Bool?
    /// Higher probability of its halves.
    public var probability: Probability?
    /// Low and high with KMA's own ±.
    public var extremes: Extremes
    /// Low's range by the place's own record before the issue.
    public var lowRange: LearnedRange?
    /// Range of the high, as ``lowRange``.
    public var highRange: LearnedRange?

    /// Creates a forecast.
    public init(isWet: Bool? = nil, probability: Probability? = nil, extremes: Extremes = Extremes()) {
        (self.isWet, self.probability, self.extremes) = (isWet, probability, extremes)
    }

    /// Reads a day; of rain only if the whole day is covered.
    public init(_ said: StatedDay) {
        self.init(
            isWet: said.wholeSky?.condition.flatMap { $0.kind == .unknown ? nil : $0.isFalling },
            probability: said.wholeSky?.precipitationProbability,
            extremes: said.extremes
        )
    }
}

/// Weather of a day at the station of the scores.
public struct DayOutcome: Sendable, Hashable {
    /// True for at least 0.1 mm from 00 to 24 in Korea; `nil` if unknown.
    public var isWet: Bool?
    /// Low of the day, °C.
    public var minimum: Double?
    /// High of the day, °C.
    public var maximum: Double?

    /// Creates an outcome.
    public init(isWet: Bool? = nil, minimum: Double? = nil, maximum: Double? = nil) {
        (self.isWet, self.minimum, self.maximum) = (isWet, minimum, maximum)
    }
}

/// State of a lead's scores.
public enum ScoreState: String, Sendable, Hashable, CaseIterable {
    case ok
    /// Fewer cases than ``LeadScore/fewestCases``.
    case tooFew = "too_few"
    /// Forecasts without a measured day.
    case noTruth = "no_truth"
    /// No station near enough.
    case notVerifiable = "not_verifiable"
}

/// Accuracy of the forecasts of one lead, with figures only if ``state`` is ``ScoreState/ok``.
public struct LeadScore: Sendable, Hashable {
    /// Fewest cases for figures.
    public static let fewestCases = 30

    /// Days from the issue to the day forecast.
    public var leadDays: Int
    /// Days compared.
    public var cases: Int
    /// State of the figures.
    public var state: ScoreState
    /// Wet or dry; `nil` also if fewer than 30 forecasts of the lead cover a whole day.
    public var rain: ContingencyTable?
    /// Chance of precipitation; `nil` also with fewer than 30 days.
    public var probability: ProbabilityScore?
    /// Lows; `nil` also with fewer than 30 days of forecast and measurement.
    public var low: TemperatureScore?
    /// Highs, as ``low``.
    public var high: TemperatureScore?
}

extension LeadScore {
    /// Scores of leads, ascending, over the days common to all leads with enough cases; if these are too few, the lead with the fewest gives
    /// way, of equals the longer. `baseRate` is the wet share of a day's month, else of the days compared.
    public static func scores(
        of forecasts: [Int: [KoreanDate: ScoredForecast]],
        against observed: [KoreanDate: DayOutcome],
        isVerifiable: Bool = true,
        baseRate: (KoreanDate) -> Double? = { _ in nil }
    ) -> [LeadScore] {
        let dates = forecasts.mapValues { days in
            let rain = days.filter { $0.value.isWet != nil && observed[$0.key]?.isWet != nil }
            let degrees = days.filter { $0.value.extremes != Extremes() && observed[$0.key] != nil }
            // Issues of the day itself begin after midnight, so they do not cover its rain.
            return Set((rain.count >= min(fewestCases, degrees.count) ? rain : degrees).keys)
        }
        let compared = comparable(dates)
        return forecasts.keys.sorted().map { lead in
            let days = forecasts[lead] ?? [:]
            let own = dates[lead] ?? []
            let isCompared = compared.leads.contains(lead)
            // A lead that gave way has too few common cases, or too few at all.
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

    private static func comparable(_ dates: [Int: Set<KoreanDate>]) -> (leads: Set<Int>, dates: Set<KoreanDate>) {
        var leads = dates.filter { $0.value.count >= fewestCases }
        while let first = leads.first?.value {
            let common = leads.values.reduce(first) { $0.intersection($1) }
            if common.count >= fewestCases { return (Set(leads.keys), common) }
            let weakest = leads.min { left, right in (left.value.count, -left.key) < (right.value.count, -right.key) }
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
                lows.append(.init(forecast: forecast, spread: said.extremes.minimumSpread, ownRange: said.lowRange, observed: observed))
            }
            if let forecast = said.extremes.maximum, let observed = came.maximum {
                highs.append(.init(forecast: forecast, spread: said.extremes.maximumSpread, ownRange: said.highRange, observed: observed))
            }
        }
        self.rain = rain.cases >= LeadScore.fewestCases ? rain : nil
        probability = enough(
            chances.compactMap { date, probability, wasWet in
                (baseRate(date) ?? rain.baseRate).map { ProbabilityScore.Case(probability: probability, wasWet: wasWet, baseRate: $0) }
            }
        ).flatMap(ProbabilityScore.init)
        low = TemperatureScore(lows, fewest: LeadScore.fewestCases)
        high = TemperatureScore(highs, fewest: LeadScore.fewestCases)
    }

    private func enough<Case>(_ cases: [Case]) -> [Case]? { cases.count >= LeadScore.fewestCases ? cases : nil }
}
