import Forecast

/// Address and key of OpenWeather's API.
public struct OpenWeatherGateway: UpstreamGateway, Hashable {
    /// The address unless another is set; a paid plan has one of its own.
    public static let defaultBaseURL = "https://api.openweathermap.org"

    /// The address, without a path.
    public var baseURL: String
    /// The key, sent as `appid`.
    public var key: ServiceKey

    /// A gateway from its address and key.
    public init(baseURL: String = defaultBaseURL, key: ServiceKey) {
        self.baseURL = baseURL
        self.key = key
    }

    /// The URL of a product for a point in metric units, and the key last, in lower case: with `APPID` a response
    /// header has echoed it.
    func url(_ product: String, _ point: Point) -> String {
        "\(baseURL)/data/2.5/\(product)?lat=\(point.latitude)&lon=\(point.longitude)&units=metric"
            + "&appid=\(key.plain.percentEncoded)"
    }

    /// A point rounded to a hundredth of a degree, about 1 km: finer than the model behind it, and coarse enough for
    /// neighbours to share an answer.
    struct Point: CustomStringConvertible {
        var latitude: Double
        var longitude: Double

        init(latitude: Double, longitude: Double) {
            self.latitude = (latitude * 100).rounded() / 100
            self.longitude = (longitude * 100).rounded() / 100
        }

        var description: String { "\(latitude),\(longitude)" }
    }
}

/// OpenWeather's free plan.
public enum OpenWeather: FeedService {
    /// OpenWeather's API, or a stand-in of it at another address.
    public typealias Gateway = OpenWeatherGateway
    /// The service as a value.
    public static let service = UpstreamAPI.openWeather
    /// How it may be called, and whom its data are owed to: the free plan gives 60 calls a minute and a million a month,
    /// asks for ten minutes of silence after a 429, and its licence wants these words on the screen with the data.
    public static let traits = UpstreamAPI.Traits(
        limits: UpstreamAPI.Limits(callsAMinute: 55, callsADay: 32_000, cooldownAfterRateLimit: 600),
        group: .openWeather,
        attribution: "Weather data provided by OpenWeather"
    )
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
