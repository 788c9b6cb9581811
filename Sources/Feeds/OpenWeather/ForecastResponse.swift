#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// `/data/2.5/forecast`: up to 40 steps of 3 hours. `dt_txt` is UTC without saying so, and is not read.
struct ForecastResponse: Decodable {
    var list: [Lenient<Entry>]

    struct Entry: Decodable {
        var dt: UnixTime
        var main: Main
        var weather: [WeatherItem]
        var pop: LenientNumber?
        var wind: Lenient<Wind>?
        var rain: Lenient<Volume>?
        var snow: Lenient<Volume>?
        var sys: Lenient<System>?
    }

    struct Main: Decodable {
        var temp: LenientNumber
        var humidity: LenientNumber?
    }

    struct System: Decodable {
        var pod: String?
    }

    static func read(_ answer: HTTPAnswer) throws(FeedError) -> SlotForecast {
        let entries = try OpenWeatherResponse.body(Self.self, in: answer).list.compactMap(\.value)
        let slots = entries.compactMap(Slot.init(entry:))
        if slots.isEmpty { throw FeedError(.noData) }
        return SlotForecast(slots: slots)
    }
}

extension Slot {
    fileprivate init?(entry: ForecastResponse.Entry) {
        guard let item = entry.weather.first, entry.main.temp.value != nil else { return nil }
        self.init(feed: .openWeatherForecast, time: entry.dt.instant, hours: 3)
        temperature = entry.main.temp.value
        humidity = entry.main.humidity?.whole
        condition = Condition(openWeather: item)
        precipitationProbability = entry.pop?.value.map { Int(($0 * 100).rounded()) }
        let fallen = [entry.rain, entry.snow].compactMap { $0?.value?.lastThreeHours?.value }
        precipitation = fallen.isEmpty ? nil : Amount(fallen.reduce(0, +))
        windSpeed = entry.wind?.value?.speed?.value
        windDirection = entry.wind?.value?.direction
        isNight = entry.sys?.value?.pod.map { $0 == "n" } ?? item.isNight
    }
}
