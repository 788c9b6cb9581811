import Forecast

/// What was said of each day at each lead: by the last issue of the day that lies so many days before, of the issues of the
/// day itself by the last before 06:00. Where that issue says nothing of rain, or of temperatures, the one before it does.
struct ForecastsByLead: Sendable {
    /// KMA's forecasts reach so many days ahead.
    static let longestLead = Week.daysAhead
    /// The hour before which an issue of the day itself counts for lead 0.
    static let morning = 6

    private let dates: ClosedRange<KoreanDate>
    /// By lead, and each of them by date.
    private var said: [SaidOfDay]

    /// Nothing, of some days.
    init(_ dates: ClosedRange<KoreanDate>) {
        self.dates = dates
        let days = dates.upperBound - dates.lowerBound + 1
        said = Array(repeating: SaidOfDay(), count: (ForecastsByLead.longestLead + 1) * days)
    }

    /// Adds what an issue said of one of the days. The issues of one subject come in their order.
    mutating func add(_ row: LedgerDay) {
        let issued = KoreanTime(row.issuedAt)
        let lead = row.day.date - issued.date
        guard (0...ForecastsByLead.longestLead).contains(lead), dates.contains(row.day.date),
            lead > 0 || issued.hour < ForecastsByLead.morning
        else { return }
        said[index(lead, row.day.date)].add(row)
    }

    /// The forecasts by lead and date.
    var all: [Int: [KoreanDate: ScoredForecast]] {
        var all: [Int: [KoreanDate: ScoredForecast]] = [:]
        for lead in 0...ForecastsByLead.longestLead {
            var ofLead: [KoreanDate: ScoredForecast] = [:]
            for number in 0...(dates.upperBound - dates.lowerBound) {
                let date = dates.lowerBound + number
                ofLead[date] = said[index(lead, date)].forecast
            }
            all[lead] = ofLead
        }
        return all
    }

    private func index(_ lead: Int, _ date: KoreanDate) -> Int {
        lead * (dates.upperBound - dates.lowerBound + 1) + (date - dates.lowerBound)
    }
}

/// What was said of one day at one lead.
private struct SaidOfDay {
    /// Low and high, by the last issue that has one of them.
    private var extremes: (issuedAt: Date, fetchedAt: Date, value: Extremes)?
    /// The sky of the issue that is being read.
    private var reading: IssuedSky?
    /// The last issue that says whether it is wet.
    private var told: IssuedSky?

    mutating func add(_ row: LedgerDay) {
        if row.day.extremes != Extremes(),
            extremes.map({ ($0.issuedAt, $0.fetchedAt) <= (row.issuedAt, row.fetchedAt) }) ?? true
        {
            extremes = (row.issuedAt, row.fetchedAt, row.day.extremes)
        }
        guard let sky = row.day.sky else { return }
        if reading?.feed != row.subject.feed || reading?.issuedAt != row.issuedAt {
            told = last
            reading = IssuedSky(feed: row.subject.feed, issuedAt: row.issuedAt)
        }
        reading?.set(sky, of: row.day.part)
    }

    /// The last issue that says whether it is wet, of those read so far.
    private var last: IssuedSky? {
        guard let reading, reading.isWet != nil else { return told }
        guard let told else { return reading }
        return reading.issuedAt >= told.issuedAt ? reading : told
    }

    /// `nil` where nothing was said.
    var forecast: ScoredForecast? {
        guard extremes != nil || reading != nil else { return nil }
        let sky = last
        return ScoredForecast(
            isWet: sky?.isWet,
            probability: sky?.probability,
            extremes: extremes?.value ?? Extremes()
        )
    }
}

/// What one issue says of the sky of a day.
private struct IssuedSky {
    let feed: Feed
    let issuedAt: Date
    var day: HalfDay?
    var morning: HalfDay?
    var afternoon: HalfDay?

    mutating func set(_ sky: HalfDay, of part: DayPart) {
        switch part {
        case .day: day = sky
        case .morning: morning = sky
        case .afternoon: afternoon = sky
        }
    }

    /// Whether rain or snow is named for the day; `nil` where nothing is named and a half is not known.
    var isWet: Bool? {
        let (day, morning, afternoon) = (day?.isWet, morning?.isWet, afternoon?.isWet)
        if day == true || morning == true || afternoon == true { return true }
        return day != nil || morning != nil && afternoon != nil ? false : nil
    }

    /// The highest chance of the day's parts; `nil` where one of them has none.
    var probability: Probability? {
        let all = [day, morning, afternoon].compactMap { $0 }.map(\.precipitationProbability)
        return all.contains(nil) ? nil : all.compactMap { $0 }.max()
    }
}

extension HalfDay {
    /// Whether rain or snow is named; `nil` where nothing is.
    fileprivate var isWet: Bool? {
        condition.flatMap { $0.kind == .unknown ? nil : $0.isFalling }
    }
}
