import Foundation
import Testing

@testable import Forecast

@Suite("Why a day has its values")
struct DayDecisionTests {
    private static let clear = Condition(.sky(.clear), LocalizedText("맑음", "Clear"))
    private static let rain = Condition(.rain, LocalizedText("비", "Rain"))

    private func decisions(_ candidates: DayCandidate...) throws -> [DayDecision.Field: DayDecision] {
        let day = Day(today, candidates: candidates, isExplained: true)
        // Nothing is explained without a request.
        #expect(Day(today, candidates: candidates).decisions == nil)
        let decisions = try #require(day.decisions)
        for decision in decisions {
            let value: DayDecision.Value? =
                switch decision.field {
                case .minimum: day.extremes.minimum.map { .degrees($0) }
                case .maximum: day.extremes.maximum.map { .degrees($0) }
                case .feelsLikeMinimum: day.feelsLikeMinimum.map { .degrees($0) }
                case .feelsLikeMaximum: day.feelsLikeMaximum.map { .degrees($0) }
                case .morning: day.morning.map { .sky($0) }
                case .afternoon: day.afternoon.map { .sky($0) }
                case .whole: day.whole.map { .sky($0) }
                case .precipitation: day.precipitation.map { .amount($0) }
                }
            #expect(decision.chosen?.value == value, "\(decision.field)")
            let feeds = decision.chosen?.feeds ?? []
            #expect(feeds.allSatisfy(day.feeds.contains))
        }
        return Dictionary(uniqueKeysWithValues: decisions.map { ($0.field, $0) })
    }

    @Test("A value that one service alone has is told so, and one of the first service as preferred")
    func preferred() throws {
        let decisions = try decisions(
            .of(.shortTerm, low: 1, high: 9),
            .of(.openWeather, low: 2, high: 11, morning: Self.clear, afternoon: Self.clear)
        )
        #expect(decisions[.minimum]?.rule == .preferred)
        #expect(decisions[.minimum]?.chosen?.feeds == [.shortTerm])
        #expect(decisions[.minimum]?.candidates.map(\.value) == [.degrees(1), .degrees(2)])
        #expect(decisions[.morning]?.rule == .only)
        #expect(decisions[.whole]?.rule == .combined)
        #expect(decisions[.precipitation] == nil)
    }

    @Test("A value of the whole day before one of a part is told so, and that rain and sky are one service's")
    func whole() throws {
        let decisions = try decisions(
            .of(.shortTerm, low: 1, high: 9, afternoon: Self.rain, partial: [.low, .afternoon]),
            .of(.openWeather, low: 2, high: 11, morning: Self.clear, afternoon: Self.clear)
        )
        #expect(decisions[.minimum]?.rule == .whole)
        #expect(decisions[.maximum]?.rule == .preferred)
        #expect(decisions[.afternoon]?.rule == .wholeSky)
        #expect(decisions[.afternoon]?.chosen?.feeds == [.openWeatherForecast])
        let candidates = try #require(decisions[.afternoon]?.candidates)
        #expect(candidates.map(\.isWhole) == [false, true])
        #expect(candidates.map { $0 == decisions[.afternoon]?.chosen } == [false, true])
    }

    @Test("A chance of rain alone gives way to rain and sky of another service, and that is told")
    func wordless() throws {
        var first = DayCandidate.of(.shortTerm, low: 1, high: 9)
        let chance = HalfDay(condition: nil, precipitationProbability: Probability(percent: 60))
        first.said.afternoon = chance.map { Stated($0, .of(.shortTerm), of: today.afternoon) }
        let decisions = try decisions(first, .of(.openWeather, afternoon: Self.clear))
        #expect(decisions[.afternoon]?.rule == .wholeSky)
        #expect(decisions[.afternoon]?.chosen?.feeds == [.openWeatherForecast])
    }

    @Test("A low above another service's high is left out, and an undivided day has no halves: both are told")
    func none() throws {
        let contradiction = try decisions(.of(.shortTerm, high: 5), .of(.openWeather, low: 8))
        #expect(contradiction[.minimum]?.chosen == nil)
        #expect(contradiction[.minimum]?.rule == .contradiction)
        #expect(contradiction[.minimum]?.candidates.count == 1)
        #expect(contradiction[.maximum]?.rule == .only)
        let undivided = try decisions(
            .of(.midTerm, undivided: Self.rain),
            .of(.openWeather, afternoon: Self.clear, partial: [.afternoon])
        )
        #expect(undivided[.afternoon]?.rule == .undivided)
        #expect(undivided[.afternoon]?.chosen == nil)
        #expect(undivided[.whole]?.chosen?.feeds == [.midLand])
    }

