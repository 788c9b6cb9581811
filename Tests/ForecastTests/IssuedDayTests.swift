import Foundation
import Testing

@testable import Forecast

@Suite("A day of an issue")
struct IssuedDayTests {
    private static let spread = Spread(low: 1, high: 2)
    private static let rain = HalfDay(
        condition: .drizzle,
        precipitationProbability: Probability(percent: 60)
    )
    private static let clear = HalfDay(condition: .clear, precipitationProbability: nil)

    @Test(
        "Values of a day count once each",
        arguments: [
            (Extremes(), nil, 0), (Extremes(minimum: 1), nil, 1), (Extremes(maximum: 1), nil, 1),
            (Extremes(minimum: 1, minimumSpread: spread), nil, 2),
            (Extremes(maximum: 1, maximumSpread: spread), nil, 2),
            (Extremes(), clear, 1),
            (Extremes(), HalfDay(condition: nil, precipitationProbability: Probability(percent: 0)), 1),
            (Extremes(minimum: 1, maximum: 2, minimumSpread: spread, maximumSpread: spread), rain, 6),
        ] as [(Extremes, HalfDay?, Int)]
    )
    func values(extremes: Extremes, sky: HalfDay?, count: Int) {
        #expect(IssuedDay(date: today, part: .day, extremes: extremes, sky: sky).valueCount == count)
    }

    @Test(
        "A part of a day has a name and hours of its own",
        arguments: [(.day, "day", 0, 24), (.morning, "am", 0, 12), (.afternoon, "pm", 12, 24)]
            as [(DayPart, String, Int, Int)]
    )
    func parts(part: DayPart, name: String, start: Int, end: Int) {
        #expect(part.name == name && DayPart(name: name) == part && DayPart(name: name + "s") == nil)
        #expect(part.hours(of: today) == today.at(hour: start)..<today.at(hour: end))
    }

    @Test("Days of a mid-term forecast are in order, with halves where it has them")
    func midTerm() {
        let temperatures = MidTemperature.issue(today, 4...9, low: 10, high: 20).issuedDays
        #expect(temperatures.map { $0.date - today } == [4, 5, 6, 7, 8, 9])
        #expect(temperatures.allSatisfy { $0.part == .day && $0.sky == nil && $0.valueCount == 4 })
        var land = MidLand(origin: .of(.midLand), days: [:])
        for offset in 5...9 { land.days[today + offset] = DaySky(whole: Self.rain) }
        land.days[today + 4] = DaySky(morning: Self.clear, afternoon: Self.rain)
        land.days[today + 3] = DaySky(afternoon: Self.rain)
        land.days[today + 10] = DaySky()
        #expect(land.issuedDays.map { $0.date - today } == [3, 4, 4, 5, 6, 7, 8, 9])
        #expect(
            land.issuedDays.prefix(4) == [
                IssuedDay(date: today + 3, part: .afternoon, sky: Self.rain),
                IssuedDay(date: today + 4, part: .morning, sky: Self.clear),
                IssuedDay(date: today + 4, part: .afternoon, sky: Self.rain),
                IssuedDay(date: today + 5, part: .day, sky: Self.rain),
            ]
        )
    }

    /// Hourly steps from an hour of today on, each a degree warmer than the one before.
    private static func hourly(from hour: Int, _ count: Int) -> SlotForecast {
        .steps(
            from: today.at(hour: hour),
            (0..<count).map(Double.init),
            feed: .shortTerm,
            hours: 1
        ) { _, slot in slot.precipitationProbability = nil }
    }

    @Test(
        "Low and high of steps are issued of a day that they cover, else only where they are stated",
        arguments: [
            (hourly(from: 0, 24), ["0 day 0 23", "0 am", "0 pm"]),
            (hourly(from: 1, 23), ["0 am", "0 pm"]), (hourly(from: 0, 23), ["0 am", "0 pm"]),
            (hourly(from: 12, 12), ["0 pm"]), (hourly(from: 0, 12), ["0 am"]),
            (hourly(from: 11, 2), ["0 am", "0 pm"]),
            (hourly(from: 20, 29), ["0 pm", "1 day 4 27", "1 am", "1 pm"]),
            (hourly(from: 12, 2).stating(today, high: 9), ["0 day - 9", "0 pm"]),
            (hourly(from: 12, 2).stating(today, low: -3), ["0 day -3 -", "0 pm"]),
            (hourly(from: 12, 2).stating(today + 1, low: -3, high: 9), ["0 pm"]),
            (hourly(from: 12, 0), []),
        ] as [(SlotForecast, [String])]
    )
    func steps(forecast: SlotForecast, expected: [String]) {
        let words = forecast.issuedDays.map { day in
            func degrees(_ value: Double?) -> String { value.map { "\(Int($0))" } ?? "-" }
            let extremes = "\(degrees(day.extremes.minimum)) \(degrees(day.extremes.maximum))"
            return "\(day.date - today) \(day.part.name)" + (day.extremes == Extremes() ? "" : " " + extremes)
        }
        #expect(words == expected)
        #expect(forecast.issuedDays.allSatisfy { ($0.sky == Self.clear) == ($0.part != .day) })
    }

    @Test("Days ahead are counted from the Korean date of the issue")
    func lead() {
        for (issuedAt, days) in [
            (today.start, 3), (today.start.addingTimeInterval(-1), 4), (today.at(hour: 23, minute: 59), 3),
            ((today + 3).at(hour: 5), 0),
        ] {
            let said = StatedDay(today + 3, low: 1, high: 2)
            let forecast = IssuedForecast(
                source: .midTerm,
                issuedAt: issuedAt,
                availableAt: issuedAt,
                said: said
            )
            #expect(forecast.date == today + 3 && forecast.leadDays == days)
            #expect(forecast.candidate == DayCandidate(.midTerm, said))
        }
    }
}
