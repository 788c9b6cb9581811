import Feeds
import Forecast
import KMAForecast
import Regions

/// Accuracy of the recorded forecasts of a place, by lead.
public struct AccuracyReport: Sendable {
    /// Place of the forecasts.
    public var place: Place
    /// Time of the question.
    public var generatedAt: Date
    /// Station of the measurements, if one is near.
    public var station: NearbySurfaceStation?
    /// First day counted.
    public var since: KoreanDate
    /// Last day counted: yesterday.
    public var until: KoreanDate
    /// Scores of leads from 0 to 10 days.
    public var leads: [LeadScore]
    /// Days with a recorded forecast.
    public var recordedDays = 0
    /// Observed days of them.
    public var observedDays = 0
    /// True if a ledger is kept.
    public var isKept: Bool
    /// True for sample data.
    public var isSample: Bool

    /// Creates a report.
    public init(
        place: Place,
        generatedAt: Date,
        station: NearbySurfaceStation?,
        since: KoreanDate,
        until: KoreanDate,
        leads: [LeadScore],
        isKept: Bool,
        isSample: Bool
    ) {
        (self.place, self.generatedAt, self.station, self.since) = (place, generatedAt, station, since)
        (self.until, self.leads, self.isKept, self.isSample) = (until, leads, isKept, isSample)
    }

    /// Number of days counted.
    public var days: Int { until - since + 1 }

    /// Owners of the data, in the words of their licence.
    public var attribution: [String] { [UpstreamAPI.midTerm.traits.attribution] }

    /// Score of a lead.
    public subscript(leadDays: Int) -> LeadScore? { leads.first { $0.leadDays == leadDays } }
}

extension AccuracyReport {
    /// Days counted by default.
    public static let usualDays = 365
    /// Days counted at most; a year of a place takes a tenth of a second.
    public static let longestSpan = 3_660

    /// True for a past date of the last ten years.
    public static func counts(since date: KoreanDate, at now: Date) -> Bool { 1...longestSpan ~= KoreanDate(of: now) - date }
}

extension Forecaster {
    /// Scores the recorded forecasts since a day, by default a year ago.
    public func accuracy(at place: Place, since: KoreanDate? = nil) async throws(ForecastError) -> AccuracyReport {
        let now = configuration.now()
        let yesterday = KoreanDate(of: now) + -1
        let earliest = yesterday + (1 - AccuracyReport.longestSpan)
        let first = min(max(since ?? yesterday + (1 - AccuracyReport.usualDays), earliest), yesterday)
        let station = place.surfaceStation
        var report = AccuracyReport(
            place: place,
            generatedAt: now,
            station: station,
            since: first,
            until: yesterday,
            leads: [],
            isKept: configuration.ledger != nil,
            isSample: configuration.areSamples
        )
        guard let ledger = configuration.ledger?.ledger else { return report }
        if let station { await fillObservations(of: station.station) }
        var forecasts: [Int: [KoreanDate: ScoredForecast]]
        var observed: [ObservedDay] = []
        do throws(StoreProblem) {
            forecasts = try await forecastsByLead(in: ledger, at: place, on: first...yesterday)
            if let station { observed = try await ledger.observations(at: station.station.id, on: first...yesterday) }
            // The first days' ranges were learned before.
            let record = try await record(of: place, on: first + -PlaceRecord.days...yesterday, withRain: false)
            record?.addRanges(to: &forecasts)
        } catch { throw .record(error) }
        let recorded = Set(forecasts.values.flatMap(\.keys))
        report.recordedDays = recorded.count
        report.observedDays = observed.count { recorded.contains($0.date) }
        let outcomes = observed.map { day in
            let outcome = DayOutcome(isWet: day.rain.isWet, minimum: day.minimum, maximum: day.maximum)
            return (day.date, outcome)
        }
        let rainDays = place.climateStation?.rainDays
        report.leads = LeadScore.scores(
            of: forecasts,
            against: Dictionary(outcomes) { _, last in last },
            isVerifiable: station != nil,
            baseRate: { date in rainDays.map { $0[date.civil.month - 1] / date.daysOfMonth } }
        )
        return report
    }

    /// A year of a place has forty thousand rows; others go on after some milliseconds.
    private static let daysAtOnce = 25

    private func forecastsByLead(in ledger: any Ledger, at place: Place, on dates: ClosedRange<KoreanDate>) async throws(StoreProblem) -> [Int:
        [KoreanDate: ScoredForecast]]
    {
        var forecasts: [Int: [KoreanDate: ScoredForecast]] = [:]
        var first = dates.lowerBound
        while first <= dates.upperBound {
            let last = min(first + (Forecaster.daysAtOnce - 1), dates.upperBound)
            let rows = try await ledger.days(of: place.ledgerSubjects, on: first...last)
            let past = PastForecasts(KeptForecast.all(in: rows))
            for lead in 0...PastForecasts.longestLead {
                for number in 0...(last - first) {
                    let said = past.said(of: first + number, leadDays: lead)
                    forecasts[lead, default: [:]][first + number] = said.map(ScoredForecast.init)
                }
            }
            first = last + 1
            await Task.yield()
        }
        return forecasts
    }
}

extension KoreanDate {
    fileprivate var daysOfMonth: Double {
        let (year, month, _) = civil
        let next = KoreanDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
        return Double(next - KoreanDate(year: year, month: month, day: 1))
    }
}
