#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A forecast in time steps for one place.
public struct SlotForecast: Sendable, Hashable {
    /// The steps in order of time.
    public var slots: [Slot]
    /// Lows and highs that the feed states for whole days.
    public var extremes: [KoreanDate: Extremes]

    /// A forecast from its steps, in any order, and the whole-day values beside them.
    public init(slots: [Slot], extremes: [KoreanDate: Extremes] = [:]) {
        self.slots = slots.sorted { $0.time < $1.time }
        self.extremes = extremes
    }

    /// This forecast with the steps and values that only an earlier one had: hours that are over by now.
    public func filled(byEarlier earlier: SlotForecast) -> SlotForecast {
        let known = Set(slots.map(\.time))
        let missing = earlier.slots.filter { !known.contains($0.time) }
        let extremes = extremes.merging(earlier.extremes) { newer, older in
            Extremes(minimum: newer.minimum ?? older.minimum, maximum: newer.maximum ?? older.maximum)
        }
        return SlotForecast(slots: slots + missing, extremes: extremes)
    }
}

/// One step of a forecast.
public struct Slot: Sendable, Hashable {
    /// The feed that says so.
    public var feed: Feed
    /// The instant the values are for.
    public var time: Date
    /// Hours until the feed's next step.
    public var hours: Int
    /// °C.
    public var temperature: Double?
    /// What the weather is.
    public var condition: Condition?
    /// 0…100 %.
    public var precipitationProbability: Int?
    /// The sky alone, where the feed tells it beside what falls.
    public var sky: Condition?
    /// mm over the step; mm in an hour where ``isRate``.
    public var precipitation: Amount?
    /// Fresh snow in cm over the step; cm in an hour where ``isRate``.
    public var snowfall: Amount?
    /// Relative humidity, %.
    public var humidity: Int?
    /// m/s.
    public var windSpeed: Double?
    /// Degrees the wind comes from, 0…359, clockwise from north.
    public var windDirection: Int?
    /// Whether the feed calls it night.
    public var isNight: Bool?

    /// A step of a feed; the rest is filled in where it is known.
    public init(feed: Feed, time: Date, hours: Int) {
        self.feed = feed
        self.time = time
        self.hours = hours
    }

    /// Whether amounts are of an hour and not of the step: so KMA gives the steps of three hours at the end of its
    /// short-term forecast.
    public var isRate: Bool { feed == .shortTerm && hours > 1 }

    /// This step with the values that only another one for the same time has.
    func filled(by other: Slot) -> Slot {
        var slot = self
        slot.temperature = temperature ?? other.temperature
        slot.condition = condition ?? other.condition
        slot.sky = sky ?? other.sky
        slot.precipitationProbability = precipitationProbability ?? other.precipitationProbability
        slot.precipitation = precipitation ?? other.precipitation
        slot.snowfall = snowfall ?? other.snowfall
        slot.humidity = humidity ?? other.humidity
        slot.windSpeed = windSpeed ?? other.windSpeed
        slot.windDirection = windDirection ?? other.windDirection
        return slot
    }
}
