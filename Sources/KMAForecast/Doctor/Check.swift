import Forecast

/// One thing a ``Doctor`` looked at.
public struct Check: Sendable, Hashable {
    /// What can be looked at, in the order in which it is told.
    public enum Subject: String, Sendable, Hashable, CaseIterable {
        /// `KMA_SERVICE_KEY`.
        case kmaKey = "kma_key"
        /// KMA's mid-term service.
        case midTerm = "kma_mid_term"
        /// KMA's short-term service.
        case shortTerm = "kma_short_term"
        /// `OPENWEATHER_API_KEY`.
        case openWeatherKey = "openweather_key"
        /// OpenWeather.
        case openWeather = "openweather"
        /// This machine's clock against an upstream's.
        case clock
        /// The folder of kept answers.
        case cache
    }

    /// How it was found.
    public enum Status: String, Sendable, Hashable {
        /// As it should be.
        case good = "ok"
        /// It works, and could be better.
        case warning
        /// It keeps something from working.
        case problem
    }

    /// What was looked at.
    public var subject: Subject
    /// How it was found.
    public var status: Status
    /// What was found, and what the person can do.
    public var message: LocalizedText
}

extension Check.Subject {
    /// What people call it.
    public var name: LocalizedText {
        switch self {
        case .kmaKey: LocalizedText("기상청 키", "KMA key")
        case .midTerm: LocalizedText("중기예보", "Mid-term")
        case .shortTerm: LocalizedText("단기예보", "Short-term")
        case .openWeatherKey: LocalizedText("OpenWeather 키", "OpenWeather key")
        case .openWeather: LocalizedText("OpenWeather", "OpenWeather")
        case .clock: LocalizedText("시계", "Clock")
        case .cache: LocalizedText("보관함", "Cache")
        }
    }
}
