import Forecast

struct TimeResolver {
    let now: Date

    private var today: KoreanDate { KoreanDate(of: now) }

    func time(of words: [TimeWord]) -> (from: Date, to: Date)? {
        guard !words.contains(.unreadable) else { return nil }
        let words = joined(ofOneMonth(words.filter(\.isOfTime)))
        guard !words.isEmpty else { return nil }
        let times = words.filter { ![.from, .until, .range].contains($0) }
        guard !times.isEmpty else { return nil }
        if let lasting = lasting(times) { return lasting }
        if let ranged = range(words) { return ranged }
        guard let time = span(of: times) else { return nil }
        // Monday morning, said in the afternoon, is the next, unless its week is named.
        let isNextWeek = time.to <= now && times.contains(where: \.isWeekday) && !times.contains { $0.isWeek || $0.isOffset }
        return isNextWeek ? (time.from + 7 * 86_400, time.to + 7 * 86_400) : time
    }

    /// 14시부터 2시간, 내일부터 3일간.
    private func lasting(_ times: [TimeWord]) -> (from: Date, to: Date)? {
        for word in times {
            let others = times.filter { $0 != word }
            let isOfDays = others.contains(where: \.isDay)
            switch word {
            case .within(let minutes) where others == [.now]: return (now, now.addingTimeInterval(Double(minutes) * 60))
            case .within(let minutes) where others.contains(where: \.isClock):
                let length = Double(minutes) * 60
                guard let start = span(of: others)?.from else { return nil }
                let isToday = !isOfDays && start - 86_400 + length > now
                return isToday ? (start - 86_400, start - 86_400 + length) : (start, start + length)
            case .days(let count) where isOfDays:
                guard count > 0, let start = span(of: others)?.from else { return nil }
                return (start, (KoreanDate(of: start) + count).start)
            default: continue
            }
        }
        return nil
    }

    /// 다음 달 1일부터 5일까지: days behind a mark share the month before it.
    private func ofOneMonth(_ words: [TimeWord]) -> [TimeWord] {
        guard let month = words.first(where: \.isMonth), words.filter(\.isMonth).count == 1, words.contains(where: \.isInMonth) else { return words }
        return words.flatMap { $0.isMonth ? [] : $0.isInMonth ? [month, $0] : [$0] }
    }

    private func joined(_ words: [TimeWord]) -> [TimeWord] {
        let times = words.filter { $0 != .between }
        guard words.contains(where: { [.between, .until].contains($0) }), !words.contains(where: { [.range, .from].contains($0) }) else {
            return times
        }
        let ends = times.filter { $0 != .until }
        for isEnd in [\TimeWord.isClock, \TimeWord.isDay] {
            let found = ends.indices.filter { ends[$0][keyPath: isEnd] }
            if found.count == 2 { return ends[...found[0]] + [.range] + ends[(found[0] + 1)...] }
        }
        return times
    }

    private func range(_ words: [TimeWord]) -> (from: Date, to: Date)? {
        if words.first == .until || words.first == .from {
            return range(Array(words.dropFirst()) + [words[0]])
        }
        guard let index = words.firstIndex(where: { [.from, .until, .range].contains($0) }) else { return nil }
        let first = Array(words[..<index])
        let rest = words[(index + 1)...].filter { ![.from, .until, .range].contains($0) }
        if let hours = hours(from: first, until: rest) { return hours }
        if let shared = sharedDay(first, rest) { return shared }
        let isOfWholeDay = rest.contains(where: \.isHourOfWholeDay)
        guard let start = span(of: first, isOfWholeDay: isOfWholeDay) else { return nil }
        if rest.isEmpty, words[index] == .until { return (now, endIncludingClock(first, start)) }
        if rest.isEmpty {
            // From 6 o'clock is the rest of the day, from Friday that of the forecast.
            let isWithinDay = first.contains(where: \.isWithinDay)
            let last = isWithinDay ? KoreanDate(of: start.from) : today + Week.daysAhead
            return (start.from, (last + 1).start)
        }
        let end = span(of: rest, after: start.from, isOfWholeDay: first.contains(where: \.isHourOfWholeDay))
        guard let end else { return nil }
        return following(start.from, endIncludingClock(rest, end), first, rest)
    }

    /// Between 2 and 5 pm tomorrow: a day behind both hours is that of both.
    private func sharedDay(_ first: [TimeWord], _ rest: [TimeWord]) -> (from: Date, to: Date)? {
        guard first.allSatisfy(\.isWithinDay), rest.first?.isWithinDay == true, let index = rest.firstIndex(where: \.isDay),
            let start = span(of: rest[index...] + first), let end = span(of: rest)
        else { return nil }
        let last = endIncludingClock(rest, end)
        return start.from < last && KoreanDate(of: start.from) == KoreanDate(of: last) ? (start.from, last) : nil
    }

