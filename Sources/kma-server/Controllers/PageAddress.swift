import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import Regions

struct PageAddress {
    private let place: [(name: Parameter, value: String)]
    /// Place among words of time, which scripts do not read, as `area=` takes it.
    let areaAmongWords: String?
    let dayAmongWords: String?
    let chosenLanguage: Language?
    let language: Language?

    init(_ request: Request, setting: Language?, at now: Date) {
        var values: [String: String] = [:]
        for pair in (request.uri.query ?? "").split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, let name = PageAddress.decoded(sides[0]) else { continue }
            values[name] = values[name] ?? PageAddress.decoded(sides[1])
        }
        func value(_ parameter: Parameter) -> String? {
            let text = values[parameter.rawValue]?.trimmed ?? ""
            return text.isEmpty ? nil : text
        }
        var amongWords: (area: String, day: String?)?
        if let area = value(.area) {
            place = [(.area, area)]
        } else if let latitude = value(.lat), let longitude = value(.lon) {
            place = [(.lat, latitude), (.lon, longitude)]
        } else if let first = request.uri.path.dropFirst().split(separator: "+").first, first != "embed" {
            amongWords = PageAddress.amongWords(of: request.uri.path, at: now)
            let area = amongWords?.area ?? PageAddress.decoded(first) ?? ""
            place = area.isEmpty ? [] : [(.area, area)]
        } else {
            place = []
        }
        (areaAmongWords, dayAmongWords) = (amongWords?.area, amongWords?.day)
        let browser = request.headers[.acceptLanguage].map { $0.lowercased().hasPrefix("ko") ? Language.korean : .english }
        chosenLanguage = value(.lang).flatMap(Language.init(rawValue:)) ?? setting
        language = chosenLanguage ?? browser
    }

    func areaName(in setting: Language?) -> String? {
        guard let (parameter, name) = place.first, parameter == .area else { return nil }
        guard let found = try? PlaceRequest(name).place() else { return nil }
        return setting == .english ? found.englishName : found.name
    }

    /// RFC 8288; https://html.spec.whatwg.org/multipage/links.html#link-type-preload
    func preload(below prefix: String?) -> String? {
        guard let language, !place.isEmpty else { return nil }
        let parameters = place + [(.lang, language.rawValue)]
        let query = parameters.map { "\($0.name.rawValue)=\(PageAddress.encoded($0.value))" }.joined(separator: "&")
        let path = prefix.map { "\($0)\(Question.week.path)" } ?? String(Question.week.path.dropFirst())
        return "<\(path)?\(query)>; rel=preload; as=fetch; crossorigin"
    }

    private static func amongWords(of path: String, at now: Date) -> (area: String, day: String?)? {
        // Its status reports an unreadable path.
        guard let path = try? TextPath(path, at: now), path.time != nil || path.topic != nil || path.notUnderstood != nil else { return nil }
        return (path.places.first?.areaText ?? "", path.time.map { KoreanDate(of: $0.from).description })
    }

    private static func decoded(_ text: Substring) -> String? { try? QueryString.decoded(text) }

    /// URLSearchParams (https://url.spec.whatwg.org/#urlencoded-serializing), as in scripts.
    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            if byte < 0x80, character.isLetter || character.isNumber || "*-._".contains(character) { return String(character) }
            let digits = String(byte, radix: 16, uppercase: true)
            return character == " " ? "+" : byte < 0x10 ? "%0\(digits)" : "%\(digits)"
        }.joined()
    }
}

extension String { fileprivate var trimmed: String { String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()) } }
