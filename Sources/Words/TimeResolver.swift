import Forecast

struct TimeResolver {
    typealias Span = (from: Date, to: Date)

    let now: Date
    private var today: KoreanDate { KoreanDate(of: now) }
    var days: DaysResolver { DaysResolver(today: today) }

    /// Spans in order, apart from each other; `nil` without a time, or for one that is not.
    func time(of words: [TimeWord]) -> [Range<Date>]? {
        // 일몰 후 and after sunset have no hours here.
        let isBySun = words.indices.contains { index in
            let next = words.dropFirst(index + 1).first ?? .filler
            return words[index].topic == .sun && (words[..<index].suffix(2).first == .preposition || next.isMark && next != .preposition)
        }
        let isOften = words.contains(.every) && words.contains { if case .days = $0 { true } else { $0.isOfSpan && !$0.isMark } }
        guard words.allSatisfy({ $0.reasonWithoutTime == nil || $0 == .instead }), !words.hasImpossibleHour, !isBySun, !isOften,
            let asked = asked(of: withMarksBehind(words))
        else { return nil }
        var words = withRanges(sharingMonth(asked))
        // 지금 부산인데 토요일: 지금 says where the person is.
        let isOfOtherDay = words.contains(where: { $0.isDay && $0 != .day(0) }) && !words.contains { $0.isMark || $0 == .and }
        if isOfOtherDay { words.removeAll { $0 == .now } }
        let times = words.filter { !$0.isMark && $0 != .and }
        guard !times.isEmpty else { return nil }
        // Monday to Wednesday and Friday.
        let parts = words.split(separator: .and)
        if parts.count > 1, words.contains(where: \.isMark), parts.allSatisfy({ $0.contains(where: \.isDay) }) {
            let found = parts.compactMap { time(of: Array($0)) }
            return found.count == parts.count ? found.flatMap(\.self).apart() : nil
        }
        if let time = lasting(times) ?? range(words.filter { $0 != .and }) { return apart([time]) }
        // From the day after tomorrow until tomorrow is no time.
        guard !words.contains(where: \.isMark), let spans = spans(of: words) else { return nil }
        // Monday morning, said in the afternoon, is the next, unless its week is named.
        let isOfAnyWeek = times.contains(where: \.isWeekday) && !times.contains { $0.namedWeek != nil || $0.isOffset }
        guard isOfAnyWeek else { return apart(spans) }
        let ahead = spans.filter { $0.to > now }
        return apart(ahead.isEmpty ? spans.map { ($0.from + 7 * 86_400, $0.to + 7 * 86_400) } : ahead)
    }

    /// Times that a verb of the past puts before now: 월요일에 추웠어. They are over, whatever they are.
    func passed(_ spans: [Range<Date>], of words: [TimeWord]) -> [Range<Date>] {
        let (marks, times) = (words.indices.filter { words[$0] == .pastTense }, words.indices.filter { words[$0].isOfTime })
        guard let first = marks.first, let last = marks.last, let start = spans.first?.lowerBound, start > now,
            times.allSatisfy({ $0 < last }) || times.allSatisfy({ $0 > first }), !words.contains(where: \.isAhead)
        else { return spans }
        let back = (words.contains(where: \.isDate) ? 366 : words.contains(where: \.isOfWeek) ? 7 : 1) * 86_400.0
        return spans.map { $0.lowerBound - back..<$0.upperBound - back }
    }

    /// Tomorrow from 6 pm until 9 is 내일 6시부터 9시까지: a preposition is of all that follows, up to the next mark.
    private func withMarksBehind(_ words: [TimeWord]) -> [TimeWord] {
        var (moved, mark): ([TimeWord], [TimeWord]) = ([], [])
        for index in words.indices {
            let (word, isHeld) = (words[index], index > 0 && words[index - 1] == .preposition)
            // Friday 6 pm until Saturday.
            let isBetween = isHeld && word == .until && moved.contains(where: \.isOfTime) && !moved.contains(where: \.isMark)
            if word.isMark, !isHeld { (moved, mark) = (moved + mark, []) }
            if isHeld { mark = [word] } else if word != .preposition { moved.append(word) }
            if isBetween { (moved, mark) = (moved + [.range], []) }
        }
        return moved + mark
    }

