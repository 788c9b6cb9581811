import Forecast

extension Condition {
    /// A condition in KMA's own words, as the mid-term feed writes them (`구름많고 비/눈`), and as older issues did.
    ///
    /// The words are passed on as they are; only what they mean is looked for: snow before rain before sky.
    init(kmaWords words: String) {
        self = Condition.ofKMAWords[words] ?? Condition(readingKMAWords: words)
    }

    /// The closed set of today (guide of 2024-11-28), read once: to look for terms in Hangul costs ten times the
    /// decoding around it, and a body has up to eleven of them.
    private static let ofKMAWords: [String: Condition] = {
        let falling = ["비", "눈", "비/눈", "소나기"]
        let words =
            ["맑음", "구름많음", "흐림"] + falling.flatMap { ["구름많고 \($0)", "흐리고 \($0)"] }
        return Dictionary(uniqueKeysWithValues: words.map { ($0, Condition(readingKMAWords: $0)) })
    }()

    private init(readingKMAWords words: String) {
        self.init(
            Condition.kind(ofKMAWords: words),
            LocalizedText(words, Condition.english(ofKMAWords: words))
        )
    }

    private static func kind(ofKMAWords words: String) -> Kind {
        func mentions(_ terms: String...) -> Bool { terms.contains { words.contains($0) } }
        if mentions("눈", "진눈깨비") { return .snow }
        if mentions("비", "소나기", "빗방울", "뇌우", "천둥", "우박") { return .rain }
        if mentions("안개", "박무", "연무", "황사") { return .sky(.obscured) }
        if mentions("흐") { return .sky(.overcast) }
        if mentions("구름") { return .sky(.mostlyCloudy) }
        if mentions("맑") { return .sky(.clear) }
        return .unknown
    }

    /// The words in English; unknown ones stay as they came.
    private static func english(ofKMAWords words: String) -> String {
        let skies = [
            "맑음": "Clear", "구름조금": "Partly cloudy", "구름많음": "Mostly cloudy", "구름많고": "Mostly cloudy",
            "흐림": "Cloudy", "흐리고": "Cloudy",
        ]
        let falling = [
            "비": "rain", "눈": "snow", "비/눈": "rain or snow", "눈/비": "snow or rain", "소나기": "showers",
        ]
        guard let sky = skies.first(where: { words.hasPrefix($0.key) }) else {
            return falling[words].map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? words
        }
        let rest = words.dropFirst(sky.key.count).drop(while: \.isWhitespace)
        if rest.isEmpty { return sky.value }
        return falling[String(rest)].map { "\(sky.value), \($0)" } ?? words
    }
}
