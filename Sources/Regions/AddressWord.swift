/// Parts of an address without a table, by their letters.
package enum AddressWord: Equatable {
    /// `123-4`, `산12`, `123번지`, `3층`, `101동1203호`, `B1`.
    case number
    /// `06236`, or `135-080` until 2015.
    case postalCode
    /// `테헤란로`; numbered `강남대로94길`, `경인로123번길`.
    case road(isNumbered: Bool)
    case village
    case building

    package init?(_ word: some StringProtocol) {
        let word = word.drop { AddressWord.marks.contains($0) }.reversed().drop { AddressWord.marks.contains($0) }
        let text = String(word.reversed())
        if AddressWord.isPostalCode(text) {
            self = .postalCode
        } else if AddressWord.isNumber(text[...]) {
            self = .number
        } else if let road = AddressWord.road(text) {
            self = road
        } else if AddressWord.isVillage(text) {
            self = .village
        } else if AddressWord.terminals.contains(text) || AddressWord.buildings.contains(where: { text.hasSuffix($0) && text != $0 }) {
            self = .building
        } else {
            return nil
        }
    }

    private static let marks = ".,()[]?!"

    private static func isPostalCode(_ text: String) -> Bool {
        let digits = text.filter(\.isASCIIDigit)
        if text.count == 5 { return digits.count == 5 }
        return text.count == 7 && digits.count == 6 && text.dropFirst(3).first == "-"
    }

    private static let beforeNumbers = ["산", "지하", "지상", "제", "B", "b", "#"]
    private static let behindNumbers = [
        "번지일대", "번지일원", "번지외", "번지", "번출구", "번", "호실", "호점", "호선", "호", "층", "동", "터미널", "블록", "블럭", "F", "f", "일대", "일원",
    ]

    private static func isNumber(_ text: Substring) -> Bool {
        var rest = text
        var isAfterWord = true
        while !rest.isEmpty {
            if let word = beforeNumbers.first(where: rest.hasPrefix) { rest = rest.dropFirst(word.count) } else if !isAfterWord { return false }
            guard skipDigits(&rest) else { return false }
            // 2026-12-24, a date, has two.
            if let mark = rest.first, "-~,".contains(mark) {
                rest = rest.dropFirst()
                guard skipDigits(&rest) else { return false }
            }
            let word = behindNumbers.first(where: rest.hasPrefix)
            rest = rest.dropFirst(word?.count ?? 0)
            isAfterWord = word != nil
        }
        return text.contains(where: \.isASCIIDigit)
    }

    private static func skipDigits(_ rest: inout Substring) -> Bool {
        let digits = rest.prefix(while: \.isASCIIDigit)
        rest = rest.dropFirst(digits.count)
        return (1...5).contains(digits.count)
    }

    private static func road(_ text: String) -> AddressWord? {
        guard let last = text.last, "로길".contains(last), text.count > 1, text.contains(where: \.isHangul) else { return nil }
        return .road(isNumbered: text.contains(where: \.isASCIIDigit))
    }

    private static func isVillage(_ text: String) -> Bool {
        guard text.last == "리" else { return false }
        let name = text.dropLast().reversed().drop(while: \.isASCIIDigit)
        return !name.isEmpty && name.allSatisfy(\.isHangul)
    }

    private static let terminals = ["국내선", "국제선", "여객터미널", "T1", "T2"]

    private static let buildings = [
        "아파트", "빌딩", "타워", "빌라", "오피스텔", "상가", "맨션", "연립", "주택", "프라자", "플라자", "하우스", "센터", "단지", "빌", "자이", "래미안", "푸르지오", "힐스테이트", "롯데캐슬", "아이파크",
        "더샵", "이편한세상", "e편한세상", "캐슬", "팰리스", "파크", "회관", "별관", "본관", "학교", "병원", "의원", "약국", "교회", "성당", "호텔", "마트", "공장", "마을", "출구", "건물", "지하",
    ]
}

