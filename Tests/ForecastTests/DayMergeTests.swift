import Testing

@testable import Forecast

/// A part of a day that a service may have.
enum DayPart: Sendable, CaseIterable {
    case low, high, morning, afternoon
}

extension DayCandidate {
    /// What a service has of a day: its sky as conditions; `partial` names what it has only some hours of.
    static func of(
        _ source: Provider,
        low: Double? = nil,
        high: Double? = nil,
        morning: Condition? = nil,
        afternoon: Condition? = nil,
        undivided: Condition? = nil,
        precipitation: Amount? = nil,
        spread: Spread? = nil,
        partial: Set<DayPart> = []
    ) -> DayCandidate {
        let temperatureFeeds: [Feed]
        let skyFeeds: [Feed]
        switch source {
        case .midTerm: (temperatureFeeds, skyFeeds) = ([.midTemperature], [.midLand])
        case .shortTerm: (temperatureFeeds, skyFeeds) = ([.shortTerm], [.shortTerm])
        case .openWeather:
            (temperatureFeeds, skyFeeds) = ([.openWeatherForecast], [.openWeatherForecast])
        }
        func temperature(_ value: Double?, _ part: DayPart) -> Sourced<Double>? {
            value.map { Sourced(value: $0, isWhole: !partial.contains(part), feeds: temperatureFeeds) }
        }
        func half(_ condition: Condition?, _ part: DayPart?) -> Sourced<HalfDay>? {
            condition.flatMap { HalfDay(condition: $0, precipitationProbability: nil) }.map {
                Sourced(value: $0, isWhole: !(part.map(partial.contains) ?? false), feeds: skyFeeds)
            }
        }
        return DayCandidate(
            source: source,
            minimum: temperature(low, .low),
            maximum: temperature(high, .high),
            minimumSpread: spread,
            maximumSpread: spread,
            morning: half(morning, .morning),
            afternoon: half(afternoon, .afternoon),
            undivided: half(undivided, nil),
            precipitation: precipitation
        )
    }
}

extension Day {
    init(_ candidates: DayCandidate...) {
        self.init(today, candidates: candidates)
    }

    /// Whether a part is the first of two candidates': 1° and clear, where the second has 2° and fog.
    func isOfFirst(_ part: DayPart) -> Bool {
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
        _ part: DayPart,
        _ firstPartial: Set<DayPart>,
        _ secondPartial: Set<DayPart>
    ) -> Day {
        func candidate(_ source: Provider, _ isFirst: Bool, _ partial: Set<DayPart>) -> DayCandidate {
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
        arguments: DayPart.allCases
    )
    func wholeBeforePart(part: DayPart) {
        #expect(!Self.pair(part, [part], []).isOfFirst(part))
        #expect(Self.pair(part, [], [part]).isOfFirst(part))
    }

    @Test(
        "Among equals, both whole or both in part, the preferred service's value is taken",
        arguments: DayPart.allCases
    )
    func preferred(part: DayPart) {
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
        "Of a low above the high, from two services, the one of the whole day is kept, else the preferred service's",
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
        let isOfFirst = first.minimum?.value == low && first.maximum?.value == high
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
