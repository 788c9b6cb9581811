import Forecast
import Hummingbird
import Rendering

struct CalendarEndpoint: QueryEndpoint {
    let path = "/v1/week.ics"
    let parameters: [Parameter] = [.area, .lat, .lon, .lang]

    func ask(_ query: QueryString, _ language: Language, _ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let place = try query.places(or: defaults.area)[0]
        return .forecast(
            route: path,
            question: .week,
            places: [place],
            renderer: Renderer([language.rawValue], as: "text/calendar; charset=utf-8") { reports in
                reports.first.map { WeekCalendar($0, language).bytes } ?? []
            }
        )
    }
}
