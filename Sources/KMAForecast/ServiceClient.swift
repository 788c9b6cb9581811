import Feeds
import Forecast

/// One service of a configuration: its feeds, its quota, and a call that shows whether it takes the key.
struct ServiceClient: Sendable {
    let service: UpstreamAPI
    let quota: QuotaTracker
    /// Its feeds; none without a key.
    let feeds: [any ForecastFeed]
    /// The feed whose request checks it.
    let checkedFeed: Feed
    /// The key to it; `nil` where none is set.
    let key: ServiceKey?
    /// What its answers and counts are filed under; `nil` without a key.
    let scope: StoreScope?
    /// Calls the service once, past everything that is stored; `nil` without a key.
    let checkHealth: (@Sendable () async -> HealthCheckResult)?

    /// A service behind a limiter; `standing` is what is known of the key.
    init<Service: FeedService, Value>(
        _ configuration: ForecasterConfiguration,
        _ gateway: Service.Gateway?,
        _ limiter: ConcurrencyLimiter,
        _ standing: KeyStanding,
        checkedBy check: HealthCheck<Service, Value>,
        _ feeds: (UpstreamClient<Service>, Service.Gateway) -> [any ForecastFeed]
    ) {
        service = Service.service
        checkedFeed = check.feed
        key = gateway?.key
        scope = gateway?.scope
        guard let gateway else {
            quota = QuotaTracker(service: Service.service, scope: nil, store: nil)
            self.feeds = []
            checkHealth = nil
            return
        }
        let client = UpstreamClient<Service>(
            configuration,
            scope: gateway.scope,
            limiter: limiter,
            standing: standing
        )
        quota = client.quota
        self.feeds = feeds(client, gateway)
        checkHealth = {
            guard let request = check.request(gateway) else {
                return HealthCheckResult(error: FeedError(.noData))
            }
            return await client.checkHealth(request, issue: check.issue(configuration.now()))
        }
    }
}

/// A request that shows whether a service answers and takes the key.
struct HealthCheck<Service: FeedService, Value: Sendable>: Sendable {
    let feed: Feed
    /// The issue that is asked for at a moment.
    let issue: @Sendable (Date) -> Date
    let request: @Sendable (Service.Gateway) -> FeedRequest<Service, Value>?

    init(
        _ feed: Feed,
        _ issue: @escaping @Sendable (Date) -> Date,
        _ request: @escaping @Sendable (Service.Gateway) -> FeedRequest<Service, Value>?
    ) {
        (self.feed, self.issue, self.request) = (feed, issue, request)
    }
}

/// What a service answered when it was checked.
struct HealthCheckResult: Sendable {
    /// Why it did not answer; `nil` where it did.
    var error: FeedError?
    /// The upstream's clock, where it answered with one.
    var date: Date?
}

extension UpstreamGateway {
    /// What its answers and counts are filed under: where it is and its key.
    var scope: StoreScope {
        let name = (self as? KMAGateway).map { "\($0.kind.rawValue) \(baseURL)" } ?? baseURL
        return StoreScope(gateway: name, key: key)
    }
}