    private func apart(_ spans: [Span]) -> [Range<Date>] { spans.filter { $0.from < $0.to }.map { $0.from..<$0.to }.apart() }

    /// Words without a time that another takes the place of, 내일 말고 모레, and without a past day of another clause: 어제 왔는데 내일도 와?
    private func asked(of words: [TimeWord]) -> [TimeWord]? {
        if let index = words.lastIndex(of: .instead) {
            let (first, rest) = (words[..<index], words[(index + 1)...])
            guard first.contains(where: \.isOfTime), let next = rest.first(where: \.isOfTime) else { return nil }
            // Tomorrow, but not in the afternoon, is not all of tomorrow.
            guard next.isWithinDay || first.contains(where: \.isDay) || !first.contains(where: \.isWithinDay) else { return nil }
            return asked(of: first.filter { !$0.isOfTime || !next.isDay && $0.isDay } + rest)
        }
        var clauses: [[TimeWord]] = [[]]
        // A verb of the past is of the times before it, and was of those behind it.
        var past: Set<Int> = []
        for (index, word) in words.enumerated() {
            // Did it rain on Monday: yesterday is meant without another time.
            if word == .day(-1), words[..<index].last == .pastTense, words.count(where: \.isOfTime) > 1 { continue }
            if word == .pastTense { past.insert(clauses.lastIndex { $0.contains(where: \.isOfTime) } ?? clauses.count - 1) }
            if word.topic != nil || [.question, .weather].contains(word) {
                if clauses[clauses.count - 1].contains(where: \.isOfTime) { clauses.append([]) }
            } else if word.isOfTime || word == .and {
                clauses[clauses.count - 1].append(word)
            }
        }
        func isOver(_ index: Int) -> Bool {
            past.contains(index) || clauses[index].contains(where: \.isPast) && clauses[index].allSatisfy { $0.isPast || !$0.isDay }
        }
        let isOfLater = clauses.indices.contains { index in !isOver(index) && clauses[index].contains { $0.isThisHour || $0.isDay } }
        return clauses.indices.filter { !isOfLater || !isOver($0) }.flatMap { clauses[$0] }
    }

    /// 14시부터 2시간, 내일부터 3일간.
    private func lasting(_ times: [TimeWord]) -> Span? {
        for word in times {
            let others = times.filter { $0 != word }
            switch word {
            // 2시간 등산 내일 is of tomorrow, whatever it takes.
            case .within(let minutes) where others.allSatisfy { [.now, .day(0)].contains($0) }: return (now, now + Double(minutes) * 60)
            case .within(let minutes) where others.contains { $0.isClock || $0.isHourAhead }:
                return span(of: others).flatMap { following($0.from, $0.from + Double(minutes) * 60, others, []) }
            case .days(let count) where others.contains(where: \.isDay):
                return span(of: others).map { ($0.from, (KoreanDate(of: $0.from) + count).start) }
            default: continue
            }
        }
        return nil
    }

    /// 다음 달 1일부터 5일까지, 12월 25일과 26일: days behind a mark share the month before it.
    private func sharingMonth(_ words: [TimeWord]) -> [TimeWord] {
        var last: TimeWord?
        return words.indices.flatMap { index -> [TimeWord] in
            let word = words[index]
            if word.isMonth || word.isCalendarDate { last = word }
            switch (word, last) {
            case (.daysOfMonth, .month?): return [last, word].compactMap(\.self)
            case (.daysOfMonth(let days), .date(let year, let month, _)?) where days.count == 1 && days.lowerBound > 0:
                return [.date(year: year, month: month, day: days.lowerBound)]
            default: return [word]
            }
        }
    }

