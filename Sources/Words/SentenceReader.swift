import Regions

/// Reader of words of weather and time, and of places, with some dozen searches a word.
struct SentenceReader {
    private(set) var tokens: [String] = []
    private(set) var places: [String] = []
    private(set) var meanings: [TimeWord] = []
    private(set) var texts: [String] = []
    /// Weather of which there is nothing here.
    private(set) var unanswered: [String] = []
    private(set) var isTurned = false

    private let lookUp: (String) -> Bool
    private var known: [String: Bool] = [:]
    private var understood: [String: Bool] = [:]
    private var cuts: [String: Cut?] = [:]

    private static let longestPhrase = 6
    private static let longestWord = 30
    private static let mostPlaces = 16
    private static let (longestName, mostWords) = (5, 12)

    init(knows: @escaping (String) -> Bool) { lookUp = knows }

    mutating func read(_ words: [String]) {
        for word in AddressWord.joined(words.flatMap(SentenceReader.withoutPictures)) { for part in parts(of: word) { tokens.append(meant(part)) } }
        let plain = tokens.map(SentenceReader.plain)
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            let next = index + 1 < tokens.count ? tokens[index + 1] : nil
            let point = coordinate(at: index)
            // 12-4 is a date, and after 역삼동 a part of an address.
            if let count = point ?? latinName(at: index, plain) {
                places += tokens[index..<index + count]
                index += count
            } else if let last = places.last, AddressWord.isPart(token, after: last, before: next) {
                places.append(token)
                index += 1
            } else if plain[index] == "to", meanings.last?.isOfTime == true, next != nil,
                phrase(at: index + 1, plain)?.phrase.words.first?.isOfTime == true
            {
                // Friday to Sunday; not off to work.
                meanings.append(.range)
                texts.append(token)
                index += 1
            } else if let count = brokenName(at: index, plain) {
                places.append(tokens[index..<index + count].joined())
                index += count
            } else if TimeWords.prepositions.contains(plain[index]),
                next == nil || phrase(at: index + 1, plain)?.phrase.words.first?.isOfTime != true,
                phrase(at: index, plain)?.count == 1
            {
                // A flight from Gimpo, not after work.
                meanings.append(.filler)
                index += 1
            } else if let (count, phrase) = phrase(at: index, plain) {
                meanings += phrase.words
                if phrase.words.contains(.unanswered) {
                    let found = (index..<index + count).filter { TimePhrase(plain[$0])?.words.contains(.unanswered) == true }
                    unanswered += (found.isEmpty ? Array(index..<index + count) : found).map { SentenceReader.trimmed(tokens[$0]) }
                }
                if !phrase.isFiller { texts += tokens[index..<index + count] }
                index += count
            } else if TimeWords.turning.contains(plain[index]) {
                isTurned = true
                meanings.append(.unreadable)
                texts.append(token)
                index += 1
            } else if let form = TimePhrase(plain[index], isAfterWord: true), !knows(token), !isPlaceLikeVerb(index, plain) {
                meanings += form.words.isEmpty ? [.filler] : form.words
                index += 1
            } else if plain[index] == "수", meanings.last == .question {
                // 볼 수 있을까.
                index += 1
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

    private func coordinate(at index: Int) -> Int? {
        guard tokens[index].contains(where: \.isNumber) || CoordinateText.begins(with: tokens[index]) else { return nil }
        return (1...min(4, tokens.count - index)).first { CoordinateText(tokens[index..<index + $0].joined(separator: " ")).isInKorea }
    }

    /// Names with a word of weather or time: `Osan Air Base`.
    private mutating func latinName(at index: Int, _ plain: [String]) -> Int? {
        guard tokens[index].first?.isASCII == true, tokens[index].first?.isLetter == true,
            TimeWords.all[plain[index]] ?? [.topic(.nation)] == [.topic(.nation)]
        else { return nil }
        for count in [3, 2] where index + count <= tokens.count {
            let words = index..<index + count
            guard plain[words].contains(where: { TimeWords.all[$0] != nil }),
                !plain[words].contains(where: { ["in", "and", "or", "at", "for"].contains($0) })
            else { continue }
            if knows(tokens[words].joined(separator: " ")) { return count }
        }
        return nil
    }

    /// Name written apart that begins like a time: 아침 고요 수목원. The rest is no place of its own.
    private mutating func brokenName(at index: Int, _ plain: [String]) -> Int? {
        guard index + 1 < tokens.count, TimePhrase(plain[index]) != nil, TimePhrase(plain[index + 1], isAfterWord: true) == nil,
            !knows(tokens[index + 1])
        else { return nil }
        return [2, 3].first { index + $0 <= tokens.count && knows(tokens[index..<index + $0].joined()) }
    }

    private mutating func parts(of word: String) -> [String] {
        let parts = word.split { TimeWords.listMarks.contains(String($0)) }.map(String.init)
        guard parts.count > 1, parts.count <= Sentence.maximumPlaces, !word.contains("://"), parts.allSatisfy({ $0.contains(where: \.isLetter) }),
            TimePhrase(SentenceReader.plain(word)) == nil
        else { return [word] }
        let areAll = parts.allSatisfy { TimePhrase(SentenceReader.plain($0)) != nil || knows($0) }
        return areAll && !knows(word) ? parts : [word]
    }

    private mutating func phrase(at index: Int, _ plain: [String]) -> (count: Int, phrase: TimePhrase)? {
        for count in (1...min(tokens.count - index, SentenceReader.longestPhrase)).reversed() {
            let end = index + count
            // 2026. 12. 5. and 28, 29일: marks after numbers join them.
            let marked = (index..<end).map { at in at < end - 1 ? plain[at] + numberMark(at) : plain[at] }
            guard let phrase = TimePhrase(marked) else { continue }
            // 서면 and 비인 are places, though they end like verbs, and so is 부안 in 내일 부안은 추워.
            if phrase.words.contains(.question), plain[end - 1].count > 1, TimeWords.all[plain[end - 1]] == nil, knows(tokens[end - 1]) { continue }
            if count > 1, (index..<end).contains(where: { TimePhrase(plain[$0]) == nil && isPlaceLikeVerb($0, plain) }) { continue }
            if count == 1, phrase.words.contains(.question), holdsCity(index, plain) { continue }
            if (index..<end).contains(where: { isComposedName($0, plain) }) { continue }
            return (count, phrase)
        }
        return nil
    }

    /// 하늘공원 is made of two words, and a place.
    private mutating func isComposedName(_ index: Int, _ plain: [String]) -> Bool {
        plain[index].count > 3 && TimeWords.all[plain[index]] == nil && plain[index].allSatisfy(\.isLetter) && knows(tokens[index])
    }

    /// Place made of forms of verbs, 안면도, or one that begins with a city so made: 부안은, 보은지금눈와.
    private mutating func isPlaceLikeVerb(_ index: Int, _ plain: [String]) -> Bool {
        let word = plain[index]
        if word.count > 1, Gazetteer.isCity(String(word.prefix(2))) || Gazetteer.isCity(String(word.prefix(3))) { return true }
        return (word.count > 2 || word.hasSuffix("구")) && knows(tokens[index]) || holdsCity(index, plain)
    }

    /// 모레나주눈오나요.
    private mutating func holdsCity(_ index: Int, _ plain: [String]) -> Bool {
        let letters = Array(plain[index])
        guard letters.count > 3, (1...letters.count - 2).contains(where: { Gazetteer.isCity(String(letters[$0..<$0 + 2])) }) else { return false }
        return cut(tokens[index]) != nil
    }

    private func numberMark(_ index: Int) -> String {
        guard let mark = tokens[index].last, ".,".contains(mark), tokens[index].dropLast().allSatisfy(\.isNumber) else { return "" }
        return String(mark)
    }

    /// `sodlf`, 내일 on the other keyboard.
    private mutating func meant(_ word: String) -> String {
        let text = Gazetteer.composed(word)
        let isLatin = text.utf8.allSatisfy { $0 < 0x80 }
        guard let other = isLatin ? Keyboard.hangul(text) : Keyboard.latin(text), other.count > 1, TimePhrase(other) != nil,
            TimePhrase(SentenceReader.plain(text)) == nil, !knows(text)
        else { return word }
        return other
    }

    /// Lower case without marks, pictures and laughter.
    private static func plain(_ word: String) -> String {
        // 12월 2일 (수).
        if word.utf8.first == UInt8(ascii: "("), let day = "일월화수목금토".first(where: { word == "(\($0))" }) { return "\(day)요일" }
        return Gazetteer.composed(trimmed(word).lowercased().filter { !"'’".contains($0) })
    }

    /// 비☔와 is two words.
    private static func withoutPictures(_ word: String) -> [String] {
        word.split { letter in letter.unicodeScalars.contains { $0.value > 0x2190 && $0.properties.isEmoji } }.map(String.init)
    }

    private static func trimmed(_ word: String) -> String {
        let isMark = { (letter: Character) in
            "?!？！.,，。、…\"'‘’“”()".contains(letter) || "ㅋㅎㅠㅜ".contains(letter) && word.contains { !("ㄱ"..."ㅣ" ~= $0) }
        }
        return String(word.drop(while: isMark).reversed().drop(while: isMark).reversed())
    }
}

extension SentenceReader {
    mutating func splitsPlaces() -> Bool { !places.isEmpty && unknownPlaces.isEmpty }

    var hasPlace: Bool { mutating get { unknownPlaces.count < places.count } }

    private var unknownPlaces: [Int] {
        mutating get {
            guard places.count <= SentenceReader.mostWords else { return [] }
            var (unknown, nouns): ([Int], [Int]) = ([], [])
            var index = 0
            while index < places.count {
                let longest = min(SentenceReader.longestName, places.count - index)
                let all = places.count - index
                let counts = (all > longest ? [all] : []) + (1...longest).reversed()
                if let count = counts.first(where: { isPlace(places[index..<index + $0].joined(separator: " ")) }) {
                    if count == 1, Gazetteer.isCommonNoun(places[index]) || ShortRange.isOfWeekdays(places[index]) { nouns.append(index) }
                    index += count
                } else {
                    unknown.append(index)
                    index += 1
                }
            }
            // 서울 내일 장화 asks about boots, not about 장화동.
            return unknown.count + nouns.count < places.count ? (unknown + nouns).sorted() : unknown
        }
    }

    private mutating func isPlace(_ text: String) -> Bool {
        if let isKnown = understood[text] { return isKnown }
        let mayBeAddress = text.count > 1 && (text.contains(where: \.isNumber) || text.contains("(") || Gazetteer.areInitials(text))
        let isKnown = CoordinateText(text).isPair || (mayBeAddress ? known[text] == true || Gazetteer.understands(text) : knows(text))
        understood[text] = isKnown
        return isKnown
    }

    /// 모래, tomorow, 화목.
    mutating func slip() -> String? {
        unknownPlaces.map { places[$0] }.first { TimeWords.near(SentenceReader.plain($0)) != nil || ShortRange.isOfWeekdays($0) }
    }

    mutating func asksByASlip() -> Bool {
        let unknown = unknownPlaces
        return !unknown.isEmpty && unknown.count < places.count && unknown.allSatisfy { WeatherWords.isNear(SentenceReader.plain(places[$0])) }
    }

    /// Takes words without a place, if there is a place or a verb; those close to a name stay.
    mutating func takeRest() -> String? {
        let unknown = unknownPlaces
        let hasPlace = unknown.count < places.count
        guard hasPlace || meanings.contains(.question) else { return nil }
        let known = hasPlace ? places.indices.filter { !unknown.contains($0) }.map { places[$0] } : []
        let rest = unknown.filter { index in
            !isLikePlace(places[index], isAlone: !hasPlace) && !known.contains { Gazetteer.isNearlyKnown(places[index], in: $0) }
        }
        if !hasPlace, rest.count < unknown.count { return nil }
        let taken = rest.map { places[$0] }
        for index in rest.reversed() { places.remove(at: index) }
        return taken.isEmpty ? nil : taken.joined(separator: " ")
    }

    /// Form of a name, or a slip from one.
    private func isLikePlace(_ word: String, isAlone: Bool) -> Bool {
        let text = SentenceReader.plain(word)
        if Gazetteer.isCommonNoun(text) { return false }
        let endings = ["동", "읍", "군", "구", "역", "해변", "해수욕장", "터미널", "공항"]
        let others = ["산", "섬", "강", "계곡", "폭포", "호수", "마을", "공원", "시장", "도", "시", "면", "리", "항", "대학교"]
        if text.count > 2, (isAlone ? endings + others : endings).contains(where: text.hasSuffix) { return true }
        return text.contains(where: \.isNumber) && text.contains(where: \.isLetter) || Gazetteer.isNearlyKnown(text)
    }
}

extension SentenceReader {
    private struct Cut {
        var place: String
        var words: [TimeWord] = []
        var hasTime = false
    }

    /// 서울날씨, 내일서울비와, 부산은.
    private mutating func cut(_ word: String) -> Cut? {
        if let cut = cuts[word] { return cut }
        let cut = newCut(word)
        cuts[word] = .some(cut)
        return cut
    }

    private mutating func newCut(_ word: String) -> Cut? {
        let text = Gazetteer.composed(word)
        guard text.count <= SentenceReader.longestWord, text.contains(where: \.isLetter), !knows(text) else { return nil }
        let plain = SentenceReader.trimmed(text)
        if plain != text, knows(plain) { return Cut(place: plain) }
        for particle in TimeWords.placeParticles where plain.hasSuffix(particle) {
            let place = String(plain.dropLast(particle.count))
            if place.count > 1, knows(place) { return Cut(place: place) }
        }
        return plain.count > 2 ? placeAmongTimes(Array(plain)) : nil
    }

    private mutating func placeAmongTimes(_ letters: [Character]) -> Cut? {
        let heads = letters.indices.map { start in start == 0 ? [] : TimePhrase(String(letters[..<start]).lowercased())?.words }
        let rests = (0...letters.count).map { String(letters[$0...]).lowercased() }
        let tails = rests.map { $0.isEmpty ? [] : SentenceReader.phrase(behind: $0) }
        var places = 0
        if let cut = place(in: letters, between: heads, and: tails, &places) { return cut }
        // Forms of verbs, which cut a word in many ways, come last: 12월1일영주날씨, but 구미추움.
        let forms = zip(tails, rests).map { tail, rest in tail == nil ? TimePhrase(rest, isAfterWord: true)?.words : nil }
        return place(in: letters, between: heads, and: forms, &places)
    }

    private mutating func place(in letters: [Character], between heads: [[TimeWord]?], and tails: [[TimeWord]?], _ places: inout Int) -> Cut? {
        for length in (2..<letters.count).reversed() {
            for start in 0...(letters.count - length) {
                guard let head = heads[start], let tail = tails[start + length] else { continue }
                let cut = Cut(place: String(letters[start..<start + length]), words: head + tail, hasTime: true)
                let isCity = Gazetteer.isCity(cut.place)
                guard isCity && start == 0 || cut.words.contains(where: { !$0.isEmpty }), isCity || places < SentenceReader.mostPlaces else {
                    continue
                }
                places += 1
                if isPlace(cut.place) { return cut }
            }
        }
        return nil
    }

    /// Words behind a place's ending: 서울은비와.
    private static func phrase(behind text: String) -> [TimeWord]? {
        if let phrase = TimePhrase(text) { return phrase.words }
        for particle in TimeWords.placeParticles where text.hasPrefix(particle) {
            if let phrase = TimePhrase(String(text.dropFirst(particle.count))) { return phrase.words }
        }
        return nil
    }
}
