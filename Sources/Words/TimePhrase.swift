import Forecast

/// Words of weather and time without blanks, longer ones first: 다음주토요일오전, 3시간안에.
struct TimePhrase {
    let words: [TimeWord]
    private static let longestText = 40

    /// Forms of verbs follow a word of time or weather, maybe before the text (`isAfterWord`).
    init?(_ text: String, isAfterWord: Bool = false) { self.init([text], isAfterWord: isAfterWord) }

    /// Words written apart: one that begins within another ends with it, so that 불어 제주 has no 어제.
    init?(_ texts: [String], isAfterWord: Bool = false) {
        let texts = texts.map(TimePhrase.withoutBrackets)
        let text = texts.joined()
        guard text.count <= TimePhrase.longestText, !text.isEmpty else { return nil }
        var reader = Reader(starts: texts.indices.map { texts[$0...].reduce(0) { $0 + $1.count } })
        guard let words = reader.read(Substring(text), isAfterWord: isAfterWord) else { return nil }
        self.words = words
    }

    var isFiller: Bool { words.allSatisfy(\.isEmpty) }

    /// `12/3(목)`, as the program prints dates.
    private static func withoutBrackets(_ text: String) -> String {
        guard text.contains("(") else { return text }
        return text.replacing(/\(([일월화수목금토])\)?/) { "\($0.output.1)요일" }.filter { !"()".contains($0) }
    }

    private struct Reader {
        let starts: [Int]
        /// Unreadable ends: many ways lead to one rest.
        private var unreadable: Set<Int> = []

        init(starts: [Int]) { self.starts = starts }

        mutating func read(_ text: Substring, isAfterWord: Bool) -> [TimeWord]? {
            if text.isEmpty { return isAfterWord ? [] : nil }
            let left = text.count
            guard !isAfterWord || !unreadable.contains(left) else { return nil }
            let word = starts.contains(left) ? text : text.dropLast(starts.first { $0 < left } ?? 0)
            for (length, words) in TimePhrase.beginnings(of: text, within: word, isAfterWord: isAfterWord) {
                if let rest = read(text.dropFirst(length), isAfterWord: true) { return words + rest }
            }
            guard isAfterWord else { return nil }
            for particle in TimeWords.particles where text.hasPrefix(particle) {
                if let words = read(text.dropFirst(particle.count), isAfterWord: true) { return words }
            }
            for mark in TimeWords.listMarks where text.hasPrefix(mark) && left > 1 {
                if let words = read(text.dropFirst(), isAfterWord: true) { return words }
            }
            unreadable.insert(left)
            return nil
        }
    }

    private static func beginnings(of text: Substring, within word: Substring, isAfterWord: Bool) -> [(length: Int, words: [TimeWord])] {
        var found: [(Int, [TimeWord])] = []
        if let first = word.first, let longest = longestWords[first] {
            for length in 1...min(word.count, longest) {
                let beginning = String(text.prefix(length))
                let next = text.dropFirst(length).first
                if beginning.last?.isASCII == true, beginning.last?.isLetter == true, next?.isASCII == true, next?.isLetter == true { continue }
                if let words = TimeWords.all[beginning] { found.append((length, words)) }
            }
        }
        if let computed = NumberPhrase(text) { found.append((computed.length, computed.words)) }
        if let range = ShortRange(text, isAfterWord: isAfterWord) { found.append((range.length, range.words)) }
        if isAfterWord { found += verbs(of: word) }
        return found.sorted { $0.0 > $1.0 }.map { (length: $0.0, words: $0.1) }
    }

    /// 그칠까요, 추우려나.
    private static func verbs(of text: Substring) -> [(Int, [TimeWord])] {
        guard text.first?.isASCII == false else { return [] }
        let longest = min(text.count, 4)
        var found: [(Int, [TimeWord])] = []
        for length in 1...longest {
            guard let meaning = WeatherWords.verbs[String(text.prefix(length))] else { continue }
            var ends: Set<Int> = [length]
            var open = [length]
            while let end = open.popLast() {
                let rest = text.dropFirst(end)
                for count in 1...3 where count <= rest.count {
                    let isEnding = WeatherWords.endings.contains(String(rest.prefix(count)))
                    if isEnding, ends.insert(end + count).inserted { open.append(end + count) }
                }
            }
            found += ends.map { ($0, [meaning]) }
        }
        return found
    }

    private static let longestWords = Dictionary(TimeWords.all.keys.compactMap { word in word.first.map { ($0, word.count) } }, uniquingKeysWith: max)
}

/// Time of a question, in words and instants.
public struct AskedTime: Sendable, Hashable {
    /// Words as given.
    public var text: String
    /// Start of the time.
    public var from: Date
    /// End, exclusive.
    public var to: Date
    /// Topic of the question; `nil` for all.
    public var topic: Sentence.Topic?
    /// Validity of the words: 내일 is another day after midnight.
    public var holdsUntil: Date

    package init(text: String, from: Date, to: Date, topic: Sentence.Topic?, at now: Date) {
        (self.text, self.from, self.to, self.topic) = (text, from, to, topic)
        let hour = 3_600 - now.timeIntervalSince1970.truncatingRemainder(dividingBy: 3_600)
        holdsUntil = now.addingTimeInterval(hour)
        holdsUntil = isWholeDays ? (KoreanDate(of: now) + 1).start : [from, to].filter { $0 > now }.reduce(holdsUntil, min)
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