    /// Puts a mark between two clocks, 10시에서 4시, or days with a word such as `between`; of two marks one is enough.
    private func withRanges(_ words: [TimeWord]) -> [TimeWord] {
        let isRange = words.contains(.range)
        let times = words.filter { !(isRange && $0 == .from) }
        guard !words.contains(where: { [.range, .from, .afterwards, .past, .before].contains($0) }) else { return times }
        let isMarked = words.contains(.until)
        let ends = times.filter { $0 != .until }
        // Between Friday morning and Saturday.
        if isMarked, let index = ends.firstIndex(of: .and), index > 0, index < ends.count - 1 {
            return ends[..<index] + [.range] + ends[(index + 1)...].filter { $0 != .and }
        }
        for isEnd in isMarked ? [\TimeWord.isClock, \TimeWord.isDay] : [\TimeWord.isClock] {
            // 이달 말 is one.
            let found = ends.indices.filter { index in
                let isOfNext = ends[index].wholeWeek != nil && ends.dropFirst(index + 1).first?.isOfWeek == true
                return ends[index][keyPath: isEnd] && !isOfNext && !(ends[index].isMonth && ends.contains(where: \.isInMonth))
            }
            guard found.count == 2, isMarked || !ends[found[0]...found[1]].contains(where: { $0.isDay || $0 == .and }) else { continue }
            return ends[...found[0]] + [.range] + ends[(found[0] + 1)...].filter { $0 != .and }
        }
        return times
    }

    private func range(_ words: [TimeWord]) -> Span? {
        if let first = words.first, first.isMark { return range(words.dropFirst() + [first == .range ? .until : first]) }
        guard let index = words.firstIndex(where: \.isMark) else { return nil }
        let (first, rest) = (Array(words[..<index]), words[index...].filter { !$0.isMark })
        let isOfBoth = words.lastIndex(where: \.isMark).map { $0 > index && words[$0...].contains(where: \.isDay) } == true
        if let span = sharedDay(first, rest, isOfBoth) { return span }
        // 내일부터 5일 lasts five days; 5일부터 7일 and 내일부터 7일까지 end on a day.
        if words[index...].count(where: \.isMark) == 1, case .daysOfMonth(let days)? = rest.first, days.count == 1, days.lowerBound > 0,
            words[index] == .from, !rest.dropFirst().contains(where: \.isDay), !first.contains(where: \.isDate)
        {
            return lasting(first + [.days(days.lowerBound)])
        }
        guard let start = span(of: first, isOfWholeDay: rest.contains(where: \.isHourOfWholeDay)) else { return nil }
        if rest.isEmpty, [.until, .before].contains(words[index]) {
            let end = end(of: words, start)
            let isOfDay = words[index] == .before && first.contains(where: \.isDay) && first.contains(where: \.isWithinDay)
            let from = isOfDay ? max(now, KoreanDate(of: start.from).start) : now
            return from < end ? (from, end) : nil
        }
        if rest.isEmpty {
            // From 6 o'clock is the rest of the day, from Friday that of the forecast; after lunch and after Friday begin when it is over.
            let isOfPart = if case .part? = first.last { true } else { false }
            let isLater = words[index] == .past ? !first.contains(where: \.isClock) : words[index] == .afterwards && isOfPart
            var (from, day) = (isLater ? start.to : start.from, KoreanDate(of: start.from))
            // After lunch, said in the afternoon, has begun.
            if isLater, !first.contains(where: \.isDay), day > today { (from, day) = (from - 86_400, today) }
            let last = first.contains(where: \.isWithinDay) ? day : max(KoreanDate(of: from), today + Week.daysAhead)
            return from < (last + 1).start ? (from, (last + 1).start) : nil
        }
        guard let last = span(of: rest, after: start.from, isOfWholeDay: first.contains(where: \.isHourOfWholeDay)) else { return nil }
        return following(start.from, end(of: Array(words[index...]), last), first, rest)
    }

