import Forecast

extension Condition {
    /// A condition from KMA's text in the mid-term feed (`구름많고 비/눈`), of today's issues and of older ones.
    ///
    /// The Korean text is kept unchanged; its kind is the first of snow, rain and sky that it mentions.
    package init(kmaText text: String) {
        self = Condition.byKMAText[text] ?? Condition(readingKMAText: text)
    }

    /// The closed set of today (guide of 2024-11-28), parsed once: searching Hangul for terms costs ten times as much as
    /// decoding the body, which has up to eleven of them.
    private static let byKMAText: [String: Condition] = {
        let falling = ["비", "눈", "비/눈", "소나기"]
        let texts =
            ["맑음", "구름많음", "흐림"] + falling.flatMap { ["구름많고 \($0)", "흐리고 \($0)"] }
        return Dictionary(uniqueKeysWithValues: texts.map { ($0, Condition(readingKMAText: $0)) })
    }()

    private init(readingKMAText text: String) {
        self.init(
            Condition.kind(ofKMAText: text),
            LocalizedText(text, Condition.english(ofKMAText: text))
        )
    }

    private static func kind(ofKMAText text: String) -> Kind {
        func mentions(_ terms: String...) -> Bool { terms.contains { text.contains($0) } }
        let isWet = mentions("비", "소나기", "빗방울", "뇌우", "천둥", "우박")
        if mentions("눈") { return isWet ? .mixed : .snow }
        if isWet { return .rain }
        if mentions("안개", "박무", "연무", "황사") { return .sky(.obscured) }
        if mentions("흐") { return .sky(.overcast) }
        if mentions("구름") { return .sky(.mostlyCloudy) }
        if mentions("맑") { return .sky(.clear) }
        return .unknown
    }

    /// The text in English; an unknown text stays Korean.
    private static func english(ofKMAText text: String) -> String {
        let skies = [
            "맑음": "Clear", "구름조금": "Partly cloudy", "구름많음": "Mostly cloudy", "구름많고": "Mostly cloudy",
            "흐림": "Cloudy", "흐리고": "Cloudy",
        ]
        let falling = [
            "비": "rain", "눈": "snow", "비/눈": "rain or snow", "눈/비": "snow or rain", "소나기": "showers",
        ]
        guard let sky = skies.first(where: { text.hasPrefix($0.key) }) else {
            return falling[text].map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? text
        }
        let rest = text.dropFirst(sky.key.count).drop(while: \.isWhitespace)
        if rest.isEmpty { return sky.value }
        return falling[String(rest)].map { "\(sky.value), \($0)" } ?? text
    }
}
