import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import Regions

/// What the address of a page names: the place that it opens on, and the language that it is read in.
///
/// The page's scripts read the same from the same address; here it is known before they are.
struct PageAddress {
    /// The place, as parameters of a question; empty where the address names none.
    private let place: [(name: Parameter, value: String)]
    /// The place as `area=` takes it, where it stands in the path among words of time, which the page's scripts do not read;
    /// empty for words of time alone, `nil` where the scripts read it themselves.
    let areaAmongWords: String?
    /// The language of the address, of the service or of the browser, in this order; `nil` where none of them says.
    private let language: Language?

    /// Reads the address of a request; `setting` is the language that the service is set to.
    init(_ request: Request, setting: Language?) {
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
        var areaAmongWords: String?
        if let area = value(.area) {
            place = [(.area, area)]
        } else if let latitude = value(.lat), let longitude = value(.lon) {
            place = [(.lat, latitude), (.lon, longitude)]
        } else if let first = request.uri.path.dropFirst().split(separator: "+").first, first != "embed" {
            areaAmongWords = PageAddress.areaAmongWords(of: request.uri.path)
            let area = areaAmongWords ?? PageAddress.decoded(first) ?? ""
            place = area.isEmpty ? [] : [(.area, area)]
        } else {
            place = []
        }
        self.areaAmongWords = areaAmongWords
        let browser = request.headers[.acceptLanguage].map {
            $0.lowercased().hasPrefix("ko") ? Language.korean : .english
        }
        language = value(.lang).flatMap(Language.init(rawValue:)) ?? setting ?? browser
    }

    /// The name of the area that the address names, in the language of its page; `nil` where it names none that there is.
    func areaName(in setting: Language?) -> String? {
        guard let (parameter, name) = place.first, parameter == .area else { return nil }
        // The page itself says what is wrong with its address.
        guard let found = try? PlaceRequest(name).place() else { return nil }
        return setting == .english ? found.englishName : found.name
    }

    /// The header that lets a browser ask for the weather beside the scripts, and not after them
    /// (RFC 8288; https://html.spec.whatwg.org/multipage/links.html#link-type-preload). `nil` where the place or the
    /// language is not known.
    func preload(below prefix: String?) -> String? {
        guard let language, !place.isEmpty else { return nil }
        let parameters = place + [(.lang, language.rawValue)]
        let query = parameters.map { "\($0.name.rawValue)=\(PageAddress.encoded($0.value))" }.joined(
            separator: "&"
        )
        let path = prefix.map { "\($0)\(Question.week.path)" } ?? String(Question.week.path.dropFirst())
        return "<\(path)?\(query)>; rel=preload; as=fetch; crossorigin"
    }

    /// The first place of a path with words of time: 서울 of `/내일+서울`, and nothing of `/내일`.
    private static func areaAmongWords(of path: String) -> String? {
        // Which places there are does not depend on the day. The status says what is wrong with a path that cannot be read.
        guard let path = try? TextPath(path, at: .distantPast) else { return nil }
        return path.time == nil && path.topic == nil ? nil : path.places.first?.areaText ?? ""
    }

    private static func decoded(_ text: Substring) -> String? {
        try? QueryString.decoded(text)
    }

    /// As a browser's URLSearchParams writes it (https://url.spec.whatwg.org/#urlencoded-serializing), so that the address
    /// is the one that the scripts ask for.
    static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: " "): result += "+"
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"),
                UInt8(ascii: "."),
                UInt8(ascii: "_"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }
}

extension String {
    /// Without blanks at its ends.
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