extension AddressWord {
    /// Words of an address, each number apart: 산 33, 33 - 1, 33 번지, 상당로 82번길 and 역삼동10-7 have one number or road.
    package static func words(_ words: [String]) -> [String] {
        var joined: [String] = []
        for word in words.flatMap(parts) {
            let last = joined.last ?? ""
            let isNumber = word.first?.isASCIIDigit == true && AddressWord(word) == .number
            let isBehindAddress = joined.dropLast().last.map(isBeforeNumber) == true
            let isBranch = last.last == "로" && word.first?.isASCIIDigit == true && AddressWord(word) == .road(isNumbered: true)
            let isNumbered = isNumber && beforeNumbers.contains(last)
            let isUnit = behindNumbers.contains(word) && last.allSatisfy { $0.isASCIIDigit || $0 == "-" } && AddressWord(last) == .number
            let isDash = word == "-" && AddressWord(last) == .number || isNumber && last.dropFirst().last == "-"
            if isBranch || isBehindAddress && (isNumbered || isUnit || isDash) { joined[joined.count - 1] += word } else { joined.append(word) }
        }
        return joined
    }

    private static func parts(of word: String) -> [String] {
        guard word.contains(where: \.isASCIIDigit), word.first?.isHangul == true, AddressWord(word) != .number else { return [word] }
        let letters = Array(word)
        for index in letters.indices.dropFirst().dropLast() where "동리읍면가로길".contains(letters[index]) {
            let rest = String(letters[(index + 1)...])
            if letters[index + 1] != "동", AddressWord(rest) == .number || AddressWord(rest) == .postalCode {
                return partsBeforeRoad(String(letters[...index])) + [rest]
            }
        }
        return partsBeforeRoad(word)
    }

    /// 강남구테헤란로 and 반포면학봉리 are two words.
    private static func partsBeforeRoad(_ word: String) -> [String] {
        let kind = AddressWord(word)
        let ends = if case .road = kind { "시군구" } else { kind == .village ? "읍면" : "" }
        guard let end = word.dropFirst().lastIndex(where: ends.contains) else { return [word] }
        let road = word[word.index(after: end)...]
        return road.count > 1 ? [String(word[...end]), String(road)] : [word]
    }

    private static let latin = ["-dong", "-eup", "-myeon", "-ri", "-ga", "-ro", "-gil", "-daero"]

    /// True for a 동, 리 or road in Latin letters.
    static func isLatin(_ word: String) -> Bool {
        let text = word.lowercased()
        return latin.contains { text.hasSuffix($0) || text.hasSuffix($0 + ",") }
    }

    private static func isBeforeNumber(_ word: String) -> Bool {
        switch AddressWord(word) {
        case .number, .road, .village, .building: true
        default: word.count > 1 && word.last.map { "동가읍면".contains($0) } == true || isLatin(word) || word.lowercased() == "exit"
        }
    }

    /// True for a 동 or 호 of a building, also behind one without an ending: 리센츠 201동.
    static func isUnit(_ word: String) -> Bool { AddressWord(word) == .number && word.last.map { "동호".contains($0) } == true }

    /// A number behind a 동, 리 or road (`12-4`), and a road between a place and a number (`판교로`).
    package static func isPart(_ word: String, after last: String, before next: String?) -> Bool {
        switch AddressWord(word) {
        case .number, .postalCode: return !word.contains("/") && (isBeforeNumber(last) || next.map(isLatin) == true)
        case .road(let isNumbered):
            // 수원으로 12 has no road.
            let (isInDistrict, isBeforeNumber) = (last.last.map { "시군구읍면동".contains($0) } == true, next.map { AddressWord($0) == .number } == true)
            return isInDistrict && isNumbered || isBeforeNumber && (isInDistrict || last.isEmpty && !word.hasSuffix("으로"))
        default: return false
        }
    }
}

extension Character {
    var isASCIIDigit: Bool { asciiValue.map { 0x30...0x39 ~= $0 } == true }
    var isHangul: Bool { unicodeScalars.allSatisfy { 0xAC00...0xD7A3 ~= $0.value } }
}
