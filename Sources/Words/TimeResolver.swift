import Forecast

/// Instants of words of time, said at a moment.
struct TimeResolver {
    typealias Span = (from: Date, to: Date)

    let now: Date

    private var today: KoreanDate { KoreanDate(of: now) }
    private var days: DaysResolver { DaysResolver(today: today) }

    /// Date that contradicts a weekday beside it.
    func otherWeekday(of words: [TimeWord]) -> KoreanDate? { days.otherWeekday(of: words) }

    func time(of words: [TimeWord]) -> Span? {
        guard !words.contains(.unreadable) else { return nil }
        let words = withRanges(sharingMonth(words.filter(\.isOfTime)))
        let times = words.filter { !$0.isMark }
        guard !times.isEmpty else { return nil }
        if let time = lasting(times) ?? range(words) { return time }
        guard let time = span(of: times) else { return nil }
        // Monday morning, said in the afternoon, is the next, unless its week is named.
        let isNextWeek = time.to <= now && times.contains(where: \.isWeekday) && !times.contains { $0.isInNamedWeek || $0.isOffset }
        return isNextWeek ? (time.from + 7 * 86_400, time.to + 7 * 86_400) : time
    }

    /// 14시부터 2시간, 내일부터 3일간.
    private func lasting(_ times: [TimeWord]) -> Span? {
        for word in times {
            let others = times.filter { $0 != word }
            switch word {
            case .within(let minutes) where others.isEmpty || others == [.now]: return (now, now + Double(minutes) * 60)
            case .within(let minutes) where others.contains(where: \.isClock):
                guard let start = span(of: others)?.from else { return nil }
                let length = Double(minutes) * 60
                let isToday = !others.contains(where: \.isDay) && start - 86_400 + length > now
                return isToday ? (start - 86_400, start - 86_400 + length) : (start, start + length)
            case .days(let count) where others.contains(where: \.isDay):
                guard let start = span(of: others)?.from else { return nil }
                return (start, (KoreanDate(of: start) + count).start)
            default: continue
            }
        }
        return nil
    }

    /// 다음 달 1일부터 5일까지: days behind a mark share the month before it.
    private func sharingMonth(_ words: [TimeWord]) -> [TimeWord] {
        let months = words.filter(\.isMonth)
        guard months.count == 1, words.contains(where: \.isInMonth) else { return words }
        return words.flatMap { $0.isMonth ? [] : $0.isInMonth ? [months[0], $0] : [$0] }
    }

    /// Puts a mark between two clocks, 10시에서 4시, or days with a word such as `between`; of two marks one is enough.
    private func withRanges(_ words: [TimeWord]) -> [TimeWord] {
        let isRange = words.contains(.range)
        let times = words.filter { $0 != .between && !(isRange && $0 == .from) }
        guard !words.contains(where: { [.range, .from, .afterwards].contains($0) }) else { return times }
        let isMarked = words.contains { [.between, .until].contains($0) }
        let ends = times.filter { $0 != .until }
        for isEnd in isMarked ? [\TimeWord.isClock, \TimeWord.isDay] : [\TimeWord.isClock] {
            let found = ends.indices.filter { ends[$0][keyPath: isEnd] }
            guard found.count == 2, isMarked || !ends[found[0]...found[1]].contains(where: \.isDay) else { continue }
            return ends[...found[0]] + [.range] + ends[(found[0] + 1)...]
        }
        return times
    }

    private func range(_ words: [TimeWord]) -> Span? {
        if let first = words.first, first.isMark, first != .range { return range(Array(words.dropFirst()) + [words[0]]) }
        guard let index = words.firstIndex(where: \.isMark) else { return nil }
        let first = Array(words[..<index])
        let rest = words[index...].filter { !$0.isMark }
        if let span = hours(from: first, until: rest) ?? sharedDay(first, rest) { return span }
        guard let start = span(of: first, isOfWholeDay: rest.contains(where: \.isHourOfWholeDay)) else { return nil }
        if rest.isEmpty, words[index] == .until { return (now, end(of: first, start)) }
        if rest.isEmpty {
            // From 6 o'clock is the rest of the day, from Friday that of the forecast; after lunch begins when it is over.
            let day = KoreanDate(of: start.from)
            if words[index] == .afterwards, case .part? = first.last { return start.to < (day + 1).start ? (start.to, (day + 1).start) : nil }
            let last = first.contains(where: \.isWithinDay) ? day : max(day, today + Week.daysAhead)
            return (start.from, (last + 1).start)
        }
        guard let last = span(of: rest, after: start.from, isOfWholeDay: first.contains(where: \.isHourOfWholeDay)) else { return nil }
        return following(start.from, end(of: rest, last), first, rest)
    }

