import Foundation
import Testing

@testable import Forecast

@Suite("The period of rain or snow")
struct RainPeriodTests {
    private static let now = today.at(hour: 12)

    /// A step by its beginning in hours from now, its length, and its weather.
    private typealias Step = (start: Double, hours: Int, condition: Condition?)

    /// A week of steps that have 2 mm each if something falls, and of what is observed.
    private static func week(
        _ steps: [Step],
        observed: Condition? = nil,
        _ fill: (Int, inout Slot) -> Void = { _, _ in }
    ) -> Week {
        var week = Week(Readings(), now: now)
        week.hours = steps.enumerated().map { index, step in
            let time = now.addingTimeInterval(step.start * 3_600)
            var slot = Slot(origin: .of(.openWeatherForecast), time: time, hours: step.hours)
            slot.condition = step.condition
            slot.precipitation = step.condition?.isFalling == true ? Amount(2) : .zero
            fill(index, &slot)
            return slot
        }
        if let observed {
            week.current = ObservedWeather(feed: .nowcast, observedAt: now)
            week.current?.condition = observed
        }
        return week
    }

    private static func period(
        _ steps: [Step],
        observed: Condition? = nil,
        _ fill: (Int, inout Slot) -> Void = { _, _ in }
    ) -> RainPeriod? {
        RainPeriod(in: week(steps, observed: observed, fill), at: now)
    }

    private static func hours(_ instant: Date?) -> Double? {
        instant.map { $0.timeIntervalSince(now) / 3_600 }
    }

    @Test("The observation, else the step that is on, decides if it falls now; the steps ahead, until when")
    func bounds() throws {
        let rows: [(steps: [Step], observed: Condition?, period: [Double?]?)] = [
            // Beginning, end and amount; no period at all.
            ([(0, 1, .clear), (1, 1, .overcast)], nil, nil),
            // A step that ends now is over, and one that begins now is on.
            ([(-1, 1, .drizzle), (0, 1, .clear)], nil, nil),
            ([(0, 1, .drizzle), (1, 1, .clear)], nil, [nil, 1, 2]),
            ([(-1, 3, .drizzle), (2, 3, .drizzle), (5, 3, .clear), (8, 3, .clear)], nil, [nil, 5, 4]),
            ([(0, 1, .clear), (1, 1, .drizzle), (2, 1, .downpour), (3, 1, .clear)], nil, [1, 3, 4]),
            ([(0, 1, .clear), (1, 1, .drizzle), (2, 1, .clear)], .drizzle, [nil, 2, 2]),
            ([(0, 1, .drizzle), (1, 1, .clear)], .clear, nil),
            ([(1, 1, .clear), (2, 1, .drizzle)], .drizzle, [nil, 1, nil]),
            // The next step continues what is observed up to three hours ahead.
            ([(3, 3, .drizzle), (6, 3, .clear), (9, 3, .clear)], .drizzle, [nil, 6, 2]),
            ([(3.01, 3, .drizzle), (6.01, 3, .clear), (9.01, 3, .clear)], .drizzle, [nil, nil, nil]),
            ([], .drizzle, [nil, nil, nil]),
            // The end is not known beyond the forecast, a gap, or a step of which nothing is known; nor the amount but of the
            // forecast's end.
            ([(0, 1, .clear), (1, 1, .drizzle)], nil, [1, nil, 2]),
            ([(0, 1, .clear), (1, 1, .drizzle), (2, 1, nil), (3, 1, .clear)], nil, [1, nil, nil]),
            ([(0, 1, .clear), (1, 1, .drizzle), (3, 1, .clear)], nil, [1, nil, nil]),
            ([(0, 1, .drizzle), (4, 1, .clear)], .drizzle, [nil, nil, nil]),
            ([(0, 1, .drizzle)], .drizzle, [nil, nil, 2]),
            // One that ended before it.
            ([(1, 1, .drizzle), (2, 1, .clear), (4, 1, .clear)], nil, [1, 2, 2]),
        ]
        for (steps, observed, expected) in rows {
            let rain = Self.period(steps, observed: observed)
            let found = rain.map { [Self.hours($0.startsAt), Self.hours($0.endsAt), $0.amount?.exact] }
            #expect(found == expected, "\(steps)")
            #expect(rain.map(\.isNow) == expected.map { $0[0] == nil }, "\(steps)")
        }
        let coming: [Step] = [(1, 1, .clear), (2, 1, .drizzle)]
        for (now, observed, isKnown) in [
            (nil, nil, false), (.clear, nil, true), (nil, .clear, true), (nil, .drizzle, true),
        ] as [(Condition?, Condition?, Bool)] {
            #expect(Self.period([(0, 1, now)] + coming, observed: observed)?.isNowKnown == isKnown)
        }
    }