    /// Between 2 and 5 pm tomorrow: a day behind both hours is that of both, and of the first alone if the second is of a half; not 6 pm to 9 am tomorrow.
    private func sharedDay(_ first: [TimeWord], _ rest: [TimeWord], _ isOfBoth: Bool) -> Span? {
        guard first.allSatisfy(\.isWithinDay), rest.first?.isWithinDay == true, let index = rest.firstIndex(where: \.isDay),
            let span = range(rest[index...] + first + [.range] + rest[..<index])
        else { return nil }
        let isOfHalf = !isOfBoth && rest[..<index].contains { !$0.isClock || $0.isHourOfWholeDay }
        return !isOfHalf || KoreanDate(of: span.from) == KoreanDate(of: span.to) ? span : nil
    }

    private func following(_ from: Date, _ to: Date, _ first: [TimeWord], _ rest: [TimeWord]) -> Span? {
        var (from, to) = (from, to)
        let isWithinDay = rest.allSatisfy(\.isWithinDay)
        if isWithinDay || rest.contains(where: \.isWeekday) {
            while to <= from { to += isWithinDay ? 86_400 : 7 * 86_400 }
        } else if to > now, from < today.start || to <= from && isInOrder(from, to - 1, first), first.contains(where: \.isDate) {
            from = today.start
        }
        // 오전 9시부터 오후 6시까지 is today's until it is over; hours up to 12 alone may be of either half.
        let isHalf = (first + rest).allSatisfy { $0.isClock && !$0.isHourOfWholeDay }
        let step: Double = isHalf ? 43_200 : 86_400
        while isWithinDay, first.allSatisfy(\.isWithinDay), to - step > now { (from, to) = (from - step, to - step) }
        return from < to ? (from, to) : nil
    }

    /// True for the 10th to the 25th, said on the 24th; not for 11 to 9 October.
    private func isInOrder(_ from: Date, _ last: Date, _ first: [TimeWord]) -> Bool {
        let (from, last) = (KoreanDate(of: from).civil, KoreanDate(of: last).civil)
        return first.contains { if case .date = $0 { true } else { false } } ? (from.month, from.day) < (last.month, last.day) : from.day < last.day
    }

    /// Ends at 6 for "until 6 o'clock", with Friday for "until Friday", and without it for "before Friday".
    private func end(of words: [TimeWord], _ span: Span) -> Date { words.contains { $0.isClock || $0 == .before } ? span.from : span.to }

    private func span(of words: [TimeWord], after start: Date? = nil, isOfWholeDay: Bool = false) -> Span? {
        let spans = spans(of: words, after: start, isOfWholeDay: isOfWholeDay) ?? []
        return spans.map(\.from).min().flatMap { from in spans.map(\.to).max().map { (from, $0) } }
    }

    /// Days with hours, and days after 랑 or `and`, are read each by themselves: 오늘 밤 내일 아침, 오늘이랑 다음 주 목요일.
    private func spans(of words: [TimeWord], after start: Date? = nil, isOfWholeDay: Bool = false) -> [Span]? {
        var groups: [[TimeWord]] = [[]]
        var isJoined = false
        for word in words {
            if case .after(let minutes) = word { return [hour(KoreanTime(now + Double(minutes) * 60))] }
            let last = groups[groups.count - 1]
            if isJoined, word.isWithinDay, last.contains(where: \.isClock) {
                // 내일 9시와 15시.
                groups.append(last.filter(\.isDay))
            } else if word.isDay, last.contains(where: \.isDay), isJoined || last.last?.isWithinDay == true && !isWeek(word, of: last) {
                // 다음 주 토요일과 일요일 are of one week.
                let week = word.isWeekday ? last.compactMap(\.namedWeek).last : nil
                let isShifted = if case .shifted = word { true } else { false }
                groups.append(isShifted ? last.filter(\.isDay) : week.map { [.weekdays(1...7, week: $0)] } ?? [])
            }
            isJoined = word == .and
            if !isJoined { groups[groups.count - 1].append(word) }
        }
        // 9 am and 3 pm tomorrow.
        for index in groups.indices.dropLast() where !groups[index].contains(where: \.isDay) { groups[index] += groups[index + 1].filter(\.isDay) }
        let spans = groups.compactMap { spansOfDays($0, after: start, isOfWholeDay: isOfWholeDay) }
        return spans.count == groups.count ? spans.flatMap(\.self) : nil
    }

