/// The keys an upstream takes, in plain spelling.
public struct Keys: Sendable {
    /// data.go.kr's `serviceKey`.
    public var portal: String
    /// The API hub's `authKey`.
    public var hub: String
    /// OpenWeather's `appid`.
    public var openWeather: String

    /// Keys to test with; data.go.kr's holds every character that goes wrong in a query.
    public init(
        portal: String = "Ab+Cd/Ef01+23/45gh==",
        hub: String = "hub-Key_0123456789",
        openWeather: String = "0123456789abcdef0123456789abcdef"
    ) {
        self.portal = portal
        self.hub = hub
        self.openWeather = openWeather
    }

    /// All three.
    var all: [String] { [portal, hub, openWeather] }
}
