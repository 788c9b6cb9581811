import Feeds
import Forecast
import KMAForecast
import Regions

/// Ledger of made-up issues and observations. The newest issue has the values of the sample feeds; earlier
/// ones have errors that add up with time.
public struct SampleLedger: Ledger {
    private let clock: @Sendable () -> Date

    /// Creates a ledger at the time of a clock.
    public init(clock: @escaping @Sendable () -> Date) {
        self.clock = clock
    }

    /// Does nothing.
    public func add(
        _ issues: [LedgerIssue],
        _ observations: [ObservedDay],
        through position: CachePosition?
    ) async {}

    /// Returns the issues of days, in order.
    public func days(
        of subjects: [LedgerSubject],
        on dates: ClosedRange<KoreanDate>,
        issued: Range<Date>?
    ) async -> [LedgerDay] {
        let now = clock()
        var rows: [LedgerDay] = []
        for subject in subjects {
            guard let record = SampleRecord(subject, now: now) else { continue }
            for day in dates.lowerBound.dayNumber...dates.upperBound.dayNumber {
                rows += record.rows(on: KoreanDate(dayNumber: day), issued: issued)
            }
        }
        return rows.sorted { ($0.issuedAt, $0.day.date) < ($1.issuedAt, $1.day.date) }
    }

    /// Returns the observations of a station until yesterday.
    public func observations(at station: Int, on dates: ClosedRange<KoreanDate>) async -> [ObservedDay] {
        let yesterday = KoreanDate(of: clock()) + -1
        guard let near = SurfaceStation.all.first(where: { $0.id == station }),
            let point = SamplePoint(latitude: near.latitude, longitude: near.longitude),
            dates.lowerBound <= yesterday
        else { return [] }
        let weather = SampleWeather(point)
        let last = min(dates.upperBound, yesterday)
        return (dates.lowerBound.dayNumber...last.dayNumber).map { number in
            let date = KoreanDate(dayNumber: number)
            let day = weather.day(date)
            let amount = weather.amount(on: date)
            return ObservedDay(
                station: station,
                date: date,
                minimum: (day.low * 10).rounded() / 10,
                maximum: (day.high * 10).rounded() / 10,
                rain: amount >= 0.1 ? .measured((amount * 10).rounded() / 10) : .blank,
                fetchedAt: (date + 1).at(hour: 11, minute: 10)
            )
        }
    }
}

private struct SampleRecord {
    let subject: LedgerSubject
    let weather: SampleWeather
    let schedule: IssueSchedule
    let newest: Date
    let now: Date
    /// Seed of the forecast errors.
    let seed: Int

    init?(_ subject: LedgerSubject, now: Date) {
        let point: SamplePoint?
        switch subject.feed {
        case .midTemperature: point = SamplePoint(temperatureZone: subject.name)
        case .midLand: point = Gazetteer.landZones.first { $0.code == subject.name }.map { SamplePoint($0) }
        case .shortTerm:
            let numbers = subject.name.split(separator: ",").compactMap { Int($0) }
            let cell = numbers.count == 2 ? GridCell(x: numbers[0], y: numbers[1]) : nil
            point = cell.flatMap(SamplePoint.init(middleOf:))
        default: return nil
        }
        guard let point else { return nil }
        self.subject = subject
        self.now = now
        seed = SampleNoise.seed(of: subject.name)
        weather = SampleWeather(point)
        schedule = subject.feed == .shortTerm ? .shortTerm : .midTerm
        newest = schedule.newest(at: now)
    }

    private func leads(issuedAt hour: Int) -> ClosedRange<Int> {
        if subject.feed == .shortTerm { return 0...(hour >= 17 ? 4 : 3) }
        return hour == 6 ? 4...10 : 5...10
    }

    func rows(on date: KoreanDate, issued: Range<Date>?) -> [LedgerDay] {
        let day = weather.day(date)
        // The errors of a day end with the newest issue, or with the day.
        let last = min(newest, schedule.newest(at: date.at(hour: 22).addingTimeInterval(schedule.delay)))
        var rows: [LedgerDay] = []
        var issue = last
        var error = SampleError()
        let longest = leads(issuedAt: 18).upperBound
        let first = max((date + -longest).start, issued?.lowerBound ?? .distantPast)
        while issue >= first {
            let time = KoreanTime(issue)
            if leads(issuedAt: time.hour).contains(date - time.date), issued?.contains(issue) ?? true {
                rows += said(of: day, on: date, issue, error)
            }
            issue = schedule.previous(to: issue)
            error.add(seed &+ date.dayNumber, issue, hours: schedule.interval / 3_600)
        }
        return rows
    }

