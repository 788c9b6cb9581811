#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds

/// A request to OpenWeather: where, in which units and language.
struct SampleOpenWeatherRequest {
    /// Degrees north.
    let latitude: Double
    /// Degrees east.
    let longitude: Double
    /// Whether descriptions are wanted in Korean, which OpenWeather calls `kr`.
    let isKorean: Bool
    private let units: String?

    /// `nil` for what OpenWeather calls a wrong latitude or longitude.
    init?(_ request: SampleRequest) {
        guard let latitude = request.number("lat"), (-90...90).contains(latitude),
            let longitude = request.number("lon"), (-180...180).contains(longitude)
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        isKorean = request["lang"] == "kr"
        units = request["units"]
    }

    /// OpenWeather's answer to a request this type cannot read.
    static func refusal(of request: SampleRequest) -> HTTPAnswer {
        let hasLatitude = request.number("lat").map { (-90...90).contains($0) } ?? false
        let message =
            request["lat"] == nil || request["lon"] == nil
            ? "Nothing to geocode" : hasLatitude ? "wrong longitude" : "wrong latitude"
        return HTTPAnswer(status: 400, body: Data(#"{"cod":"400","message":"\#(message)"}"#.utf8))
    }

    /// °C in the units asked for: kelvin unless told otherwise.
    func temperature(_ celsius: Double) -> String {
        switch units {
        case "metric": celsius.plain(2)
        case "imperial": (celsius * 1.8 + 32).plain(2)
        default: (celsius + 273.15).plain(2)
        }
    }

    /// m/s in the units asked for.
    func speed(_ metresPerSecond: Double) -> String {
        (units == "imperial" ? metresPerSecond * 2.236_94 : metresPerSecond).plain(2)
    }
}
