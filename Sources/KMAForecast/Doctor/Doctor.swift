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
    private let sources: ForecastSources
    private let budgets: [CallBudget]
    private let clock: @Sendable () -> Date

    /// A doctor for sources. `clock` is the machine's own, which a set `KMA_NOW` does not move.
    public init(_ sources: ForecastSources, clock: @escaping @Sendable () -> Date = { Date() }) {
        self.sources = sources
        budgets = Forecaster(sources).budgets
        self.clock = clock
    }

    /// Asks every service once, at the same time; `progress` hears of each service as it answers.
    public func examine(progress: @escaping @Sendable (Service) -> Void = { _ in }) async -> Diagnosis {
        let states = await withTaskGroup(of: Diagnosis.ServiceState.self) { group in
            for budget in budgets {
                group.addTask {
                    let state = await state(of: budget)
                    progress(state.service)
                    return state
                }
            }
            return await group.reduce(into: [Diagnosis.ServiceState]()) { $0.append($1) }
        }
        let services = Service.allCases.compactMap { service in states.first { $0.service == service } }
        let checks =
            [
                keyCheck(.kmaKey, sources.kma?.key, .midTerm),
                keyCheck(.openWeatherKey, sources.openWeather?.key, .openWeather),
            ]
            + services.map(\.check) + [clockCheck(services), cacheCheck].compactMap { $0 }
        return Diagnosis(
            services: services,
            checks: Check.Subject.allCases.flatMap { subject in checks.filter { $0.subject == subject } }
        )
    }
}

extension Doctor {
    private func state(of budget: CallBudget) async -> Diagnosis.ServiceState {
        let service = budget.service
        let (error, date) = await probe(service, budget)
        let now = sources.now()
        return Diagnosis.ServiceState(
            service: service,
            hasKey: hasKey(service),
            error: error,
            callsToday: await budget.spent(at: now),
            silentUntil: await budget.silentUntil(at: now),
            date: date
        )
    }

    private func hasKey(_ service: Service) -> Bool {
        switch service {
        case .midTerm, .shortTerm: sources.kma != nil
        case .openWeather: sources.openWeather != nil
        }
    }

    /// One call past everything that is kept; an issue that is not there yet shows that the key is good.
    private func probe(_ service: Service, _ budget: CallBudget) async -> (error: FeedError?, date: Date?) {
        let now = sources.now()
        do throws(FeedError) {
            switch service {
            case .midTerm:
                guard let kma = sources.kma else { throw FeedError(.keyMissing) }
                let query = FeedQuery.outlook(station: Gazetteer.outlookStations[0].code, gateway: kma)
                return try await ask(query, issue: IssueSchedule.midTerm.newest(at: now), budget)
            case .shortTerm:
                guard let kma = sources.kma else { throw FeedError(.keyMissing) }
                let query = FeedQuery.nowcast(cell: Doctor.capital.gridCell, gateway: kma)
                return try await ask(query, issue: IssueSchedule.observation.newest(at: now), budget)
            case .openWeather:
                guard let openWeather = sources.openWeather else { throw FeedError(.keyMissing) }
                let query = FeedQuery.openWeatherCurrent(
                    latitude: Doctor.capital.latitude,
                    longitude: Doctor.capital.longitude,
                    api: openWeather
                )
                return try await ask(query, issue: now, budget)
            }
        } catch {
            return (error, nil)
        }
    }

    private func ask<Value>(
        _ query: FeedQuery<Value>,
        issue: Date,
        _ budget: CallBudget
    ) async throws(FeedError) -> (error: FeedError?, date: Date?) {
        try await budget.spend(at: sources.now())
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
            await budget.note(error, at: sources.now())
            return (error.kind == .noData ? nil : error, answer.date)
        }
    }

    /// Where a service is asked when any place will do.
    private static let capital: Place = Gazetteer.search("", limit: 1)[0]
}

