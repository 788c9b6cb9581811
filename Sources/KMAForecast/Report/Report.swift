import Feeds
import Forecast
import Regions

/// Answer to a question about a place, with its sources.
public struct Report: SourcedAnswer, Sendable {
    /// Place of the answer.
    public var place: Place
    /// Time of the answer.
    public var generatedAt: Date
    /// Weather now and in the next days.
    public var week: Week
    /// KMA's mid-term text, if requested.
    public var outlook: Outlook?
    /// Warnings for the place, most severe first; `nil` if unknown or not requested.
    public var alerts: [Alert]?
    /// False if some could not be read: there may be more than ``alerts``.
    public var areAlertsWhole = true
    /// Air at the place; `nil` if unknown or not requested.
    public var air: AirQuality?
    /// Changes since yesterday; `nil` if yesterday is unknown.
    public var changes: [ForecastChange]?
    /// Result of each feed.
    public var sources: [FeedReport]
    /// Time of the question, to which days and hours are limited.
    public var asked: AskedTime?
    /// Topic of the question; `nil` for all.
    public var topic: Sentence.Topic?
    /// Words of the question that this passes over.
    public var notUnderstood: Sentence.Leftover?

    /// Creates a report.
    public init(
        place: Place,
        generatedAt: Date,
        week: Week,
        outlook: Outlook? = nil,
        alerts: [Alert]? = nil,
        air: AirQuality? = nil,
        changes: [ForecastChange]? = nil,
        sources: [FeedReport]
    ) {
        (self.place, self.generatedAt, self.week, self.outlook) = (place, generatedAt, week, outlook)
        (self.alerts, self.air, self.changes, self.sources) = (alerts, air, changes, sources)
    }

    /// Summary with the warnings.
    public var summary: WeatherSummary {
        var summary = WeatherSummary(of: week, alerts: alerts, air: air, at: generatedAt)
        if let topicAnswer { summary.sentences.insert(topicAnswer, at: 0) }
        return summary
    }

    /// Feeds missing in whole or in part; not one without a key whose substitute answered.
    public var degraded: [Feed] { sources.degraded }

    /// Versions of the answers; empty if the store does not report newer ones.
    public var answers: [StoredSubject: AnswerVersion] {
        sources.reduce(into: [:]) { answers, source in answers.merge(source.answers) { first, _ in first } }
    }

    /// Owners of the data, in the words of their licences.
    public var attribution: [String] {
        let services = sources.filter(\.hasValue).map(\.feed.service)
        return UpstreamAPI.allCases.filter(services.contains).map(\.traits.attribution).uniqued
    }

    /// Next possible change; a failed feed may be back in a minute, one without a key not.
    public var nextChange: Date {
        let midnight = (KoreanDate(of: generatedAt) + 1).start
        let turn = min(asked?.holdsUntil ?? midnight, midnight)
        let changes = sources.filter { $0.status != .missingKey && $0.status != .notSubscribed }.map {
            $0.nextChange ?? generatedAt.addingTimeInterval(FeedReport.failurePause)
        }
        let warned = [alerts?.nextChange(after: generatedAt)].compactMap(\.self)
        return max((changes + warned + [turn]).min() ?? turn, generatedAt.addingTimeInterval(1))
    }
}

extension [FeedReport] {
    var degraded: [Feed] {
        let given = Set(filter(\.hasValue).map(\.feed))
        return filter { source in
            switch source.status {
            case .missingKey:
                !source.feed.service.traits.isOptional && FeedCatalog.traits(of: source.feed)?.substitutes.isDisjoint(with: given) != false
            case .notSubscribed: false
            case .partial: true
            default: !source.hasValue
            }
        }.map(\.feed)
    }
}

/// Answer with its sources.
public protocol SourcedAnswer {
    /// Status of every requested feed.
    var sources: [FeedReport] { get }
    /// Feeds missing in whole or in part.
    var degraded: [Feed] { get }
    /// True for sample data.
    var isSample: Bool { get }
    /// Owners of the data.
    var attribution: [String] { get }
    /// Words of the question that this passes over.
    var notUnderstood: Sentence.Leftover? { get }
}

extension SourcedAnswer {
    /// None, unless the question was a sentence.
    public var notUnderstood: Sentence.Leftover? { nil }
    /// True if a part is older than its feed's next issue or refresh.
    public var isStale: Bool { sources.contains { $0.status == .stale } }
    /// True for sample data.
    public var isSample: Bool { sources.contains { $0.status == .sample } }
}

extension Array where Element: Equatable {
    package var uniqued: [Element] { reduce(into: []) { kept, next in if !kept.contains(next) { kept.append(next) } } }
}

