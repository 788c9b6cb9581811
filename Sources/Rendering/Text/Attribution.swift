import Feeds
import Forecast
import KMAForecast

/// Whom data are owed to, by the name that stands in the JSON.
enum Attribution {
    /// The name for people.
    static func name(of owner: String) -> LocalizedText {
        switch owner {
        case UpstreamAPI.shortTerm.traits.attribution:
            LocalizedText(owner, "Korea Meteorological Administration")
        case UpstreamAPI.airQuality.traits.attribution:
            LocalizedText(owner, "AirKorea, Korea Environment Corporation")
        default: LocalizedText(owner, owner)
        }
    }
}
