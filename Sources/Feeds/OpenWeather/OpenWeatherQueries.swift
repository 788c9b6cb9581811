import Forecast

/// OpenWeather's free plan.
public enum OpenWeather: FeedService {
    /// OpenWeather's API, or a stand-in of it at another address.
    public typealias Gateway = OpenWeatherGateway
    /// The service as a value.
    public static let service = UpstreamService.openWeather
}

extension FeedRequest where Service == OpenWeather {
    fileprivate init(
        openWeather feed: Feed,
        product: String,
        latitude: Double,
        longitude: Double,
        gateway: OpenWeatherGateway,
        read: @escaping @Sendable (HTTPAnswer) throws(FeedError) -> Value
    ) {
        let point = OpenWeatherGateway.Point(latitude: latitude, longitude: longitude)
        self.init(
            feed: feed,
            subject: point.description,
            url: { _ in gateway.url(product, point) },
            read: { answer, _ throws(FeedError) in try read(answer) }
        )
    }
}

extension FeedRequest<OpenWeather, Observation> {
    /// The weather now at a point.
    public static func openWeatherCurrent(latitude: Double, longitude: Double, gateway: OpenWeatherGateway)
        -> FeedRequest
    {
        FeedRequest(
            openWeather: .openWeatherCurrent,
            product: "weather",
            latitude: latitude,
            longitude: longitude,
            gateway: gateway,
            read: CurrentResponse.read
        )
    }
}

extension FeedRequest<OpenWeather, SlotForecast> {
    /// The next 5 days at a point in 3-hour steps.
    public static func openWeatherForecast(latitude: Double, longitude: Double, gateway: OpenWeatherGateway)
        -> FeedRequest
    {
        FeedRequest(
            openWeather: .openWeatherForecast,
            product: "forecast",
            latitude: latitude,
            longitude: longitude,
            gateway: gateway,
            read: ForecastResponse.read
        )
    }
}
