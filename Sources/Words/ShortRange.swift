import Forecast

/// Days or hours of one kind: `금~일`, `월~수요일`, `금토일`, `월수금`, `25~27일`, `28,29일`, `9~18시`, `1-3pm`.
struct ShortRange {
    let length: Int
    let words: [TimeWord]

    /// Two letters of days behind a word are days: 다음주월화.
    init?(_ text: Substring, isAfterWord: Bool) {
        var scanner = NumberScanner(rest: text)
        if scanner.isAtDigit {
            guard let words = ShortRange.numbers(&scanner) else { return nil }
            self.words = words
        } else {
            guard let words = ShortRange.weekdays(&scanner, fewest: isAfterWord ? 2 : 3) else { return nil }
            self.words = words
        }
        length = text.count - scanner.rest.count
    }

    /// `금~일`, `토·일`, or three letters of days in order: two may be a name, as 수목.
    private static func weekdays(_ scanner: inout NumberScanner, fewest: Int) -> [TimeWord]? {
        guard let first = weekday(&scanner) else { return nil }
        if scanner.skipRangeMark() || TimeWords.listMarks.contains(where: { scanner.skip($0) }) {
            return weekday(&scanner).map { [.weekday(first, week: nil), .range, .weekday($0, week: nil)] }
        }
        var days = [first]
        while let last = days.last, last != 0, let next = scanner.read({ weekday(after: last, &$0) }) { days.append(next) }
        guard days.count >= fewest, let last = days.last else { return nil }
        if (last + 7 - first) % 7 + 1 > days.count { return days.map { .weekday($0, week: nil) } }
        return [.weekday(first, week: nil), .range, .weekday(last, week: nil)]
    }

    /// Two letters of days, which may also be a village: 화목.
    static func isOfWeekdays(_ text: String) -> Bool {
        var scanner = NumberScanner(rest: text[...])
        return text.count == 2 && weekdays(&scanner, fewest: 2) != nil && scanner.rest.isEmpty
    }

    private static func weekday(after last: Int, _ scanner: inout NumberScanner) -> Int? {
        weekday(&scanner).flatMap { $0 == 0 || $0 > last ? $0 : nil }
    }

    private static func weekday(_ scanner: inout NumberScanner) -> Int? {
        let weekday = KoreanDate.koreanWeekdays.firstIndex { scanner.skip($0) }
        if weekday != nil { _ = scanner.skip("요일") }
        return weekday
    }

    /// `2~3일 뒤`, `2-3 days later`, behind the numbers.
    private static func daysAhead(_ first: Int, _ last: Int, _ scanner: inout NumberScanner) -> [TimeWord]? {
        guard first < last else { return nil }
        if scanner.skip("일") { return NumberPhrase.days(first...last, &scanner) }
        guard scanner.skip("days"), ["later", "fromnow"].contains(where: { scanner.skip($0) }) else { return nil }
        return [.day(first), .range, .day(last)]
    }

    /// `25~27일`, `9~18시`, `1and3pm`, `9to5`; 12-4일 is a date.
    private static func numbers(_ scanner: inout NumberScanner) -> [TimeWord]? {
        guard let first = scanner.number() else { return nil }
        let isMaybeMonth = scanner.isAt("-") && first <= 12
        let isList = [",", "·"].contains { scanner.skip($0) }
        let isEnglish = !isList && ["to", "and", "until", "till"].contains { scanner.skip($0) }
        guard isList || isEnglish || scanner.skipRangeMark(), let last = scanner.number() else { return nil }
        if let days = scanner.read({ daysAhead(first, last, &$0) }) { return days }
        if !isList, let date = scanner.read({ NumberPhrase.month(&$0) }), !scanner.isAtLatin {
            return [.date(year: nil, month: date, day: first), .range, .date(year: nil, month: date, day: last)]
        }
        if !isEnglish, !isMaybeMonth, (1...31).contains(first), (1...31).contains(last), scanner.skip("일") {
            return [.dayOfMonth(first), .range, .dayOfMonth(last)]
        }
        let clocks = [first, last].map { TimeWord.clock(hour: $0, minute: 0) }
        guard !isList, first <= 24, last <= 24 else { return nil }
        if !isEnglish, scanner.skip("시") { return [clocks[0], .range, clocks[1]] }
        guard (1...12).contains(first), (1...12).contains(last) else { return nil }
        for (mark, half) in [("am", TimeWord.Part.morning), ("pm", .afternoon)] where scanner.skip(mark) {
            // 11-1pm begins in the other half.
            let isSameHalf = first % 12 < last % 12
            let other: TimeWord.Part = half == .morning ? .afternoon : .morning
            guard !scanner.isAtLatin else { return nil }
            return [.part(isSameHalf ? half : other), clocks[0], .range, .part(half), clocks[1]]
        }
        return isEnglish && !scanner.isAtLatin && !scanner.isAt(":") ? [clocks[0], .range, clocks[1]] : nil
    }
}

extension NumberScanner { fileprivate mutating func skipRangeMark() -> Bool { TimeWords.rangeMarks.contains { skip($0) } } }
