import Forecast

struct DaysResolver {
    let today: KoreanDate

    /// Days in order, none without words of days, `nil` for a day that does not exist. A wider word picks the narrower one: 다음 주 주말 토요일.
    func days(of words: [TimeWord]) -> [Range<KoreanDate>]? {
        // 한글날 다음 주 is the week after its own.
        if let index = words.indices.dropLast().first(where: { words[$0].isHoliday && words[$0 + 1].namedWeek ?? 0 != 0 }) {
            guard words[index + 1].namedWeek ?? 0 > 0, let date = date(words[index]) else { return nil }
            return DaysResolver(today: date).days(of: Array(words[..<index]) + words[(index + 1)...])
        }
        // 크리스마스 이틀 전 is counted from Christmas.
        let words = words.indices.map { $0 > 0 && words[$0 - 1].isHoliday ? words[$0].asShift : words[$0] }
        let shifts = words.compactMap { if case .shifted(let days) = $0 { days } else { nil } }
        guard let edge = shifts.first else { return unshiftedDays(of: words) }
        guard let days = unshiftedDays(of: words), let first = days.first, let last = days.last else { return nil }
        return apart([(edge < 0 ? first.lowerBound : last.upperBound + -1) + shifts.reduce(0, +)])
    }

    private func unshiftedDays(of words: [TimeWord]) -> [Range<KoreanDate>]? {
        let (weeks, named) = (words.compactMap(\.wholeWeek), words.first { $0.isHoliday || $0.isCalendarDate })
        let year = words.lazy.compactMap { if case .year(let offset) = $0 { offset } else { nil } }.first
        if let year, year < 0 { return apart([], [today + -365...today + -1]) }
        if year != nil, !words.contains(where: \.isDate) { return nil }
        // 토요일, 다음 주 토요일 are two.
        var week = weeks.count == 1 && words.last { $0.isOfWeek }?.wholeWeek != nil ? weeks[0] : nil
        var (dates, weekdays, wider): ([KoreanDate], [KoreanDate], [ClosedRange<KoreanDate>]) = ([], [], [])
        for word in words {
            switch word {
            case .weekdays(1...7, let named): week = named
            case .weekdays(let days, let named) where days.count == 1: weekdays.append(self.days(days, ofWeek: named ?? week).lowerBound)
            case .weekdays(let days, let number):
                week = number ?? week
                // 크리스마스 주말, 12월 5일 주말.
                let day = week == nil ? named.flatMap { date($0, inYear: year) } : nil
                let range = day.map { DaysResolver(today: $0).days(days, ofWeek: 0) } ?? self.days(days, ofWeek: week)
                wider.append(range)
                dates.removeAll { $0 == day && !range.contains($0) }
            case .month where words.contains(where: { $0.isInMonth || $0.isHoliday }): continue
            case .month(let months, let isNamed):
                guard !isNamed, months < 0, let first = date(1, of: words), let last = date(-1, of: words) else { return nil }
                wider.append(first...last)
            case .daysOfMonth(let days):
                let isInMonth = days.lowerBound < 0 && days.count < 7 || words.contains(where: \.isMonth)
                guard let first = isInMonth ? date(days.lowerBound, of: words) : date(word, inYear: year) else { return nil }
                if days.count == 1 { dates.append(first) } else { wider.append(first...(first + (days.count - 1))) }
            case .daysOff:
                // 개천절 연휴 lasts beyond its holiday.
                let past = if case .holiday(let holiday)? = named { holiday.date(from: today + -7) } else { KoreanDate?.none }
                let running = past.map(Holiday.daysOff).flatMap { $0.contains(today) ? $0 : nil }
                guard let next = running ?? dates.first.map(Holiday.daysOff) ?? Holiday.nextDaysOff(from: today) else { return nil }
                (dates, wider) = ([], wider + [next])
            case .days(let count): wider.append(today...(today + (count - 1)))
            case .day, .date, .holiday:
                guard let date = date(word, inYear: year) else { return nil }
                dates.append(date)
            default: continue
            }
        }
        // 월화수, said on a Wednesday, is of the next week.
        if let first = weekdays.first, zip(weekdays, weekdays.dropFirst()).allSatisfy({ ($1 - $0 + 7) % 7 == 1 }) {
            weekdays = weekdays.indices.map { first + $0 }
        }
        // 다음 주 오늘 and 다음 주 이맘때 are in that week; 다음 주 내일 is no day.
        if let week, week != 0, weekdays.isEmpty, wider.isEmpty, words.contains(where: { $0.isOffset || $0.isThisHour }) {
            return dates == (dates.isEmpty ? [] : [today]) ? apart([today + 7 * week]) : nil
        }
        let ahead = words.compactMap(\.weeksAhead).first
        // 일주일 후 오늘.
        if dates.count == 2, words.contains(.day(0)), ahead ?? 0 > 0 { dates.removeAll { $0 == today } }
        if dates.count == 1, weekdays.count == 1, week == nil || !words.contains(where: \.isOffset) {
            // 2주 뒤 토요일 is in that week.
            let other = ahead.map { apart([days(weekdays[0].number...weekdays[0].number, ofWeek: $0).lowerBound]) }
            return dates[0].weekday == weekdays[0].weekday ? apart(dates) : other
        }
        if let range = wider.first, wider.count == 1 {
            let narrower = dates + weekdays.map { range.lowerBound + ($0.weekday - range.lowerBound.weekday + 7) % 7 }
            if !narrower.isEmpty, narrower.allSatisfy(range.contains) { return apart(narrower) }
        }
        if dates.isEmpty, weekdays.isEmpty, wider.isEmpty { wider = weeks.map { days(1...7, ofWeek: $0) } }
        if words.contains(.every), week == nil {
            // 평일마다 is of one week, as 평일 is.
            let last = today + Week.daysAhead
            let later = wider.filter { $0.upperBound - $0.lowerBound < 2 && $0.lowerBound + 7 <= last }
            wider += later.map { ($0.lowerBound + 7)...min($0.upperBound + 7, last) }
            weekdays += weekdays.map { $0 + 7 }.filter { $0 <= last }
            if dates.isEmpty, weekdays.isEmpty, wider.isEmpty { wider = [today...last] }
        }
        return apart(dates + weekdays, wider.map { $0.contains(today) ? today...$0.upperBound : $0 })
    }

