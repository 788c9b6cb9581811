import Testing

@testable import Forecast

@Suite("An amount that falls")
struct AmountTests {
    @Test(
        "One number stands for it: itself, the middle of its range, or the bound it starts from",
        arguments: [
            (Amount(2.5), 2.5), (Amount(0), 0), (Amount(low: 30, high: 50), 40),
            (Amount(low: 0, high: 1), 0.5),
            (Amount(low: 50, high: nil), 50),
        ] as [(Amount, Double)]
    )
    func value(amount: Amount, value: Double) {
        #expect(amount.value == value)
    }

    @Test("Only a range without width is exact")
    func exactness() {
        #expect(Amount(1.2).isExact)
        #expect(!Amount(low: 0, high: 1).isExact)
        #expect(!Amount(low: 50, high: nil).isExact)
    }

    @Test(
        "Amounts add up bound by bound, and a sum with an open one is open",
        arguments: [
            (Amount(1), Amount(2), Amount(3)),
            (Amount(low: 0, high: 1), Amount(5), Amount(low: 5, high: 6)),
            (Amount(low: 50, high: nil), Amount(5), Amount(low: 55, high: nil)),
            (Amount(5), Amount(low: 50, high: nil), Amount(low: 55, high: nil)),
        ] as [(Amount, Amount, Amount)]
    )
    func sum(left: Amount, right: Amount, sum: Amount) {
        #expect(left + right == sum)
    }
}