    private func following(_ from: Date, _ to: Date, _ first: [TimeWord], _ rest: [TimeWord]) -> (from: Date, to: Date)? {
        var (from, to) = (from, to)
        let isWithinDay = rest.allSatisfy(\.isWithinDay)
        if isWithinDay || rest.contains(where: \.isWeekday) {
            while to <= from { to += isWithinDay ? 86_400 : 7 * 86_400 }
        } else if to > now, to <= from || from < today.start, first.contains(where: \.isDate) {
            from = today.start
        }
        // 오전 9시부터 오후 6시까지 is today's until it is over.
        if isWithinDay, first.allSatisfy(\.isWithinDay), to - 86_400 > now { (from, to) = (from - 86_400, to - 86_400) }
        return from < to ? (from, to) : nil
    }

    /// First span not over; hours up to 12 may be of either half, unless one is of 24.
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

    /// Ends at 6 for "until 6 o'clock", with Friday for "until Friday".
    private func endIncludingClock(_ words: [TimeWord], _ span: (from: Date, to: Date)) -> Date {
        words.contains { if case .clock = $0 { true } else { false } } ? span.from : span.to
    }

    /// Several days with hours reach from the first to the last: 오늘 밤 내일 아침.
    private func span(of words: [TimeWord], after start: Date? = nil, isOfWholeDay: Bool = false) -> (from: Date, to: Date)? {
        for word in words {
            switch word {
            case .within(let minutes): return (now, now.addingTimeInterval(Double(minutes) * 60))
            case .after(let minutes):
                let time = KoreanTime(now.addingTimeInterval(Double(minutes) * 60))
                let start = time.date.at(hour: time.hour)
                return (start, start.addingTimeInterval(3_600))
            default: continue
            }
        }
        var groups: [[TimeWord]] = [[]]
        for word in words {
            let last = groups[groups.count - 1]
            if word.isDay, last.contains(where: \.isDay), last.contains(where: \.isWithinDay) { groups.append([]) }
            groups[groups.count - 1].append(word)
        }
        let spans = groups.compactMap { spanOfDays($0, after: start, isOfWholeDay: isOfWholeDay) }
        guard spans.count == groups.count, let from = spans.map(\.from).min(), let to = spans.map(\.to).max() else { return nil }
        return (from, to)
    }

    private func spanOfDays(_ words: [TimeWord], after start: Date?, isOfWholeDay: Bool) -> (from: Date, to: Date)? {
        guard let days = days(words) else { return nil }
        var parts: [TimeWord.Part] = []
        var clock: (hour: Int, minute: Int)?
        for word in words {
            if case .part(let part) = word { parts.append(part) }
            if case .clock(let hour, let minute) = word { clock = (hour, minute) }
        }
        let isNow = words.contains(.now)
        // 내일 이 시간.
        if isNow, !days.isEmpty, clock == nil { clock = (KoreanTime(now).hour, 0) }
        let (firstHour, lastHour) = (parts.map(\.hours.lowerBound).min(), parts.map(\.hours.upperBound).max())
        if let clock { return time(clock, on: days.first, parts, after: start, isOfWholeDay: isOfWholeDay || isNow) }
        if let first = days.first, let last = days.last { return (first.at(hour: firstHour ?? 0), last.at(hour: lastHour ?? 24)) }
        if let firstHour, let lastHour {
            let isOver = start == nil && today.at(hour: lastHour) <= now
            let day = start.map(KoreanDate.init(of:)) ?? (isOver ? today + 1 : today)
            return (day.at(hour: firstHour), day.at(hour: lastHour))
        }
        guard isNow else { return nil }
        let time = KoreanTime(now)
        return (now, time.date.at(hour: time.hour + 1))
    }

