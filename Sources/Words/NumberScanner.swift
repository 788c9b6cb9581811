/// Numbers in digits, in Korean and in English words, from the beginning of a text.
struct NumberScanner {
    private(set) var rest: Substring

    var isAtDigit: Bool { rest.first?.isWholeNumber == true }
    var isAtLatin: Bool { rest.first.map { $0.isASCII && $0.isLetter } ?? false }
    func isAt(_ word: String) -> Bool { rest.utf8.starts(with: word.utf8) }

    mutating func skip(_ word: String) -> Bool {
        guard isAt(word) else { return false }
        rest = Substring(rest.utf8.dropFirst(word.utf8.count))
        return true
    }

    mutating func skip(_ words: [String]) -> Bool { words.contains { skip($0) } }

    /// Skips 일, not that of 12/5일요일.
    mutating func skipDay() -> Bool { !isAt("일요일") && skip("일") }

    mutating func read<Value>(_ read: (inout NumberScanner) -> Value?) -> Value? {
        var copy = self
        guard let value = read(&copy) else { return nil }
        self = copy
        return value
    }

    mutating func digits(atMost longest: Int = 4) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard digits.count <= longest, let number = Int(digits) else { return nil }
        rest = rest.dropFirst(digits.count)
        return number
    }

    mutating func digits(before word: String) -> Int? { digits().flatMap { skip(word) ? $0 : nil } }

    /// True for the first letter of a number in Korean, or of a word before one.
    static func isFirst(_ letter: Character) -> Bool { firsts.contains(letter) }

    private static let firsts = Set(
        (["앞", "향", "반", "석", "넉", "몇"] + (Array(native.keys) + chinese.keys).map(String.init) + days.map(\.0)).compactMap(\.first)
    )

    /// Number before a unit, in digits or as the unit wants it: 세 시, but 삼 일.
    mutating func number(before unit: String) -> Int? {
        if isAtDigit { return digits(before: unit) }
        let isNative = ["시", "시간", "주", "주일", "달"].contains(unit)
        for count in (1...3).reversed() where rest.dropFirst(count).hasPrefix(unit) {
            let native = isNative ? NumberScanner.native[rest.prefix(count)] : nil
            guard let number = native ?? (unit.hasPrefix("시") ? nil : NumberScanner.chinese[rest.prefix(count)]) else { continue }
            rest = rest.dropFirst(count + unit.count)
            return number
        }
        return nil
    }

    /// Numbers up to 99: 십이월, 이십오일, 유월.
    private static let chinese: [Substring: Int] = {
        let digits = ["", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구"]
        let tens = ["", "십"] + digits[2...].map { $0 + "십" }
        let numbers = tens.flatMap { tens in digits.map { Substring(tens + $0) } }.enumerated().map { ($1, $0) }
        return Dictionary(numbers.dropFirst() + [("유", 6), ("시", 10)]) { $1 }
    }()

    private static let native: [Substring: Int] = [
        "한두": 2, "두세": 3, "서너": 4, "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10, "열한": 11, "열두": 12,
    ]

    mutating func englishNumber() -> Int? { NumberScanner.english.firstIndex { skip($0) }.map { $0 + 1 } }
    private static let english = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]

    /// Counts of a unit and its minutes, 사나흘 or `2~3시간`, and whether they say a time by themselves.
    mutating func quantity() -> (counts: ClosedRange<Int>, minutes: Int, isAlone: Bool)? {
        if let (_, days) = NumberScanner.days.first(where: { skip($0.0) }) { return (days, 1_440, days.upperBound > 1) }
        if skip(["반시간", "halfanhour", "halfhour"]) { return (30...30, 1, false) }
        let first = read { scanner in scanner.digits().flatMap { scanner.skip(TimeWords.rangeMarks + [","]) && scanner.isAtDigit ? $0 : nil } }
        let isDigit = isAtDigit
        let isPair = ["한두", "두세", "서너"].contains(where: isAt)
        for (unit, minutes) in NumberScanner.units where !isAtLatin {
            guard let count = read({ $0.number(before: unit) }), first ?? 0 < count else { continue }
            return ((first ?? (isPair ? count - 1 : count))...count, minutes, minutes < 1_440 || unit == "주" && isDigit)
        }
        // A week from today, also without its article.
        let isOne = isAt("weekfrom") || isAt("fortnightfrom")
        guard
            let count = isDigit
                ? digits()
                : skip(["acoupleof", "coupleof"])
                    ? 2 : skip(["afew", "few", "several"]) ? 3 : englishNumber() ?? (isOne || skip(["an", "a"]) ? 1 : nil), first ?? 0 < count
        else { return nil }
        if isDigit { _ = read { $0.skip("-") && $0.isAt("day") ? true : nil } }
        guard let (unit, minutes) = NumberScanner.englishUnits.first(where: { skip($0.0) }) else { return nil }
        _ = skip("s")
        return ((first ?? count)...count, minutes, (isDigit || count > 1) && ["day", "week"].contains(unit))
    }

    mutating func minutes() -> Int? {
        read { scanner in
            _ = scanner.skip("and")
            return scanner.digits().flatMap { scanner.skip(["분", "minutes", "minute", "min"]) ? $0 : nil }
        }
    }

    private static let units = [("시간", 60), ("분", 1), ("일", 1_440), ("주일", 10_080), ("주", 10_080), ("달", 43_200), ("개월", 43_200), ("년", 525_600)]
    private static let englishUnits = [
        ("hour", 60), ("h", 60), ("minute", 1), ("min", 1), ("day", 1_440), ("week", 10_080), ("fortnight", 20_160), ("month", 43_200),
        ("year", 525_600),
    ]
    private static let ones = ["하루", "이틀", "사흘", "나흘", "닷새", "엿새", "이레", "여드레", "아흐레"].enumerated().map { ($1, $0 + 1...$0 + 1) }
    private static let days =
        [("하루이틀", 1...2), ("이틀사흘", 2...3), ("이삼일", 2...3), ("삼사일", 3...4), ("사나흘", 3...4), ("사오일", 4...5), ("일주일", 7...7), ("열흘", 10...10)] + [
            ("보름", 15...15), ("석달", 90...90), ("반년", 182...182), ("스무날", 20...20),
        ] + ones + [("열", 10), ("스무", 20)].flatMap { tens in ones.map { (tens.0 + $0.0, tens.1 + $0.1.lowerBound...tens.1 + $0.1.upperBound) } }

    mutating func month() -> Int? {
        let index = NumberScanner.months.firstIndex { skip($0) } ?? NumberScanner.shortMonths.firstIndex { skip($0) }
        return index.map { $0 + 1 }
    }

    private static let shortMonths = months.map { String($0.prefix(3)) }

    static let months = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"]
}
