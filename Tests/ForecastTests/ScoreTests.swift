import Testing

@testable import Forecast

@Suite("Scores")
struct ScoreTests {
    /// J. P. Finley's forecasts of tornadoes of 1884, the oldest example of verification: Murphy, Weather and Forecasting
    /// 11 (1996), 3–20, table 1.
    private static func finley() throws -> ContingencyTable {
        try #require(ContingencyTable(hits: 28, misses: 23, falseAlarms: 72, correctDry: 2680))
    }

    @Test(
        "Finley's tornadoes: 28 of 51 said, 72 of 100 for nothing, and who always says no is right more often"
    )
    func tornadoes() throws {
        let table = try Self.finley()
        #expect(table.cases == 2803)
        #expect(abs(try #require(table.probabilityOfDetection) - 0.549) < 0.0005)
        #expect(abs(try #require(table.falseAlarmRatio) - 0.720) < 0.0005)
        #expect(abs(try #require(table.criticalSuccessIndex) - 0.228) < 0.0005)
        #expect(abs(try #require(table.baseRate) - 0.0182) < 0.00005)
        // Murphy's point: 96.6 % right, and 98.2 % without a forecast.
        #expect(abs(Double(table.hits + table.correctDry) / 2803 - 0.966) < 0.0005)
        #expect(abs(1 - (try #require(table.baseRate)) - 0.982) < 0.0005)
    }

    @Test("A table counts a case where it belongs, and has no ratio over nothing")
    func counts() {
        var table = ContingencyTable()
        #expect(table.probabilityOfDetection == nil && table.falseAlarmRatio == nil)
        #expect(table.criticalSuccessIndex == nil && table.baseRate == nil)
        for (said, came) in [(true, true), (true, false), (false, true), (false, false), (false, false)] {
            table.add(said: said, came: came)
        }
        #expect(table == ContingencyTable(hits: 1, misses: 1, falseAlarms: 1, correctDry: 2))
        #expect(ContingencyTable(hits: -1, misses: 0, falseAlarms: 0, correctDry: 0) == nil)
    }

    @Test(
        "A share has Wilson's bounds, as Newcombe published them",
        arguments: [
            // R. G. Newcombe, Statistics in Medicine 17 (1998), 857–872, table I, method 3.
            (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ]
    )
    func wilson(count: Int, cases: Int, low: Double, high: Double) throws {
        let bounds = try #require(Share(count, of: cases)).bounds
        #expect(
            abs(bounds.lowerBound - low) < 0.00006 && abs(bounds.upperBound - high) < 0.00006,
            "\(bounds)"
        )
    }

    @Test("The bounds of no case and of all cases end at 0 and at 1, and hold the share whatever it is")
    func bounds() throws {
        for cases in [1, 2, 7, 30, 365, 4_000] {
            for count in Set([0, 1, cases / 3, cases - 1, cases]) {
                let share = try #require(Share(count, of: cases))
                #expect(share.bounds.contains(share.value))
                #expect((0...1).contains(share.bounds.lowerBound) && share.bounds.upperBound <= 1)
            }
            #expect(try #require(Share(0, of: cases)).bounds.lowerBound == 0)
            #expect(try #require(Share(cases, of: cases)).bounds.upperBound == 1)
        }
        #expect(Share(0, of: 0) == nil && Share(3, of: 2) == nil && Share(-1, of: 2) == nil)
    }

    private static func chance(_ percent: Double, _ wasWet: Bool, base: Double = 0.3) throws
        -> ProbabilityScore.Case
    {
        let probability = try #require(Probability(percent: percent))
        return ProbabilityScore.Case(probability: probability, wasWet: wasWet, baseRate: base)
    }

    @Test(
        "Brier's score of one forecast is the squared difference from what came",
        arguments: [
            // en.wikipedia.org/wiki/Brier_score, "Example".
            (100, true, 0.0), (100, false, 1.0), (70, true, 0.09), (30, true, 0.49), (50, false, 0.25),
        ]
    )
    func brier(percent: Double, wasWet: Bool, expected: Double) throws {
        let score = try #require(ProbabilityScore([try Self.chance(percent, wasWet)]))
        #expect(abs(score.brier - expected) < 1e-12)
    }

