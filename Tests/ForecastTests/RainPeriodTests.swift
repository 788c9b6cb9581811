import Foundation
import Testing

@testable import Forecast

@Suite("The period of rain or snow")
struct RainPeriodTests {
    private static let now = today.at(hour: 14, minute: 20)

    /// A week whose hours from 15:00 have these conditions, by KMA's next six hours and then its short-term forecast.
    private static func week(
        _ conditions: [Condition?],
        observed: Condition? = nil,
        _ fill: (Int, inout Slot) -> Void = { _, _ in }
    ) -> Week {
        let slots = conditions.enumerated().map { index, condition in
            let feed: Feed = index < 6 ? .nowcast : .shortTerm
            var slot = Slot(feed: feed, time: today.at(hour: 15 + index), hours: 1)
            slot.condition = condition
            slot.temperature = 12
            slot.precipitation = condition?.isFalling == true ? Amount(2) : .zero
            fill(index, &slot)
            return slot
        }
        var observation = Observation(feed: .nowcast, observedAt: today.at(hour: 14))
        observation.temperature = 12
        observation.condition = observed
        let readings = Readings(
            shortTerm: SlotForecast(slots: Array(slots.dropFirst(6))),
            nowcast: observation,
            nextHours: SlotForecast(slots: Array(slots.prefix(6)))
        )
        return Week(readings, now: now)
    }

    private static func period(
        _ conditions: [Condition?],
        observed: Condition? = nil,
        _ fill: (Int, inout Slot) -> Void = { _, _ in }
    ) -> RainPeriod? {
        RainPeriod(in: week(conditions, observed: observed, fill), at: now)
    }

