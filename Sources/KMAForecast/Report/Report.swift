import Feeds
import Forecast
import Regions

/// The answer to one question about one place, with the truth about where it came from.
public struct Report: Sendable {
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

    /// Whether something shown is older than its feed's next issue or refresh.
    public var isStale: Bool {
        sources.contains { $0.status == .stale }
    }

    /// Whether it is made of sample data.
    public var isSample: Bool {
        sources.contains { $0.status == .sample }
    }

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
        return max((changes + [turn]).min() ?? turn, generatedAt.addingTimeInterval(1))
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

extension [String] {
    /// Each text once, where it comes first.
    var uniqued: [String] {
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
