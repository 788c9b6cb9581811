import Foundation
import Testing

@testable import Forecast

@Suite("The rest of today")
struct DaysAheadTests {
    private static func half(_ condition: Condition?) -> Stated<HalfDay>? {
        HalfDay(condition: condition, precipitationProbability: nil).map {
            Stated($0, .of(.shortTerm), of: today.hours)
        }
    }

    /// A step of today by its hour: snow flurries at nine and at midnight, drizzle till noon, and clouds after it.
    private static func step(_ hour: Int, _ length: Int = 1) -> Slot {
        var slot = Slot(origin: .of(.shortTerm), time: today.at(hour: hour), hours: length)
        slot.condition = hour == 9 || hour == 24 ? .flurries : hour < 12 ? .drizzle : .overcast
        return slot
    }

    private static func hourly(_ hours: ClosedRange<Int>) -> [Slot] { hours.map { step($0) } }

    /// A week whose first day is clear in the morning and foggy in the afternoon.
    private static func week(_ steps: [Slot], from date: KoreanDate = today) -> Week {
        var week = Week(Readings(), now: today.start)
        var day = Day(date: date)
        (day.said.morning, day.said.afternoon) = (half(.clear), half(.fog))
        week.days = [day, Day(date: date + 1)]
        week.hours = steps
        return week
    }

    private static func conditions(_ day: Day) -> [Condition?] {
        [day.morning?.condition, day.afternoon?.condition]
    }

    private static let rowsOfHalves: [(hour: Int, minute: Int, steps: [Slot], expected: [Condition?])] = [
        (9, 20, hourly(9...23), [.flurries, .overcast]), (10, 0, hourly(9...23), [.drizzle, .overcast]),
        (9, 20, hourly(9...24), [.flurries, .overcast]), (9, 20, hourly(9...22), [.clear, .fog]),
        (11, 59, hourly(11...23), [.drizzle, .overcast]), (11, 59, [], [.clear, .fog]),
        (12, 0, hourly(12...23), [nil, .overcast]), (12, 0, [], [nil, .fog]),
        // A step that goes on beyond noon is none of the morning that is over.
        (12, 0, [11, 14, 17, 20, 23].map { step($0, 3) }, [nil, .overcast]),
        (11, 0, [11, 14, 17, 20, 23].map { step($0, 3) }, [.drizzle, .overcast]),
        // A gap, and none: the first step is up to three hours ahead.
        (9, 0, hourly(12...23), [nil, .overcast]), (8, 59, hourly(12...23), [.clear, .fog]),
        (9, 0, hourly(9...14) + hourly(16...23), [.clear, .fog]),
        (10, 0, [step(9), step(21, 3)], [.clear, .fog]), (21, 0, [step(21, 3)], [nil, .overcast]),
        (21, 0, [step(20)], [nil, .fog]),
    ]

    @Test(
        "Halves are of the hours to come where those reach the end of the day, else as they are forecast",
        arguments: rowsOfHalves
    )
    func halves(hour: Int, minute: Int, steps: [Slot], expected: [Condition?]) {
        let days = Self.week(steps).daysAhead(from: today.at(hour: hour, minute: minute))
        #expect(Self.conditions(days[0]) == expected)
        #expect(days.map { $0.date - today } == [0, 1])
    }

    @Test("A day that comes undivided, one without a sky, and one that is not today stay as they are")
    func untouched() {
        let now = today.at(hour: 13)
        var undivided = Self.week(Self.hourly(13...23))
        undivided.days[0].said = StatedDay(today)
        #expect(undivided.daysAhead(from: now) == undivided.days)
        undivided.days[0].said.undivided = Self.half(.clear)
        #expect(undivided.daysAhead(from: now) == undivided.days)
        let tomorrow = Self.week(Self.hourly(13...23), from: today + 1)
        #expect(tomorrow.daysAhead(from: now) == tomorrow.days)
        #expect(Week(Readings(), now: now).daysAhead(from: now) == [])
        for half in [\StatedDay.morning, \.afternoon] {
            var one = Self.week(Self.hourly(13...23))
            one.days[0].said[keyPath: half] = nil
            #expect(Self.conditions(one.daysAhead(from: now)[0]) == [nil, .overcast])
        }
    }

    @Test(
        "Rain or snow observed counts if it was observed in the half that is not over",
        arguments: [
            (9, 20, 9.0, [.blizzard, .fog]), (9, 20, 0, [.blizzard, .fog]), (9, 20, -0.1, [.clear, .fog]),
            (11, 59, 11.5, [.blizzard, .fog]), (12, 0, 11.9, [nil, .fog]), (12, 0, 12, [nil, .blizzard]),
            (12, 5, 11.9, [nil, .fog]), (18, 0, 17.5, [nil, .blizzard]),
        ] as [(Int, Int, Double, [Condition?])]
    )
    func observed(hour: Int, minute: Int, observed: Double, expected: [Condition?]) {
        let now = today.at(hour: hour, minute: minute)
        var week = Self.week([])
        var current = ObservedWeather(feed: .nowcast, observedAt: today.start + observed * 3_600)
        current.condition = .blizzard
        (week.current, week.themeSelection.feed) = (current, .nowcast)
        let day = week.daysAhead(from: now)[0]
        #expect(Self.conditions(day) == expected)
        #expect(day.feeds == (expected.contains(.blizzard) ? [.nowcast] : []))
        // A dry sky, and one of no feed, changes nothing.
        week.current?.condition = .overcast
        #expect(Self.conditions(week.daysAhead(from: now)[0]) == [hour < 12 ? .clear : nil, .fog])
        week.current?.condition = .blizzard
        week.themeSelection.feed = nil
        #expect(Self.conditions(week.daysAhead(from: now)[0]) == [hour < 12 ? .clear : nil, .fog])
    }
}