    @Test(
        "Skill is 1 for the sure, 0 for the base rate, below 0 for worse, and none against a sure base"
    )
    func skill() throws {
        let outcomes = [true, false, false, false, true, false, false, true, false, false]
        func skill(_ percent: (Bool) -> Double, base: Double = 0.3) throws -> Double? {
            let cases = try outcomes.map { try Self.chance(percent($0), $0, base: base) }
            return try #require(ProbabilityScore(cases)).skill
        }
        #expect(try skill { $0 ? 100 : 0 } == 1)
        #expect(abs(try #require(try skill { _ in 30 })) < 1e-12)
        #expect(try #require(try skill { $0 ? 0 : 100 }) < 0)
        let one = try #require(ProbabilityScore([Self.chance(70, true)]))
        let expected: Double = 1 - 0.09 / 0.49
        #expect(abs(try #require(one.skill) - expected) < 1e-12)
        let sure = try ProbabilityScore([Self.chance(10, false, base: 0)])
        #expect(try #require(sure).skill == nil)
        #expect(ProbabilityScore([]) == nil)
    }

    @Test("Reliability stands by the probabilities that were said, in steps of 10, with the wet days of each")
    func reliability() throws {
        let cases = try [
            (30, true), (30, false), (30, false), (90, true), (0, false), (34, false), (35, true),
        ]
        .map { try Self.chance($0.0, $0.1) }
        let bins = try #require(ProbabilityScore(cases)).reliability
        #expect(bins.map(\.probability.percent) == [0, 30, 40, 90])
        #expect(bins.map(\.wet.cases) == [1, 4, 1, 1] && bins.map(\.wet.count) == [0, 1, 1, 1])
    }

    @Test("A chance is a yes from a threshold on, and each wet and dry day of it counts once")
    func yes() throws {
        let cases = try [(30, true), (30, false), (60, true), (60, false), (60, false), (90, true)].map {
            try Self.chance($0.0, $0.1)
        }
        let score = try #require(ProbabilityScore(cases))
        #expect(
            score.contingencyTable(from: 60)
                == ContingencyTable(hits: 2, misses: 1, falseAlarms: 2, correctDry: 1)
        )
        #expect(
            score.contingencyTable(from: 61)
                == ContingencyTable(hits: 1, misses: 2, falseAlarms: 0, correctDry: 3)
        )
    }

    @Test(
        "Temperatures have the mean distance, its direction, and shares within 1°, 2° and KMA's own range"
    )
    func temperatures() throws {
        let spread = Spread(low: 1, high: 2)
        let cases = [(10, 10.0), (10, 11.0), (10, 12.1), (10, 8.9), (10, 7.0)].map {
            TemperatureScore.Case(forecast: $0.0, spread: spread, observed: $0.1)
        }
        let score = try #require(TemperatureScore(cases))
        #expect(score.cases == 5)
        #expect(abs(score.meanAbsoluteError - 1.44) < 1e-9)
        #expect(abs(score.bias - 0.2) < 1e-9)
        #expect(score.withinOne == Share(2, of: 5) && score.withinTwo == Share(3, of: 5))
        // 9 to 12: 10.0 and 11.0 lie in it.
        #expect(score.rangeCoverage == Share(2, of: 5))
        #expect(TemperatureScore([]) == nil)
        #expect(try #require(TemperatureScore([.init(forecast: 1, observed: 1)])).rangeCoverage == nil)
    }

    @Test("A tenth of a degree is not lost in the arithmetic: 15.3 for 14.3 is within 1°")
    func tenths() throws {
        for tenth in 0..<400 {
            let observed = Double(tenth - 200) / 10
            let score = TemperatureScore([.init(forecast: Double(tenth - 190) / 10, observed: observed)])
            #expect(try #require(score).withinOne.count == 1, "\(observed)")
        }
    }
}