    @Test("An observation beyond the forecast is reported as observed, with the forecast beside it")
    func observed() throws {
        var day = Day(
            today,
            candidates: [.of(.shortTerm, low: 4, high: 9, morning: Self.clear, afternoon: Self.clear)],
            isExplained: true
        )
        var observation = ObservedWeather(feed: .nowcast, observedAt: today.at(hour: 15))
        observation.temperature = 3.5
        day.count(observation)
        day.count(falling: Self.rain, observation.origin)
        let decisions = try #require(day.decisions)
        let low = try #require(decisions.first { $0.field == .minimum })
        #expect(
            low.rule == .observed && low.chosen?.value == .degrees(3.5) && low.chosen?.feeds == [.nowcast]
        )
        #expect(low.candidates.map(\.value) == [.degrees(4)])
        #expect(decisions.filter { $0.rule == .observed }.map(\.field) == [.minimum, .afternoon, .whole])
        let fields = decisions.map(\.field)
        #expect(fields == DayDecision.Field.allCases.filter(fields.contains))
        #expect(low.chosen?.isWhole == false)
    }

    /// Hours of today of two issues, the second from 06:00 on; each 1 mm, and dry unless given.
    private static func issues(_ wet: [Int: (Condition, Double)]) -> (first: Origin, last: Origin, [Slot]) {
        let (first, last) = (Origin.of(.shortTerm), Origin.of(.shortTerm, at: today.at(hour: 5)))
        let steps = SlotForecast.steps(
            from: today.start,
            Array(repeating: 12, count: 24),
            feed: .shortTerm,
            hours: 1
        ) { hour, slot in
            slot.origin = hour < 6 ? first : last
            slot.precipitation = Amount(1)
            guard let (condition, percent) = wet[hour] else { return }
            (slot.condition, slot.precipitationProbability) = (condition, Probability(percent: percent))
        }
        return (first, last, steps.slots)
    }

    @Test("Rain and sky of several issues are of the last that says both by itself, an amount of none")
    func issue() throws {
        func origins(_ wet: [Int: (Condition, Double)], from hour: Int = 0) throws -> [Origin?] {
            let steps = Self.issues(wet).2[hour...]
            let candidate = DayCandidate(.shortTerm, slots: steps, low: nil, high: nil, on: today)
            let decisions = try decisions(#require(candidate))
            return [.morning, .afternoon, .precipitation].map { decisions[$0]?.chosen?.origin }
        }
        let (first, last, _) = Self.issues([:])
        #expect(try origins([:]) == [last, last, nil])
        // The first says all of the morning; the second parts of it alone.
        #expect(try origins([2: (.drizzle, 60), 8: (.drizzle, 30), 9: (.clear, 60)]) == [first, last, nil])
        // Of one issue it is that of the issue, whether or not a step says both.
        #expect(try origins([14: (.drizzle, 30), 15: (.clear, 60)]) == [last, last, nil])
        // No step says both.
        #expect(try origins([2: (.drizzle, 30), 3: (.clear, 60)]) == [nil, last, nil])
        #expect(try origins([:], from: 6) == [last, last, last])
    }

    @Test(
        "The day as one is of the issue of the half that says it, and of none where two issues say it",
        arguments: [(90, 10, 2), (10, 90, 14), (90, 90, nil)] as [(Int, Int, Int?)]
    )
    func combined(morning: Int, afternoon: Int, hour: Int?) throws {
        let issues = [2, 14].map { hour in
            Origin(.shortTerm, issuedAt: today.at(hour: hour), fetchedAt: today.at(hour: hour, minute: 11))
        }
        let steps = SlotForecast.steps(
            from: today.start,
            Array(repeating: 20, count: 24),
            feed: .shortTerm,
            hours: 1
        ) { index, slot in
            let chance = index == 8 ? morning : index == 20 ? afternoon : 0
            slot.origin = issues[index < 12 ? 0 : 1]
            slot.condition = chance > 50 ? Self.rain : Self.clear
            slot.precipitationProbability = Probability(percent: Double(chance))
        }
        let candidate = try #require(
            DayCandidate(.shortTerm, slots: steps.slots[...], low: nil, high: nil, on: today)
        )
        let decisions = try decisions(candidate)
        #expect(decisions[.morning]?.chosen?.origin == issues[0])
        #expect(decisions[.afternoon]?.chosen?.origin == issues[1])
        #expect(decisions[.whole]?.chosen?.origin?.issuedAt == hour.map { today.at(hour: $0) })
        #expect(decisions[.whole]?.candidates.first == decisions[.whole]?.chosen)
    }
}
