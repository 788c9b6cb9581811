import Forecast
import Hummingbird

struct WhyEndpoint: QueryEndpoint {
    let path = "/v1/why"
    let parameters: [Parameter] = [.area, .lat, .lon, .on, .lang]

    func ask(_ query: QueryString, _ language: Language, _ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        return .forecast(
            route: path,
            question: .week,
            places: try query.places(or: defaults.area),
            time: try query.time(at: defaults.now),
            isExplained: true,
            renderer: Renderer([language.rawValue], each: { $0.writeWhy(to: &$1, language) })
        )
    }
}
