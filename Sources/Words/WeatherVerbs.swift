import Regions

enum WeatherVerbs {
    /// Stems with the forms in which they meet an ending; those of 하다 and of verbs in ㅂ follow by rule.
    static let stems = Dictionary(
        WordTable.rows.filter { $0.kind == "verb" }.flatMap { row in row.words.flatMap(forms).map { ($0, TimeWord(row.meaning)) } },
        uniquingKeysWith: { $1 }
    )

    /// 강하 is 강한, 강해, 강할, and 화창 alone is of 화창하; 춥 is 추우, 추워, 추울; 떠 is 떴 in the past.
    private static func forms(of stem: String) -> [String] {
        let beginning = stem.dropLast()
        let root = beginning.count > 1 ? [String(beginning)] : []
        if stem.hasSuffix("하") { return [stem] + root + ["해", "할", "한", "함", "합", "했"].map { beginning + $0 } }
        guard let last = stem.unicodeScalars.last?.value, 0xAC00...0xD7A3 ~= last else { return [stem] }
        // The final ㅂ is the 17th, ㅆ the 20th.
        let final = (last - 0xAC00) % 28
        guard final == 0 || final == 17 && (stem.count > 1 || ["춥", "덥"].contains(stem)) else { return [stem] }
        let changed = Unicode.Scalar(final == 0 ? last + 20 : last - 17).map { beginning + String($0) } ?? stem
        return [stem] + (final == 0 ? [changed] : ["우", "워", "울", "운", "움", "웠"].map { changed + $0 })
    }

    static let endings = Set(TimeWords.words(ofKind: "ending"))
}
