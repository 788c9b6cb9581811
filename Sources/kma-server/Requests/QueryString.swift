import Forecast
import KMAForecast
import Regions
import Rendering

/// The parameters of a request: each one that its path knows, and at most once unless the path takes several.
struct QueryString: Sendable {
    private var values: [Parameter: [String]] = [:]

    /// Reads what stands behind the `?`. A parameter that is not `known` is refused, and so is a second one that is not
    /// `repeatable`.
    init(
        _ text: Substring,
        knowing known: [Parameter],
        repeatable: Set<Parameter> = []
    ) throws(Problem) {
        for pair in text.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try QueryString.decoded(sides[0])
            guard let parameter = Parameter(rawValue: name), known.contains(parameter) else {
                throw Problem(.badInput, detail: QueryString.unknown(name, known))
            }
            guard values[parameter] == nil || repeatable.contains(parameter) else {
                throw .badInput(
                    "두 번 적은 매개변수가 있습니다: ‘\(name)’. 한 번만 적어 주세요.",
                    "The parameter ‘\(name)’ is given twice. Give it once."
                )
            }
            values[parameter, default: []].append(try sides.count == 2 ? QueryString.decoded(sides[1]) : "")
        }
    }

    /// The value of a parameter, where it is given.
    subscript(parameter: Parameter) -> String? { values[parameter]?.first }

    /// All values of a parameter, in the order in which they are given.
    func all(_ parameter: Parameter) -> [String] { values[parameter] ?? [] }
}

/// What holds where a request says nothing.
struct Defaults: Sendable {
    /// `KMA_AREA`.
    var area: String?
    /// `KMA_LANG`.
    var language: Language
    /// The same where `--lang` or `KMA_LANG` is set; `nil` where nobody chose, and a browser's own language counts.
    var pageLanguage: Language?
    /// The moment of the request, from which words such as 내일 count.
    var now = Date.distantPast
}

extension QueryString {
    /// The places that are asked about: areas or one coordinate, else the area of the settings.
    func places(or fallback: String?) throws(Problem) -> [PlaceRequest] {
        let areas = all(.area)
        do throws(ForecastError) {
            guard areas.count > 1, self[.lat] == nil, self[.lon] == nil else {
                return [try place(or: fallback)]
            }
            guard areas.count <= PlaceRequest.maximumCount else {
                throw .invalidRequest(.tooManyPlaces(limit: PlaceRequest.maximumCount))
            }
            return try areas.map { name throws(ForecastError) in try PlaceRequest(name) }
        } catch {
            throw Problem(error)
        }
    }

    /// The place that is asked about; `nil` for the whole country, also where the service has an area of its own.
    func placeOrCountry() throws(Problem) -> PlaceRequest? {
        guard self[.area] != nil || self[.lat] != nil || self[.lon] != nil else { return nil }
        do throws(ForecastError) { return try place(or: nil) } catch { throw Problem(error) }
    }

    private func place(or fallback: String?) throws(ForecastError) -> PlaceRequest {
        try PlaceRequest(
            area: self[.area],
            latitude: self[.lat],
            longitude: self[.lon],
            fallback: fallback
        )
    }

    /// The language that is asked for.
    func language(or other: Language) throws(Problem) -> Language {
        guard let text = self[.lang] else { return other }
        guard let language = Language(rawValue: text) else {
            throw .badInput("언어(lang)는 ko 또는 en입니다.", "The language (lang) is ko or en.")
        }
        return language
    }

    /// The time that days and hours are limited to; `nil` for all there is.
    func time(at now: Date) throws(Problem) -> AskedTime? {
        guard let text = self[.on] else { return nil }
        guard text.unicodeScalars.count <= QueryString.longestTime, let time = AskedTime(text, at: now) else {
            throw .badInput(
                "때(on)는 내일, 주말, 토요일 오전, 2026-10-08처럼 적어 주세요.",
                "Write the time (on) as in tomorrow, weekend, Saturday morning, 2026-10-08."
            )
        }
        return time
    }

    /// Letters of a time, many times those of the longest that somebody says.
    private static let longestTime = 100

    /// The time within which something has to begin; `nil` for any.
    func span() throws(Problem) -> TimeSpan? {
        guard let text = self[.within] else { return nil }
        guard text.unicodeScalars.count <= QueryString.longestTime, let span = TimeSpan(text) else {
            throw .badInput(
                "within은 3h, 90m, 1h30m, 1d처럼 적어 주세요.",
                "Write within as in 3h, 90m, 1h30m, 1d."
            )
        }
        return span
    }