    /// Days, `nil` for one that does not exist. A wider word picks a narrower one's week: 다음 주 주말 is two days.
    private func days(_ words: [TimeWord]) -> [KoreanDate]? {
        let weeks = words.compactMap { if case .week(let week) = $0 { week } else { nil } }
        var week = weeks.count == 1 ? weeks[0] : nil
        var (dates, weekdays, wider): ([KoreanDate], [KoreanDate], [ClosedRange<KoreanDate>]) = ([], [], [])
        for word in words {
            switch word {
            case .week(let named): week = named
            case .weekday(let weekday, let own): weekdays.append(date(weekday, week: own ?? week))
            case .weekend(let own):
                let monday = monday(own ?? week ?? 0)
                wider.append((today == monday + 6 ? today : monday + 5)...(monday + 6))
            case .workdays(let own): wider.append(workdays(own ?? week))
            case .now, .part, .clock, .from, .until, .range: continue
            case .month, .namedMonth: guard words.contains(where: { $0.isInMonth || $0.isHoliday }) else { return nil }
            case .lastDayOfMonth: dates.append(month(words, after: 1) + -1)
            case .monthEnd:
                let last = month(words, after: 1) + -1
                guard last >= today else { return nil }
                wider.append(max(today, last + -4)...last)
            case .dayOfMonth(let day) where words.contains(where: \.isMonth):
                let (year, month, _) = month(words).civil
                guard let date = KoreanDate(validatingYear: year, month: month, day: day) else { return nil }
                dates.append(date)
            case .daysOff:
                let next = dates.first.map(Holiday.daysOff) ?? Holiday.nextDaysOff(from: today)
                guard let next else { return nil }
                dates = []
                wider.append(next)
            case .days(let count):
                guard count > 0 else { return nil }
                wider.append(today...(today + (count - 1)))
            default:
                guard let date = date(word) else { return nil }
                dates.append(date)
            }
        }
        if dates.count == 1, weekdays.count == 1 {
            if dates[0].weekday == weekdays[0].weekday { return dates }
            // 2주 뒤 토요일 is in that week.
            guard let weeks = words.compactMap(\.wholeWeeks).first else { return nil }
            return [monday(weeks) + (weekdays[0].weekday + 6) % 7]
        }
        // 화요일하고 목요일 is no time in one piece.
        let days = weekdays.sorted()
        if dates.isEmpty, wider.isEmpty, zip(days, days.dropFirst()).contains(where: { $1 - $0 > 1 }) { return nil }
        // 주말 28일.
        if wider.count == 1, weekdays.isEmpty, !dates.isEmpty, dates.allSatisfy(wider[0].contains) { return ends(dates) }
        if let range = wider.first, wider.count == 1, dates.isEmpty, !weekdays.isEmpty {
            let all = (0...(range.upperBound - range.lowerBound)).map { range.lowerBound + $0 }
            let within = all.filter { date in weekdays.contains { $0.weekday == date.weekday } }
            if within.count == weekdays.count { return ends(within) }
        }
        let named = dates + weekdays + wider.flatMap { [$0.lowerBound, $0.upperBound] }
        guard named.isEmpty, let week else { return ends(named) }
        let whole = weekDates(week)
        return [whole.lowerBound, whole.upperBound]
    }

    func otherWeekday(of words: [TimeWord]) -> KoreanDate? {
        let dates = words.filter { $0.isDate || $0.isOffset && $0.wholeWeeks == nil }.compactMap(date)
        let weekdays = words.compactMap { if case .weekday(let weekday, _) = $0 { weekday } else { nil } }
        guard dates.count == 1, weekdays.count == 1, !words.contains(where: \.isMonth) else { return nil }
        return dates[0].weekday == weekdays[0] ? nil : dates[0]
    }

    private func month(_ words: [TimeWord], after count: Int = 0) -> KoreanDate {
        let (year, month, _) = today.civil
        var months = year * 12 + month - 1 + count
        for word in words {
            if case .month(let offset) = word { months += offset }
            if case .namedMonth(let named) = word { months += (named - month + 12) % 12 }
        }
        return KoreanDate(year: months / 12, month: months % 12 + 1, day: 1)
    }

    private func ends(_ dates: [KoreanDate]) -> [KoreanDate] {
        guard let first = dates.min(), let last = dates.max() else { return [] }
        return [first, last]
    }

