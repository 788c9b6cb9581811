import Compression
import Forecast
import Hummingbird
import KMAForecast
import Rendering

/// The week of a place as a picture for a README, a blog or an e-paper display: `/부산.svg`.
struct CardEndpoint: Endpoint {
    let path = "/{place}\(CardEndpoint.suffix)"
    let parameters: [Parameter] = [.days, .lang]

    private static let suffix = ".svg"

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let query = try query(of: request)
        let days = try query[.days].map(CardEndpoint.days) ?? WeekCard.dayCounts.upperBound
        let language = try query.language(or: defaults.language)
        let path = try TextPath(picture: request, suffix: CardEndpoint.suffix, at: defaults.now)
        return .forecast(
            route: self.path,
            question: .week,
            places: path.places,
            time: path.time,
            renderer: Renderer("\(days) \(language.rawValue)", as: "image/svg+xml") { reports in
                reports.first.map { Array(WeekCard($0, days: days, language).svg.utf8) } ?? []
            }
        )
    }

    private static func days(_ text: String) throws(Problem) -> Int {
        guard let number = Int(text), WeekCard.dayCounts.contains(number) else {
            let (first, last) = (WeekCard.dayCounts.lowerBound, WeekCard.dayCounts.upperBound)
            throw .badInput(
                "날 수(days)는 \(first)~\(last) 사이의 정수입니다.",
                "The number of days is a whole number, \(first) to \(last)."
            )
        }
        return number
    }
}

/// The same as a PNG, which those take who show a picture beside a link: `/부산.png`.
struct PictureEndpoint: Endpoint {
    let path = "/{place}\(PictureEndpoint.suffix)"
    let parameters: [Parameter] = []

    static let suffix = ".png"

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        _ = try query(of: request)
        let path = try TextPath(picture: request, suffix: PictureEndpoint.suffix, at: defaults.now)
        return .forecast(
            route: self.path,
            question: .week,
            places: path.places,
            time: path.time,
            renderer: Renderer("-", as: "image/png") { reports in
                guard let canvas = reports.first.map({ WeekPicture($0).canvas }) else { return [] }
                return PNG.encoded(width: canvas.width, height: canvas.height, canvas.bytes) ?? []
            }
        )
    }
}

extension TextPath {
    /// The one place that a picture is of, and its time.
    fileprivate init(picture request: Request, suffix: String, at now: Date) throws(Problem) {
        try self.init(String(request.uri.path.dropLast(suffix.count)), at: now)
        guard places.count == 1 else {
            throw .badInput(
                "그림(\(suffix))에는 한 곳만 적어 주세요.",
                "A picture (\(suffix)) is of one place. Name one."
            )
        }
    }
}
