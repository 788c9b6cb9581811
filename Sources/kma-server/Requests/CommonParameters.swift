import Forecast
import KMAForecast
import Regions
import Rendering

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

    /// The time that days and hours are limited to; `nil` for all there is.
    func time(at now: Date) throws(Problem) -> AskedTime? {
        guard let text = self[.on] else { return nil }
        guard text.unicodeScalars.count <= QueryString.longestTime, let time = AskedTime(text, at: now) else {
            throw Problem(
                .badInput,
                detail: LocalizedText(
                    "때(on)는 내일, 주말, 토요일 오전, 2026-10-08처럼 적어 주세요.",
                    "Write the time (on) as in tomorrow, weekend, Saturday morning, 2026-10-08."
                )
            )
        }
        return time
    }

    /// Letters of a time, many times those of the longest that somebody says.
    private static let longestTime = 100

    /// The day that is asked for; `nil` for now.
    func date() throws(Problem) -> KoreanDate? {
        guard let text = self[.date] else { return nil }
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
    /// The request as one text without line breaks: equal for equal requests and no others.
    var key: String {
        switch self {
        case .area(let name): "area \(name)"
        case .point(let latitude, let longitude): "point \(latitude) \(longitude)"
        }
    }

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

extension AskedTime {
    /// The time as one text without line breaks: its words, and until when they mean it. Afterwards they are another
    /// question.
    var key: String { "\(Int(holdsUntil.timeIntervalSince1970)) \(asksForRain) \(text)" }
}
