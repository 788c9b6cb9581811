import Regions

struct PlaceNames {
    private let lookUp: (String) -> Bool
    private var known: [String: Bool] = [:]
    /// True if ㅅㅇ is a place: ㄱㄱ beside other words is chat.
    private var hasInitials = false
    /// True if all words are one name, which is not to be searched for again.
    private(set) var areOne = false

    private static let (longestWord, mostPlaces, longestName, mostWords) = (30, 16, 5, 12)

    init(knows: @escaping (String) -> Bool) { lookUp = knows }

    mutating func knows(_ text: String) -> Bool {
        if let isKnown = known[text] { return isKnown }
        let isKnown = lookUp(text)
        known[text] = isKnown
        return isKnown
    }

    /// Words without a place, the longest names first; `joined` words, before `and`, end theirs.
    mutating func unknown(in words: [String], joined: Set<String>, isQuestion: Bool) -> [Int] {
        guard words.count <= PlaceNames.mostWords else { return [] }
        hasInitials = !isQuestion && words.allSatisfy(Gazetteer.areInitials)
        var (unknown, nouns): ([Int], [Int]) = ([], [])
        var (index, first) = (0, words.count)
        while index < words.count {
            let rest = (words[index...].firstIndex(where: joined.contains).map { $0 + 1 } ?? words.count) - index
            let counts = (rest > PlaceNames.longestName ? [rest] : []) + (1...min(PlaceNames.longestName, rest)).reversed()
            let count = counts.first { isPlace(words[index..<index + $0].joined(separator: " ")) }
            if count == nil { unknown.append(index) }
            areOne = count == words.count
            if count == 1, Gazetteer.isCommonNoun(words[index]) || words[index].count == 2 && WeekdayLetters.areAll(of: words[index]) {
                nouns.append(index)
            } else if count != nil {
                first = min(first, index)
            }
            index += count ?? 1
        }
        nouns.removeAll { index in
            let hasOther = isQuestion && first < words.count
            return Gazetteer.isPlace(words[index], hasOther: hasOther, isBehind: isQuestion && first < index)
        }
        // 내일 장화 asks about boots, not about 장화동.
        return isQuestion || unknown.count + nouns.count < words.count ? (unknown + nouns).sorted() : unknown
    }

    private mutating func isPlace(_ text: String) -> Bool {
        let areInitials = Gazetteer.areInitials(text)
        if areInitials, !hasInitials { return false }
        let mayBeAddress = text.count > 1 && (areInitials || text.contains(where: \.isNumber) || text.contains("("))
        return CoordinateText(text).isPair || (mayBeAddress ? known[text] == true || Gazetteer.understands(text) : knows(text))
    }

    struct Cut {
        var place: String
        var words: [TimeWord] = []
        var isJoined = false
    }

    mutating func holdsCity(_ token: String, _ plain: String) -> Bool {
        let letters = Array(plain)
        guard letters.count > 3, (1...letters.count - 2).contains(where: { Gazetteer.isCity(String(letters[$0..<$0 + 2])) }) else { return false }
        return cut(token) != nil
    }

    private mutating func isName(_ text: String) -> Bool { Gazetteer.isAbroad(text) || knows(text) }

    /// 서울날씨, 내일서울비와, 부산은.
    mutating func cut(_ word: String) -> Cut? {
        let text = Gazetteer.composed(WordText.withoutBrackets(word))
        guard text.count <= PlaceNames.longestWord, text.contains(where: \.isLetter), !knows(text) else { return nil }
        let plain = WordText.trimmed(text)
        if plain != text, isName(plain) { return Cut(place: plain) }
        for particle in TimeWords.placeParticles where plain.hasSuffix(particle) {
            let place = String(plain.dropLast(particle.count))
            // 강남대로 is a road, and no way to a 강남대.
            if particle == "로", place.hasSuffix("대") { continue }
            if place.count > 1, isName(place) { return Cut(place: place, isJoined: TimeWords.conjunctions.contains(particle)) }
        }
        return plain.count > 2 ? placeAmongTimes(Array(plain)) : nil
    }

    private mutating func placeAmongTimes(_ letters: [Character]) -> Cut? {
        let heads = letters.indices.map { start in start == 0 ? [] : TimePhrase(String(letters[..<start]).lowercased())?.words }
        let rests = (0...letters.count).map { String(letters[$0...]).lowercased() }
        let tails = rests.map { $0.isEmpty ? [] : PlaceNames.phrase(behind: $0) }
        // Forms of verbs, which cut a word in many ways, come last: 12월1일영주날씨, but 구미추움.
        lazy var forms = zip(tails, rests).map { tail, rest in tail == nil ? TimePhrase(rest, isAfterWord: true)?.words : nil }
        var places = 0
        for (length, isOfForms) in [false, true].flatMap({ isOfForms in (2..<letters.count).reversed().map { ($0, isOfForms) } }) {
            for start in 0...(letters.count - length) {
                // 역삼동10시 has no 역삼동1.
                let (last, next) = (letters[start + length - 1], letters[(start + length)...].first ?? " ")
                // Chosun has no Cho and no Sunday.
                if last.isASCII, last.isLetter, length < 5, letters.count - length < 5 { continue }
                if last.isNumber, next.isNumber || "년월일시분/:.-~".contains(next) { continue }
                guard let head = heads[start], let tail = isOfForms ? forms[start + length] : tails[start + length] else { continue }
                let cut = Cut(place: String(letters[start..<start + length]), words: head + tail)
                let isCity = Gazetteer.isCity(cut.place)
                guard isCity && start == 0 || cut.words.contains(where: { !$0.isEmpty }), isCity || places < PlaceNames.mostPlaces else { continue }
                places += 1
                if isPlace(cut.place) { return cut }
            }
        }
        return nil
    }

    private static func phrase(behind text: String) -> [TimeWord]? {
        if let phrase = TimePhrase(text) { return phrase.words }
        let rests = TimeWords.placeParticles.filter(text.hasPrefix).map { String(text.dropFirst($0.count)) }
        return rests.lazy.compactMap { TimePhrase($0)?.words }.first
    }
}
