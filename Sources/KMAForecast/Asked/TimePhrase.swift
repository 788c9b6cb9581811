import Forecast

/// Reads the words of weather and time that a text without blanks is made of: 다음주토요일오전, 3시간안에.
///
/// The text must be made of them altogether. Where it can be read in several ways, longer words come first.
struct TimePhrase {
    let words: [TimeWord]

    /// Letters of a text that is read.
    private static let longestText = 40

    /// `nil` where the text holds anything else.
    init?(_ text: String) {
        guard text.count <= TimePhrase.longestText else { return nil }
        var reader = Reader()
        guard let words = reader.read(Substring(TimePhrase.withoutBrackets(text)), isAfterWord: false) else {
            return nil
        }
        self.words = words
    }

    /// Whether the words are only such as a person says beside others: endings and the like.
    var isFiller: Bool { words.allSatisfy { $0 == .filler } }

    /// A text with a weekday in brackets as the word it stands for: `12/3(목)`, as the program prints dates.
    private static func withoutBrackets(_ text: String) -> String {
        guard text.contains("(") else { return text }
        return text.replacing(/\(([일월화수목금토])\)?/) { "\($0.output.1)요일" }.filter { !"()".contains($0) }
    }

    /// Goes through the ways to read a text, and through none twice.
    private struct Reader {
        /// How many letters are left where the rest cannot be read behind a word: there are many ways to the same rest.
        private var unreadable: Set<Int> = []

        mutating func read(_ text: Substring, isAfterWord: Bool) -> [TimeWord]? {
            if text.isEmpty { return isAfterWord ? [] : nil }
            guard !isAfterWord || !unreadable.contains(text.count) else { return nil }
            for (length, words) in TimePhrase.beginnings(of: text, isAfterWord: isAfterWord) {
                if let rest = read(text.dropFirst(length), isAfterWord: true) { return words + rest }
            }
            guard isAfterWord else { return nil }
            for particle in TimeWords.particles where text.hasPrefix(particle) {
                if let words = read(text.dropFirst(particle.count), isAfterWord: true) { return words }
            }
            for mark in TimeWords.listMarks where text.hasPrefix(mark) && text.count > 1 {
                if let words = read(text.dropFirst(), isAfterWord: true) { return words }
            }
            unreadable.insert(text.count)
            return nil
        }
    }

    /// The words that a text may begin with, the longest first.
    private static func beginnings(
        of text: Substring,
        isAfterWord: Bool
    ) -> [(length: Int, words: [TimeWord])] {
        var found: [(Int, [TimeWord])] = []
        if let first = text.first, let longest = longestWords[first] {
            for length in 1...min(text.count, longest) {
                let beginning = String(text.prefix(length))
                // A Latin word ends where its letters end, and is not the beginning of another.
                let next = text.dropFirst(length).first
                if beginning.last?.isASCII == true, beginning.last?.isLetter == true, next?.isASCII == true,
                    next?.isLetter == true
                {
                    continue
                }
                if let words = TimeWords.all[beginning] { found.append((length, words)) }
            }
        }
        if let computed = NumberPhrase(text) { found.append((computed.length, computed.words)) }
        if let range = ShortRange(text, isAfterWord: isAfterWord) {
            found.append((range.length, range.words))
        }
        return found.sorted { $0.0 > $1.0 }.map { (length: $0.0, words: $0.1) }
    }

    /// Letters of the longest word that begins with a letter.
    private static let longestWords = Dictionary(
        TimeWords.all.keys.compactMap { word in word.first.map { ($0, word.count) } },
        uniquingKeysWith: max
    )
}

/// The time that somebody asks about, in their words and as instants.
public struct AskedTime: Sendable, Hashable {
    /// The words as they were given.
    public var text: String
    /// The beginning.
    public var from: Date
    /// The end, which does not belong to it.
    public var to: Date
    /// Whether it is asked whether rain or snow falls.
    public var asksForRain: Bool
    /// Until when the words mean this time: 내일 is another day after midnight, and 지금 another hour in the next.
    public var holdsUntil: Date

    /// What words mean at a moment.
    init(text: String, from: Date, to: Date, asksForRain: Bool, at now: Date) {
        (self.text, self.from, self.to, self.asksForRain) = (text, from, to, asksForRain)
        let hour = 3_600 - now.timeIntervalSince1970.truncatingRemainder(dividingBy: 3_600)
        holdsUntil = now.addingTimeInterval(hour)
        // Whole days turn with the day; any other time with the hour, and where it begins or ends before.
        holdsUntil =
            isWholeDays
            ? (KoreanDate(of: now) + 1).start : [from, to].filter { $0 > now }.reduce(holdsUntil, min)
    }

    /// The days that it touches.
    public var days: ClosedRange<KoreanDate> {
        let first = KoreanDate(of: from)
        return first...max(first, KoreanDate(of: to.addingTimeInterval(-1)))
    }

    /// Whether it has passed, so that nothing is forecast of it.
    public func isOver(at now: Date) -> Bool { to <= now }

    /// Whether it is whole days.
    public var isWholeDays: Bool { days.lowerBound.start == from && (days.upperBound + 1).start == to }
}
