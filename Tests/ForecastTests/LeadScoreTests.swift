import Testing

@testable import Forecast

@Suite("Scores of leads")
struct LeadScoreTests {
    private static let first = KoreanDate(year: 2026, month: 1, day: 1)

    private static func days(_ range: Range<Int>, wet: Bool = true) -> [KoreanDate: ScoredForecast] {
        Dictionary(uniqueKeysWithValues: range.map { (first + $0, ScoredForecast(isWet: wet)) })
    }

    private static func measured(_ range: Range<Int>) -> [KoreanDate: DayOutcome] {
        Dictionary(
            uniqueKeysWithValues: range.map {
                (first + $0, DayOutcome(isWet: $0 % 2 == 0, minimum: 1, maximum: 11))
            }
        )
    }

    private static func states(
        _ forecasts: [Int: [KoreanDate: ScoredForecast]],
        _ observed: [KoreanDate: DayOutcome]
    ) -> [Int: String] {
        let scores = LeadScore.scores(of: forecasts, against: observed)
        return Dictionary(
            uniqueKeysWithValues: scores.map { ($0.leadDays, "\($0.state.rawValue) \($0.cases)") }
        )
    }

    @Test(
        "Only days that every lead with enough cases has are compared; one with fewer than 30 narrows nothing"
    )
    func common() {
        let forecasts = [
            0: Self.days(0..<60), 1: Self.days(20..<80), 2: Self.days(0..<29), 3: Self.days(0..<0),
        ]
        let states = Self.states(forecasts, Self.measured(0..<80))
        #expect(states == [0: "ok 40", 1: "ok 40", 2: "too_few 29", 3: "too_few 0"])
    }

    @Test("30 cases are enough, and 29 are not", arguments: [(30, "ok 30"), (29, "too_few 29")])
    func enough(days: Int, expected: String) {
        #expect(Self.states([7: Self.days(0..<days)], Self.measured(0..<90)) == [7: expected])
        let two = [6: Self.days(0..<60), 7: Self.days((60 - days)..<90)]
        let isEnough = expected.hasPrefix("ok")
        #expect(Self.states(two, Self.measured(0..<90))[7] == (isEnough ? "ok 30" : "too_few 29"))
    }

    @Test("Where leads have fewer than 30 days in common, the one with the fewest gives way")
    func narrow() {
        let forecasts = [0: Self.days(80..<110), 6: Self.days(0..<100), 7: Self.days(0..<100)]
        let states = Self.states(forecasts, Self.measured(0..<200))
        #expect(states == [0: "too_few 20", 6: "ok 100", 7: "ok 100"])
        let apart = [1: Self.days(0..<40), 2: Self.days(50..<90)]
        #expect(Self.states(apart, Self.measured(0..<200)) == [1: "ok 40", 2: "too_few 0"])
    }

    @Test(
        "A lead without a measured day says so, and a place without a near station is not verifiable"
    )
    func states() throws {
        let forecasts = [4: Self.days(0..<40), 5: Self.days(0..<40)]
        #expect(Self.states(forecasts, [:]) == [4: "no_truth 0", 5: "no_truth 0"])
        let far = LeadScore.scores(of: forecasts, against: Self.measured(0..<40), isVerifiable: false)
        #expect(far.allSatisfy { $0.state == .notVerifiable && $0.rain == nil && $0.cases == 0 })
    }

    @Test("Figures are there where there are enough cases, each of its own")
    func figures() throws {
        var days = Self.days(0..<40)
        for date in days.keys where date < Self.first + 30 {
            let spread = Spread(low: 1, high: 0)
            days[date]?.extremes = Extremes(minimum: 2, maximum: 10, minimumSpread: spread)
            let end = date < Self.first + 10 ? 1.0 : 0.9
            days[date]?.lowRange = LearnedRange(from: 0, to: end, cases: 20, since: Self.first)
        }
        for date in days.keys where date < Self.first + 20 {
            days[date]?.probability = Probability(percent: 60)
        }
        let score = try #require(
            LeadScore.scores(of: [3: days], against: Self.measured(0..<40)).first
        )
        #expect(score.rain == ContingencyTable(hits: 20, misses: 0, falseAlarms: 20, correctDry: 0))
        #expect(score.low?.cases == 30 && score.low?.bias == 1 && score.high?.bias == -1)
        #expect(score.low?.rangeCoverage == Share(30, of: 30) && score.high?.rangeCoverage == nil)
        #expect(score.low?.ownRangeCoverage == Share(10, of: 30) && score.high?.ownRangeCoverage == nil)
        #expect(score.probability == nil, "20 of the days had a probability")
    }

    @Test(
        "Probabilities are scored against the month's share of wet days if known, else the cases' own"
    )
    func base() throws {
        var days = Self.days(0..<60)
        for date in days.keys { days[date]?.probability = Probability(percent: 50) }
        func score(_ baseRate: @escaping (KoreanDate) -> Double?) throws -> ProbabilityScore {
            let scores = LeadScore.scores(of: [3: days], against: Self.measured(0..<60), baseRate: baseRate)
            return try #require(scores.first?.probability)
        }
        #expect(try score { _ in nil }.skill == 0)
        let january = try score { $0.civil.month == 1 ? 0.5 : 0.1 }
        // 31 days of January at 0.25, 29 others half wet: (0.81 × 14 + 0.01 × 15) or so.
        #expect(january.baseBrier > 0.25 && january.skill.map { $0 > 0 } == true)
    }

    @Test("A day of which the words are not known is no case")
    func unknown() {
        var days = Self.days(0..<40)
        days[Self.first] = ScoredForecast(isWet: nil, extremes: Extremes(minimum: 1))
        var observed = Self.measured(0..<40)
        observed[Self.first + 1]?.isWet = nil
        #expect(Self.states([9: days], observed) == [9: "ok 38"])
    }

    @Test(
        "A lead without rain of whole days is compared by its temperatures"
    )
    func temperaturesAlone() throws {
        var days = Self.days(0..<45).mapValues { _ in ScoredForecast(extremes: Extremes(minimum: 2)) }
        for offset in 40..<45 { days[Self.first + offset] = ScoredForecast() }
        var observed = Self.measured(5..<60)
        observed[Self.first + 5]?.minimum = nil
        let score = try #require(LeadScore.scores(of: [0: days], against: observed).first)
        #expect(score.state == .ok && score.cases == 35 && score.rain == nil && score.probability == nil)
        #expect(score.low?.cases == 34 && score.high == nil)
    }

    @Test(
        "A day is said to be wet or dry by words of all of it, and neither where they are not known",
        arguments: [
            (.drizzle, .day, true), (.flurries, .day, true), (.clear, .day, false), (.unknown, .day, nil),
            (.drizzle, .morning, nil), (nil, .day, nil),
        ] as [(Condition?, DayPart, Bool?)]
    )
    func words(condition: Condition?, part: DayPart, isWet: Bool?) {
        var said = StatedDay(today, low: 1, high: 9)
        let sky = HalfDay(condition: condition, precipitationProbability: Probability(percent: 60))
        said.add(IssuedDay(date: today, part: part, sky: sky), .of(.midLand))
        let scored = ScoredForecast(said)
        #expect(scored.isWet == isWet && scored.extremes == Extremes(minimum: 1, maximum: 9))
        #expect(scored.probability == (part == .day ? Probability(percent: 60) : nil))
    }
}
