import Testing

@testable import Forecast

@Suite("A condition")
struct ConditionTests {
    @Test(
        "Several steps have snow if any has, else rain, else the most frequent sky, the cloudier on a tie",
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
            ([.unknown, .clear], .clear),
            ([.unknown, .unknown, .drizzle], .drizzle),
            ([.unknown], .unknown),
        ] as [([Condition], Condition)]
    )
    func representative(steps: [Condition], representative: Condition) {
        #expect(Condition.representative(of: steps.map { ($0, 0) }) == representative)
    }

    @Test(
        "Of several steps with rain, or with snow, the wettest represents them, the first of equals"
    )
    func wettest() {
        let rain = Condition.representative(of: [(.drizzle, 0.2), (.downpour, 9), (.drizzle, 1)])
        #expect(rain == .downpour)
        let equal = Condition.representative(of: [(.drizzle, 1), (.downpour, 1)])
        #expect(equal == .drizzle)
        let snow = Condition.representative(of: [(.downpour, 20), (.flurries, 0.1), (.blizzard, 4)])
        #expect(snow == .blizzard)
    }

    @Test("A sky has the name that its first step has, and no steps have none")
    func names() {
        let partly = Condition(.sky(.mostlyCloudy), LocalizedText("구름조금", "Partly cloudy"))
        let other = Condition(.unknown, LocalizedText("알 수 없음", "Unknown"))
        for steps in [[partly, .mostlyCloudy], [.mostlyCloudy, partly], [.clear, partly, .mostlyCloudy]] {
            let first = steps.first { $0.kind == .sky(.mostlyCloudy) }
            #expect(Condition.representative(of: steps.map { ($0, 0) }) == first)
        }
        #expect(Condition.representative(of: [(.unknown, 0), (other, 0)]) == .unknown)
        #expect(Condition.representative(of: []) == nil)
    }

    @Test(
        "The theme follows precipitation before sky, and an unknown condition is cloudy, never clear",
        arguments: [
            (.clear, .clear), (.mostlyCloudy, .cloudy), (.overcast, .cloudy), (.fog, .cloudy),
            (.drizzle, .rain), (.downpour, .rain), (.flurries, .snow), (.unknown, .cloudy),
        ] as [(Condition, Theme)]
    )
    func theme(condition: Condition, theme: Theme) {
        #expect(condition.theme == theme)
    }
}
