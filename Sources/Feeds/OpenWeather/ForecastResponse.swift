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
        var dt: Double
        var main: Main
        var weather: [WeatherItem]
        var pop: Lenient<Double>?
        var wind: Lenient<Wind>?
        var rain: Lenient<Volume>?
        var snow: Lenient<Volume>?
        var sys: Lenient<System>?
    }

    struct Main: Decodable {
        var temp: Double
        var humidity: Double?
    }

    struct System: Decodable {
        var pod: String?
    }

    static func read(_ answer: HTTPAnswer) throws(FeedError) -> SlotForecast {
        let entries = try OpenWeatherResponse.body(Self.self, in: answer).list.compactMap(\.value)
        if entries.isEmpty { throw FeedError(.noData) }
        return SlotForecast(slots: entries.compactMap(Slot.init(entry:)))
    }
}

extension Slot {
    fileprivate init?(entry: ForecastResponse.Entry) {
        guard let item = entry.weather.first else { return nil }
        self.init(feed: .openWeatherForecast, time: Date(timeIntervalSince1970: entry.dt), hours: 3)
        temperature = entry.main.temp
        humidity = entry.main.humidity.map { Int($0.rounded()) }
        condition = Condition(openWeather: item)
        precipitationProbability = entry.pop?.value.map { Int(($0 * 100).rounded()) }
        let fallen = [entry.rain, entry.snow].compactMap { $0?.value?.lastThreeHours }
        precipitation = fallen.isEmpty ? nil : Amount(fallen.reduce(0, +))
        windSpeed = entry.wind?.value?.speed
        windDirection = entry.wind?.value?.direction
        isNight = entry.sys?.value?.pod.map { $0 == "n" } ?? item.isNight
    }
}
