import Forecast

/// `12월24일`, `12/24`, `3시`, `18:30`, `3시간안에`, `dec24`, `3pm`.
struct NumberPhrase {
    let length: Int
    let words: [TimeWord]

    init?(_ text: Substring) {
        var scanner = NumberScanner(rest: text)
        guard let first = text.first,
            let words = scanner.read(NumberPhrase.later) ?? (first.isWholeNumber ? NumberPhrase.numbered(&scanner) : NumberPhrase.named(&scanner))
        else { return nil }
        self.words = words
        length = text.count - scanner.rest.count
    }

    private static func numbered(_ scanner: inout NumberScanner) -> [TimeWord]? {
        if let word = compactDate(&scanner) { return [word] }
        let isPadded = scanner.isAt("0")
        guard let number = scanner.number() else { return nil }
        if let words = scanner.read({ date(number, &$0) }) { return words }
        if let words = scanner.read({ hoursUpTo(&$0) }) { return words }
        if let words = scanner.read({ weeks(number, &$0) }) { return words }
        if let words = scanner.read({ $0.skip("박") ? days(behindNights: $0.skipNumber("일")) : nil }) { return words }
        if let words = hours(number, isPadded: isPadded, &scanner) { return words }
        if scanner.skip("분") { return span(minutes: number, &scanner) }
        if scanner.skip(":") {
            guard let minute = scanner.number(), !scanner.isAtDigit else { return nil }
            return clock(number, minute, isPadded: isPadded)
        }
        if let words = scanner.read({ dayAndMonth(number, &$0) }) { return words }
        if scanner.read({ $0.skip("-") && $0.isAt("day") ? true : nil }) == true || scanner.isAt("day") {
            _ = scanner.skip("days") || scanner.skip("day")
            let isAgo = scanner.skip("ago")
            guard number > 0, number < 100, !scanner.isAtLatin else { return nil }
            return [isAgo ? .day(-number) : .days(number)]
        }
        if scanner.skip("일") {
            if let words = days(number...number, &scanner) { return words }
            guard !scanner.isAtDigit, number < 100 else { return nil }
            return [(1...31).contains(number) ? .dayOfMonth(number) : .unreadable]
        }
        if scanner.skip("주차") || scanner.read(monthsOrYears) == true { return [.unreadable] }
        if scanner.skip("oclock") { return clock(number, 0, isPadded: isPadded) }
        for unit in units where scanner.skip(unit) { return scanner.isAtLatin ? nil : [.filler] }
        for (mark, part) in [("am", TimeWord.Part.morning), ("pm", .afternoon)] where scanner.skip(mark) {
            return number <= 12 && !scanner.isAtLatin ? [.part(part), .clock(hour: number, minute: 0)] : nil
        }
        return nil
    }

    private static func compactDate(_ scanner: inout NumberScanner) -> TimeWord? {
        let digits = scanner.rest.prefix { $0.isASCII && $0.isNumber }
        guard digits.count == 8, let number = Int(digits) else { return nil }
        let word = word(number / 10_000, number / 100 % 100, number % 100)
        if word != nil { _ = scanner.skip(String(digits)) }
        return word
    }

    private static func hours(_ number: Int, isPadded: Bool, _ scanner: inout NumberScanner) -> [TimeWord]? {
        if scanner.skip("시간") { return span(minutes: number * 60 + (scanner.skip("반") ? 30 : 0), &scanner) }
        guard scanner.skip("시") else { return nil }
        let minute = scanner.skip("반") ? 30 : scanner.read { $0.skipNumber("분") ?? $0.spelledNumber(before: "분") } ?? 0
        return clock(number, minute, isPadded: isPadded)
    }

    /// `1dec`, `1stofdecember`, behind the number.
    private static func dayAndMonth(_ day: Int, _ scanner: inout NumberScanner) -> [TimeWord]? {
        let isOrdinal = scanner.skipOrdinal()
        if isOrdinal, !scanner.isAtLatin, (1...31).contains(day) { return [.dayOfMonth(day)] }
        _ = scanner.skip("of")
        guard let month = month(&scanner), !scanner.isAtLatin else { return nil }
        return [word(scanner.read(year), month, day) ?? .unreadable]
    }

