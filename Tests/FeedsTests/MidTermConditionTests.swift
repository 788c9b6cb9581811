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
        #expect(condition?.theme == theme)
        #expect(condition?.text == LocalizedText(words, english))
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
        #expect(condition?.theme == theme)
        #expect(condition?.text == LocalizedText(words, english))
    }

    @Test(
        "A composed text is kept in Korean and made in English of its words; snow goes before rain before sky",
        arguments: [
            ("진눈깨비", .snow, "Sleet"), ("눈날림", .snow, "Flurries"), ("비 또는 눈", .snow, "Rain or snow"),
            ("빗방울", .rain, "Drizzle"), ("빗방울눈날림", .snow, "Drizzle and flurries"),
            ("천둥번개", .rain, "Thunderstorms"), ("뇌우", .rain, "Thunderstorms"), ("우박", .rain, "Hail"),
            ("안개", .cloudy, "Fog"), ("박무", .cloudy, "Mist"), ("황사", .cloudy, "Yellow dust"),
            ("차차 흐려짐", .cloudy, "Cloudy"), ("대체로 맑음", .clear, "Clear"),
            ("구름많고 한때 비", .rain, "Mostly cloudy, rain at times"),
            ("흐리고 가끔 비/눈", .snow, "Cloudy, rain or snow at times"),
            ("흐리고 곳에 따라 소나기", .rain, "Cloudy, showers in places"), ("비 한때", .rain, "Rain at times"),
            ("맑다가 흐려져 눈", .snow, "Clear, cloudy, snow"), ("구름많고 비 후 갬", .rain, "Mostly cloudy, rain, clear"),
        ] as [(String, Theme, String)]
    )
    func composed(words: String, theme: Theme, english: String) {
        let condition = Condition(kmaText: words)
        #expect(condition?.theme == theme)
        #expect(condition?.text == LocalizedText(words, english))
    }

    @Test(
        "Rain and snow are found by their names, whatever the sky before them",
        arguments: [
            ("눈 날림", .snow), ("소낙비", .rain), ("장맛비", .rain), ("폭우", .rain), ("집중호우", .rain), ("가을비", .rain),
            ("강한비", .rain),
            ("겨울비", .rain), ("안개비", .rain), ("이슬비", .rain), ("많은 비", .rain), ("함박눈", .snow), ("눈보라", .snow),
            ("싸락눈", .snow), ("첫눈", .snow), ("폭설", .snow), ("눈비", .snow), ("진눈개비", .snow), ("비, 눈", .snow),
        ] as [(String, Theme)]
    )
    func names(falling: String, theme: Theme) {
        for text in [falling, "구름많고 \(falling)", "흐리고 \(falling)"] {
            let condition = Condition(kmaText: text)
            #expect(condition?.theme == theme && condition?.text.english.contains("og") == false, "\(text)")
        }
    }

    @Test(
        "A text without a word of the weather, or cut before the next, is no condition",
        arguments: [
            "-", "없음", "", " ", "무지개", "?", "null", "결측", "한때", "구름많고", "흐리고", "구름많고 \u{FFFD}",
            "흐리고 \u{FFFD}\u{FFFD}", "비 안 옴", "비 오지 않음", "비 그침", "비가 멎음", "눈 녹음",
            "구름많음 (비 가능성 낮음)", "눈 올 확률 적음", "비 올 가능성 희박", "흐리고 비 소강", "비 종료", "비 그칠 전망",
        ]
    )
    func wordless(words: String) {
        #expect(Condition(kmaText: words) == nil)
    }

    @Test("Decomposed Hangul is read like composed Hangul")
    func decomposed() {
        let condition = Condition(
            kmaText: "\u{1112}\u{1173}\u{1105}\u{1175}\u{1100}\u{1169} \u{1107}\u{1175}"
        )
        #expect(condition?.theme == .rain)
        #expect(condition?.text.english == "Cloudy, rain")
    }

    @Test(
        "Rain and snow are words, not syllables of others",
        arguments: [
            "서비스 점검중", "자료 준비중", "예보 비공개", "정비중", "눈금 없음", "비 없음", "눈 없음", "자료 준비",
            "흐림, 자료 준비중", "눈부신 맑음", "흐리고 여우비",
        ]
    )
    func syllables(text: String) { #expect(Condition(kmaText: text) == nil) }

    @Test(
        "Rain and snow are found behind other words of weather",
        arguments: [
            "흐리고 비", "구름많고비", "비온 뒤 갬", "한때비", "흐려져 비", "비/눈", "비 또는 눈", "곳에 따라 비", "비가 옴", "눈또는비", "어는비",
        ]
    )
    func words(text: String) { #expect(Condition(kmaText: text)?.isFalling == true) }
}
