import Feeds
import Forecast
import KMAForecast
import Regions

/// Forecasts of a day at a place, and the observation.
public struct HistoryReport: Sendable {
    /// Observation near the place.
    public struct Observed: Sendable, Hashable {
        /// Station near the place.
        public var station: NearbySurfaceStation
        /// Values of the day.
        public var day: ObservedDay
    }

    /// Place of the forecasts.
    public var place: Place
    /// Time of the question.
    public var generatedAt: Date
    /// Day of the forecasts.
    public var date: KoreanDate
    /// Recorded issues, newest first.
    public var issues: [KeptForecast]
    /// Observation, if known and over.
    public var observed: Observed?
    /// Number of issues about the day.
    public var issuesExpected: Int
    /// True if a ledger is kept.
    public var isKept: Bool
    /// True for sample data.
    public var isSample: Bool

    /// Owners of the data, in the words of their licence.
    public var attribution: [String] { [UpstreamAPI.midTerm.traits.attribution] }
}

extension HistoryReport {
    /// Day of words such as `내일` or `Saturday`.
    public static func day(named text: String, at now: Date) -> KoreanDate? {
        if let date = KoreanDate(text) { return date }
        let sentence = Sentence([text], at: now)
        return sentence.isTimeAlone ? sentence.time?.firstDay : nil
    }
}

extension Forecaster {
    /// Returns the recorded issues of a day at a place, and the observation.
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
        let near = date < KoreanDate(of: now) ? place.surfaceStation : nil
        if let near { await fillObservations(of: near.station) }
        do throws(StoreProblem) {
            let rows = try await ledger?.days(of: place.ledgerSubjects, on: date...date) ?? []
            report.issues = KeptForecast.all(in: rows).filter { $0.forecast.issuedAt <= now }
            if let near, let day = try await ledger?.observations(at: near.station.id, on: date...date).first {
                report.observed = HistoryReport.Observed(station: near, day: day)
            }
        } catch { throw .record(error) }
        return report
    }
}