    private static func year(_ scanner: inout NumberScanner) -> Int? {
        _ = scanner.skip(",")
        return scanner.number().flatMap { $0 > 999 ? $0 : nil }
    }

    static func month(_ scanner: inout NumberScanner) -> Int? {
        for (index, name) in months.enumerated() where scanner.isAt(String(name.prefix(3))) {
            if !scanner.skip(name) { _ = scanner.skip(String(name.prefix(3))) }
            return index + 1
        }
        return nil
    }

    /// `2026-12-24`, `2026.12.24`, `26.12.24`, `12/24`, `12-24`, `12.24`, `12월24일`, and `11/28-30`.
    private static func date(_ number: Int, _ scanner: inout NumberScanner) -> [TimeWord]? {
        var (year, month): (Int?, Int) = (nil, number)
        if let date = scanner.read({ shortDate(number, &$0) }) { return [date] }
        if (20..<100).contains(number), scanner.skip("년") {
            guard let next = scanner.number() else { return nil }
            (year, month) = (2_000 + number, next)
        } else if number > 999 {
            guard ["-", "/", "년", "."].contains(where: { scanner.skip($0) }), let next = scanner.number() else { return nil }
            (year, month) = (number, next)
        } else if number > 12, let month = scanner.read({ $0.skip("/") ? $0.number() : nil }) {
            // 30/11 in English.
            return scanner.isAtDigit || scanner.isAt("/") ? nil : word(nil, month, number).map { [$0] }
        }
        let isMonth = scanner.skip("월")
        let isDashed = scanner.isAt("-")
        if isMonth, month <= 12, let day = scanner.spelledNumber(before: "일") { return [word(year, month, day) ?? .unreadable] }
        if isMonth, !(1...12).contains(month) { return [.unreadable] }
        if isMonth, !scanner.isAtDigit, year == nil { return [.namedMonth(month)] }
        // No latitude or longitude of Korea begins with a month.
        if isMonth, month <= 12, !scanner.isAtDigit, !scanner.isAt(" ") { return [.unreadable] }
        guard isMonth || ["/", "-", "."].contains(where: { scanner.skip($0) }), month <= 12, let day = scanner.number(), !scanner.isAtDigit,
            !["시", "/", "."].contains(where: scanner.isAt)
        else { return nil }
        _ = scanner.skip("일") || scanner.read { $0.skip("t") && $0.isAtDigit ? true : nil } == true
        guard let first = word(year, month, day) else { return isMonth ? [.unreadable] : nil }
        // 12-24-30 is no date.
        let end = isDashed ? nil : scanner.read(lastDay)
        if let end { return word(year, month, end).map { [first, .range, $0] } }
        let isNumbered = isDashed && scanner.isAt("-") && scanner.rest.dropFirst().first?.isWholeNumber == true
        return isNumbered ? nil : [first]
    }

    /// `26.12.24`, `26/12/24`, `12/24/2026` and `24.12.2026`, behind the first number.
    private static func shortDate(_ first: Int, _ scanner: inout NumberScanner) -> TimeWord? {
        guard first < 100, let mark = [".", "/", "-"].first(where: { scanner.skip($0) }), let second = scanner.number(), scanner.skip(mark),
            let third = scanner.number(), !scanner.isAtDigit
        else { return nil }
        if third > 2_000 { return first > 12 || mark == "." ? word(third, second, first) : word(third, first, second) }
        return first > 12 ? word(2_000 + first, second, third) : nil
    }

    private static func spelledDate(_ scanner: inout NumberScanner) -> TimeWord? {
        scanner.spelledNumber(before: "월").flatMap { month in scanner.spelledNumber(before: "일").map { word(nil, month, $0) ?? .unreadable } }
    }

    private static func lastDay(_ scanner: inout NumberScanner) -> Int? {
        guard (TimeWords.rangeMarks + ["to", "until", "through"]).contains(where: { scanner.skip($0) }), let day = scanner.number(),
            !scanner.isAtLatin, !["월", "/", "-", ".", "시", ":"].contains(where: scanner.isAt)
        else { return nil }
        _ = scanner.skip("일")
        return day
    }

