import Forecast
import Regions

/// `getUltraSrtNcst`: eight observations on the hour, without the sky.
enum NowcastResponse {
    static func read(_ answer: HTTPAnswer, _ origin: Origin, cell: GridCell? = nil, comparesBase: Bool = false) throws(FeedError) -> ObservedWeather {
        var question = GridQuestion(cell: cell, issuedAt: origin.issuedAt, comparesBase: comparesBase)
        let values = try question.observation(in: answer)
        var now = ObservedWeather(feed: .nowcast, observedAt: origin.issuedAt)
        now.fetchedAt = origin.fetchedAt
        now.isFallingUnknown = true
        for case (let category, let value?) in values.all { now.apply(category, value) }
        // At sea wind and PTY alone.
        guard now.temperature != nil || now.humidity != nil || now.precipitation != nil || now.condition != nil else { throw FeedError(.noData) }
        if now.temperature == 0, now.humidity?.percent == 0 { throw FeedError(.malformedResponse, "0") }
        let isWhole = [now.temperature, now.windSpeed].allSatisfy { $0 != nil } && now.humidity != nil && now.precipitation != nil
        now.isInPart = !isWhole || now.isFallingUnknown || question.hasUnreadableRows || values.isContradiction
        return now
    }
}

extension ObservedWeather {
    fileprivate mutating func apply(_ category: ShortText, _ value: String) {
        switch category {
        case "T1H": temperature = gridNumber(value)?.within(.plausibleTemperature)
        case "REH": humidity = gridNumber(value).flatMap(Humidity.init(percent:))
        case "RN1": precipitation = Amount(kmaRain: value, .text)
        case "WSD": windSpeed = gridNumber(value)?.within(.plausibleWindSpeed)
        case "VEC": windDirection = gridNumber(value).flatMap(WindDirection.init(degrees:))
        case "PTY":
            condition = Condition(kmaPrecipitation: value)
            isFallingUnknown = condition == nil && gridCode(value) != 0
        default: break
        }
    }
}

/// `getUltraSrtFcst`: six hours by category, `POP` since 2026-06-23.
enum NextHoursResponse {
    private static let hours = 8

    static func read(_ answer: HTTPAnswer, _ origin: Origin, cell: GridCell? = nil, comparesBase: Bool = false) throws(FeedError) -> SlotForecast {
        var question = GridQuestion(cell: cell, issuedAt: origin.issuedAt, comparesBase: comparesBase)
        let steps = try question.steps(in: answer, hours: hours).filter { $0.values.all.contains { $0.value != nil } }
        if steps.isEmpty { throw FeedError(.noData) }
        let slots = steps.map { time, values in
            var slot = Slot(origin: origin, time: time, hours: 1)
            for case (let category, let value?) in values.all { slot.apply(category, value) }
            slot.combineSkyAndFalling(values)
            return slot
        }
        if slots.areZero { throw FeedError(.malformedResponse, "0") }
        let hasChance = steps.contains { $0.values.all.contains { $0.category == "POP" } }
        let isInPart = slots.isInPart(steps, without: { hasChance && $0.precipitationProbability == nil })
        var forecast = SlotForecast(slots: slots)
        forecast.isInPart = isInPart || question.hasUnreadableRows || forecast.hasGap
        return forecast
    }
}
