import Feeds
import Forecast

struct SampleOpenWeatherRequest {
    let latitude: Double
    let longitude: Double
    let isKorean: Bool
    let point: SamplePoint
    private let units: String?

    init?(_ request: SampleRequest) {
        guard let latitude = request.number("lat"), (-90...90).contains(latitude), let longitude = request.number("lon"),
            (-180...180).contains(longitude), let point = SamplePoint(latitude: latitude, longitude: longitude)
        else { return nil }
        (self.point, self.latitude, self.longitude) = (point, latitude, longitude)
        isKorean = request["lang"] == "kr"
        units = request["units"]
    }

    func temperature(_ celsius: Double) -> String {
        switch units {
        case "metric": celsius.plain(2)
        case "imperial": (celsius * 1.8 + 32).plain(2)
        default: (celsius + 273.15).plain(2)
        }
    }

    func speed(_ metresPerSecond: Double) -> String { (units == "imperial" ? metresPerSecond * 2.236_94 : metresPerSecond).plain(2) }
}

extension SampleFeeds {
    /// `/data/2.5/weather`, renewed every ten minutes.
    static func currentWeather(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        guard let wanted = SampleOpenWeatherRequest(request) else { return .openWeatherRefusal(of: request) }
        let point = wanted.point
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
        return HTTPAnswer(status: 200, body: Array(body.utf8))
    }

    static func sun(of instant: Date, at point: SamplePoint) -> String {
        guard let sun = Sun(on: KoreanDate(of: instant), latitude: point.latitude, longitude: point.longitude) else { return "" }
        return #","sunrise":\#(Int(sun.rise.timeIntervalSince1970)),"sunset":\#(Int(sun.set.timeIntervalSince1970))"#
    }

    static func forecast(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        guard let wanted = SampleOpenWeatherRequest(request) else { return .openWeatherRefusal(of: request) }
        let point = wanted.point
        let weather = SampleWeather(point)
        let first = (Int((now.timeIntervalSince1970 / 10_800).rounded(.down)) + 1) * 10_800
        let count = min(40, max(1, request.integer("cnt") ?? 40))
        var slots: [String] = []
        slots.reserveCapacity(count)
        for index in 0..<count { slots.append(slot(index, at: first + index * 10_800, of: weather, as: wanted)) }
        let body = """
            {"cod":"200","message":0,"cnt":\(count),"list":[\(slots.joined(separator: ","))],\
            "city":{"id":0,"name":"Sample","coord":{"lat":\(wanted.latitude.plain(4)),"lon":\(wanted.longitude.plain(4))},\
            "country":"KR","population":0,"timezone":32400\(sun(of: now, at: point))}}
            """
        return HTTPAnswer(status: 200, body: Array(body.utf8))
    }

    private static func slot(_ index: Int, at seconds: Int, of weather: SampleWeather, as wanted: SampleOpenWeatherRequest) -> String {
        let instant = Date(timeIntervalSince1970: Double(seconds))
        let time = KoreanTime(instant)
        let hour = weather.threeHours(time.date, time.hour)
        let amount = weather.amount(inThreeHoursFrom: time.hour, of: time.date)
        let night = Sun.isDown(at: instant, latitude: wanted.point.latitude, longitude: wanted.point.longitude)
        // The first two slots are corrected by measurements, `temp_kf`.
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

    private static func universalTime(of instant: Date) -> String {
        let time = KoreanTime(instant.addingTimeInterval(-KoreanTime.offset))
        return "\(time.date) \(time.clock):00"
    }
}

extension SampleHour {
    /// °C, fitted to wind chill and heat index; OpenWeather publishes no formula.
    var feelsLike: Double {
        if temperature < 10 { return temperature - 0.7 * wind.speed }
        if temperature > 24 { return temperature + 0.05 * (humidity - 50) }
        return temperature - 0.01 * (60 - humidity)
    }

    var gust: Double { wind.speed * 1.5 + 0.4 }

    func falls(over hours: Int, amount: Double) -> String {
        let volume = #"{"\#(hours)h":\#(amount.plain(2))}"#
        return switch falling {
        case nil: ""
        case .rain, .shower: #","rain":\#(volume)"#
        case .snow: #","snow":\#(volume)"#
        case .sleet: #","rain":\#(volume),"snow":\#(volume)"#
        }
    }
}

extension HTTPAnswer {
    fileprivate static func openWeatherRefusal(of request: SampleRequest) -> HTTPAnswer {
        let hasLatitude = request.number("lat").map { (-90...90).contains($0) } ?? false
        let message = request["lat"] == nil || request["lon"] == nil ? "Nothing to geocode" : hasLatitude ? "wrong longitude" : "wrong latitude"
        return HTTPAnswer(status: 400, body: Array(#"{"cod":"400","message":"\#(message)"}"#.utf8))
    }
}
