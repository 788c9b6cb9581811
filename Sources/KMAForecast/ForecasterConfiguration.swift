import Feeds
import Forecast

/// What a ``Forecaster`` works with: gateways, transport, store and clocks.
public struct ForecasterConfiguration: Sendable {
    /// KMA's gateway; `nil` without a key.
    public var kma: KMAGateway?
    /// Which of KMA's gateways is used, also where there is no key to it.
    public var kmaGateway: KMAGateway.Kind
    /// 에어코리아's address and key; `nil` without a key.
    public var airKorea: AirKoreaGateway?
    /// OpenWeather's address and key; `nil` without a key.
    public var openWeather: OpenWeatherGateway?
    /// Sends requests.
    public var transport: Transport
    /// Keeps answers, counts calls and decides who fetches; `nil` does none of it.
    public var store: (any Store)?
    /// Keeps every issue that is read; `nil` keeps none.
    public var ledger: LedgerRecorder?
    /// Time for one upstream request, a second try included.
    public var timeout: Duration
    /// How long optional services are waited for once the forecast is there.
    public var optionalTimeout = Duration.seconds(2)
    /// Whether the answers are samples.
    public var areSamples: Bool
    /// Clock of dates.
    public var now: @Sendable () -> Date
    /// Clock that pauses and deadlines go by.
    public var clock: any WaitingClock = ContinuousClock()
    /// What is fetched ahead, whose calls are kept for it.
    public var prefetchTargets: [PrefetchTarget] = []
    /// Called for every call to an upstream once it is over.
    public var observeCall: @Sendable (UpstreamCall) -> Void = { _ in }

    /// A configuration from its parts. Without a store of its own a program counts its calls in memory.
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
        self.airKorea = airKorea
        self.openWeather = openWeather
        self.transport = transport
        self.store = store
        self.timeout = timeout
        self.areSamples = areSamples
        self.now = now
    }
}

/// One call that was made to an upstream, for counters and logs. It never holds the URL.
public struct UpstreamCall: Sendable, Hashable {
    /// The feed that was asked.
    public var feed: Feed
    /// What was wrong with the answer; `nil` where nothing was.
    public var fault: ErrorCode?
    /// How long the answer took.
    public var duration: Duration
}
