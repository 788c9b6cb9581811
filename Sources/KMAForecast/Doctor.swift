import Feeds
import Forecast

/// Checks of keys, upstreams, clock and store; programs add the remedies.
public struct Doctor: Sendable {
    let configuration: ForecasterConfiguration
    private let services: [ServiceClient]
    let clock: @Sendable () -> Date

    /// Creates a doctor; `clock` is the machine's, whatever `KMA_NOW`.
    public init(_ configuration: ForecasterConfiguration, clock: @escaping @Sendable () -> Date = { Date() }) {
        self.configuration = configuration
        services = FeedCatalog.connect(configuration).services
        self.clock = clock
    }

    /// Calls every service once at the same time; `progress` gets each as it answers.
    public func examine(progress: @escaping @Sendable (UpstreamAPI) -> Void = { _ in }) async -> Diagnosis {
        var states = await services.concurrentMap { service in
            let state = await state(of: service)
            progress(state.service)
            return state
        }
        let rejections = Dictionary(uniqueKeysWithValues: states.map { ($0.service, $0.error?.code == .keyRejected) })
        for (index, state) in states.enumerated() where services.lacksApproval(state.service, state.error, rejections) {
            states[index].error = FeedError(.notSubscribed, state.error?.detail)
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

/// Findings of a ``Doctor``.
public struct Diagnosis: Sendable {
    /// State of one service.
    public struct ServiceState: Sendable {
        /// Service checked.
        public var service: UpstreamAPI
        /// Feed of the check.
        public var feed: Feed
        /// State of its key.
        public var key: KeyState
        /// Fault; `nil` after an answer.
        public var error: FeedError?
        /// Calls today by the programs of the store.
        public var callsToday: Int
        /// End of a time without calls.
        public var cooldownUntil: Date?
        var clockOffset: Double?

        /// Calls left today.
        public var callsLeft: Int { max(0, service.traits.limits.callsADay - callsToday) }
    }

    /// State of a key.
    public enum KeyState: Sendable, Hashable, CaseIterable {
        case missing
        /// A space inside, probably from a `+`.
        case containsSpace
        /// Percent-encoded more than once; works decoded.
        case encodedTwice
        case present

        init(_ key: ServiceKey?) {
            guard let key else {
                self = .missing
                return
            }
            self = key.holdsSpace ? .containsSpace : key.encodings > 1 ? .encodedTwice : .present
        }
    }

    /// Services, each called once.
    public var services: [ServiceState]
    /// Gateway of KMA's services.
    public var kmaGateway: KMAGateway.Kind
    /// Seconds that this machine's clock is ahead of an upstream's.
    public var clockOffset: Double?
    /// Folder of stored answers.
    public var cacheDirectory: String?
    /// Problem of the folder, in the system's words.
    public var cacheProblem: StoreProblem?

    /// True if a service with forecasts of days answered.
    public var isLive: Bool { services.contains { $0.error == nil && !$0.service.traits.isOptional } }

    /// Error in the way of a live week.
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
