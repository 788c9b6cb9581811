import Forecast
import Foundation

@testable import Feeds

/// OpenWeather's answers as JSONDecoder reads them.
enum CodableOpenWeather {
    static func current(_ answer: HTTPAnswer, _ origin: Origin) throws(FeedError) -> ObservedWeather {
        guard let body = try? JSONDecoder().decode(Step.self, from: answer.data) else {
            throw FeedError(.malformedResponse)
        }
        if let fault = body.fault { throw fault }
        guard let time = body.instant, body.temperature != nil || body.item != nil else {
            throw FeedError(.malformedResponse)
        }
        var now = ObservedWeather(feed: .openWeatherCurrent, observedAt: time)
        now.fetchedAt = origin.fetchedAt
        now.temperature = body.temperature
        now.statedFeelsLike = body.feelsLike
        now.humidity = body.humidity
        now.windSpeed = body.windSpeed
        now.windDirection = body.windDirection
        now.windGust = body.wind?.value?.gust?.value?.within(.plausibleWindSpeed)
        now.visibility = body.visibility?.value?.within(.plausibleVisibility)
        now.precipitation = body.fallen(\.lastHour).amount
        now.condition = body.item.map(Condition.init(openWeather:))
        now.sunrise = body.sun(\.sunrise)
        now.sunset = body.sun(\.sunset)
        now.isInPart = body.isInPart || body.temperature == nil
        return now
    }

    static func forecast(_ answer: HTTPAnswer, _ origin: Origin) throws(FeedError) -> SlotForecast {
        guard let body = try? JSONDecoder().decode(Forecast.self, from: answer.data) else {
            throw FeedError(.malformedResponse)
        }
        if let fault = body.cod.fault { throw fault }
        if body.list.isEmpty { throw FeedError(.noData) }
        let steps = body.list.map { $0.value.flatMap { slot($0, origin) } }
        var times: Set<Date> = []
        let slots = steps.compactMap(\.self).filter { times.insert($0.time).inserted }
        if slots.isEmpty { throw FeedError(.malformedResponse, "list") }
        let isInPart = zip(body.list, steps).contains { $1 == nil || $0.value?.isInPart == true }
        let sorted = times.sorted()
        let hasGap = zip(sorted, sorted.dropFirst()).contains { $1.timeIntervalSince($0) > 3 * 3_600 }
        return SlotForecast(slots: slots, isInPart: isInPart || hasGap)
    }

    private static func slot(_ step: Step, _ origin: Origin) -> Slot? {
        guard let time = step.instant, step.item != nil || step.temperature != nil else { return nil }
        var slot = Slot(origin: origin, time: time, hours: 3)
        slot.temperature = step.temperature
        slot.statedFeelsLike = step.feelsLike
        slot.humidity = step.humidity
        slot.condition = step.item.map(Condition.init(openWeather:))
        slot.precipitationProbability = step.pop?.value.flatMap { Probability(percent: $0 * 100) }
        let fallen = step.fallen(\.lastThreeHours)
        slot.precipitation = fallen.amount
        slot.isDry = fallen.isLeftOut && slot.condition?.isFalling == false
        slot.windSpeed = step.windSpeed
        slot.windDirection = step.windDirection
        return slot
    }

    private struct Forecast: Decodable {
        var cod: CodableInteger?
        var list: [Lenient<Step>]
    }
}

/// Common part of the weather now and a step of the forecast.
private struct Step: Decodable {
    var cod: CodableInteger?
    var dt: CodableNumber?
    var main: Lenient<Main>?
    var weather: Lenient<[Lenient<Item>]>?
    var visibility: CodableNumber?
    var pop: CodableNumber?
    var wind: Lenient<Wind>?
    var rain: Lenient<Volume>?
    var snow: Lenient<Volume>?
    var sys: Lenient<System>?

    struct Main: Decodable {
        var temp: CodableNumber?
        var feelsLike: CodableNumber?
        var humidity: CodableNumber?

        enum CodingKeys: String, CodingKey {
            case temp, humidity
            case feelsLike = "feels_like"
        }
    }

    struct Item: Decodable {
        var id: CodableInteger?
        var icon: CodableText?
    }

    struct Wind: Decodable {
        var speed: CodableNumber?
        var deg: CodableNumber?
        var gust: CodableNumber?
    }

    struct Volume: Decodable {
        var lastHour: CodableNumber?
        var lastThreeHours: CodableNumber?

        enum CodingKeys: String, CodingKey {
            case lastHour = "1h"
            case lastThreeHours = "3h"
        }
    }

    struct System: Decodable {
        var sunrise: CodableNumber?
        var sunset: CodableNumber?
    }

    var instant: Date? { dt?.instant }
    var temperature: Double? { main?.value?.temp?.value?.within(.plausibleTemperature) }
    var feelsLike: Double? { main?.value?.feelsLike?.value?.within(.plausibleFeelsLike) }
    var humidity: Humidity? { main?.value?.humidity?.value.flatMap(Humidity.init(percent:)) }
    var windSpeed: Double? { wind?.value?.speed?.value?.within(.plausibleWindSpeed) }
    var windDirection: WindDirection? { wind?.value?.deg?.value.flatMap(WindDirection.init(degrees:)) }

    var fault: FeedError? { cod.fault }

    /// Of the day around the time.
    func sun(_ member: KeyPath<System, CodableNumber?>) -> Date? {
        guard let instant, let sun = sys?.value?[keyPath: member]?.instant else { return nil }
        return abs(sun.timeIntervalSince(instant)) <= 86_400 ? sun : nil
    }

    /// True if one of its numbers is none.
    var isInPart: Bool {
        let numbers = [
            visibility, pop, main?.value?.temp, main?.value?.feelsLike, main?.value?.humidity,
            wind?.value?.speed,
            wind?.value?.deg, wind?.value?.gust, rain?.value?.lastHour, rain?.value?.lastThreeHours,
            snow?.value?.lastHour, snow?.value?.lastThreeHours,
        ]
        return numbers.contains { $0?.isUnreadable == true }
    }

    var item: WeatherItem? {
        guard let item = weather?.value?.first?.value, let id = item.id?.value else { return nil }
        return WeatherItem(id: id, icon: item.icon?.value)
    }

    func fallen(_ span: KeyPath<Volume, CodableNumber?>) -> (amount: Amount?, isLeftOut: Bool) {
        let given = [rain, snow].compactMap { $0 }.filter { volume in
            guard let value = volume.value else { return true }
            return value.lastHour != nil || value.lastThreeHours != nil
        }
        let amounts = given.compactMap { $0.value?[keyPath: span]?.value.flatMap { Amount($0) } }
        guard let first = amounts.first, amounts.count == given.count else { return (nil, given.isEmpty) }
        return (amounts.dropFirst().reduce(first, +), false)
    }
}

extension CodableInteger? {
    fileprivate var fault: FeedError? {
        switch self?.value {
        case nil, 200: nil
        case 403: FeedError(.blocked, "HTTP 403")
        case 429: FeedError(.rateLimited, "HTTP 429", isRetryable: false)
        case let code?: FeedError(status: code)
        }
    }
}

extension CodableNumber {
    fileprivate var instant: Date? {
        guard let value, (0..<253_402_300_800).contains(value) else { return nil }
        return Date(timeIntervalSince1970: value)
    }
}
