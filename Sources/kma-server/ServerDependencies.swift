#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast
import KMAForecast
import Logging

/// What controllers and middleware share. One of them lives as long as the program.
struct ServerDependencies: Sendable {
    /// Asks the feeds.
    let forecaster: Forecaster
    /// Which service counts where KMA and OpenWeather both have a value.
    let preference: Preference
    /// What holds where a request says nothing.
    let defaults: Defaults
    /// Whether there is a feed to ask: one key at least, or samples.
    let isReady: Bool
    /// The clock.
    let now: @Sendable () -> Date
    /// Responses that may be sent again.
    let responseCache = ResponseCache()
    /// What is counted.
    let metrics: ServerMetrics

    /// Dependencies over a configuration; each call to an upstream is counted and logged.
    init(
        _ configuration: ForecasterConfiguration,
        preference: Preference = .kma,
        defaults: Defaults,
        logger: Logger
    ) {
        let metrics = ServerMetrics()
        var configuration = configuration
        configuration.heard = { call in
            metrics.recordCall(call)
            logger.logCall(call)
        }
        forecaster = Forecaster(configuration)
        self.preference = preference
        self.defaults = defaults
        self.metrics = metrics
        isReady = configuration.kma != nil || configuration.openWeather != nil
        now = configuration.now
    }
}
