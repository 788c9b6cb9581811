import Feeds
import Forecast
import KMAForecast
import Regions

/// Decides the rules of alarms at each issue, and delivers a message to their receivers when one turns.
///
/// Of all programs that share a store one at a time has the claim to deliver a message, and it ends with the program. A
/// message is remembered as delivered when its receiver has acknowledged it; any other is delivered at the next decision.
public struct Watcher: Sendable {
    /// Events of a watcher, for the program that runs it.
    public enum Event: Sendable {
        /// A rule was decided.
        case decided(Alarm, RuleDecision)
        /// A receiver has acknowledged a message.
        case delivered(Alarm, AlarmMessage)
        /// A message did not reach its receiver.
        case undelivered(Alarm, DeliveryFault)
        /// There is no forecast for a place.
        case noForecast(Place, ForecastError)
        /// The places were decided; the time of the next decision.
        case waits(Place, until: Date)
        /// A delivery cannot be remembered, in the system's own words.
        case notRemembered(reason: String)
    }

    /// The result of one decision of all rules.
    public struct Outcome: Sendable {
        /// Messages that were delivered.
        public var delivered = 0
        /// Faults of messages that were not.
        public var faults: [DeliveryFault] = []
        /// Rules of which it is not known whether they hold.
        public var unknown = 0

        fileprivate mutating func add(_ other: Outcome) {
            delivered += other.delivered
            faults += other.faults
            unknown += other.unknown
        }
    }

    /// Seconds until a place is decided again that has no forecast.
    private static let retryPause = 300.0

    private let forecaster: Forecaster
    private let places: [(place: Place, alarms: [Alarm])]
    private let states: any RuleStateStore
    private let store: any DeedStore
    private let delivery: Delivery
    private let preference: Preference
    private let maximumAge: Double?
    private let origin: RequestOrigin
    private let isSample: Bool
    private let now: @Sendable () -> Date
    private let observe: @Sendable (Event) -> Void

    /// A watcher of alarms. `states`: memory of this program's own; `store`: where deliveries are claimed and recorded among
    /// all that watch the same. `preference`, `maximumAge` and `origin` are those of the forecasts; `observe` gets each event,
    /// on any thread.
    public init(
        _ forecaster: Forecaster,
        _ alarms: [Alarm],
        states: any RuleStateStore,
        store: any DeedStore,
        delivery: Delivery,
        preferring preference: Preference = .kma,
        maximumAge: Double? = nil,
        for origin: RequestOrigin = .program,
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
        self.origin = origin
        self.isSample = isSample
        self.now = now
        self.observe = observe
    }

    /// Decides all rules once; throws the error of the first place where no place has a forecast.
    public func decideOnce() async throws(ForecastError) -> Outcome {
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

    /// Decides at each change of the forecasts, until the task is cancelled. Throws an error that no issue will end, where
    /// `isFinal` says so of one.
    public func run(
        until isFinal: @escaping @Sendable (ForecastError) -> Bool = { _ in false }
    ) async throws(ForecastError) {
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

    /// Watches one place; returns an error that is final.
    private func watch(
        _ alarms: [Alarm],
        at place: Place,
        _ isFinal: (ForecastError) -> Bool
    ) async -> ForecastError? {
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
            // Ends early with the task.
            try? await forecaster.configuration.clock.sleep(until: due, by: now)
        }
        return nil
    }

    /// Decides the rules of a place, and delivers the messages of those that turn: the result, and when the forecast can next
    /// change.
    private func decide(
        _ alarms: [Alarm],
        at place: Place
    ) async -> Result<(Outcome, Date), ForecastError> {
        let report: Report
        do throws(ForecastError) {
            report = try await self.report(for: alarms, at: place)
        } catch {
            return .failure(error)
        }
        let outcome = await withTaskGroup(of: Outcome.self) { group -> Outcome in
            // All at once: a receiver that hangs delays no other message.
            for alarm in alarms { group.addTask { await decide(alarm, in: report) } }
            return await group.reduce(into: Outcome()) { $0.add($1) }
        }
        return .success((outcome, report.nextChange))
    }

    /// A report with all that the rules ask: where that is warnings alone, those alone.
    private func report(for alarms: [Alarm], at place: Place) async throws(ForecastError) -> Report {
        guard alarms.allSatisfy(\.rule.isAboutWarnings) else {
            return try await forecaster.report(
                .week,
                at: place,
                preferring: preference,
                maximumAge: maximumAge,
                for: origin
            )
        }
        let found = try await forecaster.alerts(at: place, for: origin)
        var report = Report(
            place: place,
            generatedAt: found.generatedAt,
            week: .unknown,
            alerts: found.alerts,
            sources: [found.source]
        )
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
                // Recorded to the end, also if the program is told to end meanwhile.
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
        if let reason = await states.store(state, of: id, name: name) {
            observe(.notRemembered(reason: reason))
        }
        return outcome
    }

    /// Delivers a message; the fault if it did not reach its receiver.
    private func deliver(_ message: AlarmMessage, to receiver: Receiver) async -> DeliveryFault? {
        do throws(DeliveryFault) {
            try await delivery.deliver(message, to: receiver)
            return nil
        } catch {
            return error
        }
    }
}
