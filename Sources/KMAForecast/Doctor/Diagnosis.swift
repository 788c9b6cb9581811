#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds

/// What a ``Doctor`` found.
public struct Diagnosis: Sendable {
    /// One service as it was found.
    public struct ServiceState: Sendable {
        /// The service.
        public var service: UpstreamService
        /// Whether a key is set for it.
        public var hasKey: Bool
        /// Why it did not answer; `nil` where it did.
        public var error: FeedError?
        /// Calls made today by the programs that share the folder of kept answers.
        public var callsToday: Int
        /// Until when it wants to be left alone; `nil` where it does not.
        public var cooldownUntil: Date?
        /// The upstream's clock, where it answered with one.
        var date: Date?

        /// What is left of today's calls.
        public var callsLeft: Int { max(0, service.callsADay - callsToday) }
    }

    /// The services, each asked once.
    public var services: [ServiceState]
    /// What was looked at, in a fixed order.
    public var checks: [Check]

    /// Whether a live week can be had: whether some service that forecasts days answered.
    public var isLive: Bool {
        services.contains { $0.error == nil }
    }

    /// The error that stands in the way of a live week.
    public var obstacle: ForecastError {
        .nothingToShow(
            services.map { state in
                SourceReport(feed: state.service.probedFeed, status: .failed, error: state.error)
            }
        )
    }
}