extension Doctor {
    /// Whether a key is there, and in a spelling that means what it says.
    private func keyCheck(_ subject: Check.Subject, _ key: ServiceKey?, _ service: Service) -> Check {
        guard let key else {
            return Check(
                subject: subject,
                status: .problem,
                words: FeedError(.keyMissing).words(for: service.probedFeed)
            )
        }
        if key.holdsSpace {
            return Check(
                subject: subject,
                status: .problem,
                words: Words(
                    "\(service.keySetting) 안에 공백이 있습니다. 복사하면서 +가 공백으로 바뀌었을 수 있으니 다시 붙여 넣어 주세요.",
                    "There is a space inside \(service.keySetting): a + may have turned into one. Paste it again."
                )
            )
        }
        if key.encodings > 1 {
            return Check(
                subject: subject,
                status: .warning,
                words: Words(
                    "\(service.keySetting)가 두 번 인코딩되어 있습니다. 풀어서 쓰고 있지만, 포털의 ‘일반 인증키(Decoding)’를 그대로 넣는 편이 좋습니다.",
                    "\(service.keySetting) is percent-encoded twice. It works, but better paste the portal's Decoding key."
                )
            )
        }
        return Check(
            subject: subject,
            status: .good,
            words: Words("\(service.keySetting) 있음.", "\(service.keySetting) is set.")
        )
    }

    /// Whether this machine's clock agrees with an upstream's to a minute; `nil` where none told its own.
    private func clockCheck(_ services: [Diagnosis.ServiceState]) -> Check? {
        guard let date = services.compactMap(\.date).first else { return nil }
        let seconds = Int(clock().timeIntervalSince(date).rounded())
        guard abs(seconds) > 60 else {
            return Check(subject: .clock, status: .good, words: Words("맞습니다.", "It is right."))
        }
        return Check(
            subject: .clock,
            status: .warning,
            words: Words(
                "이 컴퓨터의 시계가 \(abs(seconds))초 \(seconds > 0 ? "빠릅니다" : "느립니다"). 발표 시각을 잘못 고를 수 있으니 맞춰 주세요.",
                "This machine's clock is \(abs(seconds)) s \(seconds > 0 ? "fast" : "slow"). Set it right, or the wrong issue may be asked for."
            )
        )
    }

    private var cacheCheck: Check? {
        guard let directory = sources.kept.directory else { return nil }
        if let problem = sources.kept.problem {
            return Check(
                subject: .cache,
                status: .warning,
                words: Words(
                    "\(directory)에 쓸 수 없습니다(\(problem)). 받은 자료와 호출 수가 남지 않으니 KMA_CACHE_DIR을 쓸 수 있는 곳으로 바꿔 주세요.",
                    "\(directory) cannot be written to (\(problem)). Point KMA_CACHE_DIR to a folder that can."
                )
            )
        }
        return Check(subject: .cache, status: .good, words: Words(directory, directory))
    }
}

extension Diagnosis.ServiceState {
    fileprivate var check: Check {
        let left = Words(
            "오늘 \(callsToday)번 호출, \(callsLeft)번 남음",
            "\(callsToday) calls today, \(callsLeft) left"
        )
        guard let error else {
            return Check(
                subject: service.subject,
                status: .good,
                words: Words("키가 통합니다. \(left.korean).", "The key works. \(left.english).")
            )
        }
        // Said already where the key is looked at.
        if error.kind == .keyMissing {
            return Check(
                subject: service.subject,
                status: .problem,
                words: Words("키가 없어 묻지 못했습니다.", "Not asked for want of a key.")
            )
        }
        let words = error.words(for: service.probedFeed)
        let isSpent = error.kind == .quotaExceeded || error.kind == .rateLimited
        return Check(
            subject: service.subject,
            status: .problem,
            words: isSpent
                ? Words("\(words.korean) \(left.korean).", "\(words.english) \(left.english).") : words
        )
    }
}

extension Service {
    fileprivate var subject: Check.Subject {
        switch self {
        case .midTerm: .midTerm
        case .shortTerm: .shortTerm
        case .openWeather: .openWeather
        }
    }

    /// The feed a service is tried with.
    var probedFeed: Feed {
        switch self {
        case .midTerm: .outlook
        case .shortTerm: .nowcast
        case .openWeather: .openWeatherCurrent
        }
    }
}
