import Forecast
import Hummingbird
import KMAForecast
import Rendering

struct CardEndpoint: Endpoint {
    let path = "/{place}\(CardEndpoint.suffix)"
    let parameters: [Parameter] = [.days, .lang]

    private static let suffix = ".svg"

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let query = try query(of: request)
        let name = LocalizedText("날 수(days)는", "number of days")
        let limits = WeekCard.dayCounts
        let days = try query.number(.days, in: limits, name) ?? limits.upperBound
        let language = try query.language(or: defaults.language)
        let renderer = Renderer<[Report]>(["\(days)", language.rawValue], as: "image/svg+xml") { reports in
            reports.first.map { Array(WeekCard($0, days: days, language).svg.utf8) } ?? []
        }
        return try .picture(request, suffix: CardEndpoint.suffix, at: defaults.now, renderer: renderer)
    }
}

extension Ask {
    fileprivate static func picture(_ request: Request, suffix: String, at now: Date, renderer: Renderer<[Report]>) throws(Problem) -> Ask {
        let path = try TextPath(String(request.uri.path.dropLast(suffix.count)), at: now)
        guard path.places.count == 1 else {
            throw .badInput("그림(\(suffix))에는 한 곳만 적어 주세요.", "A picture (\(suffix)) shows one place; give exactly one.")
        }
        return .forecast(route: "/{place}\(suffix)", question: .week, places: path.places, time: path.time, renderer: renderer)
    }
}
