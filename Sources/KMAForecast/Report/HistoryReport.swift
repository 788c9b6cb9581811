import Feeds
import Forecast
import Regions

/// What was said of a day at a place, and what came.
public struct HistoryReport: Sendable {
    /// What a station near the place observed.
    public struct Observed: Sendable, Hashable {
        /// The station.
        public var station: NearbySurfaceStation
        /// What it observed.
        public var day: ObservedDay
    }

    /// The place.
    public var place: Place
    /// When it was asked.
    public var generatedAt: Date
    /// The day that is asked about.
    public var date: KoreanDate
    /// What each kept issue said of it, the newest first.
    public var issues: [KeptForecast]
    /// What came; `nil` where it is not known, or not yet over.
    public var observed: Observed?
    /// How many issues there have been that say something of the day.
    public var issuesExpected: Int
    /// Whether a ledger is kept at all.
    public var isKept: Bool
    /// Whether it is made up.
    public var isSample: Bool

    /// Whom the data are owed to, as their licence wants it shown.
    public var attribution: [String] { [UpstreamAPI.midTerm.traits.attribution] }
}

extension HistoryReport {
    /// The day that words name, such as `내일` or `Saturday`; `nil` for words that name no time alone.
    public static func day(named text: String, at now: Date) -> KoreanDate? {
        if let date = KoreanDate(text) { return date }
        let sentence = Sentence([text], at: now)
        return sentence.isTimeAlone ? sentence.time?.days.lowerBound : nil
    }
}

extension Forecaster {
    /// The day in Korea.
    public var today: KoreanDate { KoreanDate(of: configuration.now()) }

    /// What was said of a day at a place by the issues that are kept, and what came. Throws if the record cannot be read.
    public func history(at place: Place, on date: KoreanDate) async throws(ForecastError) -> HistoryReport {
        let now = configuration.now()
        let ledger = configuration.ledger?.ledger
        var report = HistoryReport(
            place: place,
            generatedAt: now,
            date: date,
            issues: [],
            observed: nil,
            issuesExpected: IssueSchedule.issues(about: date, until: now),
            isKept: ledger != nil,
            isSample: configuration.areSamples
        )
        // A day that is not over has no observation.
        let near = date < KoreanDate(of: now) ? place.surfaceStation : nil
        if let near { await fillObservations(of: near.station) }
        do throws(StoreProblem) {
            let rows = try await ledger?.days(of: place.ledgerSubjects, on: date...date) ?? []
            report.issues = KeptForecast.all(in: rows).filter { $0.forecast.issuedAt <= now }
            if let near, let day = try await ledger?.observations(at: near.station.id, on: date...date).first
            {
                report.observed = HistoryReport.Observed(station: near, day: day)
            }
        } catch {
            throw .record(error)
        }
        return report
    }

    /// What has changed in a week since yesterday; `nil` where nothing is kept of yesterday.
    func changes(of week: Week, _ said: [IssuedForecast], _ sources: [FeedReport], at now: Date)
        -> [ForecastChange]?
    {
        var newest: [Provider: Date] = [:]
        for source in sources {
            guard let issuedAt = source.issuedAt, let name = source.feed.source,
                [.midTemperature, .midLand, .shortTerm].contains(source.feed)
            else { continue }
            // Where the two feeds of the mid-term forecast show two issues, the older one may be compared with.
            newest[name] = max(issuedAt, newest[name] ?? issuedAt)
        }
        return ForecastChange.all(
            shown: week.days,
            said: said,
            newest: newest,
            at: now
        )
    }

    /// What yesterday's issues said of the days of a week at a place, as far as it is kept and can be read:
    /// without it no change is known.
    func yesterdaysForecasts(at place: Place, now: Date) async -> [IssuedForecast] {
        let today = KoreanDate(of: now)
        do throws(StoreProblem) {
            let rows = try await configuration.ledger?.ledger.days(
                of: place.ledgerSubjects,
                on: today...(today + Week.daysAhead),
                issued: now.addingTimeInterval(-ForecastChange.maximumAge)..<now
            )
            return KeptForecast.all(in: rows ?? []).map(\.forecast)
        } catch {
            return []
        }
    }
}
