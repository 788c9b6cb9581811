import Regions

/// Reader of words in one order: addresses and coordinates as wholes, times, topics, then places.
struct SentenceReader {
    private(set) var tokens: [String] = []
    private(set) var places: [String] = []
    private(set) var joined: Set<String> = []
    private(set) var unknown: [Int] = []
    private(set) var meanings: [TimeWord] = []
    private(set) var texts: [String] = []
    private(set) var unanswered: [String] = []
    /// Words for the country and parts of it, which beside a place have no meaning: 충남 서해안.
    private(set) var regions: [String] = []

    /// Tokens in lower case without marks, and their meanings as single words.
    private var plain: [String] = []
    private var phrases: [[TimeWord]?] = []
    private var names: PlaceNames
    private static let longestPhrase = 6

    init(knows: @escaping (String) -> Bool) { names = PlaceNames(knows: knows) }

    mutating func read(_ words: [String]) {
        tokens = AddressWord.words(words.flatMap(WordText.written)).flatMap { parts(of: $0) }.map { meant($0) }
        plain = tokens.map(WordText.plain)
        // The end of the week is end of week; the sun is no Sunday.
        for index in plain.indices.dropLast().reversed() where plain[index] == "the" && plain[index + 1] != "sun" {
            tokens.remove(at: index)
            plain.remove(at: index)
        }
        // 2026. 12. 5. and 28, 29일: marks after numbers join them.
        for (index, token) in tokens.dropLast().enumerated()
        where token.dropLast().allSatisfy(\.isNumber) && tokens[index + 1].first?.isNumber == true {
            if let mark = token.last, ".,".contains(mark) { plain[index].append(mark) }
        }
        phrases = plain.map { TimePhrase($0)?.words }
        for index in plain.indices {
            let days = isWeekdays(at: index) ? plain[index].map { "\($0)요일" }.joined() : nil
            guard let word = isParasol(at: index) ? "모자" : days ?? outing(at: index) else { continue }
            (plain[index], phrases[index]) = (word, TimePhrase(word)?.words)
        }
        var index = 0
        while index < tokens.count { index += read(at: index) }
        meanings = meanings.withBoundMarks.withMeantTopics
        unknown = names.unknown(in: places, joined: joined, isQuestion: meanings.contains { !$0.isEmpty || $0 == .question })
        // 내일부터 거기까지 ends at a time that is not known; 내일 회사까지 does not.
        guard meanings.contains(where: \.isMark) else { return }
        let ends = unknown.map { places[$0] }.filter { end in ["까지", "부터"].contains(where: WordText.trimmed(end).hasSuffix) }
        texts += ends
        meanings += ends.map { _ in .unreadable(.unknown) }
    }

    private mutating func read(at index: Int) -> Int {
        let (token, word) = (tokens[index], plain[index])
        let next = index + 1 < tokens.count ? tokens[index + 1] : nil
        if let count = coordinate(at: index) {
            addPlaces([tokens[index..<index + count].joined(separator: " ")])
            return count
        }
        // 부산 말고 서울, 부산 아니고 서울은.
        let other = TimeWords.insteads.contains(where: word.hasSuffix) ? index + 1 : index + 2
        let isBehind = other < tokens.count && TimeWords.insteads.contains(where: plain[other - 1].hasSuffix) && phrases[other] == nil
        let isLeftOut = isBehind && (names.knows(tokens[other]) || names.cut(tokens[other]) != nil)
        if isLeftOut, names.cut(plain[index..<other].joined())?.words == [.instead] { return other - index }
        // 12-4 is a date, and after 역삼동 a part of an address.
        if AddressWord.isPart(token, after: places.last ?? "", before: next) {
            addPlaces([token])
            return 1
        }
        let isPreposition = TimeWords.prepositions.contains(word)
        let isNegation = TimeWords.negations.contains(word)
        let following = isPreposition || isNegation ? phrase(at: index + 1)?.words.first : nil
        let mayPart = word != "to" || meanings.contains(where: \.isOfTime)
        let isBeforeTime = mayPart && following.map { $0.isOfTime || $0.topic == .sun } == true
        if let (count, name) = composedName(at: index) {
            addPlaces([name])
            return count
        }
        // No rain, not raining; 부산 빼고 비 leaves out a place.
        let isExclusion = isNegation || TimeWords.exclusions.contains(word) && word.first?.isASCII == true
        if isExclusion, phrase(at: index + 1)?.words.first?.topicOfForecast != nil {
            meanings.append(.filler)
            return 1
        }
        if let (count, words) = phrase(at: index) {
            if words == [.and], let last = places.last { joined.insert(last) }
            // A flight from Gimpo, off to work, not after work.
            add(isPreposition && !isBeforeTime && count == 1 ? [.filler] : words, at: index..<index + count)
            return count
        }
        if word == "전" || isNegation && (isBeforeTime || next.map { names.knows($0) } == true) {
            add([.unreadable(isNegation ? .leavesOut : .unknown)], at: index..<index + 1)
        } else if let hour = Int(word), 1...12 ~= hour, meanings.last?.isOffset == true, next.map({ names.knows($0) }) ?? true {
            // Tomorrow 8.
            add([.clock(hour: hour, minute: 0)], at: index..<index + 1)
        } else if word.hasSuffix("선"), next?.hasSuffix("역") == true, !names.knows(token) {
            // 2호선 강남역.
            meanings.append(.filler)
        } else if let form = TimePhrase(word, isAfterWord: true)?.words, isAuxiliary(at: index) || !names.knows(token) && !isPlaceLikeVerb(at: index)
        {
            add(form.isEmpty ? [.filler] : form, at: index..<index + 1)
        } else if word != "수" || meanings.last != .question {
            // 볼 수 있을까 has no place.
            let cut = names.cut(token)
            addPlaces([cut?.place ?? token])
            if let cut, cut.isJoined { joined.insert(cut.place) }
            add(cut?.words ?? [], at: index..<index + 1)
        }
        return 1
    }

