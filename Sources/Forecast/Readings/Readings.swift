#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
    /// KMA's mid-term text.
    public var outlook: Outlook?

    /// No readings yet; each feed that answers fills in its own.
    public init() {}
}

/// The weather at one place at one moment, as one feed saw it.
public struct Observation: Sendable, Hashable {
    /// The feed that saw it.
    public var feed: Feed
    /// When it was so.
    public var observedAt: Date
    /// °C.
    public var temperature: Double?
    /// °C.
    public var feelsLike: Double?
    /// Relative humidity, %.
    public var humidity: Int?
    /// m/s.
    public var windSpeed: Double?
    /// Degrees the wind comes from, 0…359, clockwise from north.
    public var windDirection: Int?
    /// m/s.
    public var windGust: Double?
    /// Metres; OpenWeather ends at 10,000.
    public var visibility: Double?
    /// mm in the last hour.
    public var precipitation: Double?
    /// What the weather is.
    public var condition: Condition?
    /// Of the day it was seen on.
    public var sunrise: Date?
    /// Of the day it was seen on.
    public var sunset: Date?
    /// Whether the feed calls it night.
    public var isNight: Bool?

    /// An observation of a feed at a moment; the rest is filled in where it is known.
    public init(feed: Feed, observedAt: Date) {
        self.feed = feed
        self.observedAt = observedAt
    }
}
