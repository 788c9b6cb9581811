import Testing

@testable import Forecast

@Suite("The one condition that stands for several")
struct ConditionTests {
    @Test(
        "Precipitation in any step decides, snow before rain; else the sky most have, the cloudier on a tie",
        arguments: [
            ([.clear], .clear),
            ([.clear, .clear, .clear, .drizzle], .drizzle),
            ([.downpour, .downpour, .downpour, .flurries], .flurries),
            ([.flurries, .clear, .drizzle], .flurries),
            ([.clear, .clear, .overcast], .clear),
            ([.overcast, .clear, .mostlyCloudy, .clear], .clear),
            ([.clear, .clear, .overcast, .overcast], .overcast),
            ([.clear, .mostlyCloudy], .mostlyCloudy),
            ([.mostlyCloudy, .overcast], .overcast),
            ([.overcast, .fog], .fog),
            ([.riddle, .clear], .clear),
            ([.riddle, .riddle, .drizzle], .drizzle),
            ([.riddle], .riddle),
        ] as [([Condition], Condition)]
    )
    func decision(steps: [Condition], stands: Condition) {
        #expect(Condition.representative(of: steps.map { ($0, 0) }) == stands)
    }

    @Test("Among steps in which it rains, the wettest gives the words, the first of equals")
    func wettest() {
        let rain = Condition.representative(of: [(.drizzle, 0.2), (.downpour, 9), (.drizzle, 1)])
        #expect(rain == .downpour)
        let equal = Condition.representative(of: [(.drizzle, 1), (.downpour, 1)])
        #expect(equal == .drizzle)
        let snow = Condition.representative(of: [(.downpour, 20), (.flurries, 0.1), (.blizzard, 4)])
        #expect(snow == .blizzard)
    }

    @Test("Out of nothing comes nothing")
    func none() {
        #expect(Condition.representative(of: []) == nil)
    }

    @Test(
        "Precipitation comes before the sky in a theme, and what is not known is cloudy, never clear",
        arguments: [
            (.clear, .clear), (.mostlyCloudy, .cloudy), (.overcast, .cloudy), (.fog, .cloudy),
            (.drizzle, .rain), (.downpour, .rain), (.flurries, .snow), (.riddle, .cloudy),
        ] as [(Condition, Theme)]
    )
    func theme(condition: Condition, theme: Theme) {
        #expect(condition.theme == theme)
    }

    @Test("Half a day that says nothing is no half day")
    func emptyHalf() {
        #expect(HalfDay(condition: nil, precipitationProbability: nil) == nil)
        #expect(HalfDay(condition: nil, precipitationProbability: 0)?.precipitationProbability == 0)
        #expect(HalfDay(condition: .clear, precipitationProbability: nil)?.condition == .clear)
    }
}
