import Regions

/// Separates words of weather and time from those of places. A text is searched among places once, and some
/// dozen for each word, so that a sentence costs its different words.
struct SentenceReader {
    /// Words, converted from the other keyboard if needed.
    private(set) var tokens: [String] = []
    private(set) var places: [String] = []
    private(set) var meanings: [TimeWord] = []
    private(set) var texts: [String] = []

    private let lookUp: (String) -> Bool
    private var known: [String: Bool] = [:]
    private var cuts: [String: Cut?] = [:]

    /// `2026년 12월 24일` and the like.
    private static let longestPhrase = 5
    /// Letters of a place with words of time around it.
    private static let longestWord = 30
    /// Places to search for in a word; people's have six.
    private static let mostPlaces = 16

    init(knows: @escaping (String) -> Bool) {
        lookUp = knows
    }

    mutating func read(_ words: [String]) {
        for word in words { tokens.append(meant(word)) }
        let plain = tokens.map(SentenceReader.plain)
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            let next = index + 1 < tokens.count ? tokens[index + 1] : nil
            // 12-4 is a date, and after 역삼동 a part of an address.
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

    private mutating func knows(_ text: String) -> Bool {
        if let isKnown = known[text] { return isKnown }
        let isKnown = lookUp(text)
        known[text] = isKnown
        return isKnown
    }

    /// Longest words of time from an index on.
    private mutating func phrase(at index: Int, _ plain: [String]) -> (count: Int, phrase: TimePhrase)? {
        for count in (1...min(tokens.count - index, SentenceReader.longestPhrase)).reversed() {
            let end = index + count
            // 2026. 12. 5. and 28, 29일: marks after numbers join them.
            let marked = (index..<end).map { at in at < end - 1 ? plain[at] + numberMark(at) : plain[at] }
            guard let phrase = TimePhrase(marked.joined()) else { continue }
            // 아침 고요수목원 is a garden: the rest must be a place of its own.
            if end < tokens.count, TimePhrase(plain[end]) == nil, !knows(tokens[end]),
                knows(tokens[index...end].joined(separator: " "))
            {
                return nil
            }
            return (count, phrase)
        }
        return nil
    }

    private func numberMark(_ index: Int) -> String {
        guard let mark = tokens[index].last, ".,".contains(mark),
            tokens[index].dropLast().allSatisfy(\.isNumber)
        else { return "" }
        return String(mark)
    }

    /// Word of time on the other keyboard: `sodlf` for 내일.
    private mutating func meant(_ word: String) -> String {
        let text = Gazetteer.composed(word)
        let isLatin = text.utf8.allSatisfy { $0 < 0x80 }
        guard let other = isLatin ? Keyboard.hangul(text) : Keyboard.latin(text), other.count > 1,
            TimePhrase(other) != nil, TimePhrase(SentenceReader.plain(text)) == nil, !knows(text)
        else { return word }
        return other
    }

    private static func plain(_ word: String) -> String {
        let marks = "?!？！.,，。、…\"'‘’“”()"
        let text = word.drop { marks.contains($0) }.reversed().drop { marks.contains($0) }.reversed()
        return Gazetteer.composed(String(text).lowercased())
    }
}

extension SentenceReader {
    private struct Cut {
        var place: String
        var words: [TimeWord] = []
        var hasTime = false
    }

    /// Splits a place from words of time around it: 서울날씨, 내일서울비와, 부산은.
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
        // Read once for each letter.
        let heads = letters.indices.map { start in
            start == 0 ? [] : TimePhrase(String(letters[..<start]).lowercased())?.words
        }
        let tails = (0...letters.count).map { end in
            end == letters.count ? [] : SentenceReader.phrase(behind: String(letters[end...]).lowercased())
        }
        var places = 0
        // Longest place first.
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

    /// Words of time after a place, with an ending between: 서울은비와.
    private static func phrase(behind text: String) -> [TimeWord]? {
        if let phrase = TimePhrase(text) { return phrase.words }
        for particle in TimeWords.placeParticles where text.hasPrefix(particle) {
            if let phrase = TimePhrase(String(text.dropFirst(particle.count))) { return phrase.words }
        }
        return nil
    }
}