    /// The day that is asked for; `nil` for now.
    func date() throws(Problem) -> KoreanDate? {
        guard let text = self[.date] else { return nil }
        guard let date = KoreanDate(text) else {
            throw .badInput("날짜(date)는 2026-10-08처럼 적어 주세요.", "Write the date as in 2026-10-08.")
        }
        return date
    }

    /// One of the values that a parameter may have; `nil` where it is not given. `name` is what each language calls it, in
    /// Korean with its particle.
    func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ parameter: Parameter,
        _ name: LocalizedText
    ) throws(Problem) -> Value? {
        guard let text = self[parameter] else { return nil }
        guard let value = Value(rawValue: text) else {
            let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badInput("\(name.korean) \(names) 가운데 하나입니다.", "The \(name.english) is one of \(names).")
        }
        return value
    }

    /// A whole number between limits; `nil` where it is not given. `name` is as in ``choice(_:_:)``.
    func number(
        _ parameter: Parameter,
        in limits: ClosedRange<Int>,
        _ name: LocalizedText
    ) throws(Problem) -> Int? {
        guard let text = self[parameter] else { return nil }
        guard let number = Int(text), limits.contains(number) else {
            let (first, last) = (limits.lowerBound, limits.upperBound)
            throw .badInput(
                "\(name.korean) \(first)~\(last) 사이의 정수입니다.",
                "The \(name.english) is a whole number, \(first) to \(last)."
            )
        }
        return number
    }
}

extension PlaceRequest {
    /// The request as the parameters of an address: `area=%EC%84%9C%EC%9A%B8`.
    var query: String {
        switch self {
        case .area(let name): "area=\(PageAddress.encoded(name))"
        case .point(let latitude, let longitude): "lat=\(latitude)&lon=\(longitude)"
        }
    }

    /// The place, or the problem that there is no one such place.
    func found() throws(Problem) -> Place {
        do throws(ForecastError) { return try place() } catch { throw Problem(error) }
    }
}

extension QueryString {
    /// Decodes `%XX`, and `+` as the space that browsers' forms mean by it.
    static func decoded(_ text: Substring) throws(Problem) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"):
                bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2)
                rest = rest.dropFirst(2)
                guard digits.count == 2, digits.allSatisfy(\.isHexadecimal),
                    let value = UInt8(Substring(digits), radix: 16)
                else { throw Problem(.badInput, detail: malformed(text)) }
                bytes.append(value)
            default:
                bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw Problem(.badInput, detail: malformed(text))
        }
        return decoded
    }

    private static func malformed(_ text: Substring) -> LocalizedText {
        LocalizedText(
            "‘\(String(text).shown)’\(String(text).shown.particle("을", "를")) 읽지 못했습니다. UTF-8 글자를 %XX로 적어 주세요.",
            "‘\(String(text).shown)’ cannot be read. Write UTF-8, percent-encoded."
        )
    }

    private static func unknown(_ name: String, _ known: [Parameter]) -> LocalizedText {
        let names = known.map(\.rawValue).joined(separator: ", ")
        return known.isEmpty
            ? LocalizedText(
                "없는 매개변수입니다: ‘\(name.shown)’. 이 경로는 매개변수를 받지 않습니다.",
                "There is no parameter ‘\(name.shown)’; this path takes none."
            )
            : LocalizedText(
                "없는 매개변수입니다: ‘\(name.shown)’. 쓸 수 있는 것: \(names)",
                "There is no parameter ‘\(name.shown)’. Known parameters: \(names)"
            )
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "a")...UInt8(ascii: "f"):
            true
        default: false
        }
    }
}

/// The names of all parameters.
enum Parameter: String, Sendable, CaseIterable {
    /// Name of an area.
    case area
    /// Degrees north.
    case lat
    /// Degrees east.
    case lon
    /// Language of texts for people.
    case lang
    /// A day instead of now, `2026-10-04`.
    case date
    /// The first day that counts, `2026-01-01`.
    case since
    /// Days from an issue to the day forecast.
    case lead
    /// The day that is meant, `2026-10-04` or in words.
    case on
    /// The time within which rain has to begin, `3h`.
    case within
    /// Text to search for.
    case q
    /// How many areas at the most.
    case limit
    /// What a map shows.
    case value
    /// How many days at the most.
    case days
    /// What is told as text: a question.
    case view
    /// The format of a text.
    case format
    /// One short line instead of a table.
    case line
    /// Colours for a terminal.
    case color
    /// A line of the person's own.
    case template
}
