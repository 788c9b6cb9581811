import Testing

@testable import Forecast

@Suite("Measured values cannot be wrong")
struct MeasurementsTests {
    @Test(
        "A wind direction is 0 to 359 degrees, with 360 for north; other numbers are refused, not turned",
        arguments: [
            (0, 0), (0.4, 0), (212.232, 212), (359, 359), (359.7, 0), (360, 0), (-0.1, nil), (-90, nil),
            (360.1, nil), (361, nil), (899, nil), (.nan, nil), (.infinity, nil), (-.infinity, nil),
        ] as [(Double, Int?)]
    )
    func windDirection(degrees: Double, whole: Int?) {
        #expect(WindDirection(degrees: degrees)?.degrees == whole)
    }

    @Test(
        "A probability and a humidity are 0 to 100 per cent, and nothing else is",
        arguments: [
            (0, 0), (0.4, 0), (28.999_999_999_999_996, 29), (60, 60), (100, 100), (100.1, nil),
            (150, nil),
            (-0.1, nil), (-10, nil), (.nan, nil), (.infinity, nil),
        ] as [(Double, Int?)]
    )
    func percentages(percent: Double, whole: Int?) {
        #expect(Probability(percent: percent)?.percent == whole)
        #expect(Humidity(percent: percent)?.percent == whole)
    }

    @Test("The lower of two probabilities comes first, and none comes before itself")
    func order() throws {
        let (low, high) = (try #require(Probability(percent: 30)), try #require(Probability(percent: 31)))
        #expect(low < high && !(high < low) && !(low < low))
    }

    @Test(
        "An amount is finite, not negative, below an hour's most, and its low is not above its high",
        arguments: [
            (0, 0, true), (0, 1, true), (30, 50, true), (50, nil, true), (305, 305, true),
            (-0.1, 1, false), (-5, -1, false), (50, 30, false), (0, -1, false), (30, 1e25, false),
            (306, nil, false), (0, 306, false), (.nan, nil, false), (0, .nan, false), (.nan, .nan, false),
            (0, .infinity, false), (-.infinity, 0, false),
        ] as [(Double, Double?, Bool)]
    )
    func amounts(low: Double, high: Double?, isAmount: Bool) {
        #expect((Amount(low: low, high: high) != nil) == isAmount)
        if low == high { #expect((Amount(low) != nil) == isAmount) }
    }

    @Test(
        "One number stands for an amount: itself, the middle of its range, or the bound it starts from",
        arguments: [
            (Amount(2.5), 2.5), (.zero, 0), (Amount(low: 30, high: 50), 40),
            (Amount(low: 0, high: 1), 0.5),
            (Amount(low: 50, high: nil), 50),
        ] as [(Amount?, Double)]
    )
    func value(amount: Amount?, value: Double) throws {
        #expect(try #require(amount).value == value)
    }

    @Test("Only a range without width is exact")
    func exactness() throws {
        #expect(try #require(Amount(1.2)).isExact)
        #expect(try !#require(Amount(low: 0, high: 1)).isExact)
        #expect(try !#require(Amount(low: 50, high: nil)).isExact)
    }

    @Test(
        "Amounts add up bound by bound, and a sum with an open one is open",
        arguments: [
            (Amount(1), Amount(2), Amount(3)),
            (Amount(low: 0, high: 1), Amount(5), Amount(low: 5, high: 6)),
            (Amount(low: 50, high: nil), Amount(5), Amount(low: 55, high: nil)),
            (Amount(5), Amount(low: 50, high: nil), Amount(low: 55, high: nil)),
        ] as [(Amount?, Amount?, Amount?)]
    )
    func sum(left: Amount?, right: Amount?, sum: Amount?) throws {
        #expect(try #require(left) + #require(right) == #require(sum))
    }

    @Test("The sum of many steps may pass what one of them can have")
    func largeSum() throws {
        let step = try #require(Amount(300))
        #expect((step + step).value == 600)
    }

    @Test(
        "Temperatures, wind speeds and visibilities beyond what weather can be are refused",
        arguments: [
            (-32.6, .plausibleTemperature, true), (41, .plausibleTemperature, true),
            (-45.1, .plausibleTemperature, false), (50.1, .plausibleTemperature, false),
            (-47, .plausibleFeelsLike, true), (-50, .plausibleFeelsLike, false),
            (55, .plausibleFeelsLike, true), (-50, .plausibleWindComponent, false),
            (0, .plausibleWindSpeed, true), (63.7, .plausibleWindSpeed, true),
            (-0.1, .plausibleWindSpeed, false), (76, .plausibleWindSpeed, false),
            (16_093, .plausibleVisibility, true), (-1, .plausibleVisibility, false),
            (1e300, .plausibleVisibility, false), (.nan, .plausibleVisibility, false),
        ] as [(Double, ClosedRange<Double>, Bool)]
    )
    func plausibility(value: Double, range: ClosedRange<Double>, isPlausible: Bool) {
        #expect(value.within(range) == (isPlausible ? value : nil))
    }
}
