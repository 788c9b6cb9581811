import Feeds
import Forecast
import KMAForecast
import Regions

/// Ledger of made-up issues: mid-term and newest short-term ones agree with the sample feeds, earlier ones have KMA's errors at their lead.
public struct SampleLedger: Ledger {
    private let clock: @Sendable () -> Date

    /// Creates a ledger at the time of a clock.
    public init(clock: @escaping @Sendable () -> Date) { self.clock = clock }

    /// Does nothing.
    public func add(_ issues: [LedgerIssue], _ observations: [ObservedDay], through position: CachePosition?) async {}

    /// Returns the issues of days, in order.
    public func days(of subjects: [LedgerSubject], on dates: ClosedRange<KoreanDate>, issued: Range<Date>?) async -> [LedgerDay] {
        let now = clock()
        var rows: [LedgerDay] = []
        for subject in subjects {
            guard let record = SampleRecord(subject, now: now) else { continue }
            for day in dates.lowerBound.dayNumber...dates.upperBound.dayNumber { rows += record.rows(on: KoreanDate(dayNumber: day), issued: issued) }
        }
        return rows.sorted { ($0.issuedAt, $0.day.date) < ($1.issuedAt, $1.day.date) }
    }

    /// Returns the figures of each day's last mid-term issue, which alone counts.
    public func figures(of subjects: [LedgerSubject], on dates: ClosedRange<KoreanDate>) async -> [IssuedFigures] {
        let now = clock()
        return subjects.compactMap { SampleRecord($0, now: now) }.flatMap { record in
            (dates.lowerBound.dayNumber...dates.upperBound.dayNumber).flatMap { record.figures(on: KoreanDate(dayNumber: $0)) }
        }
    }

