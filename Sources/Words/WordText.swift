import Regions

/// Typed words without what is no part of them: marks, brackets, pictures, laughter.
enum WordText {
    static func plain(_ word: String) -> String {
        let text = Gazetteer.composed(trimmed(withoutBrackets(word)).lowercased().filter { !"'’".contains($0) })
        return text.hasSuffix("a.m") || text.hasSuffix("p.m") ? text.filter { $0 != "." } : text
    }

    /// 12월 2일(수), as the program prints dates, is 12월 2일수요일, and 내일(27일) is one time.
    static func withoutBrackets(_ word: String) -> String {
        guard word.contains("(") else { return word }
        let named = word.replacing(/\(([월화수목금토일])\)/) { "\($0.output.1)요일" }
        let open = named.filter { !"()".contains($0) }
        return TimePhrase(plain(open)) == nil ? named : open
    }

    /// Words between pictures, of which some are words, 비☔와, and marks of a range, 오늘~다음 주, and without marks that stand alone.
    static func written(_ word: String) -> [String] {
        let text = word.map { letter -> String in
            if "~∼〜".contains(letter), !word.contains("://"), !word.contains("(") { return " ~ " }
            guard let picture = letter.unicodeScalars.first(where: { $0.value > 0x2190 && $0.properties.isEmoji }) else { return String(letter) }
            return " " + (pictures.first { $0.key.unicodeScalars.contains(picture) }?.value ?? "") + " "
        }
        return text.joined().split(separator: " ").map(String.init).filter { $0.contains { $0.isLetter || $0.isNumber } || TimeWords.all[$0] != nil }
    }

    private static let pictures = ["☔☂🌂🌧⛈🌦": "비", "❄☃⛄🌨": "눈", "🌬💨": "바람", "🌡": "기온"]

    static func trimmed(_ word: String) -> String {
        let isMark = { (letter: Character) in
            (letter.isPunctuation || letter.isSymbol) && !"%°℃&+~∼〜-–".contains(letter)
                || "ㅋㅎㅠㅜ".contains(letter) && word.contains { !("ㄱ"..."ㅣ" ~= $0) }
        }
        return String(word.drop(while: isMark).reversed().drop(while: isMark).reversed())
    }
}
