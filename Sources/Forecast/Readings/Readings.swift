/// What the feeds sourced, each where it answered: all that a week is made of.
public struct Readings: Sendable, Hashable {
    /// KMA mid-term temperatures.
    public var midTemperature: MidTemperature?
    /// KMA mid-term rain and sky.
    public var midLand: MidLand?
    /// KMA's five days by the hour.
    public var shortTerm: SlotForecast?
    /// What KMA observes now. It tells what falls, and no sky.
    public var nowcast: Observation?
    /// KMA's next six hours.
    public var nextHours: SlotForecast?
    /// OpenWeather's weather now.
    public var current: Observation?
    /// OpenWeather's 5 days in 3-hour steps.
    public var openWeather: SlotForecast?

    /// No readings yet; each feed that answers fills in its own.
    public init() {}
}
