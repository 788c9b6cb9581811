import Testing

@testable import Forecast

@Suite("Values of a day")
struct MidTermTests {
    @Test("A low above its high leaves neither, and no uncertainty of either")
    func contradiction() {
        let spread = Spread(low: 1, high: 2)
        let extremes = Extremes(minimum: 20, maximum: 10, minimumSpread: spread, maximumSpread: spread)
        #expect(extremes == Extremes())
        #expect(extremes.minimum == nil && extremes.maximum == nil)
    }

    @Test("A low equal to its high is a range, and one without the other stands alone")
    func extremes() {
        #expect(Extremes(minimum: 10, maximum: 10).minimum == 10)
        #expect(Extremes(minimum: 10).minimum == 10)
        #expect(Extremes(maximum: -3).maximum == -3)
    }

    @Test("An uncertainty without its temperature is none")
    func spreadAlone() {
        let spread = Spread(low: 1, high: 2)
        let extremes = Extremes(minimum: 10, minimumSpread: spread, maximumSpread: spread)
        #expect(extremes.minimumSpread == spread && extremes.maximumSpread == nil)
    }

    @Test(
        "An uncertainty is 0 to 10 degrees to either side",
        arguments: [
            (0, 3, true), (10, 0, true), (-1, 1, false), (1, -1, false), (1, 11, false), (.nan, 1, false),
        ]
            as [(Double, Double, Bool)]
    )
    func spreads(low: Double, high: Double, isSpread: Bool) {
        #expect((Spread(low: low, high: high) != nil) == isSpread)
    }

    @Test("Half a day without condition and probability is no half day")
    func emptyHalf() {
        #expect(HalfDay(condition: nil, precipitationProbability: nil) == nil)
        let dry = HalfDay(condition: nil, precipitationProbability: Probability(percent: 0))
        #expect(dry?.precipitationProbability?.percent == 0)
        #expect(HalfDay(condition: .clear, precipitationProbability: nil)?.condition == .clear)
    }
}