extension Report {
    /// Theme of a day, or of now. Throws ``ForecastError/invalidRequest(_:)`` without a sky, or the fault of a feed that should have one.
    public func themeSelection(on date: KoreanDate?) throws(ForecastError) -> ThemeSelection {
        let isNow = asked.map { $0.from <= generatedAt && !$0.isWholeDays } ?? true
        let asked = isNow ? nil : asked.map { max($0.firstDay, KoreanDate(of: generatedAt)) }
        guard let date = date ?? asked else { return week.themeSelection }
        guard let day = week.days.first(where: { $0.date == date }), day.skyFeed != nil else { throw lacking(date, in: week.days.map(\.date)) }
        return ThemeSelection(of: day)
    }
}

/// Result of one feed, as in `sources[]`.
public struct FeedReport: Sendable, Hashable {
    /// Status of a feed's part.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        case fresh
        case cached
        case stale
        case partial
        case missingKey = "missing_key"
        /// Optional service without approval: no fault.
        case notSubscribed = "not_subscribed"
        case failed
        case sample
    }

    /// Feed of the part.
    public var feed: Feed
    /// Status of the part.
    public var status: Status
    /// Time of the issue or observation.
    public var issuedAt: Date?
    /// Time of the fetch.
    public var fetchedAt: Date?
    /// Time from which something newer may be there.
    public var nextChange: Date?
    /// Fault of a missing, stale or incomplete part.
    public var error: FeedError?
    /// Gateway of KMA's services, with keys and applications of its own.
    public var gateway = KMAGateway.Kind.dataPortal
    /// Versions of the answers; empty if the store does not report newer ones.
    public var answers: [StoredSubject: AnswerVersion] = [:]

    /// Creates a report.
    public init(feed: Feed, status: Status, issuedAt: Date? = nil, fetchedAt: Date? = nil, nextChange: Date? = nil, error: FeedError? = nil) {
        (self.feed, self.status, self.issuedAt, self.fetchedAt, self.nextChange, self.error) = (feed, status, issuedAt, fetchedAt, nextChange, error)
    }

    /// True if the feed gave a value.
    public var hasValue: Bool { fetchedAt != nil }
}

extension FeedReport {
    static let failurePause = 60.0
    static let latePause = 10.0

    /// Joins two requests of a feed by the older and faultier; partial if only one has a value.
    func combined(with other: FeedReport, at now: Date) -> FeedReport {
        var both: FeedReport
        switch (hasValue, other.hasValue) {
        case (false, false):
            both = self
            both.error = error ?? other.error
        case (true, false): both = partial(for: other.error, at: now)
        case (false, true): both = other.partial(for: error, at: now)
        case (true, true):
            let (better, worse) = isBetter(than: other) ? (self, other) : (other, self)
            both = worse
            both.error = worse.error ?? better.error
            both.issuedAt = [better.issuedAt, worse.issuedAt].compactMap { $0 }.min()
            both.fetchedAt = [better.fetchedAt, worse.fetchedAt].compactMap { $0 }.min()
            both.nextChange = [better.nextChange, worse.nextChange].compactMap { $0 }.min()
        }
        both.answers.merge(answers) { own, _ in own }
        both.answers.merge(other.answers) { own, _ in own }
        return both
    }

    func supplemented(by earlier: FeedReport, at now: Date) -> FeedReport {
        var whole = earlier.status == .failed ? partial(for: earlier.error, at: now) : self
        whole.answers.merge(earlier.answers) { own, _ in own }
        return whole
    }

    var withoutApproval: FeedReport {
        guard !hasValue else { return self }
        var report = self
        report.status = .notSubscribed
        report.error = FeedError(.notSubscribed, error?.detail)
        return report
    }

    func partial(for fault: FeedError?, at now: Date) -> FeedReport {
        var partial = self
        if status != .stale { partial.status = .partial }
        partial.error = fault ?? error
        let retry = now.addingTimeInterval(FeedReport.failurePause)
        partial.nextChange = min(nextChange ?? retry, retry)
        return partial
    }

    private func isBetter(than other: FeedReport) -> Bool {
        guard status == other.status, let issuedAt, let otherIssuedAt = other.issuedAt else { return status.rank <= other.status.rank }
        return issuedAt > otherIssuedAt
    }
}

extension FeedReport.Status {
    fileprivate var rank: Int {
        switch self {
        case .fresh, .sample: 0
        case .cached: 1
        case .stale: 2
        case .partial: 3
        case .failed, .missingKey, .notSubscribed: 4
        }
    }
}
