import Forecast

extension FeedCall {
    fileprivate init(
        openWeather feed: Feed,
        product: String,
        latitude: Double,
        longitude: Double,
        api: OpenWeatherAPI,
        read: @escaping @Sendable (HTTPAnswer) throws(FeedError) -> Value
    ) {
        let point = OpenWeatherAPI.Point(latitude: latitude, longitude: longitude)
        self.init(feed: feed, subject: point.description, url: api.url(product, point), read: read)
    }
}

extension FeedCall<Observation> {
    /// Asks for the weather now at a point.
    public static func openWeatherCurrent(latitude: Double, longitude: Double, api: OpenWeatherAPI)
        -> FeedCall
    {
        FeedCall(
            openWeather: .openWeatherCurrent,
            product: "weather",
            latitude: latitude,
            longitude: longitude,
            api: api,
            read: CurrentResponse.read
        )
    }
}

extension FeedCall<SlotForecast> {
    /// Asks for the next 5 days at a point in 3-hour steps.
    public static func openWeatherForecast(latitude: Double, longitude: Double, api: OpenWeatherAPI)
        -> FeedCall
    {
        FeedCall(
            openWeather: .openWeatherForecast,
            product: "forecast",
            latitude: latitude,
            longitude: longitude,
            api: api,
            read: ForecastResponse.read
        )
    }
}
