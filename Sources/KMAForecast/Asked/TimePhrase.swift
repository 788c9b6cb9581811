import Forecast

/// Words of weather and time in a text without blanks, all of it, longer words first: 다음주토요일오전, 3시간안에.
struct TimePhrase {
    let words: [TimeWord]

    /// Letters at most.
    private static let longestText = 40

    init?(_ text: String) {
        guard text.count <= TimePhrase.longestText else { return nil }
        var reader = Reader()
        guard let words = reader.read(Substring(TimePhrase.withoutBrackets(text)), isAfterWord: false) else {
            return nil
        }
        self.words = words
    }

    /// True for endings and the like alone.
    var isFiller: Bool { words.allSatisfy { $0 == .filler } }

    /// `12/3(목)`, as the program prints dates.
    private static func withoutBrackets(_ text: String) -> String {
        guard text.contains("(") else { return text }
        return text.replacing(/\(([일월화수목금토])\)?/) { "\($0.output.1)요일" }.filter { !"()".contains($0) }
    }

    /// Tries each reading of a text once.
    private struct Reader {
        /// Letters left at ends that cannot be read: many ways lead to one rest.
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

    /// Possible first words, longest first.
    private static func beginnings(
        of text: Substring,
        isAfterWord: Bool
    ) -> [(length: Int, words: [TimeWord])] {
        var found: [(Int, [TimeWord])] = []
        if let first = text.first, let longest = longestWords[first] {
            for length in 1...min(text.count, longest) {
                let beginning = String(text.prefix(length))
                // A Latin word ends where its letters end.
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

    private static let longestWords = Dictionary(
        TimeWords.all.keys.compactMap { word in word.first.map { ($0, word.count) } },
        uniquingKeysWith: max
    )
}

/// Time of a question, in words and instants.
public struct AskedTime: Sendable, Hashable {
    /// Words as given.
    public var text: String
    /// Start of the time.
    public var from: Date
    /// End, exclusive.
    public var to: Date
    /// True if the question is about rain or snow.
    public var asksForRain: Bool
    /// Time until which the words mean this: 내일 is another day after midnight.
    public var holdsUntil: Date

    init(text: String, from: Date, to: Date, asksForRain: Bool, at now: Date) {
        (self.text, self.from, self.to, self.asksForRain) = (text, from, to, asksForRain)
        let hour = 3_600 - now.timeIntervalSince1970.truncatingRemainder(dividingBy: 3_600)
        holdsUntil = now.addingTimeInterval(hour)
        // Whole days turn with the day, other times with the hour or their own bounds.
        holdsUntil =
            isWholeDays
            ? (KoreanDate(of: now) + 1).start : [from, to].filter { $0 > now }.reduce(holdsUntil, min)
    }

    /// Days of the time.
    public var days: ClosedRange<KoreanDate> {
        let first = KoreanDate(of: from)
        return first...max(first, KoreanDate(of: to.addingTimeInterval(-1)))
    }

    /// True for a past time.
    public func isOver(at now: Date) -> Bool { to <= now }

    /// True for whole days.
    public var isWholeDays: Bool { days.lowerBound.start == from && (days.upperBound + 1).start == to }
}
