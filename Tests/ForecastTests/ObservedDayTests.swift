import Testing

@testable import Forecast

@Suite("A day as a station measured it")
struct ObservedDayTests {
    @Test(
        "A tenth of a millimetre makes a day wet; a trace is 0 mm, and nothing noted is no amount",
        arguments: [
            (.unknown, nil, nil), (.blank, nil, false), (.trace, 0, false), (.measured(0.09), 0.09, false),
            (.measured(0.1), 0.1, true), (.measured(31), 31, true),
        ] as [(ObservedDay.Rain, Double?, Bool?)]
    )
    func rain(rain: ObservedDay.Rain, amount: Double?, isWet: Bool?) {
        let day = ObservedDay(
            station: 108,
            date: today,
            minimum: 9,
            maximum: 21,
            rain: rain,
            fetchedAt: (today + 1).start
        )
        #expect(day.rain.amount == amount && day.rain.isWet == isWet)
        #expect(day.minimum == 9 && day.maximum == 21)
    }
}
