import Forecast
import Hummingbird
import KMAForecast
import Rendering

/// The days as a calendar to subscribe to: `/v1/week.ics`.
struct CalendarEndpoint: Endpoint {
    let path = "/v1/week.ics"
    let parameters: [Parameter] = [.area, .lat, .lon, .lang]

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> ForecastAsk<CalendarRenderer> {
        let query = try query(of: request)
        let language = try query.language(or: defaults.language)
        let place = try query.places(or: defaults.area)[0]
        return ForecastAsk(
            route: path,
            question: .week,
            places: [place],
            renderer: CalendarRenderer(language: language, query: place.query)
        )
    }
}

/// The days of a place as a calendar.
struct CalendarRenderer: Renderer {
    let language: Language
    /// The parameters that name the place.
    let query: String

    var key: String { language.rawValue }
    let mediaType = "text/calendar; charset=utf-8"

    func body(of reports: [Report]) -> [UInt8] {
        reports.first.map { WeekCalendar($0, key: query, language).bytes } ?? []
    }
}
