import Forecast

/// Address and key of OpenWeather's API.
public struct OpenWeatherGateway: UpstreamGateway, Hashable {
    /// Default address; a paid plan has one of its own.
    public static let defaultBaseURL = "https://api.openweathermap.org"

    /// Address without a path.
    public var baseURL: String
    /// Key, sent as `appid`.
    public var key: ServiceKey

    /// Creates a gateway.
    public init(baseURL: String = defaultBaseURL, key: ServiceKey) { (self.baseURL, self.key) = (baseURL, key) }
}

extension FeedRequest {
    /// Points of 0.01°, finer than the model, so that neighbours share an answer; the key last and in lower case: a header has echoed `APPID`.
    fileprivate init(
        _ feed: Feed,
        _ product: String,
        _ latitude: Double,
        _ longitude: Double,
        _ gateway: OpenWeatherGateway,
        read: @escaping @Sendable (HTTPAnswer, Origin, OpenWeatherResponse.Point) throws(FeedError) -> Value
    ) {
        let (latitude, longitude) = ((latitude * 100).rounded() / 100, (longitude * 100).rounded() / 100)
        self.init(feed: feed, subject: "\(latitude),\(longitude)") { _ in
            "\(gateway.baseURL)/data/2.5/\(product)?lat=\(latitude)&lon=\(longitude)&units=metric" + "&appid=\(gateway.key.plain.percentEncoded)"
        } read: { answer, origin throws(FeedError) in
            try read(answer, origin, OpenWeatherResponse.Point(latitude: latitude, longitude: longitude))
        }
    }
}

extension FeedRequest<ObservedWeather> {
    /// Request for the weather now at a point.
    public static func openWeatherCurrent(latitude: Double, longitude: Double, gateway: OpenWeatherGateway) -> FeedRequest {
        var request = FeedRequest(.openWeatherCurrent, "weather", latitude, longitude, gateway) { answer, origin, point throws(FeedError) in
            try CurrentResponse.read(answer, origin, near: point)
        }
        request.gap = { $0.gap(at: $1) }
        return request
    }
}

extension FeedRequest<SlotForecast> {
    /// Request for the next 5 days at a point in 3-hour steps.
    public static func openWeatherForecast(latitude: Double, longitude: Double, gateway: OpenWeatherGateway) -> FeedRequest {
        var request = FeedRequest(.openWeatherForecast, "forecast", latitude, longitude, gateway) { answer, origin, point throws(FeedError) in
            try ForecastResponse.read(answer, origin, near: point)
        }
        request.gap = { value, moment in
            let lacksChances = value.slots.isMostly { $0.precipitationProbability == nil }
            return value.gap(at: moment, isCut: value.isOfOtherTime) ?? (lacksChances ? FeedError(.malformedResponse, "pop") : nil)
        }
        return request
    }
}

extension SlotForecast {
    /// True unless it reaches from the next three hours, or the two before of the free plan, over four days: there are forty steps.
    fileprivate var isOfOtherTime: Bool {
        guard let first = slots.first, let last = slots.last else { return false }
        let start = first.origin.fetchedAt
        return abs(first.time.timeIntervalSince(start)) > 6 * 3_600 || last.time.timeIntervalSince(start) < 4 * 86_400
    }
}
