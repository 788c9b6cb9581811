import Feeds
import Forecast
import Regions

/// The answer to one question about one place, with the truth about where it came from.
public struct Report: SourcedAnswer, Sendable {
    /// The place it is about.
    public var place: Place
    /// When it was put together.
    public var generatedAt: Date
    /// Now and the next days.
    public var week: Week
    /// KMA's mid-term text, where it was asked for.
    public var outlook: Outlook?
    /// KMA's warnings for the place, the most severe first; empty where it is known that there are none, `nil` where that
    /// is not known or was not asked.
    public var alerts: [Alert]?
    /// Whether all that KMA says of warnings at the place could be read; if not, there may be more than ``alerts``.
    public var areAlertsWhole = true
    /// The air at the place; `nil` where nothing is known of it or it was not asked.
    public var air: AirQuality?
    /// What is said otherwise than yesterday; empty where nothing is, `nil` where nothing is known of yesterday.
    public var changes: [ForecastChange]?
    /// The result of each feed that was asked.
    public var sources: [FeedReport]
    /// The time that is asked about, to which days and hours are limited; `nil` for all there is.
    public var asked: AskedTime?

    /// A report from its parts.
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
        self.place = place
        self.generatedAt = generatedAt
        self.week = week
        self.outlook = outlook
        self.alerts = alerts
        self.air = air
        self.changes = changes
        self.sources = sources
    }

    /// What there is to say of the weather, the warnings included.
    public var summary: WeatherSummary { WeatherSummary(of: week, alerts: alerts, air: air, at: generatedAt) }

    /// The feeds that should have contributed and did not, or only in part. A feed without a key is not missed where
    /// one that says the same answered, as KMA's nowcast does for OpenWeather's current weather.
    public var degraded: [Feed] { sources.degraded }

    /// The answers it is made of; empty where the store does not tell of newer ones.
    public var answers: [StoredSubject: AnswerVersion] {
        sources.reduce(into: [:]) { answers, source in answers.merge(source.answers) { first, _ in first } }
    }

    /// Whom the data are owed to, as their licences want it shown.
    public var attribution: [String] {
        let services = sources.filter(\.hasValue).map(\.feed.service)
        return UpstreamAPI.allCases.filter(services.contains).map(\.traits.attribution).uniqued
    }

    /// When the answer can next change. A feed that failed may be back within a minute; one without a key
    /// or without an approval will not.
    public var nextChange: Date {
        let midnight = (KoreanDate(of: generatedAt) + 1).start
        let turn = min(asked?.holdsUntil ?? midnight, midnight)
        let changes = sources.filter { $0.status != .missingKey && $0.status != .notSubscribed }
            .map { $0.nextChange ?? generatedAt.addingTimeInterval(FeedReport.failurePause) }
        let warned = [alerts?.nextChange(after: generatedAt)].compactMap(\.self)
        return max((changes + warned + [turn]).min() ?? turn, generatedAt.addingTimeInterval(1))
    }
}

extension [FeedReport] {
    /// The feeds that should have contributed and did not, or only in part.
    var degraded: [Feed] {
        let given = Set(filter(\.hasValue).map(\.feed))
        return filter { source in
            switch source.status {
            case .missingKey:
                !source.feed.service.traits.isOptional
                    && FeedCatalog.traits(of: source.feed)?.substitutes.isDisjoint(with: given) != false
            case .notSubscribed: false
            case .partial: true
            default: !source.hasValue
            }
        }
        .map(\.feed)
    }
}

/// An answer that tells where it is from.
public protocol SourcedAnswer {
    /// Every feed that was asked, with its status.
    var sources: [FeedReport] { get }
    /// Feeds that are missing or incomplete.
    var degraded: [Feed] { get }
    /// Whether it is made of sample data.
    var isSample: Bool { get }
    /// Whom the data are owed to.
    var attribution: [String] { get }
}

extension SourcedAnswer {
    /// Whether something in it is older than its feed's next issue or refresh.
    public var isStale: Bool { sources.contains { $0.status == .stale } }
    /// Whether a feed gave sample data.
    public var isSample: Bool { sources.contains { $0.status == .sample } }
}

extension Array where Element: Equatable {
    /// Each element once, where it comes first.
    package var uniqued: [Element] {
        reduce(into: []) { kept, next in if !kept.contains(next) { kept.append(next) } }
    }
}

