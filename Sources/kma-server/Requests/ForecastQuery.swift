import Forecast
import KMAForecast

/// A question about one or several places, as the query of a URL asks it.
struct ForecastQuery: Sendable {
    /// What is asked.
    var question: Question
    /// Where: one place at least.
    var places: [PlaceRequest]
    /// In which language.
    var language: Language
    /// The day whose theme is asked for; `nil` for now.
    var date: KoreanDate?

    /// The parameters that a question takes.
    static func parameters(of question: Question) -> [Parameter] {
        [.area, .lat, .lon, .lang] + (question == .theme ? [.date] : [])
    }

    /// The parameters that may stand several times: the areas of a question that has an answer for each.
    static func repeatable(of question: Question) -> Set<Parameter> {
        [.week, .now, .hours].contains(question) ? [.area] : []
    }

    /// Reads the parameters of a question; what is not given comes from the settings.
    init(_ question: Question, _ query: QueryString, _ defaults: Defaults) throws(Problem) {
        self.question = question
        language = try query.language(or: defaults.language)
        do throws(ForecastError) {
            places = try PlaceRequest.requests(query, fallback: defaults.area)
        } catch {
            throw Problem(error)
        }
        date = try query[.date].map { text throws(Problem) in try ForecastQuery.day(text) }
    }

    /// The question whose feeds are asked: the theme of another day than today is in the week alone.
    var askedQuestion: Question { date == nil ? question : .week }

    private static func day(_ text: String) throws(Problem) -> KoreanDate {
        guard let date = KoreanDate(text) else {
            throw Problem(
                .badInput,
                detail: LocalizedText(
                    "날짜(date)는 2026-10-08처럼 적어 주세요.",
                    "Write the date as in 2026-10-08."
                )
            )
        }
        return date
    }
}

extension PlaceRequest {
    /// The places of a request: its areas or its coordinate, else the area of the settings.
    static func requests(_ query: QueryString, fallback: String?) throws(ForecastError) -> [PlaceRequest] {
        let areas = query.all(.area)
        guard areas.count > 1, query[.lat] == nil, query[.lon] == nil else {
            return [
                try PlaceRequest(
                    area: areas.first,
                    latitude: query[.lat],
                    longitude: query[.lon],
                    fallback: fallback
                )
            ]
        }
        guard areas.count <= maximumCount else { throw .invalidRequest(.tooManyPlaces(limit: maximumCount)) }
        return try areas.map { name throws(ForecastError) in try PlaceRequest(name) }
    }
}

/// What holds where a request says nothing.
struct Defaults: Sendable {
    /// `KMA_AREA`.
    var area: String?
    /// `KMA_LANG`.
    var language: Language
    /// The same where `--lang` or `KMA_LANG` is set; `nil` where nobody chose, and a browser's own language counts.
    var pageLanguage: Language?
}

extension QueryString {
    /// The language that is asked for.
    func language(or other: Language) throws(Problem) -> Language {
        guard let text = self[.lang] else { return other }
        guard let language = Language(rawValue: text) else {
            throw Problem(
                .badInput,
                detail: LocalizedText(
                    "언어(lang)는 ko 또는 en입니다.",
                    "The language (lang) is ko or en."
                )
            )
        }
        return language
    }
}

/// A search for areas, as the query of a URL asks it.
struct AreaQuery: Sendable {
    /// The text, or part of one; empty for the provinces.
    var text: String
    /// How many areas at the most.
    var limit: Int

    /// The parameters that a search takes; the language is that of its faults.
    static let parameters: [Parameter] = [.q, .limit, .lang]
    /// As many as a person reads; everything is in the tables of the repository.
    static let limits = 1...100
    static let usualLimit = 20
    /// Three times the longest name, and English is longer than Korean.
    static let longestText = 100

    init(_ query: QueryString) throws(Problem) {
        text = query[.q] ?? ""
        limit = AreaQuery.usualLimit
        guard text.unicodeScalars.count <= AreaQuery.longestText else {
            throw Problem(
                .badInput,
                detail: LocalizedText(
                    "찾을 이름(q)은 \(AreaQuery.longestText)자까지입니다.",
                    "The text to search for (q) may have at most \(AreaQuery.longestText) characters."
                )
            )
        }
        do throws(ForecastError) {
            try PlaceRequest.requirePrintable(text)
        } catch {
            throw Problem(error)
        }
        guard let text = query[.limit] else { return }
        guard let number = Int(text), AreaQuery.limits.contains(number) else {
            let limits = AreaQuery.limits
            throw Problem(
                .badInput,
                detail: LocalizedText(
                    "개수(limit)는 \(limits.lowerBound)~\(limits.upperBound) 사이의 정수입니다.",
                    "The limit is a whole number, \(limits.lowerBound) to \(limits.upperBound)."
                )
            )
        }
        limit = number
    }
}
