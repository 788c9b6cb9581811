import Foundation
import Testing

@testable import Forecast

/// A part of a day that a service may have.
enum PartOfDay: Sendable, CaseIterable {
    case low, high, morning, afternoon
}

extension DayCandidate {
    /// Day of a service, with its sky as conditions; `partial` names values of some hours only.
    static func of(
        _ source: Provider,
        low: Double? = nil,
        high: Double? = nil,
        morning: Condition? = nil,
        afternoon: Condition? = nil,
        undivided: Condition? = nil,
        precipitation: Amount? = nil,
        spread: Spread? = nil,
        partial: Set<PartOfDay> = []
    ) -> DayCandidate {
        let (temperatures, skies): (Feed, Feed) =
            switch source {
            case .midTerm: (.midTemperature, .midLand)
            case .shortTerm: (.shortTerm, .shortTerm)
            case .openWeather: (.openWeatherForecast, .openWeatherForecast)
            }
        func stated<Value>(_ value: Value, _ feed: Feed, _ part: PartOfDay?, of hours: Range<Date>) -> Stated<
            Value
        > {
            let isPart = part.map(partial.contains) ?? false
            return Stated(value, .of(feed), of: isPart ? hours.lowerBound + 3_600..<hours.upperBound : hours)
        }
        func half(_ condition: Condition?, _ part: PartOfDay?, of hours: Range<Date>) -> Stated<HalfDay>? {
            condition.flatMap { HalfDay(condition: $0, precipitationProbability: nil) }
                .map { stated($0, skies, part, of: hours) }
        }
        var said = StatedDay(today)
        said.low = low.map { stated($0, temperatures, .low, of: today.hours) }
        said.high = high.map { stated($0, temperatures, .high, of: today.hours) }
        (said.lowSpread, said.highSpread) = (spread, spread)
        said.morning = half(morning, .morning, of: today.morning)
        said.afternoon = half(afternoon, .afternoon, of: today.afternoon)
        said.undivided = half(undivided, nil, of: today.hours)
        var candidate = DayCandidate(source, said)
        candidate.precipitation = precipitation
        return candidate
    }
}

extension Day {
    init(_ candidates: DayCandidate...) {
        self.init(today, candidates: candidates)
    }

    /// Whether a part is the first of two candidates': 1° and clear, where the second has 2° and fog.
    func isOfFirst(_ part: PartOfDay) -> Bool {
        switch part {
        case .low: extremes.minimum == 1
        case .high: extremes.maximum == 1
        case .morning: morning?.condition == .clear
        case .afternoon: afternoon?.condition == .clear
        }
    }
}

@Suite("A day that several services have")
struct DayMergeTests {
    private static func pair(
        _ part: PartOfDay,
        _ firstPartial: Set<PartOfDay>,
        _ secondPartial: Set<PartOfDay>
    ) -> Day {
        func candidate(_ source: Provider, _ isFirst: Bool, _ partial: Set<PartOfDay>) -> DayCandidate {
            let (degrees, sky): (Double, Condition) = isFirst ? (1, .clear) : (2, .fog)
            return .of(
                source,
                low: part == .low ? degrees : nil,
                high: part == .high ? degrees : nil,
                morning: part == .morning ? sky : nil,
                afternoon: part == .afternoon ? sky : nil,
                partial: partial
            )
        }
        return Day(
            candidate(.shortTerm, true, firstPartial),
            candidate(.openWeather, false, secondPartial)
        )
    }

    @Test(
        "A value of the whole goes before one of a part, whichever service is preferred",
        arguments: PartOfDay.allCases
    )
    func wholeBeforePart(part: PartOfDay) {
        #expect(!Self.pair(part, [part], []).isOfFirst(part))
        #expect(Self.pair(part, [], [part]).isOfFirst(part))
    }

    @Test(
        "Among equals, both whole or both in part, the preferred service's value is taken",
        arguments: PartOfDay.allCases
    )
    func preferred(part: PartOfDay) {
        #expect(Self.pair(part, [], []).isOfFirst(part))
        #expect(Self.pair(part, [part], [part]).isOfFirst(part))
    }

    @Test(
        "Rain and sky come from one service where one has the whole day, the preferred one of those that do",
        arguments: [
            // The preferred service has only one half.
            (
                .of(.shortTerm, morning: .clear), .of(.openWeather, morning: .fog, afternoon: .fog), .fog,
                .fog
            ),
            (
                .of(.shortTerm, afternoon: .clear), .of(.openWeather, morning: .fog, afternoon: .fog), .fog,
                .fog
            ),
            // It has both, one of them in part.
            (
                .of(.shortTerm, morning: .clear, afternoon: .clear, partial: [.morning]),
                .of(.openWeather, morning: .fog, afternoon: .fog), .fog, .fog
            ),
            // Both have the whole day.
            (
                .of(.shortTerm, morning: .clear, afternoon: .clear),
                .of(.openWeather, morning: .fog, afternoon: .fog), .clear, .clear
            ),
            // Neither has: the halves are chosen one by one.
            (.of(.shortTerm, morning: .clear), .of(.openWeather, afternoon: .fog), .clear, .fog),
            (
                .of(.shortTerm, morning: .clear, afternoon: .clear, partial: [.morning]),
                .of(.openWeather, morning: .fog), .fog, .clear
            ),
            // A day that comes undivided is whole, and has no halves.
            (.of(.shortTerm, morning: .clear), .of(.midTerm, undivided: .fog), nil, nil),
            (
                .of(.midTerm, undivided: .clear), .of(.openWeather, morning: .fog, afternoon: .fog), nil,
                nil
            ),
        ] as [(DayCandidate, DayCandidate, Condition?, Condition?)]
    )
    func oneServiceForTheSky(
        first: DayCandidate,
        second: DayCandidate,
        morning: Condition?,
        afternoon: Condition?
    ) {
        let day = Day(first, second)
        #expect(day.morning?.condition == morning)
        #expect(day.afternoon?.condition == afternoon)
    }

