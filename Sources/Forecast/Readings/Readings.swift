/// What the feeds said, each where it answered: all that a week is made of.
public struct Readings: Sendable, Hashable {
    /// KMA mid-term temperatures.
    public var midTemperature: MidTemperature?
    /// KMA mid-term rain and sky.
    public var midLand: MidLand?
    /// The weather now.
    public var current: Observation?
    /// OpenWeather's 5 days in 3-hour steps.
    public var openWeather: SlotForecast?

    /// Readings of the feeds that answered.
    public init(
        midTemperature: MidTemperature? = nil,
        midLand: MidLand? = nil,
        current: Observation? = nil,
        openWeather: SlotForecast? = nil
    ) {
        self.midTemperature = midTemperature
        self.midLand = midLand
        self.current = current
        self.openWeather = openWeather
    }
}