    @Test(
        "One dry step of several hours joins two spells, and from the fourth day on any dry ones of a day do"
    )
    func joined() {
        let rows: [(day: Int, hour: Int, length: Int, steps: String, end: Int)] = [
            (1, 0, 3, "w.w..", 3), (1, 0, 2, "w.w..", 3), (1, 0, 1, "w.w..", 1), (1, 0, 3, "w..w.", 1),
            (1, 0, 1, "w..w.", 1), (3, 0, 3, "w..w.", 1), (4, 0, 3, "w..w.", 4), (4, 0, 2, "w..w.", 4),
            (4, 0, 1, "w..w.", 1), (5, 0, 3, "w...w.", 5), (4, 18, 3, "w..w.", 1), (4, 18, 3, "w.w.", 3),
        ]
        for (day, hour, length, steps, end) in rows {
            let start = Double(day * 24 + hour - 12)
            let rain = Self.period(
                steps.enumerated().map {
                    (start + Double($0 * length), length, $1 == "w" ? .drizzle : .clear)
                }
            )
            #expect(Self.hours(rain?.startsAt) == start)
            #expect(Self.hours(rain?.endsAt) == start + Double(end * length), "\(day) \(length) \(steps)")
        }
    }

    @Test(
        "Of what begins or ends in a long step from the fourth day on, the day alone is said",
        arguments: [(3, 3, false), (4, 1, false), (4, 2, true), (4, 3, true), (10, 3, true)]
    )
    func late(day: Int, length: Int, isLate: Bool) throws {
        let start = Double(day * 24)
        let steps: [Step] = [
            (start, length, .drizzle), (start + Double(length), length, .clear),
            (start + Double(2 * length), length, .clear),
        ]
        let rain = try #require(Self.period(steps))
        #expect(rain.startsLate == isLate && rain.endsLate == isLate)
        let words = WeatherSummary.sentence(rain, at: Self.now)
        if day == 4, isLate {
            #expect(words == LocalizedText("8일(목)부터 이슬비.", "Drizzle from Thu 8 Oct."))
        } else {
            #expect(words.korean.contains("시부터") == !isLate)
        }
        let present = try #require(Self.period(steps, observed: .drizzle))
        #expect(!present.startsLate && !present.endsLate)
    }

    @Test("Rain that OpenWeather alone has is told as its own beside KMA's dry forecast of that time")
    func alone() throws {
        let overcast = Condition(.sky(.overcast), LocalizedText("흐림", "Overcast"))
        let alone = "8일(목)부터 이슬비. OpenWeather의 예보이고, 기상청은 흐림, 40%."
        let rows: [(feed: Feed, morning: Condition?, afternoon: Condition?, korean: String)] = [
            (.midLand, overcast, overcast, alone), (.midLand, overcast, nil, alone),
            (.midLand, overcast, .drizzle, "8일(목)부터 이슬비."), (.midLand, .drizzle, overcast, "8일(목)부터 이슬비."),
            (.midLand, nil, overcast, "8일(목)부터 이슬비."),
            (.openWeatherForecast, overcast, overcast, "8일(목)부터 이슬비."),
        ]
        for row in rows {
            var week = Self.week([(-12, 96, .clear), (84, 3, .drizzle)])
            var day = Day(date: KoreanDate(of: Self.now) + 4)
            let (noon, chance) = (day.date.at(hour: 12), Probability(percent: 40))
            let origin = Origin(row.feed, issuedAt: Self.now, fetchedAt: Self.now)
            day.said.morning = HalfDay(condition: row.morning, precipitationProbability: chance)
                .map { Stated($0, origin, of: day.date.start..<noon) }
            day.said.afternoon = HalfDay(condition: row.afternoon, precipitationProbability: chance)
                .map { Stated($0, origin, of: noon..<(day.date + 1).start) }
            week.days = [day]
            #expect(WeatherSummary.rain(of: week, at: Self.now)?.korean == row.korean)
        }
    }