extension Report {
    /// The theme for a day of the week; without one for the first day of the time that is asked about that is not over, and for
    /// now where that is now, or no time is. Throws ``ForecastError/invalidRequest(_:)`` for a day without a forecast of the sky.
    public func themeSelection(on date: KoreanDate?) throws(ForecastError) -> ThemeSelection {
        let isNow = asked.map { $0.from <= generatedAt && !$0.isWholeDays } ?? true
        let asked = isNow ? nil : asked.map { max($0.days.lowerBound, KoreanDate(of: generatedAt)) }
        guard let date = date ?? asked else { return week.themeSelection }
        guard let day = week.days.first(where: { $0.date == date }), day.skyFeed != nil else {
            let available = week.days.first.flatMap { first in week.days.last.map { first.date...$0.date } }
            throw .invalidRequest(.noForecast(for: date, available: available))
        }
        return ThemeSelection(of: day)
    }
}

/// The truth about one feed in an answer, as `sources[]` tells it.
public struct FeedReport: Sendable, Hashable {
    /// How a feed's part came about.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// Fetched for this answer.
        case fresh
        /// Fetched before, and nothing newer can be had.
        case cached
        /// Older than it should be, for want of anything better.
        case stale
        /// Made of two answers, one of which failed.
        case partial
        /// Not asked: there is no key.
        case missingKey = "missing_key"
        /// An optional service that the key has no approval for: no fault.
        case notSubscribed = "not_subscribed"
        /// Asked, and nothing to show for it.
        case failed
        /// Made up by the built-in sample feeds.
        case sample
    }

    /// The feed.
    public var feed: Feed
    /// How its part came about.
    public var status: Status
    /// Time of the issue, or of the observation; `nil` where the feed tells none.
    public var issuedAt: Date?
    /// When it was fetched; `nil` where nothing was.
    public var fetchedAt: Date?
    /// When something newer can be there; `nil` where nothing was fetched.
    public var nextChange: Date?
    /// Why it is missing, stale or incomplete.
    public var error: FeedError?
    /// The gateway at which KMA's services are called: each has keys and applications of its own.
    public var gateway = KMAGateway.Kind.dataPortal
    /// The answers it is made of; empty where the store does not tell of newer ones.
    public var answers: [StoredSubject: AnswerVersion] = [:]

    /// What is told of a feed, from its parts.
    public init(
        feed: Feed,
        status: Status,
        issuedAt: Date? = nil,
        fetchedAt: Date? = nil,
        nextChange: Date? = nil,
        error: FeedError? = nil
    ) {
        self.feed = feed
        self.status = status
        self.issuedAt = issuedAt
        self.fetchedAt = fetchedAt
        self.nextChange = nextChange
        self.error = error
    }

    /// Whether the feed gave something to show.
    public var hasValue: Bool { fetchedAt != nil }
}

extension FeedReport {
    /// Seconds after which a feed that failed, in whole or in part, may be back.
    static let failurePause = 60.0
    /// Seconds after which a feed that came late is there: the longest of a request.
    static let latePause = 10.0

    /// Two requests told as one feed: the older and the faultier is told of, and where only one gave something, that
    /// the feed is partial.
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

    /// This answer with what an earlier one adds to it; partial where that one failed.
    func supplemented(by earlier: FeedReport, at now: Date) -> FeedReport {
        var whole = earlier.status == .failed ? partial(for: earlier.error, at: now) : self
        whole.answers.merge(earlier.answers) { own, _ in own }
        return whole
    }

    /// Told as no fault where the service is optional and the key has no approval for it. The gateway of 2026 refuses such
    /// a key as one that is not registered.
    var withoutApproval: FeedReport {
        guard feed.service.traits.isOptional, !hasValue, let code = error?.code, code.deniesApproval else {
            return self
        }
        var report = self
        report.status = .notSubscribed
        report.error = FeedError(.notSubscribed, error?.detail)
        return report
    }

    /// Without what another request of the feed should have given; what is stale stays told as stale.
    func partial(for fault: FeedError?, at now: Date) -> FeedReport {
        var partial = self
        if status != .stale { partial.status = .partial }
        partial.error = fault ?? error
        // No longer than a feed that failed.
        let retry = now.addingTimeInterval(FeedReport.failurePause)
        partial.nextChange = min(nextChange ?? retry, retry)
        return partial
    }

    /// Whether its part came about in a better way, or in the same way of a newer issue.
    private func isBetter(than other: FeedReport) -> Bool {
        guard status == other.status, let issuedAt, let otherIssuedAt = other.issuedAt else {
            return status.rank <= other.status.rank
        }
        return issuedAt > otherIssuedAt
    }
}

extension FeedReport.Status {
    /// The worse the higher.
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
