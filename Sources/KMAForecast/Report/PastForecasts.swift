import Forecast
import Regions

/// Recorded issues by day and day of issue, for past days, earlier forecasts and scores.
public struct PastForecasts: Sendable {
    package static let longestLead = Week.daysAhead
    /// Later issues are about the rest of the day.
    static let morning = 6
    private let byDays: [Key: [IssuedForecast]]

    private struct Key: Hashable {
        var date: KoreanDate
        var issued: KoreanDate
    }

    package init(_ kept: [KeptForecast]) {
        byDays = Dictionary(grouping: kept.map(\.forecast)) { forecast in Key(date: forecast.date, issued: KoreanDate(of: forecast.issuedAt)) }
    }

    /// Day by the issues of one day, each value by the newest with it.
    public func said(of date: KoreanDate, on issued: KoreanDate) -> StatedDay? { chosen(date, among: byDays[Key(date: date, issued: issued)] ?? []) }

    package func said(of date: KoreanDate, leadDays: Int) -> StatedDay? {
        let issues = byDays[Key(date: date, issued: date + -leadDays)] ?? []
        return chosen(date, among: issues.filter { $0.issuedAt < date.at(hour: PastForecasts.morning) })
    }

    /// Day by all issues before its 06:00.
    public func lastSaid(of date: KoreanDate) -> StatedDay? {
        let issues = (0...PastForecasts.longestLead).flatMap { lead in byDays[Key(date: date, issued: date + -lead)] ?? [] }
        return chosen(date, among: issues.filter { $0.issuedAt < date.at(hour: PastForecasts.morning) })
    }

    private func chosen(_ date: KoreanDate, among issues: [IssuedForecast]) -> StatedDay? {
        let said = DayChoice(on: date, among: issues.map(\.candidate)).said
        return said.low == nil && said.high == nil && said.wholeSky == nil ? nil : said
    }
}

extension Forecaster {
    /// Returns the recorded issues of days at a place; `nil` without a ledger. Throws if it cannot be read.
    public func pastForecasts(at place: Place, on dates: ClosedRange<KoreanDate>) async throws(ForecastError) -> PastForecasts? {
        guard let ledger = configuration.ledger?.ledger else { return nil }
        let now = configuration.now()
        let rows: [LedgerDay]
        do throws(StoreProblem) { rows = try await ledger.days(of: place.ledgerSubjects, on: dates) } catch { throw .record(error) }
        return PastForecasts(KeptForecast.all(in: rows).filter { $0.forecast.issuedAt <= now })
    }

    /// Returns stored hourly observations of KMA from a moment on.
    public func storedObservations(at place: Place, since start: Date) async -> [Date: ObservedWeather] {
        let stored = await (feeds[.nowcast] as? NowcastFeed)?.stored(at: place, since: start) ?? []
        return Dictionary(stored.map { ($0.observedAt, $0) }) { first, _ in first }
    }
}
