import Forecast

/// The time that somebody asks about, in their words and as instants.
public struct AskedTime: Sendable, Hashable {
    /// The words as they were given.
    public var text: String
    /// The beginning.
    public var from: Date
    /// The end, which does not belong to it.
    public var to: Date
    /// Whether it is asked whether rain or snow falls.
    public var asksForRain: Bool
    /// Until when the words mean this time: 내일 is another day after midnight, and 지금 another hour in the next.
    public var holdsUntil: Date

    /// What words mean at a moment.
    init(text: String, from: Date, to: Date, asksForRain: Bool, at now: Date) {
        (self.text, self.from, self.to, self.asksForRain) = (text, from, to, asksForRain)
        let hour = 3_600 - now.timeIntervalSince1970.truncatingRemainder(dividingBy: 3_600)
        holdsUntil = now.addingTimeInterval(hour)
        // Whole days turn with the day; any other time with the hour, and where it begins or ends before.
        holdsUntil =
            isWholeDays
            ? (KoreanDate(of: now) + 1).start : [from, to].filter { $0 > now }.reduce(holdsUntil, min)
    }

    /// The days that it touches.
    public var days: ClosedRange<KoreanDate> {
        let first = KoreanDate(of: from)
        return first...max(first, KoreanDate(of: to.addingTimeInterval(-1)))
    }

    /// Whether it is whole days.
    public var isWholeDays: Bool { days.lowerBound.start == from && (days.upperBound + 1).start == to }
}

/// Computes the time that words mean on a day.
struct TimeResolver {
    let now: Date

    private var today: KoreanDate { KoreanDate(of: now) }

    /// `nil` where the words name no time.
    func time(of words: [TimeWord]) -> (from: Date, to: Date)? {
        let words = words.filter { word in
            if case .topic = word { return false }
            return word != .filler
        }
        guard !words.isEmpty else { return nil }
        let times = words.filter { ![.from, .until, .range].contains($0) }
        guard !times.isEmpty else { return nil }
        if let ranged = range(words) { return ranged }
        return span(of: times, context: nil)
    }

    /// What stands before and after 부터, `~` and 까지.
    private func range(_ words: [TimeWord]) -> (from: Date, to: Date)? {
        if words.first == .until || words.first == .from {
            // English: until Friday, from Monday.
            return range(Array(words.dropFirst()) + [words[0]])
        }
        guard let index = words.firstIndex(where: { [.from, .until, .range].contains($0) }) else {
            return nil
        }
        let first = Array(words[..<index])
        let rest = words[(index + 1)...].filter { ![.from, .until, .range].contains($0) }
        guard let start = span(of: first, context: nil) else { return nil }
        if rest.isEmpty {
            return words[index] == .until
                ? (now, endIncludingClock(first, start)) : (start.from, (today + Week.daysAhead + 1).start)
        }
        guard let end = span(of: rest, context: (first, start.from)), end.to > start.from else { return nil }
        return (start.from, endIncludingClock(rest, end))
    }

    /// Until 6 o'clock ends at 6, until Friday with Friday.
    private func endIncludingClock(_ words: [TimeWord], _ span: (from: Date, to: Date)) -> Date {
        words.contains { if case .clock = $0 { true } else { false } } ? span.from : span.to
    }

    /// The time of words without 부터 and 까지. `context`: what stands before, on whose day and half an hour alone lies.
    private func span(
        of words: [TimeWord],
        context: (words: [TimeWord], from: Date)?
    ) -> (from: Date, to: Date)? {
        var days: ClosedRange<KoreanDate>?
        var parts: [TimeWord.Part] = []
        var clock: (hour: Int, minute: Int)?
        var (isNow, week): (Bool, Int?) = (false, nil)
        func include(_ range: ClosedRange<KoreanDate>) {
            days =
                days.map { min($0.lowerBound, range.lowerBound)...max($0.upperBound, range.upperBound) }
                ?? range
        }
        for word in words {
            switch word {
            case .now: isNow = true
            case .part(let part): parts.append(part)
            case .clock(let hour, let minute): clock = (hour, minute)
            case .within(let minutes): return (now, now.addingTimeInterval(Double(minutes) * 60))
            case .after(let minutes):
                let time = KoreanTime(now.addingTimeInterval(Double(minutes) * 60))
                let start = time.date.at(hour: time.hour)
                return (start, start.addingTimeInterval(3_600))
            case .week(let weeks): week = weeks
            case .weekday(let weekday, let own):
                guard let date = date(weekday, week: own ?? week) else { return nil }
                include(date...date)
                week = nil
            default:
                guard let range = dates(word) else { return nil }
                include(range)
            }
        }
        if let week { include(weekDates(week)) }
        let hours = parts.reduce(nil as Range<Int>?) { hours, part in
            hours.map {
                min($0.lowerBound, part.hours.lowerBound)..<max($0.upperBound, part.hours.upperBound)
            }
                ?? part.hours
        }
        if let clock { return time(clock, on: days?.lowerBound, parts, context) }
        if let days {
            return (
                days.lowerBound.at(hour: hours?.lowerBound ?? 0),
                days.upperBound.at(hour: hours?.upperBound ?? 24)
            )
        }
        if let hours {
            let isOver = context == nil && today.at(hour: hours.upperBound) <= now
            let day = context.map { KoreanDate(of: $0.from) } ?? (isOver ? today + 1 : today)
            return (day.at(hour: hours.lowerBound), day.at(hour: hours.upperBound))
        }
        guard isNow else { return nil }
        let time = KoreanTime(now)
        return (now, time.date.at(hour: time.hour + 1))
    }