    /// A name stands between the words beside it: in 내일 자기 전 no mark is behind 내일.
    private mutating func addPlaces(_ names: some Sequence<String>) {
        places += names
        meanings.append(.filler)
    }

    /// 해도 돼 is a verb, and no 해도동.
    private func isAuxiliary(at index: Int) -> Bool {
        plain[index].hasSuffix("도") && index + 1 < plain.count && TimePhrase(plain[index + 1], isAfterWord: true)?.words.first == .question
    }

    private mutating func add(_ words: [TimeWord], at indices: Range<Int>) {
        meanings += words
        func texts(of word: TimeWord) -> [String] {
            guard words.contains(word) else { return [] }
            let found = indices.filter { phrases[$0]?.contains(word) == true }
            return (found.isEmpty ? Array(indices) : found).map { WordText.trimmed(tokens[$0]) }
        }
        unanswered += texts(of: .unanswered)
        regions += texts(of: .topic(.nation))
        guard words.contains(where: \.isOfTime) else { return }
        // 그저께 비왔어? says 그저께.
        let times = indices.filter { index in
            let own = phrases[index] ?? TimePhrase(plain[index], isAfterWord: true)?.words ?? []
            return own.contains(where: \.isOfTime) || !own.contains { $0.topic != nil || [.weather, .question, .unanswered].contains($0) }
        }
        let isShorter = times.count < indices.count
        let isSame = isShorter && TimePhrase(times.map { plain[$0] })?.words.filter(\.isOfTime) == words.filter(\.isOfTime)
        self.texts += (isSame ? times : Array(indices)).map { tokens[$0] }
    }

    func topics(beside index: Int) -> [Sentence.Topic] {
        let sides = [meanings[..<index].last { $0 != .question }, meanings[(index + 1)...].first].compactMap { $0?.topicOfForecast }
        return sides.count == 2 ? sides : []
    }

    func text(of topic: Sentence.Topic) -> String? {
        guard let index = phrases.firstIndex(where: { $0?.contains { $0.topicOfForecast == topic } == true }) else { return nil }
        let end = TimeWords.conjunctions.first { plain[index].hasSuffix($0) && TimeWords.all[plain[index]] == nil } ?? ""
        return String(WordText.trimmed(tokens[index]).dropLast(end.count))
    }

    private func coordinate(at index: Int) -> Int? {
        // Numbers and directions; other words take a tenth of the reading.
        guard let first = plain[index].first, first.isNumber || "+-([nelｎｅｌ북위동경".contains(first) || tokens[index].contains(":") else { return nil }
        return (1...min(8, tokens.count - index)).first { CoordinateText(tokens[index..<index + $0].joined(separator: " ")).isInKorea }
    }

