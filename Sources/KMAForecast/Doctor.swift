import Feeds
import Forecast
import Regions

/// Checks keys, upstreams, clock and store; the programs say what to do about what it finds.
public struct Doctor: Sendable {
    let configuration: ForecasterConfiguration
    private let services: [ServiceClient]
    let clock: @Sendable () -> Date

    /// A doctor for a configuration. `clock` is the machine's own, which a set `KMA_NOW` does not move.
    public init(_ configuration: ForecasterConfiguration, clock: @escaping @Sendable () -> Date = { Date() })
    {
        self.configuration = configuration
        services = FeedCatalog.connect(configuration).services
        self.clock = clock
    }

    /// Calls every service once, at the same time; `progress` is called with each service as it answers.
    public func examine(progress: @escaping @Sendable (UpstreamAPI) -> Void = { _ in }) async -> Diagnosis {
        let states = await services.concurrentMap { service in
            let state = await state(of: service)
            progress(state.service)
            return state
        }
        return Diagnosis(
            services: states,
            kmaGateway: configuration.kmaGateway,
            clockOffset: states.compactMap(\.clockOffset).first,
            cacheDirectory: configuration.store?.location,
            cacheProblem: await configuration.store?.problem()
        )
    }

    private func state(of service: ServiceClient) async -> Diagnosis.ServiceState {
        let result = await service.checkHealth?() ?? HealthCheckResult(error: FeedError(.keyMissing))
        // At once: another service may hang for as long as a timeout.
        let clockOffset = result.date.map { clock().timeIntervalSince($0) }
        let now = configuration.now()
        return Diagnosis.ServiceState(
            service: service.service,
            feed: service.checkedFeed,
            key: Diagnosis.KeyState(service.key),
            error: result.error,
            callsToday: await service.quota.spent(at: now),
            cooldownUntil: await service.quota.cooldownUntil(at: now),
            clockOffset: clockOffset
        )
    }
}

/// What a ``Doctor`` found.
public struct Diagnosis: Sendable {
    /// One service as it was found.
    public struct ServiceState: Sendable {
        /// The service.
        public var service: UpstreamAPI
        /// The feed it was tried with.
        public var feed: Feed
        /// How its key is set.
        public var key: KeyState
        /// Why it did not answer; `nil` where it did.
        public var error: FeedError?
        /// Calls made today by the programs that share the store.
        public var callsToday: Int
        /// Until when it wants no calls; `nil` where it takes them.
        public var cooldownUntil: Date?
        /// Seconds that this machine's clock is ahead of the upstream's, where it answered with one.
        var clockOffset: Double?

        /// What is left of today's calls.
        public var callsLeft: Int { max(0, service.traits.limits.callsADay - callsToday) }
    }

    /// How a key is set.
    public enum KeyState: Sendable, Hashable, CaseIterable {
        /// It is not set.
        case missing
        /// There is a space inside: a `+` was probably lost on the way.
        case containsSpace
        /// It is percent-encoded more than once; it is decoded and works.
        case encodedTwice
        /// It is set, in a spelling that the portals show.
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
    /// Seconds that this machine's clock is ahead of an upstream's; `nil` where no upstream told its time.
    public var clockOffset: Double?
    /// The folder of stored answers; `nil` where none are stored.
    public var cacheDirectory: String?
    /// Why nothing can be stored there, in the system's words; `nil` where all is well.
    public var cacheProblem: StoreProblem?

    /// Whether a live week can be had: whether some service that forecasts days answered.
    public var isLive: Bool {
        services.contains { $0.error == nil && !$0.service.traits.isOptional }
    }

    /// The error that stands in the way of a live week.
    public var obstacle: ForecastError {
        .nothingToShow(
            services.map { state in
                var source = FeedReport(feed: state.feed, status: .failed, error: state.error)
                source.gateway = kmaGateway
                return source
            }
        )
    }
}
