import Feeds
import Forecast

/// Gateways, transport, store and clocks of a ``Forecaster``.
public struct ForecasterConfiguration: Sendable {
    /// KMA's gateway; `nil` without a key.
    public var kma: KMAGateway?
    /// KMA's gateway, also without a key.
    public var kmaGateway: KMAGateway.Kind
    /// Address and key of 에어코리아; `nil` without a key.
    public var airKorea: AirKoreaGateway?
    /// Address and key of OpenWeather; `nil` without a key.
    public var openWeather: OpenWeatherGateway?
    /// Sender of requests.
    public var transport: Transport
    /// Store of answers, call counts and turns.
    public var store: (any Store)?
    /// Recorder of all issues read.
    public var ledger: LedgerRecorder?
    /// Time for one upstream request, a second try included.
    public var timeout: Duration
    /// Time to wait for optional services after the forecast; a fifth of ``timeout``, two seconds at least.
    public var optionalTimeout: Duration
    /// True for samples.
    public var areSamples: Bool
    /// Clock of dates.
    public var now: @Sendable () -> Date
    /// Clock that pauses and deadlines go by.
    public var clock: any WaitingClock = ContinuousClock()
    /// Prefetched targets, for which calls are reserved.
    public var prefetchTargets: [PrefetchTarget] = []
    /// Observer of finished upstream calls.
    public var observeCall: @Sendable (UpstreamCall) -> Void = { _ in }

    /// Creates a configuration; without a store calls are counted in memory.
    public init(
        kma: KMAGateway?,
        kmaGateway: KMAGateway.Kind = .dataPortal,
        airKorea: AirKoreaGateway? = nil,
        openWeather: OpenWeatherGateway?,
        transport: Transport,
        store: (any Store)? = MemoryStore(),
        timeout: Duration = .seconds(10),
        areSamples: Bool = false,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.kma = kma
        self.kmaGateway = kma?.kind ?? kmaGateway
        (self.airKorea, self.openWeather, self.transport, self.store, self.timeout) = (airKorea, openWeather, transport, store, timeout)
        optionalTimeout = max(.seconds(2), timeout / 5)
        self.areSamples = areSamples
        self.now = now
    }
}

/// Finished upstream call, for counters and logs, never with its URL.
public struct UpstreamCall: Sendable, Hashable {
    /// Feed of the call.
    public var feed: Feed
    /// Fault of the answer.
    public var fault: ErrorCode?
    /// Time until the answer.
    public var duration: Duration
}
