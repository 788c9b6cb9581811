@testable import Feeds
import Forecast
import Foundation

/// OpenWeather's answers as JSONDecoder reads them.
enum CodableOpenWeather {
    static func current(_ answer: HTTPAnswer) throws(FeedError) -> Observation {
        guard let body = try? JSONDecoder().decode(Step.self, from: answer.data), let time = body.instant,
            let temperature = body.temperature
        else { throw FeedError(.malformedResponse) }
        var now = Observation(feed: .openWeatherCurrent, observedAt: time)
        now.temperature = temperature
        now.statedFeelsLike = body.feelsLike
        now.humidity = body.humidity
        now.windSpeed = body.windSpeed
        now.windDirection = body.windDirection
        now.windGust = body.wind?.value?.gust?.value?.within(.plausibleWindSpeed)
        now.visibility = body.visibility?.value?.within(.plausibleVisibility)
        now.precipitation = body.fallen(\.lastHour).amount
        now.condition = body.item.map(Condition.init(openWeather:))
        now.isNight = body.item?.isNight
        now.sunrise = body.sys?.value?.sunrise?.instant
        now.sunset = body.sys?.value?.sunset?.instant
        return now
    }

    static func forecast(_ answer: HTTPAnswer) throws(FeedError) -> SlotForecast {
        guard let body = try? JSONDecoder().decode(Forecast.self, from: answer.data) else {
            throw FeedError(.malformedResponse)
        }
        let slots = body.list.compactMap { $0.value.flatMap(slot) }
        if slots.isEmpty { throw FeedError(.noData) }
        return SlotForecast(slots: slots)
    }

    private static func slot(_ step: Step) -> Slot? {
        guard let time = step.instant, let item = step.item, let temperature = step.temperature else {
            return nil
        }
        var slot = Slot(feed: .openWeatherForecast, time: time, hours: 3)
        slot.temperature = temperature
        slot.statedFeelsLike = step.feelsLike
        slot.humidity = step.humidity
        let condition = Condition(openWeather: item)
        slot.condition = condition
        slot.precipitationProbability = step.pop?.value.flatMap { Probability(percent: $0 * 100) }
        let fallen = step.fallen(\.lastThreeHours)
        slot.precipitation = fallen.amount
        slot.isDry = fallen.isLeftOut && condition.theme != .rain && condition.theme != .snow
        slot.windSpeed = step.windSpeed
        slot.windDirection = step.windDirection
        slot.isNight = step.sys?.value?.pod?.value.map { $0 == "n" } ?? item.isNight
        return slot
    }

    private struct Forecast: Decodable {
        var list: [Lenient<Step>]
    }
}

/// What the weather now and a step of the forecast share.
private struct Step: Decodable {
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
        var feels_like: CodableNumber?
        var humidity: CodableNumber?
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
        var pod: CodableText?
    }

    var instant: Date? { dt?.instant }
    var temperature: Double? { main?.value?.temp?.value?.within(.plausibleTemperature) }
    var feelsLike: Double? { main?.value?.feels_like?.value?.within(.plausibleTemperature) }
    var humidity: Humidity? { main?.value?.humidity?.value.flatMap(Humidity.init(percent:)) }
    var windSpeed: Double? { wind?.value?.speed?.value?.within(.plausibleWindSpeed) }
    var windDirection: WindDirection? { wind?.value?.deg?.value.flatMap(WindDirection.init(degrees:)) }

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

extension CodableNumber {
    fileprivate var instant: Date? {
        guard let value, (0..<253_402_300_800).contains(value) else { return nil }
        return Date(timeIntervalSince1970: value)
    }
}