    /// Name with a word of weather or time: `Osan Air Base`; in Hangul the last word is none and no place of its own: 아침 고요 수목원.
    private mutating func composedName(at index: Int) -> (count: Int, name: String)? {
        let isLatin = plain[index].first.map { $0.isASCII && $0.isLetter } ?? false
        for count in [4, 3, 2] where index + count <= tokens.count && (isLatin || count < 4) {
            let (words, last) = (index..<index + count, index + count - 1)
            let name = tokens[words].joined(separator: isLatin ? " " : "")
            // North Korea and New York are places, though not here.
            if isLatin, Gazetteer.isAbroad(plain[words].joined()) { return (count, WordText.trimmed(name)) }
            let meanings = words.flatMap { phrases[$0] ?? [] }
            guard meanings.contains(where: { !$0.isEmpty }), !meanings.contains(where: \.isDay) else { continue }
            let isApart = isLatin || phrases[last] == nil && TimePhrase(plain[last], isAfterWord: true) == nil && !names.knows(tokens[last])
            guard isApart, !isLatin || phrases[index] ?? [.topic(.nation)] == [.topic(.nation)] else { continue }
            // A search takes a hundred times as long.
            if isLatin, words.contains(where: { phrases[$0] != nil && !Gazetteer.isWordOfName(plain[$0]) }) { continue }
            if names.knows(name) { return (count, name) }
        }
        return nil
    }

    /// Words of a list: 서울/부산, 오늘·내일.
    private mutating func parts(of word: String) -> [String] {
        let parts = word.split { TimeWords.listMarks.contains(String($0)) }.map(String.init)
        guard parts.count > 1, parts.count <= Sentence.maximumPlaces, !word.contains("://"), parts.allSatisfy({ $0.contains(where: \.isLetter) }),
            TimePhrase(WordText.plain(word)) == nil, parts.allSatisfy({ TimePhrase(WordText.plain($0)) != nil || names.knows($0) })
        else { return [word] }
        return names.knows(word) ? [word] : parts
    }

    private mutating func phrase(at index: Int) -> (count: Int, words: [TimeWord])? {
        for count in stride(from: min(tokens.count - index, SentenceReader.longestPhrase), to: 0, by: -1) {
            let last = index + count - 1
            // 내일 모레보다 compares two days.
            if count > 1, plain[(index + 1)...last].contains(where: { $0.hasSuffix("보다") }), TimeWords.all[plain[index...last].joined()] == nil {
                continue
            }
            guard let words = count == 1 ? phrases[index] : TimePhrase(Array(plain[index...last]))?.words else { continue }
            if count > 1, (index...last).contains(where: { phrases[$0] == nil && isPlaceLikeVerb(at: $0) }) { continue }
            if count == 1, words.contains(.question), names.holdsCity(tokens[index], plain[index]) { continue }
            if (index...last).contains(where: { isComposedName(at: $0) }) { continue }
            return (count, words)
        }
        return nil
    }

    /// Letters of weekdays behind a week or before a part of a day: 이번 주 일, 토 오후.
    private func isWeekdays(at index: Int) -> Bool {
        guard WeekdayLetters.areAll(of: plain[index]), TimeWords.all[plain[index]] == nil else { return false }
        return index + 1 < plain.count && phrases[index + 1]?.first?.isWithinDay == true
            || [1, 2].contains { $0 <= index && TimePhrase(plain[index - $0..<index].joined())?.words.last?.wholeWeek != nil }
    }

    /// 양산 that is carried, and not the city.
    private func isParasol(at index: Int) -> Bool {
        guard plain[index].hasPrefix("양산") else { return false }
        let uses = ["쓰", "써", "쓸", "들", "챙기", "챙겨", "챙길", "필요", "우산"]
        return index + 1 < plain.count && uses.contains(where: plain[index + 1].hasPrefix) || index > 0 && plain[index - 1].hasPrefix("우산")
    }

    /// 하늘공원 is made of two words, and a place; so is 대서면.
    private mutating func isComposedName(at index: Int) -> Bool {
        let isLong = tokens[index].count > (tokens[index].hasSuffix("면") ? 2 : 3)
        return isLong && TimeWords.all[plain[index]] == nil && plain[index].allSatisfy(\.isLetter) && names.knows(tokens[index])
    }

    /// Place made of forms of verbs, 안면도, or one that begins with a city so made: 부안은, 보은지금눈와.
    private mutating func isPlaceLikeVerb(at index: Int) -> Bool {
        let word = plain[index]
        if word.count > 1, [2, 3].contains(where: { Gazetteer.isCity(String(word.prefix($0))) }) { return true }
        return (word.count > 2 || word.hasSuffix("구")) && names.knows(tokens[index]) || names.holdsCity(tokens[index], word)
    }

