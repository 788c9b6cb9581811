import Regions

/// Tells words of weather and time from those of places.
///
/// A text is looked up among the names of places once, and of each word at most some dozen are: a sentence costs what its
/// different words do.
struct SentenceReader {
    /// The words, those typed on a keyboard set to the other language as they were meant.
    private(set) var tokens: [String] = []
    /// Those of places.
    private(set) var places: [String] = []
    /// What the others mean.
    private(set) var meanings: [TimeWord] = []
    /// The words that name a time, as they were given.
    private(set) var texts: [String] = []

    private let lookUp: (String) -> Bool
    private var known: [String: Bool] = [:]
    private var cuts: [String: Cut?] = [:]

    /// Words that are told of as one name, at most: a date is `2026년 12월 24일`.
    private static let longestPhrase = 5
    /// Letters of a word that may be a place with words of time around it.
    private static let longestWord = 30
    /// Places that are looked for in such a word, at most; people's have six.
    private static let mostPlaces = 16

    init(knows: @escaping (String) -> Bool) {
        lookUp = knows
    }

    /// Reads the words of a sentence.
    mutating func read(_ words: [String]) {
        for word in words { tokens.append(meant(word)) }
        let plain = tokens.map(SentenceReader.plain)
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            let next = index + 1 < tokens.count ? tokens[index + 1] : nil
            // 12-4 is a date, and behind 역삼동 a part of an address.
            if let last = places.last, AddressWord.isPart(token, after: last, before: next) {
                places.append(token)
                index += 1
            } else if let (count, phrase) = phrase(at: index, plain) {
                meanings += phrase.words
                if !phrase.isFiller { texts += tokens[index..<index + count] }
                index += count
            } else {
                let cut = cut(token)
                places.append(cut?.place ?? token)
                meanings += cut?.words ?? []
                if cut?.hasTime == true { texts.append(token) }
                index += 1
            }
        }
    }

    /// Whether a text is the name of a place.
    private mutating func knows(_ text: String) -> Bool {
        if let isKnown = known[text] { return isKnown }
        let isKnown = lookUp(text)
        known[text] = isKnown
        return isKnown
    }

    /// The words from one on that are words of time, and how many they are; the most that are.
    private mutating func phrase(at index: Int, _ plain: [String]) -> (count: Int, phrase: TimePhrase)? {
        for count in (1...min(tokens.count - index, SentenceReader.longestPhrase)).reversed() {
            let end = index + count
            // 2026. 12. 5. and 28, 29일: the marks behind numbers join them.
            let marked = (index..<end).map { at in at < end - 1 ? plain[at] + numberMark(at) : plain[at] }
            guard let phrase = TimePhrase(marked.joined()) else { continue }
            // 아침 고요수목원 is a garden: what a word of time stands before must be a place of its own.
            if end < tokens.count, TimePhrase(plain[end]) == nil, !knows(tokens[end]),
                knows(tokens[index...end].joined(separator: " "))
            {
                return nil
            }
            return (count, phrase)
        }
        return nil
    }

    /// The mark behind a word that is a number.
    private func numberMark(_ index: Int) -> String {
        guard let mark = tokens[index].last, ".,".contains(mark),
            tokens[index].dropLast().allSatisfy(\.isNumber)
        else { return "" }
        return String(mark)
    }

    /// A word, or the word of time that its keys give on a keyboard set to the other language: `sodlf` for 내일.
    private mutating func meant(_ word: String) -> String {
        let text = Gazetteer.composed(word)
        let isLatin = text.utf8.allSatisfy { $0 < 0x80 }
        guard let other = isLatin ? Keyboard.hangul(text) : Keyboard.latin(text), other.count > 1,
            TimePhrase(other) != nil, TimePhrase(SentenceReader.plain(text)) == nil, !knows(text)
        else { return word }
        return other
    }

    /// A word without the marks around it, in lower case.
    private static func plain(_ word: String) -> String {
        let marks = "?!？！.,，。、…\"'‘’“”()"
        let text = word.drop { marks.contains($0) }.reversed().drop { marks.contains($0) }.reversed()
        return Gazetteer.composed(String(text).lowercased())
    }
}

extension SentenceReader {
    /// A place and what else stands in its word.
    private struct Cut {
        var place: String
        var words: [TimeWord] = []
        var hasTime = false
    }

    /// A word that is a place with words of time before or behind it: 서울날씨, 내일서울비와, 부산은. `nil` for any other.
    private mutating func cut(_ word: String) -> Cut? {
        if let cut = cuts[word] { return cut }
        let cut = newCut(word)
        cuts[word] = .some(cut)
        return cut
    }

    private mutating func newCut(_ word: String) -> Cut? {
        let text = Gazetteer.composed(word)
        // A coordinate has no letters.
        guard text.count <= SentenceReader.longestWord, text.contains(where: \.isLetter), !knows(text) else {
            return nil
        }
        let letters = text.drop { "?!".contains($0) }.reversed().drop { "?!？！".contains($0) }
        let bare = Array(letters.reversed())
        let plain = String(bare)
        if plain != text, knows(plain) { return Cut(place: plain) }
        for particle in TimeWords.placeParticles where plain.hasSuffix(particle) {
            let place = String(plain.dropLast(particle.count))
            if place.count > 1, knows(place) { return Cut(place: place) }
        }
        return bare.count > 2 ? placeAmongTimes(bare) : nil
    }

    private mutating func placeAmongTimes(_ letters: [Character]) -> Cut? {
        // What stands before each letter and behind it, read once.
        let heads = letters.indices.map { start in
            start == 0 ? [] : TimePhrase(String(letters[..<start]).lowercased())?.words
        }
        let tails = (0...letters.count).map { end in
            end == letters.count ? [] : SentenceReader.phrase(behind: String(letters[end...]).lowercased())
        }
        var places = 0
        // The longest place first.
        for length in (2..<letters.count).reversed() {
            for start in 0...(letters.count - length) {
                guard let head = heads[start], let tail = tails[start + length] else { continue }
                guard (head + tail).contains(where: { $0 != .filler }) else { continue }
                guard places < SentenceReader.mostPlaces else { return nil }
                places += 1
                let place = String(letters[start..<start + length])
                if knows(place) { return Cut(place: place, words: head + tail, hasTime: true) }
            }
        }
        return nil
    }

    /// The words of time behind a place, before which an ending may stand: 서울은비와.
    private static func phrase(behind text: String) -> [TimeWord]? {
        if let phrase = TimePhrase(text) { return phrase.words }
        for particle in TimeWords.placeParticles where text.hasPrefix(particle) {
            if let phrase = TimePhrase(String(text.dropFirst(particle.count))) { return phrase.words }
        }
        return nil
    }
}