    /// `2~3시간안에`, behind its first number: the longer counts.
    private static func hoursUpTo(_ scanner: inout NumberScanner) -> [TimeWord]? {
        guard TimeWords.rangeMarks.contains(where: { scanner.skip($0) }), let last = scanner.skipNumber("시간") else { return nil }
        return span(minutes: last * 60, &scanner)
    }

    private static func weeks(_ count: Int, _ scanner: inout NumberScanner) -> [TimeWord]? {
        guard count < 10, scanner.skip("주일") || scanner.skip("주") else { return nil }
        return days(count * 7...count * 7, &scanner)
    }

    /// `2박3일`, behind its nights.
    private static func days(behindNights count: Int?) -> [TimeWord]? { count.flatMap { (2...30).contains($0) ? [.days($0)] : nil } }

    private static func word(_ year: Int?, _ month: Int, _ day: Int) -> TimeWord? {
        guard KoreanDate(validatingYear: year ?? 2024, month: month, day: day) != nil else { return nil }
        return .date(year: year, month: month, day: day)
    }

    private static func clock(_ hour: Int, _ minute: Int, isPadded: Bool) -> [TimeWord]? {
        guard hour <= 24, minute < 60 else { return hour < 100 && minute < 100 ? [.unreadable] : nil }
        let clock = TimeWord.clock(hour: hour, minute: minute)
        return isPadded && hour > 0 ? [.part(.morning), clock] : [clock]
    }

    private static func span(minutes: Int, _ scanner: inout NumberScanner) -> [TimeWord]? {
        guard minutes > 0, minutes <= 60_000 else { return nil }
        for word in withinWords + ["안", "동안"] where scanner.skip(word) { return [.within(minutes)] }
        for word in laterWords where scanner.skip(word) { return [.after(minutes)] }
        for word in earlierWords where scanner.skip(word) { return [.after(-minutes)] }
        return minutes % 60 == 0 && !scanner.isAtDigit ? [.within(minutes)] : nil
    }

    /// Days ahead or ago, or how many: 3일 뒤, 2~3일 안에, 사나흘간.
    static func days(_ counts: ClosedRange<Int>, _ scanner: inout NumberScanner) -> [TimeWord]? {
        let (first, last) = (counts.lowerBound, counts.upperBound)
        guard first > 0, last < 100 else { return nil }
        for word in laterWords where scanner.skip(word) { return first == last ? [.day(first)] : [.day(first), .range, .day(last)] }
        for word in earlierWords where scanner.skip(word) { return first == last ? [.day(-first)] : [.day(-last), .range, .day(-first)] }
        for word in withinWords where scanner.skip(word) { return [.days(last + 1)] }
        for word in ["간", "동안"] where scanner.skip(word) { return [.days(last)] }
        return nil
    }