    /// Between 2 and 5 pm tomorrow: a day behind both hours is that of both.
    private func sharedDay(_ first: [TimeWord], _ rest: [TimeWord]) -> Span? {
        guard first.allSatisfy(\.isWithinDay), rest.first?.isWithinDay == true, let index = rest.firstIndex(where: \.isDay),
            let start = span(of: rest[index...] + first)?.from, let last = span(of: rest)
        else { return nil }
        let end = end(of: rest, last)
        return start < end && KoreanDate(of: start) == KoreanDate(of: end) ? (start, end) : nil
    }

    private func following(_ from: Date, _ to: Date, _ first: [TimeWord], _ rest: [TimeWord]) -> Span? {
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
    private func hours(from first: [TimeWord], until rest: [TimeWord]) -> Span? {
        guard first.count == 1, rest.count == 1, case .clock(let start, let startMinute) = first[0], case .clock(let end, let endMinute) = rest[0]
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
    private func end(of words: [TimeWord], _ span: Span) -> Date { words.contains(where: \.isClock) ? span.from : span.to }

    /// Several days with hours reach from the first to the last: 오늘 밤 내일 아침.
    private func span(of words: [TimeWord], after start: Date? = nil, isOfWholeDay: Bool = false) -> Span? {
        var groups: [[TimeWord]] = [[]]
        for word in words {
            if case .within(let minutes) = word { return (now, now + Double(minutes) * 60) }
            if case .after(let minutes) = word { return hour(KoreanTime(now + Double(minutes) * 60)) }
            let last = groups[groups.count - 1]
            if word.isDay, last.contains(where: \.isDay), last.contains(where: \.isWithinDay) { groups.append([]) }
            groups[groups.count - 1].append(word)
        }
        let spans = groups.compactMap { spanOfDays($0, after: start, isOfWholeDay: isOfWholeDay) }
        guard spans.count == groups.count, let from = spans.map(\.from).min(), let to = spans.map(\.to).max() else { return nil }
        return (from, to)
    }

    private func hour(_ time: KoreanTime) -> Span { (time.date.at(hour: time.hour), time.date.at(hour: time.hour + 1)) }

    private func spanOfDays(_ words: [TimeWord], after start: Date?, isOfWholeDay: Bool) -> Span? {
        guard let days = days.days(of: words) else { return nil }
        let parts = words.compactMap { if case .part(let part) = $0 { part } else { nil } }
        let (firstHour, lastHour) = (parts.map(\.hours.lowerBound).min(), parts.map(\.hours.upperBound).max())
        if let clock = words.last(where: \.isClock), case .clock(let hour, let minute) = clock {
            return time(hour, minute, on: days.first, parts, after: start, isOfWholeDay: isOfWholeDay || words.contains(.now))
        }
        let time = KoreanTime(now)
        if words.contains(.now) {
            if let day = days.first { return self.time(time.hour, 0, on: day, parts, after: start, isOfWholeDay: true) }
            if parts.isEmpty { return (now, hour(time).to) }
        }
        if let first = days.first, let last = days.last { return (first.at(hour: firstHour ?? 0), last.at(hour: lastHour ?? 24)) }
        guard let firstHour, let lastHour else { return nil }
        let isOver = start == nil && today.at(hour: lastHour) <= now
        let day = start.map(KoreanDate.init(of:)) ?? (isOver ? today + 1 : today)
        return (day.at(hour: firstHour), day.at(hour: lastHour))
    }

    /// Takes an hour up to 12 for today's next, on other days for one at which people are awake.
    private func time(_ hour: Int, _ minute: Int, on day: KoreanDate?, _ parts: [TimeWord.Part], after beginning: Date?, isOfWholeDay: Bool) -> Span {
        var hour = hour
        let day = day ?? beginning.map(KoreanDate.init(of:))
        var date = day ?? today
        let isSmall = hour < TimeResolver.wakingHour
        func isOver(_ hour: Int) -> Bool { today.at(hour: hour, minute: minute) + 3_600 <= now }
        if parts.contains(.night), hour < 6 || hour == 12 {
            // Small hours after the evening: 내일 밤 1시.
            hour = hour == 12 ? 24 : hour + 24
        } else if parts.contains(where: \.isAfterNoon) || isSmall && parts.contains(where: { [.daytime, .noon].contains($0) }) {
            if hour < 12 { hour += 12 }
        } else if parts.contains(where: { [.morning, .dawn].contains($0) }) {
            if hour == 12 { hour = 0 }
        } else if parts.isEmpty, 1...12 ~= hour, !isOfWholeDay {
            if let beginning {
                while hour < 24, date.at(hour: hour, minute: minute) <= beginning { hour += 12 }
            } else if date == today, let next = [hour, hour + 12].first(where: { $0 < 24 && !isOver($0) }) {
                hour = next
            } else if isSmall {
                hour += 12
                if day == nil { date = today + 1 }
            }
        }
        if day == nil, date == today, isOver(hour) { date = today + 1 }
        let start = date.at(hour: hour, minute: minute)
        return (start, start + 3_600)
    }

    private static let wakingHour = 7
}
