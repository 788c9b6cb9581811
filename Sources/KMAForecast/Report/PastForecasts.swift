import Feeds
import Forecast
import Regions

/// What the kept issues said of days, each day by the day on which it was said.
public struct PastForecasts: Sendable {
    /// What was said of a day.
    public struct SaidDay: Sendable, Hashable {
        /// Low and high in °C.
        public var extremes: Extremes
        /// Rain and sky of the whole day; `nil` where no issue says it.
        public var whole: HalfDay?
    }

    /// By the day that is spoken of and the day of the issue; the newest issue first.
    private let byDays: [Key: [IssuedForecast]]

    private struct Key: Hashable {
        var date: KoreanDate
        var issued: KoreanDate
    }

    /// What is said by kept forecasts, of which the newest stands first.
    init(_ kept: [KeptForecast]) {
        byDays = Dictionary(grouping: kept.map(\.forecast)) { forecast in
            Key(date: forecast.date, issued: KoreanDate(of: forecast.issuedAt))
        }
    }

    /// What the issues of one day last said of a day; `nil` where none of them is kept.
    public func said(of date: KoreanDate, on issued: KoreanDate) -> SaidDay? {
        SaidDay(byDays[Key(date: date, issued: issued)] ?? [])
    }

    /// What was said last of a day before its 06:00; later issues speak of what is left of it. `nil` where nothing is kept of
    /// it.
    public func lastSaid(of date: KoreanDate) -> SaidDay? {
        let issues = (0...ForecastsByLead.longestLead).flatMap { lead in
            byDays[Key(date: date, issued: date + -lead)] ?? []
        }
        let morning = date.at(hour: ForecastsByLead.morning)
        return SaidDay(issues.filter { $0.issuedAt < morning })
    }
}

extension PastForecasts.SaidDay {
    /// What issues say together, the newest first: each value by the newest that has it. `nil` where none says anything.
    fileprivate init?(_ issues: [IssuedForecast]) {
        extremes = issues.first { $0.extremes != Extremes() }?.extremes ?? Extremes()
        whole = issues.first(where: \.hasWholeSky)?.whole
        if extremes == Extremes(), whole == nil { return nil }
    }
}

extension Forecaster {
    /// What the kept issues said of days at a place; `nil` if no ledger is kept. Throws if it cannot be read.
    public func pastForecasts(
        at place: Place,
        on dates: ClosedRange<KoreanDate>
    ) async throws(ForecastError) -> PastForecasts? {
        guard let ledger = configuration.ledger?.ledger else { return nil }
        let now = configuration.now()
        let rows: [LedgerDay]
        do throws(StoreProblem) {
            rows = try await ledger.days(of: place.ledgerSubjects, on: dates)
        } catch {
            throw .record(error)
        }
        return PastForecasts(KeptForecast.all(in: rows).filter { $0.forecast.issuedAt <= now })
    }

    /// What KMA observed at a place at each hour from a moment on, as far as that is stored; nothing is asked for.
    public func storedObservations(at place: Place, since start: Date) async -> [Date: Observation] {
        let stored = await (feeds[.nowcast] as? NowcastFeed)?.stored(at: place, since: start) ?? []
        return Dictionary(stored.map { ($0.observedAt, $0) }) { first, _ in first }
    }
}
