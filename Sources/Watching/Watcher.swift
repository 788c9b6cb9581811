import Feeds
import Forecast
import KMAForecast
import Regions

/// Decides the rules of alarms at each issue, and tells their receivers when one turns.
///
/// What was told is remembered only then: a receiver that was not told is told at the next decision.
public struct Watcher: Sendable {
    /// What happens, for those who run it.
    public enum Event: Sendable {
        /// A rule was decided.
        case decided(Alarm, RuleDecision)
        /// A receiver was told.
        case told(Alarm, AlarmMessage)
        /// A receiver was not told.
        case notTold(Alarm, DeliveryFault)
        /// There is no forecast for a place.
        case noForecast(Place, ForecastError)
        /// The places were decided; the time of the next decision.
        case waits(Place, until: Date)
        /// What was told cannot be remembered, in the system's own words.
        case notRemembered(reason: String)
    }

    /// The result of one decision of all rules.
    public struct Outcome: Sendable {
        /// Receivers that were told.
        public var told = 0
        /// Receivers that were not told.
        public var notTold = 0
        /// Rules of which it is not known whether they hold.
        public var unknown = 0

        fileprivate mutating func add(_ other: Outcome) {
            told += other.told
            notTold += other.notTold
            unknown += other.unknown
        }
    }

    /// Seconds until a place is decided again that has no forecast.
    private static let retryPause = 300.0

    private let forecaster: Forecaster
    private let places: [(place: Place, alarms: [Alarm])]
    private let states: any RuleStateStore
    private let delivery: Delivery
    private let preference: Preference
    private let maximumAge: Double?
    private let origin: RequestOrigin
    private let isSample: Bool
    private let now: @Sendable () -> Date
    private let observe: @Sendable (Event) -> Void

    /// A watcher of alarms. `preference`, `maximumAge` and `origin` are those of the forecasts; `observe` is told of what
    /// happens, from any thread.
    public init(
        _ forecaster: Forecaster,
        _ alarms: [Alarm],
        states: any RuleStateStore,
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

    /// Decides the rules of a place, and tells of those that turn: the result, and when the forecast can next change.
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
            // All at once: a receiver that hangs keeps nobody else from being told.
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
            // Where another program has the message, it is told there, and remembered here all the same.
            if await states.claims(message.id) {
                do throws(DeliveryFault) {
                    try await delivery.tell(message, to: alarm.receiver)
                } catch {
                    await states.release(message.id)
                    observe(.notTold(alarm, error))
                    outcome.notTold = 1
                    return outcome
                }
                observe(.told(alarm, message))
                outcome.told = 1
            }
        }
        if state != old {
            let name = "\(alarm.place.name) · \(alarm.rule.text) · \(alarm.receiver.name)"
            if let reason = await states.store(state, of: id, name: name) {
                observe(.notRemembered(reason: reason))
            }
        }
        return outcome
    }
}
