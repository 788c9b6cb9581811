import CommandLineSupport
import Feeds
import Foundation
import KMAForecast

extension Stage {
    /// A program on the stage: what is kept on disk goes on from the one before, what was in memory is gone.
    func forecaster(_ log: CallLog) -> Forecaster {
        let clock: @Sendable () -> Date = { [upstream] in upstream.now }
        var sources = ForecasterConfiguration(settings, transport: log.noting(.loopback(), clock: clock))
        sources.now = clock
        return Forecaster(sources)
    }
}