    private static let withinWords = ["안에", "안으로", "이내에", "이내", "내에", "내로"]
    private static let units = ["도", "퍼센트", "%", "프로", "미터", "밀리", "미리", "센치", "센티", "마이크로", "mm", "cm", "m/s", "ppm"]
    private static let laterWords = ["뒤에", "뒤", "후에", "후"]
    private static let earlierWords = ["전에", "전"]
    private static let koreanDays = [("일주일", 7), ("이틀", 2), ("사흘", 3), ("나흘", 4), ("닷새", 5), ("엿새", 6), ("이레", 7), ("열흘", 10), ("보름", 15)]
    private static let koreanPairs = [("하루이틀", 1...2), ("이틀사흘", 2...3), ("이삼일", 2...3), ("삼사일", 3...4), ("사나흘", 3...4), ("사오일", 4...5)]
    private static let koreanCounts = [
        ("한두", 2), ("두세", 3), ("서너", 4), ("한", 1), ("두", 2), ("세", 3), ("네", 4), ("다섯", 5), ("여섯", 6), ("일곱", 7), ("여덟", 8), ("아홉", 9), ("열", 10),
        ("열한", 11), ("열두", 12),
    ]
    private static let englishCounts = [
        ("acoupleof", 2), ("coupleof", 2),
        ("an", 1), ("a", 1), ("one", 1), ("two", 2), ("three", 3), ("four", 4), ("five", 5), ("six", 6), ("seven", 7), ("eight", 8), ("nine", 9),
        ("ten", 10), ("eleven", 11), ("twelve", 12),
    ]
    static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    ]

    private static func named(_ scanner: inout NumberScanner) -> [TimeWord]? {
        if scanner.skip("앞으로") || scanner.skip("향후"), let number = scanner.number() {
            if scanner.skip("시간") { return span(minutes: number * 60, &scanner) ?? [.within(number * 60)] }
            guard scanner.skip("일"), (1..<100).contains(number) else { return nil }
            return days(number...number, &scanner) ?? [.days(number)]
        }
        if let date = scanner.read(spelledDate) { return [date] }
        if scanner.skip("반시간") { return span(minutes: 30, &scanner) }
        for (word, counts) in koreanPairs where scanner.skip(word) { return days(counts, &scanner) ?? [.days(counts.upperBound)] }
        if let words = scanner.read({ $0.skip("하루") ? days(1...1, &$0) : nil }) { return words }
        for (word, count) in koreanDays where scanner.skip(word) { return days(count...count, &scanner) ?? [.days(count)] }
        if let words = scanner.read({ $0.spelledNumber(before: "박") == nil ? nil : days(behindNights: $0.spelledNumber(before: "일")) }) {
            return words
        }
        if let count = scanner.spelledNumber(before: "일") { return days(count...count, &scanner) }
        if let words = scanner.read({ scanner in scanner.spelledNumber(before: "주").flatMap { days($0 * 7...$0 * 7, &scanner) } }) { return words }
        if scanner.read({ scanner in monthCounts.contains { scanner.skip($0) } ? monthsOrYears(&scanner) : nil }) == true { return [.unreadable] }
        for (word, count) in koreanCounts where scanner.isAt(word + "시") || scanner.isAt(word + "주") {
            _ = scanner.skip(word)
            return hours(count, isPadded: false, &scanner) ?? weeks(count, &scanner)
        }
        for (word, isWithin) in [("within", true), ("next", true), ("in", false)] where scanner.skip(word) {
            guard let minutes = englishSpan(&scanner), !scanner.isAtLatin else { return nil }
            if minutes % 1_440 == 0 { return [isWithin ? .days(minutes / 1_440) : .day(minutes / 1_440)] }
            return [isWithin ? .within(minutes) : .after(minutes)]
        }
        if let words = scanner.read(englishClock) { return words }
        guard let month = month(&scanner), let day = scanner.number() else { return nil }
        scanner.skipOrdinal()
        let year = scanner.read(year)
        if year == nil, let last = scanner.read(lastDay) {
            return word(nil, month, day).flatMap { first in word(nil, month, last).map { [first, .range, $0] } }
        }
        return scanner.isAtLatin ? nil : [word(year, month, day) ?? .unreadable]
    }

    /// `at9`, `after10`, `athalfpastseven`, `quartertosix`, `sevenpm`, `nineoclock`; at9pm and at9:30 have words of their own.
    private static func englishClock(_ scanner: inout NumberScanner) -> [TimeWord]? {
        let ends: [(String, TimeWord)] = [("after", .from), ("before", .until), ("by", .until)]
        let end = ends.first { scanner.skip($0.0) }?.1
        let isAt = scanner.skip("at") || end != nil
        let past = [("halfpast", 30), ("half-past", 30), ("quarterpast", 15), ("quarterto", -15)].first { scanner.skip($0.0) }?.1
        let spelled = englishCounts.last { scanner.isAt($0.0) && $0.0.count > 2 }
        guard let hour = spelled.map({ scanner.skip($0.0) ? $0.1 : 0 }) ?? scanner.number(), (1...12).contains(hour) else { return nil }
        let half = [("am", TimeWord.Part.morning), ("pm", .afternoon)].first { scanner.skip($0.0) }?.1
        let isMarked = isAt || past != nil || spelled != nil && (half != nil || scanner.skip("oclock"))
        guard isMarked, spelled != nil || past != nil || half == nil, !scanner.isAtLatin, !scanner.isAtDigit, !scanner.isAt(":") else { return nil }
        let minutes = (hour * 60 + (past ?? 0) + 720) % 720
        let clock = TimeWord.clock(hour: minutes < 60 ? 12 : minutes / 60, minute: minutes % 60)
        return (half.map { [.part($0)] } ?? []) + [clock] + (end.map { [$0] } ?? [])
    }

    private static let monthCounts = ["한", "두", "세", "석", "네", "넉", "몇", "반", "일", "이", "삼"]

    /// 한 달 뒤, 3개월 후, 반년 전: beyond any forecast.
    private static func monthsOrYears(_ scanner: inout NumberScanner) -> Bool? {
        guard ["달", "개월", "년"].contains(where: { scanner.skip($0) }) else { return nil }
        return (laterWords + earlierWords).contains { scanner.skip($0) } ? true : nil
    }
}

