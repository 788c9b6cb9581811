import Hummingbird

struct WhyEndpoint: Endpoint {
    let path = "/v1/why"
    let parameters: [Parameter] = [.area, .lat, .lon, .on, .lang]

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let query = try query(of: request)
        let language = try query.language(or: defaults.language)
        return .forecast(
            route: path,
            question: .week,
            places: try query.places(or: defaults.area),
            time: try query.time(at: defaults.now),
            isExplained: true,
            renderer: Renderer([language.rawValue], each: { report in { report.writeWhy(to: &$0, language) } })
        )
    }
}