    @Test(
        "It begins with the first wet step and ends with the dry one after it, past the seam of two forecasts"
    )
    func coming() throws {
        let rain = try #require(
            Self.period([.clear, .clear, .overcast, .drizzle, .downpour, .drizzle, .drizzle, .clear]) {
                $1.precipitationProbability = Probability(percent: [0, 10, 20, 60, 90, 70, 60, 20][$0])
            }
        )
        #expect(!rain.isNow)
        #expect(rain.startsAt == today.at(hour: 18))
        #expect(rain.endsAt == today.at(hour: 22))
        #expect(rain.probability == Probability(percent: 90))
        #expect(rain.amount == Amount(8))
        #expect(rain.kind == .rain)
        #expect(rain.feed == .nowcast)
    }

    @Test("What is observed decides whether it rains now, and the steps ahead say until when")
    func present() throws {
        let rain = try #require(Self.period([.drizzle, .drizzle, .clear], observed: .drizzle))
        #expect(rain.isNow)
        #expect(rain.startsAt == nil)
        #expect(rain.endsAt == today.at(hour: 17))
        let over = try #require(Self.period([.clear, .clear, .drizzle], observed: .drizzle))
        #expect(over.isNow)
        #expect(over.endsAt == today.at(hour: 15))
    }

    @Test("An end that the forecast does not reach is not known")
    func openEnd() throws {
        #expect(try #require(Self.period([.clear, .drizzle, .drizzle])).endsAt == nil)
        #expect(try #require(Self.period([.drizzle, .drizzle], observed: .drizzle)).endsAt == nil)
        // A step of which nothing is known is neither wet nor dry.
        let gap = try #require(Self.period([.clear, .drizzle, nil, .clear]))
        #expect(gap.startsAt == today.at(hour: 16))
        #expect(gap.endsAt == nil)
    }

    @Test("Rain in one step and snow in another make it mixed, and its amount is of the fresh snow as well")
    func snow() throws {
        let snow = try #require(
            Self.period([.clear, .drizzle, .blizzard, .clear]) { _, slot in
                slot.snowfall = slot.condition == .blizzard ? Amount(low: 1, high: 5) : .zero
            }
        )
        #expect(snow.kind == .mixed)
        #expect(snow.snowfall == Amount(low: 1, high: 5))
    }

    @Test(
        "What falls is rain or snow where all of it is, and mixed where a step or what is observed differs",
        arguments: [
            ([Condition.drizzle, .downpour], nil, RainPeriod.Kind.rain),
            ([.flurries, .blizzard], nil, .snow), ([.drizzle, .sleet], nil, .mixed),
            ([.flurries], .drizzle, .mixed), ([.flurries], .flurries, .snow),
        ] as [([Condition], Condition?, RainPeriod.Kind)]
    )
    func kinds(steps: [Condition], observed: Condition?, kind: RainPeriod.Kind) throws {
        let rain = try #require(Self.period(steps + [.clear], observed: observed))
        #expect(rain.kind == kind)
        #expect((rain.text.korean == "비/눈") == (kind == .mixed))
    }

    /// Dry hours up to the third day, dry steps of three hours on it, and on the fourth these.
    private static func later(_ fourthDay: [Condition]) -> Week {
        let conditions = Array(repeating: Condition.clear, count: 8) + fourthDay
        let steps = SlotForecast.steps(from: (today + 3).start, conditions.map { _ in 12 }, feed: .shortTerm)
        {
            $1.condition = conditions[$0]
            $1.precipitation = conditions[$0].isFalling ? Amount(2) : .zero
        }
        let hours = SlotForecast.steps(
            from: today.at(hour: 15),
            Array(repeating: 12, count: 57),
            feed: .shortTerm,
            hours: 1
        )
        return Week(Readings(shortTerm: SlotForecast(slots: hours.slots + steps.slots)), now: now)
    }

    @Test("Spells with one dry step of three hours between them are one")
    func joined() throws {
        let joined = try #require(
            RainPeriod(in: Self.later([.drizzle, .clear, .drizzle, .clear, .clear, .clear]), at: Self.now)
        )
        #expect(joined.startsAt == (today + 4).start)
        #expect(joined.endsAt == (today + 4).at(hour: 9))
    }

    @Test("From the fourth day on, where steps are of three hours, the spells of a day are one")
    func sameDay() throws {
        let rain = try #require(
            RainPeriod(
                in: Self.later([.drizzle, .drizzle, .clear, .clear, .drizzle, .clear, .clear, .clear, .clear]
                ),
                at: Self.now
            )
        )
        #expect(rain.endsAt == (today + 4).at(hour: 15))
        #expect(WeatherSummary.sentence(rain, at: Self.now).korean == "8일(목)부터 이슬비.")
        #expect(WeatherSummary.sentence(rain, at: Self.now).english == "Drizzle from Thu 8 Oct.")
    }

    @Test("What begins at the very end of a time begins within it")
    func boundary() throws {
        let rain = try #require(Self.period([.clear, .drizzle, .clear]))
        let distance = today.at(hour: 16).timeIntervalSince(Self.now)
        #expect(rain.falls(within: distance, of: Self.now))
        #expect(!rain.falls(within: distance - 1, of: Self.now))
    }

    @Test("It falls within a time where it falls now or begins by then")
    func within() throws {
        let rain = try #require(Self.period([.clear, .drizzle, .clear]))
        #expect(rain.falls(within: 2 * 3_600, of: Self.now))
        #expect(!rain.falls(within: 3_600, of: Self.now))
        #expect(try #require(Self.period([.clear], observed: .drizzle)).falls(within: 60, of: Self.now))
    }

    @Test("A sum with a step whose amount cannot be read is not known")
    func unknownAmount() throws {
        let rain = try #require(
            Self.period([.drizzle, .drizzle, .clear]) { index, slot in
                if index == 1 { slot.precipitation = nil }
            }
        )
        #expect(rain.amount == nil)
    }

    @Test("Where nothing falls there is none, and until when that is known is told")
    func dry() {
        let week = Self.week([.clear, .overcast, .fog])
        #expect(RainPeriod(in: week, at: Self.now) == nil)
        #expect(week.rainKnownUntil(from: Self.now) == today.at(hour: 18))
        #expect(Week(Readings(), now: Self.now).rainKnownUntil(from: Self.now) == nil)
    }
}
