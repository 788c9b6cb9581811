/// Words of weather and time without blanks, longer ones first: 다음주토요일오전, 3시간안에.
struct TimePhrase {
    private(set) var words: [TimeWord] = []
    /// Counts of letters that are left where words begin.
    private let starts: [Int]
    /// Unreadable ends: many ways lead to one rest.
    private var unreadable: Set<Int> = []
    private static let longestText = 40

    /// Forms of verbs follow a word of time or weather, maybe before the text (`isAfterWord`).
    init?(_ text: String, isAfterWord: Bool = false) { self.init([text], isAfterWord: isAfterWord) }

    /// Words written apart: one that begins within another ends with it, so that 불어 제주 has no 어제, and 12/1 3pm no 12/13.
    init?(_ texts: [String], isAfterWord: Bool = false) {
        let text = texts.joined()
        starts = texts.indices.map { texts[$0...].reduce(0) { $0 + $1.count } }
        let isApart = zip(texts, texts.dropFirst()).allSatisfy { $0.last?.isNumber != true || $1.first?.isNumber != true }
        guard isApart, text.count <= TimePhrase.longestText, !text.isEmpty, let words = read(text[...], isAfterWord: isAfterWord) else { return nil }
        self.words = words
    }

    private mutating func read(_ text: Substring, isAfterWord: Bool) -> [TimeWord]? {
        if text.isEmpty { return [] }
        let left = text.count
        guard !isAfterWord || !unreadable.contains(left) else { return nil }
        let word = starts.contains(left) ? text : text.dropLast(starts.first { $0 < left } ?? 0)
        var found = TimePhrase.beginnings(of: text, within: word, isAfterWord: isAfterWord)
        found.removeAll { length, words in
            // 해설 and 타설 are no 설, and 세차 하지 is no 하지; 이번 주 중에 is within the week.
            !starts.contains(left) && length == 1 && words.contains(where: \.isHoliday) || isAfterWord && length == 2 && text.hasPrefix("하지")
                || starts.contains(left - length + 1) && text.prefix(length).hasSuffix("주중")
        }
        // 세시쯤 is an hour, though 세 is also the wind's, and 해 지는 is the sun's.
        if isAfterWord, !found.contains(where: { $0.words.contains { $0.isClock || $0.topic == .sun } }) {
            // 같아요 does not end within 다음주.
            found += TimePhrase.verbs(of: word).filter { length, _ in
                let end = left - length
                return end == 0 || starts.contains(end) || !starts.contains { end < $0 && $0 < left }
            }
        }
        // 9시와 15시 has no form of 오다.
        if isAfterWord, text.first == "와", let words = read(text.dropFirst(), isAfterWord: true), words.first?.isOfTime == true {
            return [.and] + words
        }
        found.sort { $0.length > $1.length }
        if isAfterWord { found += TimePhrase.ends.filter { text.utf8.starts(with: $0.text.utf8) }.map { ($0.text.count, $0.words) } }
        for (length, words) in found { if let rest = read(text.dropFirst(length), isAfterWord: true) { return words + rest } }
        if isAfterWord { unreadable.insert(left) }
        return nil
    }

    private static let ends: [(text: String, words: [TimeWord])] =
        (TimeWords.conjunctions + TimeWords.listMarks).map { ($0, [.and]) } + [("에서", [.range])] + TimeWords.particles.map { ($0, []) }

    private static func beginnings(of text: Substring, within word: Substring, isAfterWord: Bool) -> [(length: Int, words: [TimeWord])] {
        var found = NumberPhrase.beginnings(of: text)
        if let range = WeekdayLetters(text, isAfterWord: isAfterWord) { found.append((range.length, range.words)) }
        guard let first = word.first, let longest = longestWords[first] else { return found }
        for length in 1...min(word.count, longest) {
            guard let words = TimeWords.all[String(text.prefix(length))] else { continue }
            let rest = text.dropFirst(length)
            guard text.prefix(length).last?.isLatin == true, rest.first?.isLatin == true else {
                found.append((length, words))
                continue
            }
            // Today's, showers.
            let isPlural = length > 2 && rest.first == "s" && rest.dropFirst().first?.isLatin != true
            if isPlural, TimeWords.all[text.prefix(length) + "s"] == nil { found.append((length + 1, words)) }
        }
        return found
    }

    private static func verbs(of text: Substring) -> [(length: Int, words: [TimeWord])] {
        guard text.first?.isASCII == false else { return [] }
        let longest = min(text.count, 4)
        var found: [(length: Int, words: [TimeWord])] = []
        // 오는중 is now, and no form of 오다.
        for length in (1...longest).reversed() {
            guard let meaning = WeatherVerbs.stems[String(text.prefix(length))] else { continue }
            var ends: Set<Int> = [length]
            var open = [length]
            while let end = open.popLast() {
                let rest = text.dropFirst(end)
                for count in 1...3 where count <= rest.count {
                    let isEnding = WeatherVerbs.endings.contains(String(rest.prefix(count)))
                    if isEnding, ends.insert(end + count).inserted { open.append(end + count) }
                }
            }
            found += ends.map { ($0, isOfPast(text.prefix($0), meaning) ? [meaning, .pastTense] : [meaning]) }
        }
        return found
    }

    /// True for 왔, 추웠 and 내렸, whose last consonant is ㅆ; 그쳤 is of now, 왔으면 a wish, 갔다 올까 to come, and 온다고 들었어 of what was said.
    private static func isOfPast(_ verb: Substring, _ meaning: TimeWord) -> Bool {
        guard meaning != .now, !verb.contains("면"), !verb.contains("다"), !["했", "갔", "들", "있"].contains(verb.first) else { return false }
        return verb.unicodeScalars.contains { 0xAC00...0xD7A3 ~= $0.value && ($0.value - 0xAC00) % 28 == 20 && !"있겠댔".unicodeScalars.contains($0) }
    }

    private static let longestWords: [Character: Int] = Dictionary(
        TimeWords.all.keys.compactMap { word in word.first.map { ($0, word.count) } },
        uniquingKeysWith: max
    )
}

extension Character { fileprivate var isLatin: Bool { isASCII && isLetter } }
