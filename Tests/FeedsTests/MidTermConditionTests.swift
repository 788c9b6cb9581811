import Forecast
import Testing

@testable import Feeds

@Suite("KMA's texts for the sky")
struct KMAWordsTests {
    @Test(
        "The eleven official texts have a theme and an English text",
        arguments: [
            ("맑음", .clear, "Clear"),
            ("구름많음", .cloudy, "Mostly cloudy"),
            ("구름많고 비", .rain, "Mostly cloudy, rain"),
            ("구름많고 눈", .snow, "Mostly cloudy, snow"),
            ("구름많고 비/눈", .snow, "Mostly cloudy, rain or snow"),
            ("구름많고 소나기", .rain, "Mostly cloudy, showers"),
            ("흐림", .cloudy, "Cloudy"),
            ("흐리고 비", .rain, "Cloudy, rain"),
            ("흐리고 눈", .snow, "Cloudy, snow"),
            ("흐리고 비/눈", .snow, "Cloudy, rain or snow"),
            ("흐리고 소나기", .rain, "Cloudy, showers"),
        ] as [(String, Theme, String)]
    )
    func official(words: String, theme: Theme, english: String) {
        let condition = Condition(kmaText: words)
        #expect(condition.theme == theme)
        #expect(condition.text == LocalizedText(words, english))
    }

    @Test(
        "Texts of older issues, and spellings without a space, are read as well",
        arguments: [
            ("구름조금", .cloudy, "Partly cloudy"),
            ("구름많고 눈/비", .snow, "Mostly cloudy, snow or rain"),
            ("흐리고 눈/비", .snow, "Cloudy, snow or rain"),
            ("비", .rain, "Rain"),
            ("눈", .snow, "Snow"),
            ("소나기", .rain, "Showers"),
            ("흐리고비", .rain, "Cloudy, rain"),
            ("구름많고소나기", .rain, "Mostly cloudy, showers"),
            ("구름많고  비/눈", .snow, "Mostly cloudy, rain or snow"),
        ] as [(String, Theme, String)]
    )
    func legacy(words: String, theme: Theme, english: String) {
        let condition = Condition(kmaText: words)
        #expect(condition.theme == theme)
        #expect(condition.text == LocalizedText(words, english))
    }

    @Test(
        "An unknown text is kept; the theme follows from what it mentions, snow before rain before sky",
        arguments: [
            ("진눈깨비", .snow), ("눈날림", .snow), ("비 또는 눈", .snow), ("빗방울", .rain), ("천둥번개", .rain),
            ("뇌우", .rain), ("우박", .rain), ("안개", .cloudy), ("박무", .cloudy), ("황사", .cloudy),
            ("차차 흐려짐", .cloudy), ("대체로 맑음", .clear), ("무지개", .cloudy), ("?", .cloudy),
        ] as [(String, Theme)]
    )
    func unknown(words: String, theme: Theme) {
        let condition = Condition(kmaText: words)
        #expect(condition.theme == theme)
        #expect(condition.text == LocalizedText(words, words))
    }

    @Test("Decomposed Hangul is read like composed Hangul")
    func decomposed() {
        let condition = Condition(
            kmaText: "\u{1112}\u{1173}\u{1105}\u{1175}\u{1100}\u{1169} \u{1107}\u{1175}"
        )
        #expect(condition.theme == .rain)
        #expect(condition.text.english == "Cloudy, rain")
    }
}
