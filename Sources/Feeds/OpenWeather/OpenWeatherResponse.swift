#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// What all of OpenWeather's answers share: the status decides, then the body is decoded.
enum OpenWeatherResponse {
    /// The body of a good answer; throws the fault of any other.
    static func body<Body: Decodable>(_ type: Body.Type, in answer: HTTPAnswer) throws(FeedError) -> Body {
        switch answer.status {
        case 200: break
        // 401 is the key's fault on both products used here; 403 is not documented.
        case 403: throw FeedError(.blocked, "HTTP 403")
        // OpenWeather's documentation asks for a pause of ten minutes, so a retry a moment later fails again.
        case 429: throw FeedError(.rateLimited, "HTTP 429", isRetryable: false)
        default: throw FeedError(status: answer.status)
        }
        do {
            return try JSONDecoder().decode(Body.self, from: answer.body)
        } catch {
            throw FeedError(.malformedResponse)
        }
    }
}

/// `weather[]`: one or two items, of which the first is primary.
struct WeatherItem: Decodable {
    var id: Int
    var icon: String?
}

/// `rain` and `snow`: absent, null, empty, or mm over one or three hours.
struct Volume: Decodable {
    var lastHour: LenientNumber?
    var lastThreeHours: LenientNumber?

    enum CodingKeys: String, CodingKey {
        case lastHour = "1h"
        case lastThreeHours = "3h"
    }

    /// Rain and snow together over one span; `nil` where both are left out, or one cannot be read. What is left out did
    /// not fall (openweathermap.org/forecast5): "only really measured or calculated data is displayed".
    static func sum(
        of volumes: [Lenient<Volume>?],
        _ span: KeyPath<Volume, LenientNumber?>
    ) -> (amount: Amount?, isLeftOut: Bool) {
        let given = volumes.compactMap { $0 }.filter { !$0.isEmpty }
        let amounts = given.compactMap { $0.value?[keyPath: span]?.value.flatMap { Amount($0) } }
        guard let first = amounts.first, amounts.count == given.count else { return (nil, given.isEmpty) }
        return (amounts.dropFirst().reduce(first, +), false)
    }
}

/// `wind`: m/s and degrees, any of them absent.
struct Wind: Decodable {
    var speed: LenientNumber?
    var deg: LenientNumber?
    var gust: LenientNumber?

    /// Where it comes from; north comes as 0 and as 360.
    var direction: WindDirection? {
        deg?.value.flatMap(WindDirection.init(degrees:))
    }
}

extension Lenient<Volume> {
    /// Whether it is `{}`, which OpenWeather wrote until 2019 where nothing fell.
    fileprivate var isEmpty: Bool {
        guard let value else { return false }
        return value.lastHour == nil && value.lastThreeHours == nil
    }
}

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
        guard let temperature = body.main?.temp?.value?.within(.plausibleTemperature) else {
            throw FeedError(.malformedResponse)
        }
        var now = Observation(feed: .openWeatherCurrent, observedAt: body.dt.instant)
        now.temperature = temperature
        now.feelsLike = body.main?.feels_like?.value?.within(.plausibleTemperature)
        now.humidity = body.main?.humidity?.value.flatMap(Humidity.init(percent:))
        now.windSpeed = body.wind?.value?.speed?.value?.within(.plausibleWindSpeed)
        now.windDirection = body.wind?.value?.direction
        now.windGust = body.wind?.value?.gust?.value?.within(.plausibleWindSpeed)
        now.visibility = body.visibility?.value?.within(.plausibleVisibility)
        now.precipitation = Volume.sum(of: [body.rain, body.snow], \.lastHour).amount
        if let item = body.weather?.value?.first {
            now.condition = Condition(openWeather: item)
            now.isNight = item.isNight
        }
        now.sunrise = body.sys?.value?.sunrise?.instant
        now.sunset = body.sys?.value?.sunset?.instant
        return now
    }
}

/// `/data/2.5/forecast`: up to 40 steps of 3 hours. `dt_txt` is UTC without a mark, and is not read.
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
        guard let item = entry.weather.first,
            let temperature = entry.main.temp.value?.within(.plausibleTemperature)
        else { return nil }
        self.init(feed: .openWeatherForecast, time: entry.dt.instant, hours: 3)
        self.temperature = temperature
        humidity = entry.main.humidity?.value.flatMap(Humidity.init(percent:))
        condition = Condition(openWeather: item)
        precipitationProbability = entry.pop?.value.flatMap { Probability(percent: $0 * 100) }
        let fallen = Volume.sum(of: [entry.rain, entry.snow], \.lastThreeHours)
        precipitation = fallen.amount
        isDry = fallen.isLeftOut && condition?.theme != .rain && condition?.theme != .snow
        windSpeed = entry.wind?.value?.speed?.value?.within(.plausibleWindSpeed)
        windDirection = entry.wind?.value?.direction
        isNight = entry.sys?.value?.pod.map { $0 == "n" } ?? item.isNight
    }
}
