import Forecast

/// The texts of a file that is read before its scripts run: by browsers at their first visit, by programs that show a link to
/// the page, and by telephones that install it.
///
/// The files hold the Korean ones, so that each is whole by itself.
struct PageTexts {
    /// What the file says and what it says in English instead.
    private let english: [(korean: String, english: String)]

    /// The texts of a file; `nil` for one that has none.
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
        case "manifest.webmanifest":
            english = [("\"\(name.0)\"", "\"\(name.1)\""), ("\"lang\": \"ko\"", "\"lang\": \"en\"")]
        default: return nil
        }
    }

    /// The file in the language of the service; in that of its texts if the service has none, because the browser's counts.
    ///
    /// The preview of a link names the place that the link opens. Its picture, the page's icon as PNG because KakaoTalk,
    /// Slack, Facebook and X take no SVG, has a whole address, as previews need (https://ogp.me).
    func replaced(
        in text: String,
        language: Language?,
        place: String? = nil,
        origin: String? = nil
    ) -> String {
        var text = text
        if let place {
            let title = LocalizedText("\(place) 날씨", "Weather in \(place)")[language ?? .korean]
                .escapedForHTML
            text = text.replacing("og:title\" content=\"날씨\"", with: "og:title\" content=\"\(title)\"")
                .replacing("<title>날씨</title>", with: "<title>\(title)</title>")
        }
        if let origin {
            text = text.replacing("og:image\" content=\"", with: "og:image\" content=\"\(origin)/")
        }
        guard let language else { return text }
        let texts = language == .english ? english : []
        let name = language.rawValue
        return texts.reduce(text) { $0.replacing($1.korean, with: $1.english) }
            // The page's scripts read it: a language that was set counts before that of the browser.
            .replacing("<html lang=\"ko\"", with: "<html lang=\"\(name)\" data-language=\"\(name)\"")
    }
}

extension String {
    /// As an attribute or a text of HTML holds it.
    var escapedForHTML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
            "\"",
            with: "&quot;"
        )
    }
}
