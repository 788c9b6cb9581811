import Forecast
import KMAForecast
import Regions

struct QueryString: Sendable {
    private var values: [Parameter: [String]] = [:]

    init(_ text: Substring, knowing known: [Parameter], repeatable: Set<Parameter> = []) throws(Problem) {
        for pair in text.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try QueryString.decoded(sides[0])
            guard let parameter = Parameter(rawValue: name), known.contains(parameter) else {
                throw Problem(.badInput, detail: QueryString.unknown(name, known))
            }
            guard values[parameter] == nil || repeatable.contains(parameter) else {
                throw .badInput("두 번 적은 매개변수가 있습니다: ‘\(name)’. 한 번만 적어 주세요.", "The parameter ‘\(name)’ is given twice. Give it once.")
            }
            values[parameter, default: []].append(try sides.count == 2 ? QueryString.decoded(sides[1]) : "")
        }
    }

    subscript(parameter: Parameter) -> String? { values[parameter]?.first }

    func all(_ parameter: Parameter) -> [String] { values[parameter] ?? [] }
}

struct Defaults: Sendable {
    var area: String?
    var language: Language
    /// `nil`: the browser's counts.
    var pageLanguage: Language?
    var now = Date.distantPast
}

extension QueryString {
    func places(or fallback: String?) throws(Problem) -> [PlaceRequest] {
        let areas = all(.area)
        do throws(ForecastError) {
            guard areas.count > 1, self[.lat] == nil, self[.lon] == nil else { return [try place(or: fallback)] }
            guard areas.count <= PlaceRequest.maximumCount else { throw .invalidRequest(.tooManyPlaces(limit: PlaceRequest.maximumCount)) }
            return try areas.map { name throws(ForecastError) in try PlaceRequest(name) }
        } catch { throw Problem(error) }
    }

    func placeOrCountry() throws(Problem) -> PlaceRequest? {
        guard self[.area] != nil || self[.lat] != nil || self[.lon] != nil else { return nil }
        do throws(ForecastError) { return try place(or: nil) } catch { throw Problem(error) }
    }

    private func place(or fallback: String?) throws(ForecastError) -> PlaceRequest {
        try PlaceRequest(area: self[.area], latitude: self[.lat], longitude: self[.lon], fallback: fallback)
    }

    func language(or other: Language) throws(Problem) -> Language {
        guard let text = self[.lang] else { return other }
        guard let language = Language(rawValue: text) else { throw .badInput("언어(lang)는 ko 또는 en입니다.", "The language (lang) is ko or en.") }
        return language
    }

    func time(at now: Date) throws(Problem) -> AskedTime? {
        guard let text = self[.on] else { return nil }
        do throws(ForecastError) {
            guard text.unicodeScalars.count <= QueryString.longestTime else { throw .invalidRequest(.unreadableTime(UnreadableTime(text, .unknown))) }
            return try AskedTime.read(text, at: now)
        } catch { throw Problem(error) }
    }

    private static let longestTime = 100

    func span() throws(Problem) -> TimeSpan? {
        guard let text = self[.within] else { return nil }
        guard text.unicodeScalars.count <= QueryString.longestTime, let span = TimeSpan(text) else {
            throw .badInput("within은 3h, 90m, 1h30m, 1d처럼 적어 주세요.", "Write within as in 3h, 90m, 1h30m, 1d.")
        }
        return span
    }

    func date() throws(Problem) -> KoreanDate? {
        guard let text = self[.date] else { return nil }
        guard let date = KoreanDate(text) else { throw .badInput("날짜(date)는 2026-10-08처럼 적어 주세요.", "Write the date as in 2026-10-08.") }
        return date
    }

    /// `name` is for messages, in Korean with its particle.
    func choice<Value: RawRepresentable<String> & CaseIterable>(_ parameter: Parameter, _ name: LocalizedText) throws(Problem) -> Value? {
        guard let text = self[parameter] else { return nil }
        guard let value = Value(rawValue: text) else {
            let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badInput("\(name.korean) \(names) 가운데 하나입니다.", "The \(name.english) is one of \(names).")
        }
        return value
    }

    func number(_ parameter: Parameter, in limits: ClosedRange<Int>, _ name: LocalizedText) throws(Problem) -> Int? {
        guard let text = self[parameter] else { return nil }
        guard let number = Int(text), limits.contains(number) else {
            let (first, last) = (limits.lowerBound, limits.upperBound)
            throw .badInput("\(name.korean) \(first)~\(last) 사이의 정수입니다.", "The \(name.english) is a whole number, \(first) to \(last).")
        }
        return number
    }
}

extension PlaceRequest {
    var query: String {
        switch self {
        case .area(let name): "area=\(PageAddress.encoded(name))"
        case .point(let latitude, let longitude): "lat=\(latitude)&lon=\(longitude)"
        }
    }

    func found() throws(Problem) -> Place { do throws(ForecastError) { return try place() } catch { throw Problem(error) } }
}

extension QueryString {
    static func decoded(_ text: Substring) throws(Problem) -> String {
        guard let decoded = String(text.replacing("+", with: " ")).percentDecoded else { throw Problem(.badInput, detail: malformed(text)) }
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
            ? LocalizedText("없는 매개변수입니다: ‘\(name.shown)’. 이 경로는 매개변수를 받지 않습니다.", "There is no parameter ‘\(name.shown)’; this path takes none.")
            : LocalizedText("없는 매개변수입니다: ‘\(name.shown)’. 쓸 수 있는 것: \(names)", "There is no parameter ‘\(name.shown)’. Known parameters: \(names)")
    }
}

enum Parameter: String, Sendable, CaseIterable {
    case area
    case lat
    case lon
    case lang
    case date
    case since
    case lead
    case on
    case within
    case q
    case limit
    case value
    case days
    case view
    case format
    case line
    case color
    case template
}
