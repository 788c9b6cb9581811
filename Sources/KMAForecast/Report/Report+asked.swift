import Feeds
import Forecast

extension Report {
    /// Limits the report to a time. Throws ``ForecastError/invalidRequest(_:)`` without a forecast for it, or the fault of a feed that should have one.
    public func limited(to time: AskedTime, for question: Question = .week) throws(ForecastError) -> Report {
        if time.isOver(at: generatedAt) { throw .invalidRequest(.timeIsOver(time.text)) }
        var report = self
        report.asked = time
        report.topic = time.topic ?? topic
        let days = time.days
        report.week.days = week.days.filter { days.holds($0.date) }
        report.week.hours = week.hours.filter { step in time.spans.contains { step.time < $0.upperBound && step.end > $0.lowerBound } }
        report.changes = changes?.filter { days.holds($0.date) }
        if time.from > generatedAt {
            report.week.current = nil
            report.week.yesterday = nil
            if let day = report.week.days.first { report.week.themeSelection = ThemeSelection(of: day) }
        }
        let isHourly = question == .hours
        guard !report.week.hours.isEmpty || !isHourly && !report.week.days.isEmpty else {
            throw lacking(time.firstDay, in: isHourly ? week.hours.map { KoreanDate(of: $0.time) } : week.days.map(\.date), isHourly: isHourly)
        }
        return report
    }

    func lacking(_ date: KoreanDate, in dates: [KoreanDate], isHourly: Bool = false) -> ForecastError {
        let issue = IssueSchedule.shortTerm.newest(at: generatedAt)
        let isReached = !isHourly || IssueSchedule.shortTermDays(of: issue).contains(date - KoreanDate(of: issue))
        let faulty = Set<Feed>([.midTemperature, .midLand, .shortTerm, .openWeatherForecast]).intersection(degraded)
        let faults = sources.filter { $0.error != nil && faulty.contains($0.feed) }
        if isReached, !faults.isEmpty { return .nothingToShow(faults) }
        return .invalidRequest(.noForecast(for: date, available: dates.first.flatMap { first in dates.last.map { first...$0 } }))
    }

    func precipitationAnswer(of kinds: [Condition.Kind] = Condition.Kind.falling, within seconds: Double? = nil) -> (
        falls: Bool?, sentence: LocalizedText?
    ) {
        let week = week.beginning(with: kinds)
        guard let asked else {
            return (week.falls(within: seconds, of: generatedAt), WeatherSummary.rain(of: week, within: seconds, at: generatedAt))
        }
        if let rain = RainPeriod(in: week, at: generatedAt) {
            return (rain.falls(within: seconds ?? .infinity, of: generatedAt), WeatherSummary.rain(of: week, at: generatedAt))
        }
        for day in daysBeyondSteps {
            guard let half = asked.part(of: day), let condition = half.condition, kinds.contains(condition.kind) else { continue }
            let (text, label) = (condition.text, day.date.label(offset: day.date - KoreanDate(of: generatedAt)))
            let percent = half.precipitationProbability.map { ", \($0.percent)%" } ?? ""
            return (true, LocalizedText("\(label.korean) \(text.korean)\(percent).", "\(label.english): \(text.english)\(percent)."))
        }
        let label = asked.label(from: generatedAt)
        guard isPrecipitationKnown() else {
            return (
                nil,
                likelyChance.map {
                    LocalizedText("\(label.korean) 강수확률 \($0.percent)%.", "\($0.percent)% chance of rain or snow for \(label.english).")
                }
            )
        }
        return (false, LocalizedText("\(label.korean) 비나 눈 예보 없음.", "No rain or snow forecast for \(label.english)."))
    }

    /// Highest chance of hours and days that the words deny.
    private var likelyChance: Probability? {
        let days = asked.map { asked in daysBeyondSteps.compactMap { asked.part(of: $0) } } ?? []
        let all = week.hours.map { ($0.condition, $0.precipitationProbability) } + days.map { ($0.condition, $0.precipitationProbability) }
        return all.filter { $0.0?.isKnown(beside: $0.1) == false }.compactMap(\.1).max()
    }