    @Test("The highest probability of its steps is its own, and the wettest names it")
    func values() throws {
        let rain = try #require(
            Self.period([(1, 1, .drizzle), (2, 1, .downpour), (3, 1, .drizzle), (4, 1, .clear)]) {
                $1.precipitationProbability = Probability(percent: [60, 90, 70, 99][$0])
                $1.precipitation = [nil, Amount(0.5), nil, .zero][$0]
            }
        )
        #expect(rain.probability == Probability(percent: 90))
        #expect(rain.text == Condition.downpour.text)
        #expect(rain.amount == nil, "the amount of a step is not known")
        let present = Self.period([(1, 1, .downpour)], observed: .drizzle) {
            $1.precipitation = Amount(0.5)
        }
        #expect(present?.text == Condition.downpour.text)
    }

    @Test("The feed is that of the present weather, else of the first step")
    func feeds() {
        var week = Self.week([(0, 1, .drizzle), (1, 1, .drizzle), (2, 1, .clear)]) { index, slot in
            slot.origin.feed = index == 0 ? .nowcast : .shortTerm
        }
        #expect(RainPeriod(in: week, at: Self.now)?.feed == .nowcast)
        week.themeSelection.feed = .openWeatherCurrent
        #expect(RainPeriod(in: week, at: Self.now)?.feed == .openWeatherCurrent)
        week.hours[0].condition = .clear
        #expect(RainPeriod(in: week, at: Self.now)?.feed == .shortTerm)
    }

    @Test(
        "It is rain or snow if all of it is, and mixed if a step or the observation differs",
        arguments: [
            ([Condition.drizzle, .downpour], nil, RainPeriod.Kind.rain),
            ([.flurries, .blizzard], nil, .snow), ([.drizzle, .sleet], nil, .mixed),
            ([.drizzle, .blizzard], nil, .mixed), ([.flurries], .drizzle, .mixed),
            ([.flurries], .flurries, .snow),
        ] as [([Condition], Condition?, RainPeriod.Kind)]
    )
    func kinds(conditions: [Condition], observed: Condition?, kind: RainPeriod.Kind) throws {
        let steps = (conditions + [.clear]).enumerated().map { (Double($0 + 1), 1, $1 as Condition?) }
        let rain = try #require(
            Self.period(steps, observed: observed) { _, slot in
                slot.snowfall = slot.condition?.kind == .snow ? Amount(low: 1, high: 5) : .zero
            }
        )
        #expect(rain.kind == kind)
        #expect((rain.text.korean == "비/눈") == (kind == .mixed))
        #expect((rain.snowfall == .zero) == !conditions.contains { $0.kind == .snow })
    }

    @Test("If nothing falls, it is known until the first gap, and no answer is given beyond it")
    func known() {
        let rows: [(steps: [Step], until: Double?)] = [
            ([(0, 1, .clear), (1, 1, .fog)], 2), ([(-1, 1, .clear), (1, 1, .clear)], 2),
            ([(3, 3, .clear)], 6), ([(3.01, 3, .clear)], nil), ([(0, 1, .clear), (1, 1, nil)], 1),
            ([(0, 1, .clear), (2, 1, .clear)], 1), ([], nil),
        ]
        for (steps, until) in rows {
            let week = Self.week(steps)
            #expect(RainPeriod(in: week, at: Self.now) == nil)
            #expect(Self.hours(week.rainKnownUntil(from: Self.now)) == until, "\(steps)")
            #expect(week.falls(within: nil, of: Self.now) == (until == nil ? nil : false))
            guard let until else { continue }
            #expect(week.falls(within: until * 3_600, of: Self.now) == false)
            #expect(week.falls(within: until * 3_600 + 1, of: Self.now) == nil)
        }
    }

    @Test(
        "A chance of 60 % and more contradicts that nothing falls, and ends what is known",
        arguments: [50, 60, 90, 100]
    )
    func likely(percent: Double) {
        let week = Self.week([(0, 1, .clear), (1, 1, .clear), (2, 1, .clear)]) { index, slot in
            if index == 1 { slot.precipitationProbability = Probability(percent: percent) }
        }
        let isLikely = percent > 50
        #expect(Self.hours(week.rainKnownUntil(from: Self.now)) == (isLikely ? 1 : 3))
        #expect(week.falls(within: 7_200, of: Self.now) == (isLikely ? nil : false))
        #expect(
            WeatherSummary.rain(of: week, at: Self.now)?.korean
                == (isLikely ? "13시까지 비나 눈 예보 없음, 이후 강수확률 \(Int(percent))%." : "15시까지 비나 눈 예보 없음.")
        )
        let first = Self.week([(0, 1, .clear), (1, 1, .clear), (2, 1, .clear)]) { index, slot in
            slot.precipitationProbability = Probability(percent: [percent, percent - 5, 90][index])
        }
        let sentence = WeatherSummary.rain(of: first, at: Self.now)?.english
        let chance = percent == 60 ? 60 : Int(max(percent, 90))
        let dry = percent == 50 ? "No rain or snow forecast until 14:00, then a chance of 90%." : nil
        #expect(sentence == dry ?? "\(chance)% chance of rain or snow from now on.")
    }

    @Test("It falls within a time if it falls now or begins by then, at its very end as well")
    func within() {
        let coming = Self.week([(0, 1, .clear), (1, 1, .drizzle), (2, 1, .clear)])
        #expect(coming.falls(within: 3_600, of: Self.now) == true)
        #expect(coming.falls(within: 3_599, of: Self.now) == false)
        #expect(coming.falls(within: nil, of: Self.now) == true)
        let present = Self.week([(1, 1, .clear)], observed: .drizzle)
        #expect(present.falls(within: 0, of: Self.now) == true)
    }
}
