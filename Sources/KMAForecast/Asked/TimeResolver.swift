import Forecast

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
        guard let time = span(of: times) else { return nil }
        // Monday morning, said on a Monday in the afternoon, is the next one.
        let isNextWeek = time.to <= now && times.contains(where: \.isWeekday)
        return isNextWeek ? (time.from + 7 * 86_400, time.to + 7 * 86_400) : time
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
        if let hours = hours(from: first, until: rest) { return hours }
        let isOfWholeDay = rest.contains(where: \.isHourOfWholeDay)
        guard let start = span(of: first, isOfWholeDay: isOfWholeDay) else { return nil }
        if rest.isEmpty, words[index] == .until { return (now, endIncludingClock(first, start)) }
        if rest.isEmpty {
            // From 6 o'clock on is the rest of that day, from Friday on all that is forecast.
            let isWithinDay = first.contains(where: \.isWithinDay)
            let last = isWithinDay ? KoreanDate(of: start.from) : today + Week.daysAhead
            return (start.from, (last + 1).start)
        }
        let end = span(
            of: rest,
            after: start.from,
            isOfWholeDay: first.contains(where: \.isHourOfWholeDay)
        )
        guard let end else { return nil }
        return following(start.from, endIncludingClock(rest, end), first, rest)
    }

    /// A beginning and the end that follows it: a day of the week or an hour is the first behind the beginning. Dates that
    /// have begun are those from today on.
    private func following(
        _ from: Date,
        _ to: Date,
        _ first: [TimeWord],
        _ rest: [TimeWord]
    ) -> (from: Date, to: Date)? {
        var (from, to) = (from, to)
        let isWithinDay = rest.allSatisfy(\.isWithinDay)
        if isWithinDay || rest.contains(where: \.isWeekday) {
            while to <= from { to += isWithinDay ? 86_400 : 7 * 86_400 }
        } else if to <= from, to > now, first.contains(where: \.isDate) {
            from = today.start
        }
        // 오전 9시부터 오후 6시까지 is today's until it is over.
        if isWithinDay, first.allSatisfy(\.isWithinDay), to - 86_400 > now {
            (from, to) = (from - 86_400, to - 86_400)
        }
        return from < to ? (from, to) : nil
    }

    /// 9시부터 18시까지: the first time that is not over. Hours up to 12 are those of either half of the day, unless one of the
    /// two can only be one of 24.
    private func hours(from first: [TimeWord], until rest: [TimeWord]) -> (from: Date, to: Date)? {
        guard first.count == 1, case .clock(let start, let startMinute)? = first.first, rest.count == 1,
            case .clock(let end, let endMinute)? = rest.first
        else { return nil }
        let halfDay = (first + rest).contains(where: \.isHourOfWholeDay) ? 24 : 12
        for day in [today, today + 1] {
            for hour in stride(from: start, to: max(24, start + 1), by: halfDay) {
                let from = day.at(hour: hour, minute: startMinute)
                var to = day.at(hour: end, minute: endMinute)
                while to <= from { to += Double(halfDay) * 3_600 }
                if to > now { return (from, to) }
            }
        }
        return nil
    }

    /// Until 6 o'clock ends at 6, until Friday with Friday.
    private func endIncludingClock(_ words: [TimeWord], _ span: (from: Date, to: Date)) -> Date {
        words.contains { if case .clock = $0 { true } else { false } } ? span.from : span.to
    }

    /// The time of words without 부터 and 까지. `start`: the beginning before them, on whose day and half an hour alone lies.
    /// `isOfWholeDay`: whether hours are those of 24, as the 9 of 9시부터 18시까지 is.
    private func span(
        of words: [TimeWord],
        after start: Date? = nil,
        isOfWholeDay: Bool = false
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
        let (firstHour, lastHour) = (parts.map(\.hours.lowerBound).min(), parts.map(\.hours.upperBound).max())
        if let clock { return time(clock, on: days?.lowerBound, parts, after: start, isOfWholeDay) }
        if let days {
            return (
                days.lowerBound.at(hour: firstHour ?? 0),
                days.upperBound.at(hour: lastHour ?? 24)
            )
        }
        if let firstHour, let lastHour {
            let isOver = start == nil && today.at(hour: lastHour) <= now
            let day = start.map(KoreanDate.init(of:)) ?? (isOver ? today + 1 : today)
            return (day.at(hour: firstHour), day.at(hour: lastHour))
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
        after beginning: Date?,
        _ isOfWholeDay: Bool
    ) -> (from: Date, to: Date) {
        var hour = clock.hour
        let day = day ?? beginning.map(KoreanDate.init(of:))
        var date = day ?? today
        if parts.contains(.night), hour < 6 || hour == 12 {
            // The small hours behind the evening: 내일 밤 1시.
            hour = hour == 12 ? 24 : hour + 24
        } else if parts.contains(where: \.isAfterNoon) {
            if hour < 12 { hour += 12 }
        } else if parts.contains(where: { [.morning, .dawn].contains($0) }) {
            if hour == 12 { hour = 0 }
        } else if parts.isEmpty, hour > 0, hour <= 12, !isOfWholeDay {
            if let beginning {
                // The first such hour after the beginning.
                while hour < 24, date.at(hour: hour, minute: clock.minute) <= beginning {
                    hour += 12
                }
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
        }
        if day == nil, date == today, today.at(hour: hour, minute: clock.minute) + 3_600 <= now {
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
            let sunday = monday(weeks) + 6
            // On a Sunday what is left of it.
            return max(sunday + -1, min(today, sunday))...sunday
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

extension TimeWord {
    /// Whether it is an hour or a part of a day that may be any.
    fileprivate var isWithinDay: Bool {
        switch self {
        case .clock, .part: true
        default: false
        }
    }

    /// Whether it is a day of whichever week.
    fileprivate var isWeekday: Bool { if case .weekday(_, week: nil) = self { true } else { false } }

    /// Whether it is an hour that can only be one of 24.
    fileprivate var isHourOfWholeDay: Bool {
        if case .clock(let hour, _) = self { hour == 0 || hour > 12 } else { false }
    }

    fileprivate var isDate: Bool {
        switch self {
        case .date, .dayOfMonth: true
        default: false
        }
    }
}
