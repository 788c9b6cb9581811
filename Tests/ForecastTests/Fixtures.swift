import Foundation

@testable import Forecast

/// The day of the tests, a Sunday.
let today = KoreanDate(year: 2026, month: 10, day: 4)

extension Origin {
    /// An issue of a feed, of the morning of ``today`` unless given.
    static func of(_ feed: Feed, at issuedAt: Date = today.start) -> Origin {
        Origin(feed, issuedAt: issuedAt, fetchedAt: issuedAt)
    }
}

extension StatedDay {
    /// A day with a low and a high of all of it.
    init(_ date: KoreanDate, low: Double?, high: Double?, _ origin: Origin = .of(.shortTerm)) {
        self.init(date)
        self.low = low.map { Stated($0, origin, of: date.hours) }
        self.high = high.map { Stated($0, origin, of: date.hours) }
    }
}

extension SlotForecast {
    /// This forecast with a low and a high that its feed states for a day.
    func stating(
        _ date: KoreanDate,
        low: Double? = nil,
        high: Double? = nil,
        _ origin: Origin = .of(.shortTerm)
    )
        -> SlotForecast
    {
        var (lows, highs) = (lows, highs)
        if let low { lows[date] = Stated(low, origin, of: date.hours) }
        if let high { highs[date] = Stated(high, origin, of: date.hours) }
        return SlotForecast(slots: slots, lows: lows, highs: highs, isInPart: isInPart)
    }
}

extension Week {
    /// A week in Seoul.
    init(_ readings: Readings, now: Date) {
        self.init(readings, now: now, latitude: 37.5665, longitude: 126.9780)
    }

    func day(_ date: KoreanDate) -> Day? {
        days.first { $0.date == date }
    }
}

extension Readings {
    /// The readings of the feeds named here; the others did not answer.
    init(
        midTemperature: MidTemperature? = nil,
        midLand: MidLand? = nil,
        shortTerm: SlotForecast? = nil,
        nowcast: ObservedWeather? = nil,
        nextHours: SlotForecast? = nil,
        current: ObservedWeather? = nil,
        openWeather: SlotForecast? = nil
    ) {
        self.init()
        self.midTemperature = midTemperature
        self.midLand = midLand
        self.shortTerm = shortTerm
        self.nowcast = nowcast
        self.nextHours = nextHours
        self.current = current
        self.openWeather = openWeather
    }
}

extension Condition {
    static let clear = Condition(.sky(.clear), LocalizedText("맑음", "Clear"))
    static let mostlyCloudy = Condition(.sky(.mostlyCloudy), LocalizedText("구름많음", "Mostly cloudy"))
    static let overcast = Condition(.sky(.overcast), LocalizedText("흐림", "Cloudy"))
    static let fog = Condition(.sky(.obscured), LocalizedText("안개", "Fog"))
    static let drizzle = Condition(.rain, LocalizedText("이슬비", "Drizzle"))
    static let downpour = Condition(.rain, LocalizedText("강한 비", "Heavy rain"))
    static let flurries = Condition(.snow, LocalizedText("약한 눈", "Light snow"))
    static let blizzard = Condition(.snow, LocalizedText("많은 눈", "Heavy snow"))
    static let sleet = Condition(.mixed, LocalizedText("진눈깨비", "Sleet"))
    static let unknown = Condition(.unknown, LocalizedText("무지개", "Rainbow"))
}

extension SlotForecast {
    /// Steps from a moment, one for each temperature, of OpenWeather and three hours unless given; `fill` sets the rest.
    static func steps(
        from start: Date,
        _ temperatures: [Double],
        feed: Feed = .openWeatherForecast,
        hours: Int = 3,
        _ fill: (Int, inout Slot) -> Void = { _, _ in }
    ) -> SlotForecast {
        SlotForecast(
            slots: temperatures.enumerated().map { index, temperature in
                let time = start.addingTimeInterval(Double(index * hours) * 3_600)
                var slot = Slot(origin: .of(feed), time: time, hours: hours)
                slot.temperature = temperature
                slot.condition = .clear
                slot.precipitationProbability = Probability(percent: 0)
                slot.isDry = feed == .openWeatherForecast
                fill(index, &slot)
                return slot
            }
        )
    }

    /// Eight steps a day with the low at 06:00 and the high at 15:00.
    static func days(from date: KoreanDate, _ extremes: [(low: Double, high: Double)]) -> SlotForecast {
        steps(
            from: date.start,
            extremes.flatMap { low, high in
                let middle = (low + high) / 2
                return [middle, middle, low, middle, middle, high, middle, middle]
            }
        )
    }
}

extension MidTemperature {
    /// An issue of 06:00 on a day, with a low and a high for each of some days after it.
    static func issue(
        _ date: KoreanDate,
        _ offsets: ClosedRange<Int>,
        low: Double,
        high: Double
    ) -> MidTemperature {
        let extremes = Extremes(
            minimum: low,
            maximum: high,
            minimumSpread: Spread(low: 1, high: 2),
            maximumSpread: Spread(low: 0, high: 3)
        )
        return MidTemperature(
            origin: .of(.midTemperature, at: date.at(hour: 6)),
            days: Dictionary(uniqueKeysWithValues: offsets.map { (date + $0, extremes) })
        )
    }
}

extension MidLand {
    /// An issue of 06:00 on a day: halves to the seventh day after it, whole days from the eighth.
    static func issue(_ date: KoreanDate, _ offsets: ClosedRange<Int>) -> MidLand {
        let morning = HalfDay(
            condition: .mostlyCloudy,
            precipitationProbability: Probability(percent: 20)
        )
        let afternoon = HalfDay(
            condition: .downpour,
            precipitationProbability: Probability(percent: 60)
        )
        let whole = HalfDay(condition: .overcast, precipitationProbability: Probability(percent: 40))
        return MidLand(
            origin: .of(.midLand, at: date.at(hour: 6)),
            days: Dictionary(
                uniqueKeysWithValues: offsets.map { offset in
                    let sky =
                        offset < 8
                        ? DaySky(morning: morning, afternoon: afternoon) : DaySky(whole: whole)
                    return (date + offset, sky)
                }
            )
        )
    }
}
