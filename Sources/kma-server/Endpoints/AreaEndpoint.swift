import Forecast
import Hummingbird
import KMAForecast
import Regions

struct AreaEndpoint: Endpoint {
    let path = "/v1/areas"
    let parameters: [Parameter] = [.q, .limit, .lang]
    private static let limits = 1...100
    private static let usualLimit = 20
    static let longestText = 100

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let query = try query(of: request)
        let text = try AreaEndpoint.text(query[.q] ?? "")
        let limit = try query.number(.limit, in: AreaEndpoint.limits, LocalizedText("개수(limit)는", "limit")) ?? AreaEndpoint.usualLimit
        _ = try query.language(or: defaults.language)
        // Other sites' pages must not learn where the person lives.
        let defaultArea = request.headers.contains(.origin) ? nil : defaults.area
        let read = AreaEndpoint.sentence(text, at: defaults.now)
        return Ask(
            key: AskKey(
                route: path,
                time: read?.asked?.key,
                caching: .shared(vary: defaults.area == nil ? [] : [.origin]),
                form: ["\(limit)", "\(defaultArea != nil)", text]
            )
        ) { _, _ in
            var (places, total) = Gazetteer.find(read?.area ?? text, limit: limit)
            // An address or coordinate, no part of a name; others are no fault.
            if places.isEmpty, let place = try? PlaceRequest(read?.area ?? text).place() { (places, total) = ([place], 1) }
            return Answer(
                body: .init(bytes: Place.json(places, of: total, query: text, defaultArea: defaultArea, read: read)),
                mediaType: "application/json",
                // Words of time mean another day tomorrow.
                cacheControl: read?.asked == nil ? nil : "no-cache"
            )
        }
    }

    private static func sentence(_ text: String, at now: Date) -> (area: String, asked: AskedTime?)? {
        let sentence = Sentence([text], at: now)
        let isMore = sentence.notUnderstood == nil && sentence.places != [text]  // 부산 날씨
        guard !sentence.places.isEmpty, sentence.time != nil || sentence.topic != nil || isMore else { return nil }
        return (sentence.places.joined(separator: " "), sentence.time)
    }

    private static func text(_ text: String) throws(Problem) -> String {
        guard text.unicodeScalars.count <= longestText else {
            throw .badInput("찾을 이름(q)은 \(longestText)자까지입니다.", "The text to search for (q) may have at most \(longestText) characters.")
        }
        do throws(ForecastError) { try PlaceRequest.requirePrintable(text) } catch { throw Problem(error) }
        return text
    }
}
