import Forecast

/// Reads days or hours of which only the last says what they are, at the beginning of a text: `금~일`, `월~수요일`, `금토일`,
/// `25~27일`, `9~18시`.
struct ShortRange {
    let length: Int
    let words: [TimeWord]

    init?(_ text: Substring) {
        var scanner = NumberScanner(rest: text)
        guard
            let (first, last) = scanner.isAtDigit
                ? ShortRange.numbers(&scanner) : ShortRange.weekdays(&scanner)
        else { return nil }
        words = [first, .range, last]
        length = text.count - scanner.rest.count
    }

    /// `금~일`, `금요일~일`, or the letters of three days and more that follow each other: two may be a name, as 수목 is.
    private static func weekdays(_ scanner: inout NumberScanner) -> (TimeWord, TimeWord)? {
        guard let first = weekday(&scanner) else { return nil }
        if scanner.skipRangeMark() {
            return weekday(&scanner).map { (.weekday(first, week: nil), .weekday($0, week: nil)) }
        }
        var last = first
        while last != 0, scanner.isAt(KoreanDate.koreanWeekdays[(last + 1) % 7]) {
            last = weekday(&scanner) ?? 0
        }
        guard (last + 7 - first) % 7 >= 2 else { return nil }
        return (.weekday(first, week: nil), .weekday(last, week: nil))
    }

    /// The day of a letter, 0 on Sunday.
    private static func weekday(_ scanner: inout NumberScanner) -> Int? {
        let weekday = KoreanDate.koreanWeekdays.firstIndex { scanner.skip($0) }
        if weekday != nil { _ = scanner.skip("요일") }
        return weekday
    }

    /// `25~27일`, `9~18시`. 12-4일 is a date.
    private static func numbers(_ scanner: inout NumberScanner) -> (TimeWord, TimeWord)? {
        guard let first = scanner.number() else { return nil }
        let isMaybeMonth = scanner.isAt("-") && first <= 12
        guard scanner.skipRangeMark(), let last = scanner.number() else { return nil }
        if !isMaybeMonth, (1...31).contains(first), (1...31).contains(last), scanner.skip("일") {
            return (.dayOfMonth(first), .dayOfMonth(last))
        }
        guard first <= 24, last <= 24, scanner.skip("시") else { return nil }
        return (.clock(hour: first, minute: 0), .clock(hour: last, minute: 0))
    }
}

extension NumberScanner {
    /// Whether a mark between a beginning and an end comes next, which is skipped.
    fileprivate mutating func skipRangeMark() -> Bool {
        TimeWords.rangeMarks.contains { skip($0) }
    }
}
