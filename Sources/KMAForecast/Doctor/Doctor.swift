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
    let sources: ForecasterConfiguration
    private let quotas: [QuotaTracker]
    let clock: @Sendable () -> Date

    /// A doctor for sources. `clock` is the machine's own, which a set `KMA_NOW` does not move.
    public init(_ sources: ForecasterConfiguration, clock: @escaping @Sendable () -> Date = { Date() }) {
        self.sources = sources
        quotas = Forecaster(sources).quotas
        self.clock = clock
    }

    /// Asks every service once, at the same time; `progress` hears of each service as it answers.
    public func examine(progress: @escaping @Sendable (UpstreamService) -> Void = { _ in }) async -> Diagnosis
    {
        let states = await withTaskGroup(of: Diagnosis.ServiceState.self) { group in
            for quota in quotas {
                group.addTask {
                    let state = await state(of: quota)
                    progress(state.service)
                    return state
                }
            }
            return await group.reduce(into: [Diagnosis.ServiceState]()) { $0.append($1) }
        }
        let services = UpstreamService.allCases.compactMap { service in states.first { $0.service == service }
        }
        return Diagnosis(
            services: services,
            kmaKey: Diagnosis.KeyState(sources.kma?.key),
            openWeatherKey: Diagnosis.KeyState(sources.openWeather?.key),
            clockOffset: services.compactMap(\.date).first.map { clock().timeIntervalSince($0) },
            cacheDirectory: sources.kept.directory,
            cacheProblem: sources.kept.problem
        )
    }
}

extension Doctor {
    private func state(of quota: QuotaTracker) async -> Diagnosis.ServiceState {
        let service = quota.service
        let (error, date) = await probe(service, quota)
        let now = sources.now()
        return Diagnosis.ServiceState(
            service: service,
            feed: service.probedFeed,
            hasKey: hasKey(service),
            error: error,
            callsToday: await quota.spent(at: now),
            cooldownUntil: await quota.cooldownUntil(at: now),
            date: date
        )
    }

    private func hasKey(_ service: UpstreamService) -> Bool {
        switch service {
        case .midTerm, .shortTerm: sources.kma != nil
        case .openWeather: sources.openWeather != nil
        }
    }

    /// One call past everything that is kept; an issue that is not there yet shows that the key is good.
    private func probe(_ service: UpstreamService, _ quota: QuotaTracker) async -> (
        error: FeedError?, date: Date?
    ) {
        let now = sources.now()
        do throws(FeedError) {
            switch service {
            case .midTerm:
                guard let kma = sources.kma else { throw FeedError(.keyMissing) }
                let query = FeedRequest.outlook(station: Doctor.country, gateway: kma)
                return try await ask(query, issue: IssueSchedule.midTerm.newest(at: now), quota)
            case .shortTerm:
                guard let kma = sources.kma else { throw FeedError(.keyMissing) }
                let point = Doctor.capital
                guard let cell = GridCell(latitude: point.latitude, longitude: point.longitude) else {
                    throw FeedError(.noData)
                }
                let query = FeedRequest.nowcast(cell: cell, gateway: kma)
                return try await ask(query, issue: IssueSchedule.observation.newest(at: now), quota)
            case .openWeather:
                guard let openWeather = sources.openWeather else { throw FeedError(.keyMissing) }
                let query = FeedRequest.openWeatherCurrent(
                    latitude: Doctor.capital.latitude,
                    longitude: Doctor.capital.longitude,
                    gateway: openWeather
                )
                return try await ask(query, issue: now, quota)
            }
        } catch {
            return (error, nil)
        }
    }

    private func ask<Service, Value>(
        _ query: FeedRequest<Service, Value>,
        issue: Date,
        _ quota: QuotaTracker
    ) async throws(FeedError) -> (error: FeedError?, date: Date?) {
        try await quota.spend(at: sources.now())
        let answer: HTTPAnswer
        do throws(TransportFault) {
            answer = try await sources.transport.fetch(query.url(issue), sources.timeout)
        } catch {
            throw FeedError(error)
        }
        do throws(FeedError) {
            _ = try query.read(answer, issue)
            return (nil, answer.date)
        } catch {
            await quota.note(error, at: sources.now())
            return (error.code == .noData ? nil : error, answer.date)
        }
    }

    /// Where a service is asked when any place will do: Seoul's city hall, and the outlook of the whole country.
    private static let capital = (latitude: 37.5665, longitude: 126.978)
    private static let country = "108"
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