    private func isWeek(_ word: TimeWord, of days: [TimeWord]) -> Bool {
        word.wholeWeek != nil && days.contains { $0.isOfWeek && $0.namedWeek == nil }
    }

    private func hour(_ time: KoreanTime) -> Span { (time.date.at(hour: time.hour), time.date.at(hour: time.hour + 1)) }

    /// Parts of a day and hours are those of each day: 이번 주 아침마다.
    private func spansOfDays(_ words: [TimeWord], after start: Date?, isOfWholeDay: Bool) -> [Span]? {
        guard let ranges = days.days(of: words) else { return nil }
        // As far as the issue of 06:00 reaches: next week's mornings, and no million of days.
        let lastDay = KoreanDate(of: now - 6 * 3_600) + Week.daysAhead
        var days = ranges.map { $0.lowerBound..<max($0.lowerBound + 1, min($0.upperBound, lastDay + 1)) }.dates
        let named = words.compactMap { if case .part(let part) = $0 { part } else { nil } }
        let parts = named.contains { !$0.isVague } ? named.filter { !$0.isVague } : named
        if let clock = words.last(where: \.isClock), case .clock(let hour, let minute) = clock {
            let isOfWholeDay = isOfWholeDay || words.contains(where: \.isThisHour)
            let dates: [KoreanDate?] = days.isEmpty ? [nil] : days
            return dates.map { time(hour, minute, on: $0, parts, after: start, isOfWholeDay: isOfWholeDay) }
        }
        let present = KoreanTime(now)
        if words.contains(where: \.isThisHour) {
            if let day = days.first { return [time(present.hour, 0, on: day, parts, after: start, isOfWholeDay: true)] }
            if parts.isEmpty { return [(now, hour(present).to)] }
        }
        guard let lastHour = parts.map(\.hours.upperBound).max() else {
            return days.isEmpty ? nil : ranges.map { ($0.lowerBound.start, $0.upperBound.start) }
        }
        // 밤새, said at night, is of the night that is not over.
        let isNight = lastHour > 24 && (today + -1).at(hour: lastHour) > now
        if days.isEmpty { days = [start.map(KoreanDate.init(of:)) ?? (isNight ? today + -1 : today.at(hour: lastHour) <= now ? today + 1 : today)] }
        let spans = days.flatMap { day in
            parts.map { (from: max(day.at(hour: $0.hours.lowerBound), isNight ? today.start : day.start), to: day.at(hour: $0.hours.upperBound)) }
        }
        // Mornings of this week, said at noon, are those that are left.
        let ahead = spans.filter { $0.to > now || words.contains(where: \.isWeekday) }
        return ahead.isEmpty ? spans : ahead
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
        } else if parts.contains(where: { $0.hours.lowerBound >= 12 }) || isSmall && parts.contains(where: { [.daytime, .noon].contains($0) }) {
            if hour < 12 { hour += 12 }
        } else if parts.contains(where: { [.morning, .dawn].contains($0) }) {
            if hour == 12 { hour = 0 }
        } else if parts.isEmpty, 1...12 ~= hour, !isOfWholeDay {
            if let beginning, date == KoreanDate(of: beginning) {
                while hour < 24, date.at(hour: hour, minute: minute) <= beginning { hour += 12 }
            } else if date == today, let next = [hour, hour + 12].first(where: { $0 < 24 && !isOver($0) }) {
                hour = next
            } else if isSmall {
                hour += 12
            }
        }
        if day == nil, date == today, isOver(hour) { date = today + 1 }
        let start = date.at(hour: hour, minute: minute)
        return (start, start + 3_600)
    }

    private static let wakingHour = 7
}