    /// The hour that begins at a time. An hour up to 12 without its half is the next one today, and on another day one
    /// that people are awake at.
    private func time(
        _ clock: (hour: Int, minute: Int),
        on day: KoreanDate?,
        _ parts: [TimeWord.Part],
        _ context: (words: [TimeWord], from: Date)?
    ) -> (from: Date, to: Date) {
        var hour = clock.hour
        let day = day ?? context.map { KoreanDate(of: $0.from) }
        var date = day ?? today
        if parts.contains(where: \.isAfterNoon) {
            if hour < 12 { hour += 12 } else if hour == 12, parts.contains(.night) { hour = 24 }
        } else if parts.contains(where: { [.morning, .dawn].contains($0) }) {
            if hour == 12 { hour = 0 }
        } else if parts.isEmpty, hour <= 12 {
            if let context {
                // The first such hour after the beginning.
                while hour < 24, date.at(hour: hour, minute: clock.minute) <= context.from { hour += 12 }
            } else if date == today {
                let candidates = [hour, hour + 12].filter { $0 < 24 }
                if let next = candidates.first(where: { today.at(hour: $0, minute: clock.minute) > now }) {
                    hour = next
                } else if day == nil {
                    date = today + 1
                }
            } else if hour < 7 {
                hour += 12
            }
        } else if parts.isEmpty, day == nil, today.at(hour: hour + 1) <= now {
            date = today + 1
        }
        let start = date.at(hour: hour, minute: clock.minute)
        return (start, start.addingTimeInterval(3_600))
    }

    private func dates(_ word: TimeWord) -> ClosedRange<KoreanDate>? {
        switch word {
        case .day(let offset): return (today + offset)...(today + offset)
        case .days(let count): return count > 0 ? today...(today + (count - 1)) : nil
        case .weekend(let weeks):
            let monday = monday(weeks)
            return (monday + 5)...(monday + 6)
        case .date(let year?, let month, let day):
            let date = KoreanDate(year: year, month: month, day: day)
            return date...date
        case .date(nil, let month, let day):
            // The next one: on 29 February in a leap year.
            let year = today.civil.year
            let date = (year...year + 8).lazy.compactMap {
                KoreanDate(validatingYear: $0, month: month, day: day)
            }.first { $0 >= today }
            return date.map { $0...$0 }
        case .dayOfMonth(let day):
            let (year, month, _) = today.civil
            let date = (0...12).lazy.compactMap {
                KoreanDate(
                    validatingYear: year + (month - 1 + $0) / 12,
                    month: (month - 1 + $0) % 12 + 1,
                    day: day
                )
            }.first { $0 >= today }
            return date.map { $0...$0 }
        default: return nil
        }
    }

    private func monday(_ weeks: Int) -> KoreanDate { today + (-((today.weekday + 6) % 7) + 7 * weeks) }

    /// The days of a week that are not over.
    private func weekDates(_ weeks: Int) -> ClosedRange<KoreanDate> {
        let monday = monday(weeks)
        return max(monday, min(today, monday + 6))...(monday + 6)
    }

    private func date(_ weekday: Int, week: Int?) -> KoreanDate? {
        if let week { return monday(week) + (weekday + 6) % 7 }
        return today + (weekday - today.weekday + 7) % 7
    }
}
