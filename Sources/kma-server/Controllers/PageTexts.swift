import Forecast
import Rendering

/// Texts needed before scripts run, as by link previews; files hold the Korean ones.
struct PageTexts {
    private let english: [(korean: String, english: String)]

    static let withoutScripts = [
        ("이 화면은 자바스크립트로 그립니다.", "This page is drawn by JavaScript."), ("글로 보기 · As text", "As text"),
    ]

    init?(_ file: String) {
        let name = ("날씨", "Weather")
        switch file {
        case "index.html":
            english = [
                (
                    "지금 날씨, 시간별 예보, 11일 예보를 기상청 자료로 보여 줍니다.",
                    "The weather now, the next hours and 11 days, from the Korea Meteorological Administration."
                ), ("\"\(name.0)\"", "\"\(name.1)\""), (">\(name.0)<", ">\(name.1)<"),
            ]
        case "embed.html": english = [(">\(name.0)<", ">\(name.1)<")]
        case "manifest.webmanifest": english = [("\"\(name.0)\"", "\"\(name.1)\""), ("\"lang\": \"ko\"", "\"lang\": \"en\"")]
        default: return nil
        }
    }

    /// A preview's icon is a PNG with a whole address (https://ogp.me): KakaoTalk, Slack, Facebook and X take no SVG.
    func replaced(in text: String, language: Language?, place: String? = nil, origin: String? = nil, link: String = "/") -> String {
        var text = text
        if let place {
            let title = LocalizedText("\(place) 날씨", "Weather in \(place)")[language ?? .korean].escapedForMarkup
            text = text.replacing("og:title\" content=\"날씨\"", with: "og:title\" content=\"\(title)\"").replacing(
                "<title>날씨</title>",
                with: "<title>\(title)</title>"
            )
        }
        text = text.replacing("og:url\" content=\"/", with: "og:url\" content=\"\(origin ?? "")\(link.escapedForMarkup)")
        if let origin { text = text.replacing("og:image\" content=\"", with: "og:image\" content=\"\(origin)/") }
        guard let language else { return text }
        let texts = language == .english ? english : []
        let name = language.rawValue
        return texts.reduce(text) { $0.replacing($1.korean, with: $1.english) }  // A set language counts before the browser's.
            .replacing("<html lang=\"ko\"", with: "<html lang=\"\(name)\" data-language=\"\(name)\"")
    }
}
