import Foundation
import Testing

@testable import Forecast

@Suite("Values said of a day")
struct StatedDayTests {
    private static func half(_ condition: Condition) -> HalfDay? {
        HalfDay(condition: condition, precipitationProbability: nil)
    }

    /// A sky of today, of the hours between two.
    private static func sky(_ condition: Condition, _ start: Int, _ end: Int) -> Stated<HalfDay>? {
        half(condition).map {
            Stated($0, .of(.midLand), of: today.at(hour: start)..<today.at(hour: end))
        }
    }

    /// A temperature of today, of the hours between two.
    private static func degrees(_ value: Double, _ start: Int, _ end: Int) -> Stated<Double> {
        Stated(value, .of(.shortTerm), of: today.at(hour: start)..<today.at(hour: end))
    }

    @Test(
        "The day as one is undivided, else its halves up to a gap, and whole from midnight to midnight",
        arguments: [
            (nil, nil, nil, nil, nil, false),
            (sky(.fog, 0, 24), nil, nil, .fog, 0..<24, true),
            (sky(.fog, 0, 24), sky(.clear, 0, 12), sky(.drizzle, 12, 24), .fog, 0..<24, true),
            (sky(.fog, 0, 23), nil, nil, .fog, 0..<23, false),
            (nil, sky(.clear, 0, 12), sky(.drizzle, 12, 24), .drizzle, 0..<24, true),
            (nil, sky(.clear, 0, 13), sky(.drizzle, 12, 24), .drizzle, 0..<24, true),
            (nil, sky(.clear, 0, 11), sky(.drizzle, 12, 24), .drizzle, 0..<11, false),
            (nil, sky(.clear, 1, 12), sky(.drizzle, 12, 24), .drizzle, 1..<24, false),
            (nil, sky(.clear, 0, 12), sky(.drizzle, 12, 23), .drizzle, 0..<23, false),
            (nil, sky(.clear, 0, 12), nil, .clear, 0..<12, false),
            (nil, nil, sky(.drizzle, 12, 24), .drizzle, 12..<24, false),
        ] as [(Stated<HalfDay>?, Stated<HalfDay>?, Stated<HalfDay>?, Condition?, Range<Int>?, Bool)]
    )
    func whole(
        undivided: Stated<HalfDay>?,
        morning: Stated<HalfDay>?,
        afternoon: Stated<HalfDay>?,
        condition: Condition?,
        hours: Range<Int>?,
        isWhole: Bool
    ) {
        var day = StatedDay(today)
        (day.undivided, day.morning, day.afternoon) = (undivided, morning, afternoon)
        #expect(day.whole?.value.condition == condition)
        #expect(
            day.whole?.span == hours.map { today.at(hour: $0.lowerBound)..<today.at(hour: $0.upperBound) }
        )
        #expect(day.hasWholeSky == isWhole && day.wholeSky == (isWhole ? condition.flatMap(Self.half) : nil))
        #expect(day.isPartial == (condition != nil && !isWhole))
        #expect(
            day.skies.count
                == (undivided == nil ? [morning, afternoon].compactMap { $0 }.count : 1)
        )
    }

    @Test("A day with a half of unknown weather is partial, wet if the other is, and else not known")
    func unknownHalf() throws {
        let origin = Origin.of(.midLand)
        let chance = HalfDay(condition: nil, precipitationProbability: Probability(percent: 80))
        for (known, condition) in [(.clear, nil), (.drizzle, .drizzle)] as [(Condition, Condition?)] {
            var day = StatedDay(today)
            day.morning = Self.sky(known, 0, 12)
            day.afternoon = chance.map { Stated($0, origin, of: today.afternoon) }
            #expect(day.isPartial && !day.hasWholeSky && day.wholeSky?.condition == condition)
            #expect(day.whole?.value.precipitationProbability?.percent == (known == .clear ? 80 : nil))
            var other = StatedDay(today)
            other.afternoon = Self.sky(.flurries, 12, 24)
            let candidates = [DayCandidate(.midTerm, day), DayCandidate(.openWeather, other)]
            let choice = DayChoice(on: today, among: candidates)
            #expect(choice.said.morning?.value.condition == known)
            #expect(choice.said.afternoon?.value.condition == .flurries)
        }
    }

    @Test(
        "Low and high, or the one that is known, are of all hours or make the day partial",
        arguments: [
            (nil, nil, false), (degrees(1, 0, 24), nil, false), (nil, degrees(2, 0, 24), false),
            (degrees(1, 0, 24), degrees(2, 0, 24), false), (degrees(1, 1, 24), degrees(2, 0, 24), true),
            (degrees(1, 0, 24), degrees(2, 0, 23), true), (degrees(1, 1, 24), nil, true),
        ] as [(Stated<Double>?, Stated<Double>?, Bool)]
    )
    func extremes(low: Stated<Double>?, high: Stated<Double>?, isPartial: Bool) {
        var day = StatedDay(today)
        (day.low, day.high) = (low, high)
        #expect(day.hasExtremesOfPart == isPartial && day.isPartial == isPartial)
        #expect(day.extremes == Extremes(minimum: low?.value, maximum: high?.value))
    }

    @Test("A value is added where none is said yet, and never a low above a high")
    func added() {
        let (old, new) = (Spread(low: 1, high: 1), Spread(low: 2, high: 2))
        let both = Extremes(minimum: 12, maximum: 18, minimumSpread: new, maximumSpread: new)
        for (low, high, expected) in [
            (nil, nil, both),
            (10, nil, Extremes(minimum: 10, maximum: 18, minimumSpread: old, maximumSpread: new)),
            (nil, 20, Extremes(minimum: 12, maximum: 20, minimumSpread: new, maximumSpread: old)),
            (nil, 12, Extremes(minimum: 12, maximum: 12, minimumSpread: new, maximumSpread: old)),
            (nil, 11, Extremes(maximum: 11, maximumSpread: old)),
            (18, nil, Extremes(minimum: 18, maximum: 18, minimumSpread: old, maximumSpread: new)),
            (19, nil, Extremes(minimum: 19, minimumSpread: old)),
        ] as [(Double?, Double?, Extremes)] {
            var day = StatedDay(today, low: low, high: high)
            if low != nil { day.lowSpread = old }
            if high != nil { day.highSpread = old }
            day.add(IssuedDay(date: today, part: .day, extremes: both), .of(.midTemperature))
            #expect(day.extremes == expected)
            for (stated, own) in [(day.low, low), (day.high, high)] {
                guard let stated else { continue }
                #expect(stated.origin.feed == (own == nil ? .midTemperature : .shortTerm))
                #expect(stated.span == today.hours)
            }
        }
    }

    @Test(
        "Rain and sky are of the part's hours, in the short-term forecast from an hour after its issue",
        arguments: [
            (.midLand, .day, 6, 0..<24), (.midLand, .morning, 6, 0..<12), (.midLand, .afternoon, 18, 12..<24),
            (.shortTerm, .day, 5, 6..<24), (.shortTerm, .morning, 5, 6..<12),
            (.shortTerm, .morning, -1, 0..<12), (.shortTerm, .morning, -7, 0..<12),
            (.shortTerm, .morning, 11, 12..<12), (.shortTerm, .morning, 14, 12..<12),
            (.shortTerm, .afternoon, 11, 12..<24), (.shortTerm, .afternoon, 14, 15..<24),
        ] as [(Feed, DayPart, Int, Range<Int>)]
    )
    func skies(feed: Feed, part: DayPart, issued: Int, hours: Range<Int>) {
        var day = StatedDay(today)
        func add(_ condition: Condition) {
            day.add(
                IssuedDay(date: today, part: part, sky: Self.half(condition)),
                .of(feed, at: today.at(hour: issued))
            )
        }
        add(.clear)
        // Values stated before stay.
        add(.drizzle)
        let parts = [DayPart.day: day.undivided, .morning: day.morning, .afternoon: day.afternoon]
            .compactMapValues { $0 }
        #expect(parts.mapValues(\.value) == [part: Self.half(.clear)])
        #expect(
            parts[part]?.span == today.at(hour: hours.lowerBound)..<today.at(hour: hours.upperBound)
        )
        #expect(day.low == nil && day.high == nil)
    }
}
