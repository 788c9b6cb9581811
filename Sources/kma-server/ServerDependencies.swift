#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast
import KMAForecast
import Logging

/// What all paths of the service have at hand. One of them lives as long as the program.
struct WeatherService: Sendable {
    /// Asks the feeds.
    let forecaster: Forecaster
    /// Whose word counts where KMA and OpenWeather both have one.
    let preference: Preference
    /// What holds where a request says nothing.
    let defaults: Defaults
    /// Whether there is a feed to ask: one key at least, or samples.
    let isReady: Bool
    /// The clock.
    let now: @Sendable () -> Date
    /// Answers at hand.
    let responseCache = ResponseCache()
    /// What is counted.
    let measures: Measures

    /// A service over sources; each of their calls is counted and logged.
    init(
        _ sources: ForecasterConfiguration,
        preference: Preference = .kma,
        defaults: Defaults,
        logger: Logger
    ) {
        let measures = Measures()
        var sources = sources
        sources.heard = { call in
            measures.note(call)
            logger.log(call)
        }
        forecaster = Forecaster(sources)
        self.preference = preference
        self.defaults = defaults
        self.measures = measures
        isReady = sources.kma != nil || sources.openWeather != nil
        now = sources.now
    }

    /// Every path there is.
    var endpoints: [Endpoint] {
        Question.allCases.map(forecast) + [areas, stream, healthz, readyz, metrics] + Page.endpoints
    }
}