extension NumberPhrase {
    private static func later(_ scanner: inout NumberScanner) -> [TimeWord]? {
        guard let minutes = englishSpan(&scanner) else { return nil }
        let isOfDays = minutes % 1_440 == 0
        if ["fromnow", "fromtoday", "later"].contains(where: { scanner.skip($0) }) {
            return scanner.isAtLatin ? nil : [isOfDays ? .day(minutes / 1_440) : .after(minutes)]
        }
        // A week from Saturday.
        return isOfDays && ["from", "after"].contains { scanner.skip($0) } ? [.unreadable] : nil
    }

    private static func englishSpan(_ scanner: inout NumberScanner) -> Int? {
        // A week from today, without its article.
        if let weeks = [("weekfrom", 1), ("fortnightfrom", 2)].first(where: { scanner.isAt($0.0) }) {
            _ = scanner.skip("week") || scanner.skip("fortnight")
            return weeks.1 * 7 * 1_440
        }
        let spelled = englishCounts.first { scanner.skip($0.0) }?.1
        guard let count = spelled ?? scanner.number(), count > 0, count < 1_000 else { return nil }
        let units = [
            ("hour", 60), ("h", 60), ("minute", 1), ("min", 1), ("day", 1_440), ("week", 7 * 1_440), ("fortnight", 14 * 1_440), ("month", 30 * 1_440),
            ("year", 365 * 1_440),
        ]
        guard let (_, length) = units.first(where: { scanner.skip($0.0) }) else { return nil }
        _ = scanner.skip("s")
        return count * length + (length == 60 && scanner.skip("andahalf") ? 30 : 0)
    }
}

struct NumberScanner {
    private(set) var rest: Substring

    var isAtDigit: Bool { rest.first?.isWholeNumber == true }
    var isAtLatin: Bool { rest.first.map { $0.isASCII && $0.isLetter } ?? false }

    func isAt(_ word: String) -> Bool { rest.hasPrefix(word) }

    mutating func skip(_ word: String) -> Bool {
        guard rest.hasPrefix(word) else { return false }
        rest = rest.dropFirst(word.count)
        return true
    }

    mutating func number() -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard digits.count <= 4, let number = Int(digits) else { return nil }
        rest = rest.dropFirst(digits.count)
        return number
    }

    /// Number up to 99: 십이월, 이십오일, 유월.
    mutating func spelledNumber(before word: String) -> Int? {
        for count in (1...3).reversed() where rest.dropFirst(count).hasPrefix(word) {
            guard let number = NumberScanner.number(rest.prefix(count)) else { continue }
            rest = rest.dropFirst(count + word.count)
            return number
        }
        return nil
    }

    private static let digits: [Substring: Int] = ["일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "칠": 7, "팔": 8, "구": 9]

    private static func number(_ text: Substring) -> Int? {
        let parts = text.split(separator: "십", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return digits[text] ?? ["유": 6, "시": 10][text] }
        let (tens, ones) = (parts[0].isEmpty ? 1 : digits[parts[0]], parts[1].isEmpty ? 0 : digits[parts[1]])
        return tens.flatMap { tens in ones.map { tens * 10 + $0 } }
    }

    mutating func skipNumber(_ word: String) -> Int? { number().flatMap { skip(word) ? $0 : nil } }

    @discardableResult mutating func skipOrdinal() -> Bool { ["st", "nd", "rd", "th"].contains { skip($0) } }

    mutating func read<Value>(_ read: (inout NumberScanner) -> Value?) -> Value? {
        var copy = self
        guard let value = read(&copy) else { return nil }
        self = copy
        return value
    }
}