    /// Returns the observations of a station until yesterday.
    public func observations(at station: Int, on dates: ClosedRange<KoreanDate>) async -> [ObservedDay] {
        let yesterday = KoreanDate(of: clock()) + -1
        guard let near = SurfaceStation.all.first(where: { $0.id == station }),
            let point = SamplePoint(latitude: near.latitude, longitude: near.longitude), dates.lowerBound <= yesterday
        else { return [] }
        let weather = SampleWeather(point)
        let last = min(dates.upperBound, yesterday)
        return (dates.lowerBound.dayNumber...last.dayNumber).map { number in
            let date = KoreanDate(dayNumber: number)
            let day = weather.day(date)
            return ObservedDay(
                station: station,
                date: date,
                minimum: (day.low * 10).rounded() / 10,
                maximum: (day.high * 10).rounded() / 10,
                rain: day.amount >= 0.1 ? .measured((day.amount * 10).rounded() / 10) : .blank,
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
        (self.subject, self.now) = (subject, now)
        seed = SampleNoise.seed(of: subject.name)
        weather = SampleWeather(point)
        schedule = subject.feed == .shortTerm ? .shortTerm : .midTerm
        newest = schedule.newest(at: now)
    }

    private func leads(of issue: Date) -> ClosedRange<Int> {
        subject.feed == .shortTerm ? IssueSchedule.shortTermDays(of: issue) : IssueSchedule.midTermDays(of: issue)
    }

    /// Days over which errors grow, to the end of a day, or the newest short-term issue.
    private func lead(of issue: Date, to date: KoreanDate) -> Double {
        func lead(_ time: KoreanTime) -> Double { Double(date - time.date) + Double(23 - time.hour) / 24 }
        let time = KoreanTime(issue)
        guard subject.feed == .shortTerm else { return SampleIssue(date: time.date, hour: time.hour).lead(to: date) }
        return max(0, lead(time) - max(0, lead(KoreanTime(newest))))
    }

    func rows(on date: KoreanDate, issued: Range<Date>?) -> [LedgerDay] {
        let day = weather.day(date)
        var rows: [LedgerDay] = []
        var issue = min(newest, schedule.newest(at: date.at(hour: 22).addingTimeInterval(schedule.delay)))
        let first = max((date + -leads(of: date.at(hour: 18)).upperBound).start, issued?.lowerBound ?? .distantPast)
        while issue >= first {
            if leads(of: issue).contains(date - KoreanDate(of: issue)), issued?.contains(issue) ?? true {
                rows += said(of: day, on: date, issue, lead(of: issue, to: date))
            }
            issue = schedule.previous(to: issue)
        }
        return rows
    }

    func figures(on date: KoreanDate) -> [IssuedFigures] {
        let day = weather.day(date)
        return leads(of: date.at(hour: 6)).reversed().flatMap { days in
            let evening = (date + -days).at(hour: 18)
            let issue = min(newest, leads(of: evening).contains(days) ? evening : (date + -days).at(hour: 6))
            let lead = lead(of: issue, to: date)
            guard date - KoreanDate(of: issue) == days, leads(of: issue).contains(days), lead > 0 else { return [IssuedFigures]() }
            let said = SampleForecast(of: day, on: date, lead: lead, seed: seed)
            func figures(_ part: DayPart, _ halves: [SampleForecast.Half] = []) -> IssuedFigures {
                IssuedFigures(
                    date: date,
                    part: part,
                    issuedAt: issue,
                    origin: .portal,
                    extremes: halves.isEmpty ? extremes(said, on: date, issue) : Extremes(),
                    chance: halves.map(\.probability).max().flatMap { Probability(percent: Double($0)) },
                    isNamed: halves.isEmpty ? nil : halves.contains { $0.falling != nil }
                )
            }
            if subject.feed == .midTemperature { return [figures(.day)] }
            let halves = said.halves
            if days > 7 { return [figures(.day, [halves.morning, halves.afternoon])] }
            return [figures(.morning, [halves.morning]), figures(.afternoon, [halves.afternoon])]
        }
    }

    private func extremes(_ said: SampleForecast?, on date: KoreanDate, _ issue: Date) -> Extremes {
        let (day, extremes) = (said == nil ? weather.day(date) : nil, said?.extremes)
        return Extremes(
            minimum: extremes?.low ?? day?.low.rounded(),
            maximum: extremes?.high ?? day?.high.rounded(),
            minimumSpread: spread(on: date, issue, in: 0),
            maximumSpread: spread(on: date, issue, in: 1)
        )
    }

    private func said(of day: SampleDay, on date: KoreanDate, _ issue: Date, _ lead: Double) -> [LedgerDay] {
        let forecast = lead > 0 ? SampleForecast(of: day, on: date, lead: lead, seed: seed) : nil
        var days: [IssuedDay] = []
        if subject.feed != .midLand, date.start > issue || KoreanTime(issue).hour == 2 {
            days.append(IssuedDay(date: date, part: .day, extremes: extremes(forecast, on: date, issue)))
        }
        if subject.feed != .midTemperature {
            let (isFlipped, said) = (isFlipped(date, issue), forecast?.halves)
            let isWetDay = day.fallingInMorning != nil || day.fallingInAfternoon != nil
            let halves: [(DayPart, SampleForecast.Half)] = [
                (.morning, said?.morning ?? .init(day.morning, day.fallingInMorning)),
                (.afternoon, said?.afternoon ?? .init(day.afternoon, day.fallingInAfternoon)),
            ]
            let skies = halves.map { part, half in (part: part, sky: sky(isFlipped ? .init(isWet: !isWetDay) : half)) }
            if subject.feed == .midLand && date - KoreanDate(of: issue) > 7 {
                days.append(IssuedDay(date: date, part: .day, sky: HalfDay(combining: skies.compactMap { $0.sky })))
            } else {
                for (part, sky) in skies where part == .afternoon || issue < date.at(hour: 12) {
                    days.append(IssuedDay(date: date, part: part, sky: sky))
                }
            }
        }
        return days.map { day in
            LedgerDay(subject: subject, issuedAt: issue, fetchedAt: issue.addingTimeInterval(schedule.delay + 300), origin: .portal, day: day)
        }
    }

    private func spread(on date: KoreanDate, _ issue: Date, in column: Int) -> Spread? {
        guard subject.feed == .midTemperature else { return nil }
        let spread = SampleSpread.spread(date - KoreanDate(of: issue), date, in: column)
        return Spread(low: Double(spread.low), high: Double(spread.high))
    }

    /// Reverses the first wet day after tomorrow, so that a first run shows a change.
    private func isFlipped(_ date: KoreanDate, _ issue: Date) -> Bool {
        guard now.timeIntervalSince(issue) >= 86_400 - 3 * 3_600, date > KoreanDate(of: now) + 1 else { return false }
        let first = (2...6).map { KoreanDate(of: now) + $0 }.first { weather.day($0).morning.fall != nil || weather.day($0).afternoon.fall != nil }
        return date == first ?? KoreanDate(of: now) + 4
    }

    private func sky(_ half: SampleForecast.Half) -> HalfDay? {
        let text =
            subject.feed == .shortTerm
            ? half.falling?.word ?? SampleFeeds.midTermWords(half.sky, nil) : SampleFeeds.midTermWords(half.sky, half.falling)
        return HalfDay(condition: Condition(kmaText: text), precipitationProbability: Probability(percent: Double(half.probability)))
    }
}

extension SampleForecast.Half {
    fileprivate init(_ half: SampleHalfDay, _ falling: SampleFalling?) { self.init(sky: half.sky, falling: falling, probability: half.probability) }

    fileprivate init(isWet: Bool) { self.init(sky: isWet ? .overcast : .clear, falling: isWet ? .rain : nil, probability: isWet ? 60 : 20) }
}
