#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

extension SampleFeeds {
    /// `/data/2.5/weather`: the weather now, renewed every ten minutes.
    static func currentWeather(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        guard let wanted = SampleOpenWeatherRequest(request),
            let point = SamplePoint(latitude: wanted.latitude, longitude: wanted.longitude)
        else { return SampleOpenWeatherRequest.refusal(of: request) }
        let weather = SampleWeather(point)
        let seconds = Int((now.timeIntervalSince1970 / 600).rounded(.down)) * 600
        let observed = Date(timeIntervalSince1970: Double(seconds))
        let hour = weather.hour(at: observed)
        let night = Sun.isDown(at: observed, latitude: point.latitude, longitude: point.longitude)
        let conditions = [SampleCondition(hour)] + (hour.visibility < 5_000 ? [.mist] : [])
        let temperature = wanted.temperature(hour.temperature)
        let pressure = hour.pressure.whole
        let body = """
            {"coord":{"lon":\(wanted.longitude.plain(4)),"lat":\(wanted.latitude.plain(4))},\
            "weather":[\(conditions.map { $0.wire(night: night, korean: wanted.isKorean) }.joined(separator: ","))],\
            "base":"stations","main":{"temp":\(temperature),"feels_like":\(wanted.temperature(hour.feelsLike)),\
            "temp_min":\(wanted.temperature(hour.temperature - 0.7)),"temp_max":\(wanted.temperature(hour.temperature + 0.6)),\
            "pressure":\(pressure),"humidity":\(hour.humidity.whole),"sea_level":\(pressure),"grnd_level":\(pressure - 10)},\
            "visibility":\(hour.visibility),"wind":{"speed":\(wanted.speed(hour.wind.speed)),"deg":\(hour.windDegrees)\
            \(hour.wind.speed > 3 ? #","gust":\#(wanted.speed(hour.gust))"# : "")}\
            \(hour.falls(over: 1, amount: hour.amount)),"clouds":{"all":\(hour.cloudCover)},"dt":\(seconds),\
            "sys":{"country":"KR"\(sun(of: observed, at: point))},"timezone":32400,"id":0,"name":"Sample","cod":200}
            """
        return HTTPAnswer(status: 200, body: Data(body.utf8))
    }

    /// `,"sunrise":…,"sunset":…` of the day in Korea.
    static func sun(of instant: Date, at point: SamplePoint) -> String {
        guard let sun = Sun(on: KoreanDate(of: instant), latitude: point.latitude, longitude: point.longitude)
        else { return "" }
        return
            #","sunrise":\#(Int(sun.rise.timeIntervalSince1970)),"sunset":\#(Int(sun.set.timeIntervalSince1970))"#
    }
}
