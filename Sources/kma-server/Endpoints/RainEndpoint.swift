import Forecast
import Hummingbird

struct RainEndpoint: QueryEndpoint {
    let path = "/v1/rain"
    let parameters: [Parameter] = [.area, .lat, .lon, .within, .on, .lang]

    func ask(_ query: QueryString, _ language: Language, _ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let (within, time) = (try query.span(), try query.time(at: defaults.now))
        guard within == nil || time == nil else {
            throw .badInput("within과 때(on)는 함께 쓸 수 없습니다. 하나만 적어 주세요.", "within and a time (on) cannot be used together. Give one of them.")
        }
        var caching = Caching.shared()
        // The span counts from the request.
        caching.isOfTheMoment = within != nil
        return .forecast(
            route: path,
            question: time == nil ? .hours : .week,
            places: try query.places(or: defaults.area),
            time: time,
            renderer: Renderer([language.rawValue, within.map { "\($0.seconds)" }]) { report, json in
                report.writeRain(within: within?.seconds, to: &json, language)
            },
            caching: caching
        )
    }
}
