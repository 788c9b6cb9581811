/// Whose word counts where both KMA and OpenWeather have one.
public enum Preference: String, Sendable, Hashable, CaseIterable {
    /// KMA's short-term forecast, then its mid-term forecast, then OpenWeather.
    case kma
    /// OpenWeather, then KMA's.
    case openWeather = "openweather"

    /// The services in the order in which they are heard.
    var order: [Source] {
        switch self {
        case .kma: [.shortTerm, .midTerm, .openWeather]
        case .openWeather: [.openWeather, .shortTerm, .midTerm]
        }
    }
}