    /// Takes an hour up to 12 for today's next, on other days for one at which people are awake.
    private func time(_ clock: (hour: Int, minute: Int), on day: KoreanDate?, _ parts: [TimeWord.Part], after beginning: Date?, isOfWholeDay: Bool)
        -> (from: Date, to: Date)
    {
        var hour = clock.hour
        let day = day ?? beginning.map(KoreanDate.init(of:))
        var date = day ?? today
        if parts.contains(.night), hour < 6 || hour == 12 {
            // Small hours after the evening: 내일 밤 1시.
            hour = hour == 12 ? 24 : hour + 24
        } else if parts.contains(where: \.isAfterNoon) || hour < TimeResolver.wakingHour && parts.contains(where: { [.daytime, .noon].contains($0) })
        {
            if hour < 12 { hour += 12 }
        } else if parts.contains(where: { [.morning, .dawn].contains($0) }) {
            if hour == 12 { hour = 0 }
        } else if parts.isEmpty, hour > 0, hour <= 12, !isOfWholeDay {
            if let beginning {
                while hour < 24, date.at(hour: hour, minute: clock.minute) <= beginning { hour += 12 }
            } else if date == today {
                let halves = [hour, hour + 12].filter { $0 < 24 }
                if let next = halves.first(where: { today.at(hour: $0, minute: clock.minute) + 3_600 > now }) {
                    hour = next
                } else {
                    if hour < TimeResolver.wakingHour { hour += 12 }
                    if day == nil { date = today + 1 }
                }
            } else if hour < TimeResolver.wakingHour {
                hour += 12
            }
        }
        if day == nil, date == today, today.at(hour: hour, minute: clock.minute) + 3_600 <= now { date = today + 1 }
        let start = date.at(hour: hour, minute: clock.minute)
        return (start, start.addingTimeInterval(3_600))
    }

    private static let wakingHour = 7

    private func date(_ word: TimeWord) -> KoreanDate? {
        switch word {
        case .day(let offset): return today + offset
        case .date(let year?, let month, let day): return KoreanDate(validatingYear: year, month: month, day: day)
        case .date(nil, let month, let day):
            let year = today.civil.year
            let all = (year - 1...year + 8).compactMap { KoreanDate(validatingYear: $0, month: month, day: day) }
            // 11월 1일, said in November, is over; in a year it would be out of reach.
            return all.first { $0 >= today + -90 && ($0 >= today || !all.contains(where: isInReach)) }
        case .holiday(let holiday): return holiday.date(from: today)
        case .dayOfMonth(let day):
            let (year, month, _) = today.civil
            let all = (-1...12).compactMap {
                KoreanDate(validatingYear: year + (month + 11 + $0) / 12 - 1, month: (month + 11 + $0) % 12 + 1, day: day)
            }
            return all.first { $0 >= today + -10 && ($0 >= today || !all.contains(where: isInReach)) }
        default: return nil
        }
    }

    private func isInReach(_ date: KoreanDate) -> Bool { (today...today + Week.daysAhead).contains(date) }

    private func monday(_ weeks: Int) -> KoreanDate { today + (-((today.weekday + 6) % 7) + 7 * weeks) }

    private func weekDates(_ weeks: Int) -> ClosedRange<KoreanDate> {
        let monday = monday(weeks)
        return (weeks == 0 ? today : monday)...(monday + 6)
    }

    private func workdays(_ week: Int?) -> ClosedRange<KoreanDate> {
        let isWeekend = [0, 6].contains(today.weekday)
        let monday = monday(week ?? (isWeekend ? 1 : 0))
        return max(monday, min(today, monday + 4))...(monday + 4)
    }

    private func date(_ weekday: Int, week: Int?) -> KoreanDate {
        if let week { return monday(week) + (weekday + 6) % 7 }
        return today + (weekday - today.weekday + 7) % 7
    }
}

extension TimeWord {
    fileprivate var isDay: Bool {
        switch self {
        case .day, .weekday, .weekend, .workdays, .week, .date, .dayOfMonth, .days, .month, .namedMonth, .monthEnd, .lastDayOfMonth, .holiday,
            .daysOff:
            true
        default: false
        }
    }

    fileprivate var isMonth: Bool {
        switch self {
        case .month, .namedMonth: true
        default: false
        }
    }

    fileprivate var isInMonth: Bool { if case .dayOfMonth = self { true } else { [.monthEnd, .lastDayOfMonth].contains(self) } }

    fileprivate var isHoliday: Bool { if case .holiday = self { true } else { false } }

    fileprivate var isOffset: Bool { if case .day = self { true } else { false } }

    /// Weeks of 2주 뒤 and 일주일 전.
    fileprivate var wholeWeeks: Int? { if case .day(let days) = self, days != 0, days % 7 == 0 { days / 7 } else { nil } }

    fileprivate var isClock: Bool { if case .clock = self { true } else { false } }

    fileprivate var isWeek: Bool { if case .week = self { true } else { false } }

    fileprivate var isWithinDay: Bool {
        switch self {
        case .clock, .part: true
        default: false
        }
    }

    fileprivate var isWeekday: Bool { if case .weekday(_, week: nil) = self { true } else { false } }

    fileprivate var isHourOfWholeDay: Bool { if case .clock(let hour, _) = self { hour == 0 || hour > 12 } else { false } }

    fileprivate var isDate: Bool {
        switch self {
        case .date, .dayOfMonth, .holiday: true
        default: false
        }
    }
}
