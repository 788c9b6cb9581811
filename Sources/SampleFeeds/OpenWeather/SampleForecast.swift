#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

extension SampleFeeds {
    /// `/data/2.5/forecast`: forty slots of three hours, from the next one on.
    static func forecast(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        guard let wanted = SampleOpenWeatherRequest(request),
            let point = SamplePoint(latitude: wanted.latitude, longitude: wanted.longitude)
        else { return SampleOpenWeatherRequest.refusal(of: request) }
        let weather = SampleWeather(point)
        let first = (Int((now.timeIntervalSince1970 / 10_800).rounded(.down)) + 1) * 10_800
        let count = min(40, max(1, request.integer("cnt") ?? 40))
        var slots: [String] = []
        slots.reserveCapacity(count)
        for index in 0..<count {
            slots.append(slot(index, at: first + index * 10_800, of: weather, as: wanted))
        }
        let body = """
            {"cod":"200","message":0,"cnt":\(count),"list":[\(slots.joined(separator: ","))],\
            "city":{"id":0,"name":"Sample","coord":{"lat":\(wanted.latitude.plain(4)),"lon":\(wanted.longitude.plain(4))},\
            "country":"KR","population":0,"timezone":32400\(sun(of: now, at: point))}}
            """
        return HTTPAnswer(status: 200, body: Data(body.utf8))
    }

    private static func slot(
        _ index: Int,
        at seconds: Int,
        of weather: SampleWeather,
        as wanted: SampleOpenWeatherRequest
    ) -> String {
        let instant = Date(timeIntervalSince1970: Double(seconds))
        let time = KoreanTime(instant)
        let hour = weather.threeHours(time.date, time.hour)
        let amount = weather.amount(inThreeHoursFrom: time.hour, of: time.date)
        let night = Sun.isDown(at: instant, latitude: weather.latitude, longitude: weather.longitude)
        // The first two slots still lean on what was measured, and say how far (`temp_kf`).
        let lean = index < 2 ? 1.2 - 0.4 * Double(index) : 0
        let temperature = wanted.temperature(hour.temperature)
        let pressure = hour.pressure.whole
        return """
            {"dt":\(seconds),"main":{"temp":\(temperature),"feels_like":\(wanted.temperature(hour.feelsLike)),\
            "temp_min":\(wanted.temperature(hour.temperature - lean)),"temp_max":\(temperature),\
            "pressure":\(pressure),"sea_level":\(pressure),"grnd_level":\(pressure - 10),\
            "humidity":\(hour.humidity.whole),"temp_kf":\(lean.plain(2))},\
            "weather":[\(SampleCondition(hour).wire(night: night, korean: wanted.isKorean))],\
            "clouds":{"all":\(hour.cloudCover)},"wind":{"speed":\(wanted.speed(hour.wind.speed)),\
            "deg":\(hour.windDegrees),"gust":\(wanted.speed(hour.gust))},"visibility":\(hour.visibility),\
            "pop":\((Double(hour.probability) / 100).plain(2))\(hour.falls(over: 3, amount: amount)),\
            "sys":{"pod":"\(night ? "n" : "d")"},"dt_txt":"\(universalTime(of: instant))"}
            """
    }

    /// `2026-10-04 06:00:00`, in UTC whatever the place.
    private static func universalTime(of instant: Date) -> String {
        let time = KoreanTime(instant.addingTimeInterval(-KoreanTime.offset))
        return "\(time.date) \(time.clock):00"
    }
}
