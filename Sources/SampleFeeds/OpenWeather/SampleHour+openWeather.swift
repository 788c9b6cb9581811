extension SampleHour {
    /// How warm it feels, °C: wind makes the cold colder, damp makes the heat hotter.
    ///
    /// Straight lines through the tables of wind chill and heat index; OpenWeather does not publish its own.
    var feelsLike: Double {
        if temperature < 10 { return temperature - 0.7 * wind.speed }
        if temperature > 24 { return temperature + 0.05 * (humidity - 50) }
        return temperature - 0.01 * (60 - humidity)
    }

    /// Peak of the wind, m/s.
    var gust: Double { wind.speed * 1.5 + 0.4 }

    /// `,"rain":{"3h":1.2}`: mm of water over so many hours in the form they fall in; nothing when dry.
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
