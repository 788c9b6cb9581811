#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

/// What a ``Doctor`` found.
public struct Diagnosis: Sendable {
    /// One service as it was found.
    public struct ServiceState: Sendable {
        /// The service.
        public var service: UpstreamService
        /// The feed it was tried with.
        public var feed: Feed
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

    /// How a key is set.
    public enum KeyState: Sendable, Hashable {
        /// It is not.
        case missing
        /// There is a space inside: a `+` was probably lost on the way.
        case containsSpace
        /// It is percent-encoded more than once; it is decoded and works.
        case encodedTwice
        /// It is, in a spelling that the portals show.
        case present

        init(_ key: ServiceKey?) {
            guard let key else {
                self = .missing
                return
            }
            self = key.holdsSpace ? .containsSpace : key.encodings > 1 ? .encodedTwice : .present
        }
    }

    /// The services, each asked once.
    public var services: [ServiceState]
    /// The gateway at which KMA's services are called.
    public var kmaGateway: KMAGateway.Kind
    /// The state of the KMA key.
    public var kmaKey: KeyState
    /// The state of the OpenWeather key.
    public var openWeatherKey: KeyState
    /// Seconds that this machine's clock is ahead of an upstream's; `nil` where no upstream told its time.
    public var clockOffset: Double?
    /// The folder of stored answers; `nil` where none are stored.
    public var cacheDirectory: String?
    /// Why nothing can be stored there, in the system's words; `nil` where all is well.
    public var cacheProblem: String?

    /// Whether a live week can be had: whether some service that forecasts days answered.
    public var isLive: Bool {
        services.contains { $0.error == nil }
    }

    /// The error that stands in the way of a live week.
    public var obstacle: ForecastError {
        .nothingToShow(
            services.map { state in
                var source = SourceReport(feed: state.feed, status: .failed, error: state.error)
                source.gateway = kmaGateway
                return source
            }
        )
    }
}
