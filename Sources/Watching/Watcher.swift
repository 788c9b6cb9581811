import Forecast
import KMAForecast
import Regions

/// Decides rules at each issue, and delivers a message when one turns; one program at a time claims a delivery, which counts once acknowledged.
package struct Watcher: Sendable {
    package enum Event: Sendable {
        case decided(Alarm, RuleDecision)
        case delivered(Alarm, AlarmMessage)
        case undelivered(Alarm, DeliveryFault)
        case noForecast(Place, ForecastError)
        case waits(Place, until: Date)
        case notRemembered(reason: String)
    }

    package struct Outcome: Sendable {
        package var delivered = 0
        package var faults: [DeliveryFault] = []
        package var unknown = 0

        fileprivate mutating func add(_ other: Outcome) {
            delivered += other.delivered
            faults += other.faults
            unknown += other.unknown
        }
    }

    private static let retryPause = 300.0

    private let forecaster: Forecaster
    private let places: [(place: Place, alarms: [Alarm])]
    private let states: any RuleStateStore
    private let store: any DeedStore
    private let delivery: Delivery
    private let preference: Preference
    private let maximumAge: Double?
    private let caller: Caller
    private let isSample: Bool
    private let now: @Sendable () -> Date
    private let observe: @Sendable (Event) -> Void

    /// `states` is this program's memory; `store` claims deliveries among all watchers; `observe` gets each event, on any thread.
    package init(
        _ forecaster: Forecaster,
        _ alarms: [Alarm],
        states: any RuleStateStore,
        store: any DeedStore,
        delivery: Delivery,
        preferring preference: Preference = .kma,
        maximumAge: Double? = nil,
        for caller: Caller = .program,
        isSample: Bool = false,
        now: @escaping @Sendable () -> Date,
        observe: @escaping @Sendable (Event) -> Void
    ) {
        self.forecaster = forecaster
        var places: [(place: Place, alarms: [Alarm])] = []
        for alarm in alarms {
            if let index = places.firstIndex(where: { $0.place == alarm.place }) {
                places[index].alarms.append(alarm)
            } else {
                places.append((alarm.place, [alarm]))
            }
        }
        self.places = places
        self.states = states
        self.store = store
        self.delivery = delivery
        self.preference = preference
        self.maximumAge = maximumAge
        self.caller = caller
        self.isSample = isSample
        self.now = now
        self.observe = observe
    }

    /// Throws the first place's error if no place has a forecast.
    package func decideOnce() async throws(ForecastError) -> Outcome {
        let decisions = await places.concurrentMap { place, alarms in await decide(alarms, at: place) }
        var whole = Outcome()
        var faults: [(place: Place, error: ForecastError)] = []
        for (place, decision) in zip(places.map(\.place), decisions) {
            switch decision {
            case .success(let (outcome, _)): whole.add(outcome)
            case .failure(let error):
                whole.unknown += 1
                faults.append((place, error))
            }
        }
        if faults.count == decisions.count, let fault = faults.first { throw fault.error }
        for (place, error) in faults { observe(.noForecast(place, error)) }
        return whole
    }

    /// Decides at each change until cancelled. Throws an error for which `isFinal` is true.
    package func run(until isFinal: @escaping @Sendable (ForecastError) -> Bool = { _ in false }) async throws(ForecastError) {
        let error = await withTaskGroup(of: ForecastError?.self) { group -> ForecastError? in
            for (place, alarms) in places { group.addTask { await watch(alarms, at: place, isFinal) } }
            for await case let error? in group {
                group.cancelAll()
                return error
            }
            return nil
        }
        if let error { throw error }
    }

    private func watch(_ alarms: [Alarm], at place: Place, _ isFinal: (ForecastError) -> Bool) async -> ForecastError? {
        while !Task.isCancelled {
            let due: Date
            switch await decide(alarms, at: place) {
            case .success(let (_, next)): due = next.addingTimeInterval(forecaster.stagger)
            case .failure(let error) where isFinal(error): return error
            case .failure(let error):
                observe(.noForecast(place, error))
                due = now().addingTimeInterval(Watcher.retryPause)
            }
            observe(.waits(place, until: due))
            try? await forecaster.configuration.clock.sleep(until: due, by: now)
        }
        return nil
    }

    private func decide(_ alarms: [Alarm], at place: Place) async -> Result<(Outcome, Date), ForecastError> {
        let report: Report
        do throws(ForecastError) { report = try await self.report(for: alarms, at: place) } catch { return .failure(error) }
        let outcome = await withTaskGroup(of: Outcome.self) { group -> Outcome in
            // At once: a receiver that hangs delays no other message.
            for alarm in alarms { group.addTask { await decide(alarm, in: report) } }
            return await group.reduce(into: Outcome()) { $0.add($1) }
        }
        return .success((outcome, report.nextChange))
    }

    private func report(for alarms: [Alarm], at place: Place) async throws(ForecastError) -> Report {
        guard alarms.allSatisfy(\.rule.isAboutWarnings) else {
            return try await forecaster.report(.week, at: place, preferring: preference, maximumAge: maximumAge, for: caller)
        }
        let found = try await forecaster.alerts(at: place, for: caller)
        var report = Report(place: place, generatedAt: found.generatedAt, week: .unknown, alerts: found.alerts, sources: [found.source])
        report.areAlertsWhole = found.isWhole
        return report
    }

    private func decide(_ alarm: Alarm, in report: Report) async -> Outcome {
        let decision = alarm.rule.decision(in: report)
        observe(.decided(alarm, decision))
        var outcome = Outcome()
        if decision.holds == nil { outcome.unknown = 1 }
        let id = alarm.id(isSample: isSample)
        let old = await states.state(of: id) ?? RuleState()
        let (state, fires) = old.decided(decision.holds, on: KoreanDate(of: report.generatedAt))
        if fires {
            let message = AlarmMessage(alarm, decision, at: report.generatedAt, isSample: isSample)
            switch await store.claim(message.id) {
            case .granted(let claim):
                let fault = await deliver(message, to: alarm.receiver)
                // To the end, also if the program ends meanwhile.
                await Task { await claim.end(isDone: fault == nil) }.value
                if let fault {
                    observe(.undelivered(alarm, fault))
                    outcome.faults = [fault]
                    return outcome
                }
                observe(.delivered(alarm, message))
                outcome.delivered = 1
            case .done: break
            case .cancelled: return outcome
            }
        }
        guard state != old else { return outcome }
        let name = "\(alarm.place.name) · \(alarm.rule.text) · \(alarm.receiver.name)"
        if let reason = await states.store(state, of: id, name: name) { observe(.notRemembered(reason: reason)) }
        return outcome
    }

    private func deliver(_ message: AlarmMessage, to receiver: Receiver) async -> DeliveryFault? {
        do throws(DeliveryFault) {
            try await delivery.deliver(message, to: receiver)
            return nil
        } catch { return error }
    }
}
