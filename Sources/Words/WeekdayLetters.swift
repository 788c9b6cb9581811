/// Days of a week by their letters: `금~일`, `토·일`, `금토일`, `월수금`.
struct WeekdayLetters {
    let length: Int
    let words: [TimeWord]

    static let all = ["월", "화", "수", "목", "금", "토", "일"]

    /// Three letters in order are days; two may be a name, as 수목, but behind a word they are days: 다음주월화.
    init?(_ text: Substring, isAfterWord: Bool) {
        var scanner = NumberScanner(rest: text)
        guard let words = WeekdayLetters.words(&scanner, fewest: isAfterWord ? 2 : 3) else { return nil }
        self.words = words
        length = text.count - scanner.rest.count
    }

    /// True for one or two letters, which may also be a village: 화목.
    static func areAll(of text: String) -> Bool {
        text.count < 3 && (all.contains(text) || WeekdayLetters(text[...], isAfterWord: true)?.length == text.count)
    }

    private static func words(_ scanner: inout NumberScanner, fewest: Int) -> [TimeWord]? {
        guard let first = day(&scanner) else { return nil }
        if scanner.skip(TimeWords.rangeMarks) { return day(&scanner).map { [word(first), .range, word($0)] } }
        var (days, isMarked) = ([first], false)
        while let last = days.last,
            let next = scanner.read({ scanner in
                isMarked = scanner.skip(TimeWords.listMarks) || isMarked
                // 토일월 goes on into the next week.
                let isOfRow = days.count < 7 && zip(days, days.dropFirst()).allSatisfy { $1 == $0 % 7 + 1 }
                return day(&scanner).flatMap { $0 > last || isOfRow && $0 == last % 7 + 1 ? $0 : nil }
            })
        { days.append(next) }
        return days.count >= (isMarked ? 2 : days == days.sorted() ? fewest : 3) ? days.map(word) : nil
    }

    private static func word(_ day: Int) -> TimeWord { .weekdays(day...day, week: nil) }

    private static func day(_ scanner: inout NumberScanner) -> Int? {
        guard let index = all.firstIndex(where: { scanner.skip($0) }) else { return nil }
        _ = scanner.skip("요일")
        return index + 1
    }
}