    /// False if an hour or half day of the question is unknown, as it may be wet.
    package func isPrecipitationKnown(of kinds: [Condition.Kind] = Condition.Kind.falling, within seconds: Double? = nil) -> Bool {
        guard let asked else { return week.isRainKnown(within: seconds, of: generatedAt) }
        let others = daysBeyondSteps
        let isReached =
            week.stepsEnd.map { $0 >= asked.to } == true
            || others.last.map { ($0.date + 1).start >= asked.to } == true && others.allSatisfy(asked.isKnown)
        return isReached && !asked.isOver(at: generatedAt) && asked.spans.allSatisfy { week.isRainKnown(of: kinds, in: $0, at: generatedAt) }
    }
}

extension Week {
    fileprivate func beginning(with kinds: [Condition.Kind]) -> Week {
        let isAny = kinds == Condition.Kind.falling
        if isAny || current?.condition.map({ kinds.contains($0.kind) }) == true { return self }
        var week = self
        week.current = nil
        week.hours = Array(hours.drop { step in step.condition.map { !kinds.contains($0.kind) } ?? true })
        return week
    }
}

extension Report {
    package var daysBeyondSteps: [Day] {
        guard let end = week.stepsEnd else { return week.days }
        let isReached = asked.map { end >= $0.to } ?? false
        return week.days.filter { !isReached && ($0.date + 1).start > end || week.isDenied(on: $0.date) }
    }
}

extension Week {
    /// Last day of any forecast: before the issue of 06:00 the tenth is not there.
    static func lastDay(at now: Date) -> KoreanDate { KoreanDate(of: IssueSchedule.midTerm.newest(at: now)) + daysAhead }
}

extension AskedTime {
    /// Throws ``ForecastError/invalidRequest(_:)`` for a time without any forecast, before a call.
    public func requireReach(at now: Date) throws(ForecastError) {
        let today = KoreanDate(of: now)
        if isOver(at: now) || firstDay < today { throw .invalidRequest(.timeIsOver(text)) }
        let last = Week.lastDay(at: now)
        if let beyond = spans.map({ KoreanDate(of: $0.lowerBound) }).first(where: { $0 > last }) {
            throw .invalidRequest(.noForecast(for: beyond, available: today...last))
        }
    }

    func part(of day: Day) -> HalfDay? { half(of: day.date).map { day[keyPath: $0] ?? day.whole } ?? day.whole }

    fileprivate func isKnown(of day: Day) -> Bool {
        guard let part = part(of: day), part.condition?.isKnown(beside: part.precipitationProbability) == true else { return false }
        return half(of: day.date) != nil || day.said.hasWholeSky
    }

    private func half(of date: KoreanDate) -> KeyPath<Day, HalfDay?>? {
        let noon = date.at(hour: 12)
        let own = spans.filter { $0.lowerBound < (date + 1).start && $0.upperBound > date.start }
        if own.allSatisfy({ $0.upperBound <= noon }) { return \.morning }
        return own.allSatisfy { $0.lowerBound >= noon } ? \.afternoon : nil
    }

    func label(from now: Date, on date: KoreanDate? = nil) -> LocalizedText {
        let parts = date.map { date in spans.map { $0.clamped(to: date.hours) }.filter { !$0.isEmpty } } ?? spans
        return parts.map { AskedTime(text: text, $0, topic: topic, at: now).labelOfOne(from: now) }.joined(", ")
    }

    private func labelOfOne(from now: Date) -> LocalizedText {
        let today = KoreanDate(of: now)
        func name(_ date: KoreanDate) -> LocalizedText {
            let label = date.label(offset: date - today)
            // today and tomorrow, but Tuesday and Nov 28.
            let isName = 0...1 ~= date - today
            return LocalizedText(label.korean, isName ? label.english.lowercased() : label.english)
        }
        let lastDay = KoreanDate(of: to.addingTimeInterval(-1))
        let (first, last) = (name(firstDay), name(lastDay))
        let isOneDay = firstDay == lastDay
        if isWholeDays { return isOneDay ? first : LocalizedText("\(first.korean)~\(last.korean)", "\(first.english) to \(last.english)") }
        let (start, end) = (KoreanTime(from), KoreanTime(to))
        let hour = end.date > lastDay ? 24 : end.hour + (end.minute > 0 ? 1 : 0)
        let clock = hour == 24 ? "24:00" : end.clock
        return isOneDay
            ? LocalizedText("\(first.korean) \(start.hour)~\(hour)시", "\(first.english), \(start.clock) to \(clock)")
            : LocalizedText("\(first.korean) \(start.hour)시~\(last.korean) \(hour)시", "\(first.english) \(start.clock) to \(last.english) \(clock)")
    }
}
