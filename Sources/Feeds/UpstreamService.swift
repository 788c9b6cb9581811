import Forecast

/// An upstream service. Each has its own key application and its own daily quota.
public enum UpstreamService: String, Sendable, Hashable, CaseIterable {
    /// KMA's mid-term forecasts, data.go.kr 15059468.
    case midTerm = "MidFcstInfoService"
    /// KMA's short-term forecasts and nowcasts, data.go.kr 15084084.
    case shortTerm = "VilageFcstInfoService_2.0"
    /// KMA's weather warnings, data.go.kr 15000415.
    case warnings = "WthrWrnInfoService"
    /// OpenWeather's free plan.
    case openWeather = "openweather"

    /// Whether a key may do without an approval for it: what it says comes beside the forecast.
    public var isOptional: Bool { self == .warnings }
}

/// An upstream service as a type, so that a request to one service cannot be sent by the client of another.
///
/// Each service has its own key application, its own daily quota and its own outages.
public protocol FeedService: Sendable {
    /// Address and key of the service.
    associatedtype Gateway: UpstreamGateway

    /// The service as a value, for quotas, labels and messages.
    static var service: UpstreamService { get }
}

/// Where a service is reached, and the key that is sent along.
public protocol UpstreamGateway: Sendable {
    /// The address that every URL of the service begins with.
    var baseURL: String { get }
    /// The key.
    var key: ServiceKey { get }
}

extension Feed {
    /// The service that answers for the feed.
    public var service: UpstreamService {
        switch self {
        case .midTemperature, .midLand, .outlook: .midTerm
        case .shortTerm, .nowcast: .shortTerm
        case .warnings: .warnings
        case .openWeatherCurrent, .openWeatherForecast: .openWeather
        }
    }
}