    private func said(of day: SampleDay, on date: KoreanDate, _ issue: Date, _ error: SampleError)
        -> [LedgerDay]
    {
        var days: [IssuedDay] = []
        if subject.feed != .midLand {
            let isWhole = date.start > issue || KoreanTime(issue).hour == 2
            let low = (day.low + error.degrees).rounded()
            let high = max(low, (day.high + error.degrees).rounded())
            if isWhole {
                let extremes = Extremes(
                    minimum: low,
                    maximum: high,
                    minimumSpread: spread(on: date, issue, in: 0),
                    maximumSpread: spread(on: date, issue, in: 1)
                )
                days.append(IssuedDay(date: date, part: .day, extremes: extremes))
            }
        }
        if subject.feed != .midTemperature {
            let halves: [(DayPart, SampleHalfDay, SampleFalling?)] = [
                (.morning, day.morning, day.fallingInMorning),
                (.afternoon, day.afternoon, day.fallingInAfternoon),
            ]
            let isUndivided = subject.feed == .midLand && date - KoreanDate(of: issue) > 7
            let isWetDay = day.fallingInMorning != nil || day.fallingInAfternoon != nil
            let stated = isFlipped(date, issue) ? !isWetDay : nil
            let skies = halves.map { part, half, falling in
                (part: part, sky: sky(half, falling, error, isWet: stated))
            }
            if isUndivided {
                days.append(
                    IssuedDay(date: date, part: .day, sky: HalfDay(combining: skies.compactMap { $0.sky }))
                )
            } else {
                for (part, sky) in skies
                where part == .afternoon || issue < date.at(hour: 12) {
                    days.append(IssuedDay(date: date, part: part, sky: sky))
                }
            }
        }
        return days.map { day in
            LedgerDay(
                subject: subject,
                issuedAt: issue,
                fetchedAt: issue.addingTimeInterval(schedule.delay + 300),
                origin: .portal,
                day: day
            )
        }
    }

    private func spread(on date: KoreanDate, _ issue: Date, in column: Int) -> Spread? {
        guard subject.feed == .midTemperature else { return nil }
        let spread = SampleFeeds.spread(date - KoreanDate(of: issue), date, in: column)
        return Spread(low: Double(spread.low), high: Double(spread.high))
    }

    /// True if an issue reverses the first wet day after tomorrow, so that a first run shows a change.
    private func isFlipped(_ date: KoreanDate, _ issue: Date) -> Bool {
        guard now.timeIntervalSince(issue) >= 86_400 - 3 * 3_600, date > KoreanDate(of: now) + 1 else {
            return false
        }
        let first = (2...6).map { KoreanDate(of: now) + $0 }
            .first { weather.day($0).morning.fall != nil || weather.day($0).afternoon.fall != nil }
        return date == first ?? KoreanDate(of: now) + 4
    }

    private func sky(
        _ half: SampleHalfDay,
        _ falling: SampleFalling?,
        _ error: SampleError,
        isWet stated: Bool?
    ) -> HalfDay? {
        let chance = Double(half.probability) + error.points
        let percent = max(0, min(90, (chance / 10).rounded() * 10))
        let isWet = stated ?? (falling == nil ? percent >= 60 : percent >= 40)
        let shownSky: SampleHalfDay.Sky =
            if stated == nil {
                half.fall == nil && isWet || half.fall != nil && !isWet ? .overcast : half.sky
            } else { isWet ? .overcast : .clear }
        let shownFalling = isWet ? falling ?? .rain : nil
        let text =
            subject.feed == .shortTerm
            ? shownFalling?.word ?? SampleFeeds.midTermWords(shownSky, nil)
            : SampleFeeds.midTermWords(shownSky, shownFalling)
        let shown: Double =
            if let stated { stated ? 60 : 20 } else { isWet ? max(percent, 60) : min(percent, 40) }
        return HalfDay(
            condition: Condition(kmaText: text),
            precipitationProbability: Probability(percent: shown)
        )
    }
}

/// Sum of errors of all issues up to the newest.
private struct SampleError {
    var degrees = 0.0
    var points = 0.0

    /// A day's steps have a standard deviation of 0.9° and 14 points, ten days of 2.8° and 45 points.
    mutating func add(_ seed: Int, _ issue: Date, hours: Double) {
        let time = Int(issue.timeIntervalSince1970 / 3_600)
        let scale = (hours / 24).squareRoot() * 3.0.squareRoot()
        degrees += (SampleNoise.unit(.temperatureError, seed, time) * 2 - 1) * scale * 0.9
        points += (SampleNoise.unit(.chanceError, seed, time) * 2 - 1) * scale * 14
    }
}
