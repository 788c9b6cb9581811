import Feeds
import Forecast
import Regions

/// How good the kept forecasts of a place were, by lead.
public struct AccuracyReport: Sendable {
    /// The place.
    public var place: Place
    /// When it was asked.
    public var generatedAt: Date
    /// The station that forecasts are held against; `nil` where none is near.
    public var station: NearbySurfaceStation?
    /// The first day that counts.
    public var since: KoreanDate
    /// The last day that counts: yesterday.
    public var until: KoreanDate
    /// The scores of each lead, ascending: 0 to 10 days.
    public var leads: [LeadScore]
    /// Whether a ledger is kept at all.
    public var isKept: Bool
    /// Whether it is made up.
    public var isSample: Bool

    /// A report from its parts.
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
        self.place = place
        self.generatedAt = generatedAt
        self.station = station
        self.since = since
        self.until = until
        self.leads = leads
        self.isKept = isKept
        self.isSample = isSample
    }

    /// Days from the first to the last that counts.
    public var days: Int { until - since + 1 }

    /// Whom the data are owed to, as their licence wants it shown.
    public var attribution: [String] { [UpstreamAPI.midTerm.traits.attribution] }

    /// A lead by its days.
    public subscript(leadDays: Int) -> LeadScore? { leads.first { $0.leadDays == leadDays } }
}

extension AccuracyReport {
    /// The days that count unless a first one is named.
    public static let usualDays = 365
    /// The days that it looks back at the most: a year of a place is read in a tenth of a second.
    public static let longestSpan = 3_660

    /// Whether days can be counted from a date on: one of the last ten years that is over.
    public static func counts(since date: KoreanDate, at now: Date) -> Bool {
        1...longestSpan ~= KoreanDate(of: now) - date
    }
}

extension Forecaster {
    /// How good the kept forecasts of a place were since a day, without one of the last year.
    ///
    /// What the station measured is brought up to date first, if a key is set: a call at most, and none if it had its turn
    /// today. Throws if the record cannot be read.
    public func accuracy(
        at place: Place,
        since: KoreanDate? = nil
    ) async throws(ForecastError) -> AccuracyReport {
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
        let forecasts: [Int: [KoreanDate: ScoredForecast]]
        var observed: [ObservedDay] = []
        do throws(StoreProblem) {
            forecasts = try await forecastsByLead(in: ledger, at: place, on: first...yesterday)
            if let station {
                observed = try await ledger.observations(at: station.station.id, on: first...yesterday)
            }
        } catch {
            throw .record(error)
        }
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

    /// Days that are read at once: a year of a place has forty thousand rows.
    private static let daysAtOnce = 100

    /// What was said of days at each lead.
    private func forecastsByLead(
        in ledger: any Ledger,
        at place: Place,
        on dates: ClosedRange<KoreanDate>
    ) async throws(StoreProblem) -> [Int: [KoreanDate: ScoredForecast]] {
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
        }
        return forecasts
    }
}

extension KoreanDate {
    /// The days of its month.
    fileprivate var daysOfMonth: Double {
        let (year, month, _) = civil
        let next = KoreanDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
        return Double(next - KoreanDate(year: year, month: month, day: 1))
    }
}