    @Test("A day that comes undivided is taken as it is, before the halves the same service may have")
    func undivided() {
        let day = Day(.of(.midTerm, morning: .clear, afternoon: .clear, undivided: .overcast))
        #expect(day.whole?.condition == .overcast)
        #expect(day.morning == nil && day.afternoon == nil)
        #expect(!day.isPartial)
    }

    @Test("Low and high are chosen one by one, each with the uncertainty its own service gives")
    func lowAndHighOneByOne() {
        let spread = Spread(low: 1, high: 2)
        let day = Day(
            .of(.midTerm, low: 10, spread: spread),
            .of(.openWeather, low: 8, high: 20, morning: .fog, afternoon: .fog)
        )
        #expect(day.extremes == Extremes(minimum: 10, maximum: 20, minimumSpread: spread))
        #expect(day.source == .midTerm)
        #expect(day.feeds == [.midTemperature, .openWeatherForecast])
    }

    @Test(
        "Of a low above the high, from two services, that of the whole day stays, else the preferred one",
        arguments: [
            (.of(.midTerm, low: 15), .of(.openWeather, high: 10), 15, nil),
            (.of(.midTerm, high: 10), .of(.openWeather, low: 15), nil, 10),
            (.of(.shortTerm, low: 15, partial: [.low]), .of(.openWeather, high: 10), nil, 10),
            (.of(.shortTerm, high: 10), .of(.openWeather, low: 15, partial: [.low]), nil, 10),
            (.of(.midTerm, low: 10), .of(.openWeather, high: 10), 10, 10),
        ] as [(DayCandidate, DayCandidate, Double?, Double?)]
    )
    func contradiction(first: DayCandidate, second: DayCandidate, low: Double?, high: Double?) {
        let day = Day(first, second)
        #expect(day.extremes == Extremes(minimum: low, maximum: high))
        let isOfFirst = first.said.low?.value == low && first.said.high?.value == high
        #expect(day.source == (isOfFirst || low == high ? first.source : second.source))
    }

    @Test(
        "The amount comes from the service of the sky, and there is none where the halves come from two",
        arguments: [
            (
                .of(.midTerm, low: 1), .of(.openWeather, morning: .fog, precipitation: Amount(2)), Amount(2)
            ),
            (
                .of(.shortTerm, morning: .clear, precipitation: Amount(5)),
                .of(.openWeather, morning: .fog, afternoon: .fog, precipitation: Amount(2)), Amount(2)
            ),
            (
                .of(.shortTerm, morning: .clear, precipitation: Amount(5)),
                .of(.openWeather, afternoon: .fog, precipitation: Amount(2)), nil
            ),
        ] as [(DayCandidate, DayCandidate, Amount?)]
    )
    func amount(first: DayCandidate, second: DayCandidate, amount: Amount?) {
        #expect(Day(first, second).precipitation == amount)
    }

    @Test(
        "The day is the preferred service's of those that gave a value, and names every feed and the sky's",
        arguments: [
            (.of(.midTerm, low: 1), .of(.openWeather, low: 2, morning: .fog, afternoon: .fog), .midTerm),
            (
                .of(.shortTerm, low: 1, partial: [.low]),
                .of(.openWeather, low: 2, morning: .fog, afternoon: .fog), .openWeather
            ),
        ] as [(DayCandidate, DayCandidate, Provider)]
    )
    func provenance(first: DayCandidate, second: DayCandidate, source: Provider) {
        let day = Day(first, second)
        #expect(day.source == source)
        #expect(
            day.feeds
                == (source == .midTerm ? [.midTemperature, .openWeatherForecast] : [.openWeatherForecast])
        )
        #expect(day.skyFeed == .openWeatherForecast)
    }

    @Test(
        "A day is partial where a value taken is of a part, or one of its halves is missing",
        arguments: [
            (.of(.shortTerm, low: 1, high: 2, morning: .clear, afternoon: .clear), false),
            (.of(.shortTerm, low: 1, morning: .clear, afternoon: .clear, partial: [.low]), true),
            (.of(.shortTerm, high: 1, morning: .clear, afternoon: .clear, partial: [.high]), true),
            (.of(.shortTerm, morning: .clear, afternoon: .clear, partial: [.morning]), true),
            (.of(.shortTerm, morning: .clear, afternoon: .clear, partial: [.afternoon]), true),
            (.of(.shortTerm, morning: .clear), true), (.of(.shortTerm, afternoon: .clear), true),
            (.of(.midTerm, undivided: .clear), false), (.of(.midTerm, low: 1, high: 2), false),
        ] as [(DayCandidate, Bool)]
    )
    func partial(candidate: DayCandidate, isPartial: Bool) {
        #expect(Day(candidate).isPartial == isPartial)
    }

    @Test(
        "The day as one has the condition that represents its halves: snow before rain before sky",
        arguments: [
            (.clear, .drizzle, .drizzle), (.flurries, .downpour, .flurries),
            (.clear, .overcast, .overcast),
            (.clear, .clear, .clear),
        ] as [(Condition, Condition, Condition)]
    )
    func whole(morning: Condition, afternoon: Condition, whole: Condition) {
        #expect(Day(.of(.shortTerm, morning: morning, afternoon: afternoon)).whole?.condition == whole)
    }

    @Test("A day that no service has is empty")
    func empty() {
        #expect(Day(today, candidates: []) == Day(date: today))
    }
}
