#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// `/data/2.5/weather`. Its `temp_min` and `temp_max` are a spread over a city now, not a day's low and high.
struct CurrentResponse: Decodable {
    var dt: UnixTime
    var main: Main?
    var weather: Lenient<[WeatherItem]>?
    var wind: Lenient<Wind>?
    var visibility: Lenient<Double>?
    var rain: Lenient<Volume>?
    var snow: Lenient<Volume>?
    var sys: Lenient<System>?

    struct Main: Decodable {
        var temp: LenientNumber?
        var feels_like: LenientNumber?
        var humidity: LenientNumber?
    }

    struct System: Decodable {
        var sunrise: UnixTime?
        var sunset: UnixTime?
    }

    static func read(_ answer: HTTPAnswer) throws(FeedError) -> Observation {
        let body = try OpenWeatherResponse.body(Self.self, in: answer)
        guard let temperature = body.main?.temp?.value else { throw FeedError(.malformedResponse) }
        var now = Observation(feed: .openWeatherCurrent, observedAt: body.dt.instant)
        now.temperature = temperature
        now.feelsLike = body.main?.feels_like?.value
        now.humidity = body.main?.humidity?.whole
        now.windSpeed = body.wind?.value?.speed?.value
        now.windDirection = body.wind?.value?.direction
        now.windGust = body.wind?.value?.gust?.value
        now.visibility = body.visibility?.value
        let fallen = [body.rain, body.snow].compactMap { $0?.value?.lastHour?.value }
        now.precipitation = fallen.isEmpty ? nil : fallen.reduce(0, +)
        if let item = body.weather?.value?.first {
            now.condition = Condition(openWeather: item)
            now.isNight = item.isNight
        }
        now.sunrise = body.sys?.value?.sunrise?.instant
        now.sunset = body.sys?.value?.sunset?.instant
        return now
    }
}
