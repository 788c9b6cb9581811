#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast
import Regions

/// Looks at settings, keys, upstreams, clock and cache, and says what is wrong and what to do about it.
public struct Doctor: Sendable {
    let configuration: ForecasterConfiguration
    private let services: [ServiceConnection]
    let clock: @Sendable () -> Date

    /// A doctor for a configuration. `clock` is the machine's own, which a set `KMA_NOW` does not move.
    public init(_ configuration: ForecasterConfiguration, clock: @escaping @Sendable () -> Date = { Date() })
    {
        self.configuration = configuration
        services = FeedCatalog.services.map { $0.connect(configuration) }
        self.clock = clock
    }

    /// Calls every service once, at the same time; `progress` is called with each service as it answers.
    public func examine(progress: @escaping @Sendable (UpstreamService) -> Void = { _ in }) async -> Diagnosis
    {
        let found = await withTaskGroup(of: Diagnosis.ServiceState.self) { group in
            for service in services {
                group.addTask {
                    let state = await state(of: service)
                    progress(state.service)
                    return state
                }
            }
            return await group.reduce(into: [Diagnosis.ServiceState]()) { $0.append($1) }
        }
        let states = services.compactMap { service in found.first { $0.service == service.service } }
        return Diagnosis(
            services: states,
            kmaGateway: configuration.kmaGateway,
            kmaKey: Diagnosis.KeyState(configuration.kma?.key),
            openWeatherKey: Diagnosis.KeyState(configuration.openWeather?.key),
            clockOffset: states.compactMap(\.date).first.map { clock().timeIntervalSince($0) },
            cacheDirectory: configuration.store?.location,
            cacheProblem: await configuration.store?.problem()
        )
    }

    private func state(of service: ServiceConnection) async -> Diagnosis.ServiceState {
        let result = await service.probe?() ?? ProbeResult(error: FeedError(.keyMissing))
        let now = configuration.now()
        return Diagnosis.ServiceState(
            service: service.service,
            feed: service.probedFeed,
            hasKey: service.probe != nil,
            error: result.error,
            callsToday: await service.quota.spent(at: now),
            cooldownUntil: await service.quota.cooldownUntil(at: now),
            date: result.date
        )
    }
}

extension UpstreamService {
    /// The feed a service is tried with.
    fileprivate var probedFeed: Feed {
        switch self {
        case .midTerm: .outlook
        case .shortTerm: .nowcast
        case .openWeather: .openWeatherCurrent
        }
    }
}