    private func apart(_ days: [KoreanDate], _ ranges: [ClosedRange<KoreanDate>] = []) -> [Range<KoreanDate>] {
        (days.map { $0...$0 } + ranges).map { $0.lowerBound..<$0.upperBound + 1 }.apart()
    }

    /// Days of a week counted from this one, else of the first that is not over.
    private func days(_ days: ClosedRange<Int>, ofWeek week: Int?) -> ClosedRange<KoreanDate> {
        let week = week ?? (days.upperBound < today.number ? 1 : 0)
        let sunday = today + (7 * week - today.number)
        return (sunday + days.lowerBound)...(sunday + days.upperBound)
    }

    /// Date that contradicts a weekday beside it.
    func otherWeekday(of words: [TimeWord]) -> KoreanDate? {
        let dates = words.filter { $0.isDate || $0.isOffset && $0.weeksAhead == nil }.compactMap { date($0) }
        let weekdays = words.compactMap { if case .weekdays(let days, _) = $0, days.count == 1 { days.lowerBound } else { nil } }
        guard dates.count == 1, weekdays.count == 1, !words.contains(where: \.isMonth) else { return nil }
        return dates[0].number == weekdays[0] ? nil : dates[0]
    }

    private func date(_ day: Int, of words: [TimeWord]) -> KoreanDate? {
        let (year, month, _) = today.civil
        // 다음 달 1일, 2일 has its month twice.
        let ahead = words.lazy.compactMap { if case .month(let count, let isNamed) = $0 { isNamed ? (count - month + 12) % 12 : count } else { nil } }
        let months = year * 12 + month - 1 + (ahead.first ?? 0)
        if day > 0 { return KoreanDate(validatingYear: months / 12, month: months % 12 + 1, day: day) }
        return KoreanDate(year: (months + 1) / 12, month: (months + 1) % 12 + 1, day: 1) + day
    }

    private func date(_ word: TimeWord, inYear named: Int? = nil) -> KoreanDate? {
        let (year, month, _) = today.civil
        switch word {
        case .day(let offset): return today + offset
        case .date(let year?, let month, let day): return KoreanDate(validatingYear: year, month: month, day: day)
        case .date(nil, let month, let day):
            if let named { return KoreanDate(validatingYear: year + named, month: month, day: day) }
            // 11월 1일, said in November, is over; in a year it would be out of reach.
            return next((year - 1...year + 8).compactMap { KoreanDate(validatingYear: $0, month: month, day: day) }, since: today + -90)
        case .holiday(let holiday): return next(holiday.dates(around: today), since: today + -90)
        // 내년 첫 토요일 is in January; 첫째 일요일 is of no month.
        case .daysOfMonth(let days) where days.count == 7:
            return named.flatMap { KoreanDate(validatingYear: year + $0, month: 1, day: days.lowerBound) }
        case .daysOfMonth(let days):
            let months = (-1...12).map { year * 12 + month - 1 + $0 }
            return next(months.compactMap { KoreanDate(validatingYear: $0 / 12, month: $0 % 12 + 1, day: days.lowerBound) }, since: today + -10)
        default: return nil
        }
    }

    /// First date from today on, or a late one if none is in reach of forecasts.
    private func next(_ dates: [KoreanDate], since earliest: KoreanDate) -> KoreanDate? {
        let isInReach = dates.contains { (today...today + Week.daysAhead).contains($0) }
        return dates.first { $0 >= earliest && ($0 >= today || !isInReach) }
    }
}

extension KoreanDate {
    /// 1 for Monday to 7.
    fileprivate var number: Int { (weekday + 6) % 7 + 1 }
}
