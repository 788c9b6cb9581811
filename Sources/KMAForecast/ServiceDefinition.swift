#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

/// One upstream service: its gateway, its feeds, and a request that shows whether it takes the key.
struct ServiceDefinition: Sendable {
    let service: UpstreamService
    let feeds: [FeedTraits]
    /// The service with a client of its own, behind the limiter of its group.
    let connect:
        @Sendable (ForecasterConfiguration, ConcurrencyLimiter, [ServiceKey: KeyStanding]) ->
            ServiceConnection

    init<Service: FeedService, Value>(
        _ type: Service.Type,
        gateway: @escaping @Sendable (ForecasterConfiguration) -> Service.Gateway?,
        scope: @escaping @Sendable (Service.Gateway) -> StoreScope,
        feeds: [FeedDefinition<Service>],
        probedFeed: Feed,
        probe: @escaping @Sendable (Service.Gateway) -> FeedRequest<Service, Value>?,
        probedIssue: @escaping @Sendable (Date) -> Date
    ) {
        service = Service.service
        self.feeds = feeds.map(\.traits)
        connect = { configuration, limiter, standings in
            let now = configuration.now
            guard let gateway = gateway(configuration) else {
                return ServiceConnection(
                    quota: QuotaTracker(service: Service.service, scope: nil, store: nil),
                    feeds: feeds.map { ConnectedFeed(feed: $0.traits.feed, parts: [], now: now) },
                    probedFeed: probedFeed,
                    key: nil,
                    probe: nil
                )
            }
            let client = UpstreamClient<Service>(
                configuration,
                scope: scope(gateway),
                limiter: limiter,
                standing: standings[gateway.key] ?? KeyStanding()
            )
            return ServiceConnection(
                quota: client.quota,
                feeds: feeds.map { definition in
                    let connection = FeedConnection(
                        feed: definition.traits.feed,
                        client: client,
                        gateway: gateway,
                        store: configuration.store,
                        now: now
                    )
                    return ConnectedFeed(
                        feed: definition.traits.feed,
                        parts: definition.parts.compactMap { $0.connect(connection) },
                        now: now
                    )
                },
                probedFeed: probedFeed,
                key: gateway.key,
                probe: {
                    guard let request = probe(gateway) else { return ProbeResult(error: FeedError(.noData)) }
                    return await client.probe(request, issue: probedIssue(now()))
                }
            )
        }
    }
}

/// A service that can be asked.
struct ServiceConnection: Sendable {
    let quota: QuotaTracker
    let feeds: [ConnectedFeed]
    /// The feed it is probed with.
    let probedFeed: Feed
    /// The key to it; `nil` where none is set.
    let key: ServiceKey?
    /// Calls the service once, past everything that is stored; `nil` without a key.
    let probe: (@Sendable () async -> ProbeResult)?

    var service: UpstreamService { quota.service }
}

/// What a service answered when it was probed.
struct ProbeResult: Sendable {
    /// Why it did not answer; `nil` where it did.
    var error: FeedError?
    /// The upstream's clock, where it answered with one.
    var date: Date?
}
