/// Address: a known place with numbers, a road, a building and a postal code: `서울 강남구 테헤란로 152 (역삼동) 3층` is 역삼동.
struct Address {
    private(set) var candidates: [(name: String, rest: [String])] = []
    private(set) var beforeNumbers: String?

    private static let maximumLength = 200
    private static let maximumWords = 24

    init(_ text: String) {
        let text = Gazetteer.composed(text)
        guard text.count <= Address.maximumLength else { return }
        let (outside, notes) = Address.splitBrackets(text)
        var words = Address.words(of: outside)
        guard words.count <= Address.maximumWords else { return }
        var front: [String] = []
        while let first = words.first, Address.isBeforeAddress(first) { front.append(words.removeFirst()) }
        let kinds = words.map { AddressWord($0) }
        let spelled = words.prefix(kinds.prefix { $0 != .number }.count)
        if !spelled.isEmpty, spelled.count < words.count { beforeNumbers = spelled.joined(separator: " ") }
        if words.contains(where: { $0.contains(where: \.isHangul) }) {
            addKorean(words, kinds, notes, front)
        } else if !words.isEmpty {
            addEnglish(outside, notes)
        }
    }

    private static func splitBrackets(_ text: String) -> (outside: String, notes: [String]) {
        var (outside, notes, depth) = ("", [String](), 0)
        for letter in text {
            if "([（［".contains(letter) {
                depth += 1
                if depth == 1 { notes.append("") }
                outside.append(" ")
            } else if ")]）］".contains(letter) {
                depth = max(0, depth - 1)
                outside.append(" ")
            } else if depth > 0, let last = notes.indices.last {
                notes[last].append(letter)
            } else {
                outside.append(letter)
            }
        }
        return (outside, notes.filter { $0.contains { !$0.isWhitespace } && $0 != "우" })
    }

    private static func words(of text: String) -> [String] { AddressWord.words(text.split { $0.isWhitespace || ",，".contains($0) }.map(String.init)) }

    private static func isBeforeAddress(_ word: String) -> Bool {
        AddressWord(word) == .postalCode || ["우", "우편번호", "주소", "대한민국", "한국", "지하철", "전철"].contains(word.trimmingSuffix(":"))
    }

    private mutating func addKorean(_ words: [String], _ kinds: [AddressWord?], _ notes: [String], _ front: [String]) {
        var plain: [(name: String, rest: [String])] = []
        for count in (1...max(1, words.count)).reversed() {
            let (head, tail) = (words.prefix(count), words.dropFirst(count))
            guard isTail(tail, kinds[count...], behind: head.last ?? ""), !tail.isEmpty || !front.isEmpty || !notes.isEmpty else { continue }
            let name = head.joined(separator: " ")
            let rest = front + (tail.isEmpty ? [] : [tail.joined(separator: " ")])
            // A road's 법정동 stands in brackets: 테헤란로 152 (역삼동, 강남파이낸스센터). So may a city: 중구(서울).
            if let note = notes.first?.split(separator: ",").first.map(String.init) {
                candidates.append((tail.isEmpty ? note + " " + name : name + " " + note, rest))
            }
            plain.append((name, rest + notes))
        }
        candidates += plain
    }

    private func isTail(_ tail: ArraySlice<String>, _ kinds: ArraySlice<AddressWord?>, behind last: String) -> Bool {
        guard let first = tail.first, let kind = kinds.first else { return true }
        // 상계동 주공 7단지 702동: a unit of a building whose name has several words.
        let isNamed = tail.dropFirst().prefix(last.hasSuffix("동") ? 4 : 1).contains(where: AddressWord.isUnit)
        guard let word = kind ?? (isNamed ? .building : nil) else { return false }
        let isNumberedNext = kinds.dropFirst().first == .number
        let isProvince = Address.names(province: last)
        let isDistrict = last.last.map { "시군구".contains($0) } == true && !isProvince
        switch word {
        case .number:
            // 123 alone is a plot or a house; 3층 and 11번출구 may be of anything.
            let isPlot = last.count > 1 && last.last.map { "동가리읍면로길도".contains($0) } == true
            let isBare = first.allSatisfy { $0.isASCIIDigit || $0 == "-" } || first.hasPrefix("산")
            guard !isProvince, !isDistrict, isPlot || !isBare else { return false }
        case .postalCode: guard tail.count == 1 || !isProvince && !isDistrict else { return false }
        case .road(let isNumbered): guard !isProvince || isNumbered || isNumberedNext else { return false }
        case .village: guard isDistrict || last.last.map({ "읍면".contains($0) }) == true else { return false }
        case .building: guard !isProvince else { return false }
        }
        return !zip(tail, kinds).dropFirst().contains { word, kind in kind == nil && Address.names(province: word) || Address.names(district: word) }
    }

    private static func names(province word: String) -> Bool {
        // 세종 has no districts: roads follow the province.
        guard !word.hasPrefix("세종") else { return false }
        return Province.all.contains { province in
            province.name.text == word || province.shortName.text == word || province.otherNames.contains { $0.text == word }
        }
    }

    private static func names(district word: String) -> Bool {
        guard let last = word.last, "시군구".contains(last) else { return false }
        return District.all.contains { district in district.name.split(at: .space).contains { $0.text == word } }
    }

    /// Smallest part first: `152 Teheran-ro, Gangnam-gu, Seoul 06236`.
    private mutating func addEnglish(_ text: String, _ notes: [String]) {
        var parts = text.split(separator: ",").map { part in part.split(whereSeparator: \.isWhitespace).map(String.init) }
        var rest: [String] = []
        for index in parts.indices {
            rest += parts[index].filter { AddressWord($0) == .postalCode }
            parts[index].removeAll { AddressWord($0) == .postalCode }
        }
        parts.removeAll(where: \.isEmpty)
        if let last = parts.last, Query.isCountry(last.joined()) { parts.removeLast() }
        for count in parts.indices {
            let before = parts.prefix(count)
            guard count == 0 || before.contains(where: Address.isEnglishDetail) else { continue }
            let number = parts[count].prefix { $0.first?.isASCIIDigit == true }
            var first = Array(parts[count].dropFirst(number.count))
            // Yeoksam-dong 10-7, Gangnam Station Exit 10.
            var behind: [String] = []
            while first.count > 1, let last = first.last, last.first?.isASCIIDigit == true || last.lowercased() == "exit" {
                behind.insert(first.removeLast(), at: 0)
            }
            guard !first.isEmpty, !Address.isEnglishDetail(first), count > 0 || ![Array(number), behind, rest, notes].allSatisfy(\.isEmpty) else {
                continue
            }
            let name = ([first] + parts.dropFirst(count + 1)).map { $0.joined(separator: " ") }
            let details = before.map { $0.joined(separator: " ") } + number + (behind.isEmpty ? [] : [behind.joined(separator: " ")])
            let detail = details.isEmpty ? [] : [details.joined(separator: ", ")]
            candidates.append((name.joined(separator: ", "), detail + rest + notes))
        }
    }

    private static func isEnglishDetail(_ words: [String]) -> Bool {
        words.contains { word in
            word.contains(where: \.isASCIIDigit) || ["-ro", "-gil", "-daero", "-ri"].contains { word.lowercased().hasSuffix($0) }
        }
    }
}

extension String { fileprivate func trimmingSuffix(_ suffix: String) -> String { hasSuffix(suffix) ? String(dropLast(suffix.count)) : self } }