    /// 소풍 of 가을소풍, which has a season, and of words that are not known otherwise.
    private mutating func outing(at index: Int) -> String? {
        guard phrases[index]?.contains(.unreadable(.unknown)) ?? !plain[index].utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let ends = (1..<5).lazy.map { [word = plain[index]] in String(word.dropFirst($0)) }
        let outing = ends.first { TimePhrase($0)?.words.first == .topic(.precipitation) }
        return outing.flatMap { !names.knows(tokens[index]) && names.cut(tokens[index]) == nil ? $0 : nil }
    }

    /// `sodlf`, 내일 on the other keyboard.
    private mutating func meant(_ word: String) -> String {
        let text = Gazetteer.composed(word)
        guard let other = Keyboard.meant(text), other.count > 1 || text.first?.isASCII == false, TimePhrase(other) != nil,
            TimePhrase(WordText.plain(text)) == nil, !names.knows(text)
        else { return word }
        return other
    }

    var hasPlace: Bool { unknown.count < places.count }
    var isOnePlace: Bool { names.areOne }

    var slip: String? {
        unknown.map { places[$0] }.first { TimeWords.near(WordText.plain($0)) != nil || $0.count == 2 && WeekdayLetters.areAll(of: $0) }
    }

    /// True if words beside a place, if any, are slips from words of weather, or nouns.
    var isOfPlaces: Bool {
        let words = unknown.map { WordText.plain(places[$0]) }
        return hasPlace && words.allSatisfy { isNoName($0) || TimeWords.near($0, among: TimeWords.ofWeather) != nil }
    }

    /// Takes words without a place, if there is a place or a verb; those close to a name stay.
    mutating func takeRest() -> String? {
        // 내일 Atlantis asks for a place, and 내일 애들 추워 for a day.
        let isAsked =
            meanings.contains { !$0.isOfTime && ![.filler, .and].contains($0) } || ["?", "？"].contains { tokens.last?.hasSuffix($0) == true }
        guard hasPlace || isAsked || unknown.allSatisfy({ isNoName(places[$0]) }) else { return nil }
        let known = hasPlace ? places.indices.filter { !unknown.contains($0) }.map { places[$0] } : []
        let rest = unknown.filter { index in
            let (last, next) = (index > 0 ? places[index - 1] : "", index + 1 < places.count ? places[index + 1] : nil)
            let isPart = !hasPlace && AddressWord.isPart(places[index], after: last, before: next)
            return !isPart && !isLikePlace(places[index]) && !known.contains { Gazetteer.isNearlyKnown(places[index], in: $0) }
        }
        guard !rest.isEmpty, hasPlace || rest.count == unknown.count else { return nil }
        let taken = rest.map { WordText.trimmed(places[$0]) }.joined(separator: " ")
        for index in rest.reversed() { places.remove(at: index) }
        return taken
    }

    private func isNoName(_ word: String) -> Bool { Gazetteer.isCommonNoun(word) || WordText.trimmed(word).allSatisfy { "ㄱ"..."ㅣ" ~= $0 } }

    private func isLikePlace(_ word: String) -> Bool {
        let text = WordText.plain(word)
        if hasPlace, ["캠퍼스", "캠", "campus"].contains(where: text.hasSuffix) { return true }
        // Beside a place 10km, 7살 and 201동 are amounts.
        if isNoName(text) || hasPlace && text.first?.isNumber == true { return false }
        if !hasPlace, Gazetteer.isAbroad(text) { return true }
        let endings = ["동", "읍", "군", "구", "역", "해변", "해수욕장", "터미널", "공항"]
        let others = ["산", "섬", "강", "계곡", "폭포", "호수", "마을", "공원", "시장", "항", "대학교"]
        if text.count > 2, (hasPlace ? endings : endings + others).contains(where: text.hasSuffix) {
            // 여자친구.
            return !hasPlace || !(2..<text.count).contains { Gazetteer.isCommonNoun(String(text.suffix($0))) }
        }
        // 모래내 is the beginning of a market's name.
        if !hasPlace, text.count > 2, text.first?.isASCII == false, !Gazetteer.completions(of: text, limit: 1).isEmpty { return true }
        return !hasPlace && text.contains(where: \.isNumber) && text.contains(where: \.isLetter) || Gazetteer.isNearlyKnown(text)
    }
}
