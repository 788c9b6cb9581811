import Forecast
import Hummingbird
import KMAForecast

struct PageAddress {
    private let place: [(name: Parameter, value: String)]
    /// Place among words of time, which scripts do not read, as `area=` takes it.
    let areaAmongWords: String?
    let dayAmongWords: String?
    let chosenLanguage: Language?
    let language: Language?
    /// Its places in a path below the service's root: `./부산+서울`.
    private let path: String
    /// Address of the same below an origin, with the language of the query.
    let link: String

    init(_ request: Request, setting: Language?, at now: Date) {
        var (values, areas): ([String: String], [String]) = ([:], [])
        for pair in (request.uri.query ?? "").split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, let name = PageAddress.decoded(sides[0]) else { continue }
            let value = PageAddress.decoded(sides[1])
            values[name] = values[name] ?? value
            if name == Parameter.area.rawValue, let value { areas.append(value.percentEncoded) }
        }
        func value(_ parameter: Parameter) -> String? {
            let text = values[parameter.rawValue]?.trimmed ?? ""
            return text.isEmpty ? nil : text
        }
        var amongWords: (area: String, day: String?)?
        if let area = value(.area) {
            place = [(.area, area)]
            path = "./" + areas.joined(separator: "+")
        } else if let latitude = value(.lat), let longitude = value(.lon) {
            place = [(.lat, latitude), (.lon, longitude)]
            path = "./\(latitude),\(longitude)"
        } else if let first = request.uri.path.dropFirst().split(separator: "+").first, first != "embed" {
            amongWords = PageAddress.amongWords(of: request.uri.path, at: now)
            let area = amongWords?.area ?? PageAddress.decoded(first) ?? ""
            place = area.isEmpty ? [] : [(.area, area)]
            path = "." + request.uri.path
        } else {
            place = []
            path = "./"
        }
        (areaAmongWords, dayAmongWords) = (amongWords?.area, amongWords?.day)
        let browser = request.headers[.acceptLanguage].map { $0.lowercased().hasPrefix("ko") ? Language.korean : .english }
        let asked = value(.lang).flatMap(Language.init(rawValue:))
        link = path.dropFirst() + (asked.map { "?lang=\($0.rawValue)" } ?? "")
        chosenLanguage = asked ?? setting
        language = chosenLanguage ?? browser
    }

    func areaName(in setting: Language?) -> String? {
        guard let (parameter, name) = place.first, parameter == .area else { return nil }
        guard let found = try? PlaceRequest(name).place() else { return nil }
        return setting == .english ? found.englishName : found.name
    }

    /// Relative address of the same as text, or of the problem with it.
    func text(isFound: Bool) -> String { "\(isFound ? path : "")?format=table" + (language.map { "&lang=\($0.rawValue)" } ?? "") }

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
        text.percentEncoded.replacing("%20", with: "+").replacing("%2A", with: "*").replacing("~", with: "%7E")
    }
}

extension String { fileprivate var trimmed: String { String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()) } }
