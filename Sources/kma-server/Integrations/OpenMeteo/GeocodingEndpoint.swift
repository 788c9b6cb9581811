import OpenMeteo
import Forecast
import Hummingbird
import KMAForecast
import Regions
import Rendering

/// Open-Meteo's Geocoding API (open-meteo.com/en/docs/geocoding-api).
struct GeocodingSearchEndpoint: Endpoint {
    let path = "/om/v1/search"
    let parameters: [Parameter] = []

    private static let limits = 1...100
    private static let usualLimit = 10

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let query = try GeocodingQuery(request)
        let name = try query.required("name")
        guard name.unicodeScalars.count <= AreaEndpoint.longestText else {
            throw .openMeteo("Parameter 'name' may have at most \(AreaEndpoint.longestText) characters")
        }
        do throws(ForecastError) { try PlaceRequest.requirePrintable(name) } catch { throw Problem(error) }
        let count = query["count"].map { Int($0) } ?? GeocodingSearchEndpoint.usualLimit
        guard let count, GeocodingSearchEndpoint.limits.contains(count) else { throw .openMeteo("Parameter count must be between 1 and 100.") }
        let isOfKorea = (query["countryCode"] ?? "KR").uppercased() == "KR"
        let language = query.language
        let asked = isOfKorea && !name.allSatisfy(\.isWhitespace) ? name : ""
        return Ask(key: AskKey(route: path, form: ["\(count)", language.rawValue, asked])) { _, _ in
            let found = asked.isEmpty ? [] : Gazetteer.find(asked, limit: count).places
            let places = found.filter { GeocodingIndex.names[$0.geocodingID] != nil }
            let json = JSONWriter.object { json in
                if !places.isEmpty { json.array("results", places) { json, place in json.object { place.writeGeocoding(to: &$0, language) } } }
                json.field("generationtime_ms", 0.0)
            }
            return Answer(body: .init(bytes: json), mediaType: "application/json")
        }
    }

    func response(to problem: Problem, _ request: Request, _ defaults: Defaults) -> Response? { problem.openMeteoResponse() }
}

struct GeocodingPlaceEndpoint: Endpoint {
    let path = "/om/v1/get"
    let parameters: [Parameter] = []

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> Ask {
        let query = try GeocodingQuery(request)
        let text = try query.required("id")
        guard let id = UInt32(text), let name = GeocodingIndex.names[id], let place = Gazetteer.place(fullName: name) else {
            throw .openMeteo("Location ID not found", code: .noData, status: .notFound)
        }
        let language = query.language
        return Ask(key: AskKey(route: path, form: [language.rawValue, place.name])) { _, _ in
            let json = JSONWriter.object { place.writeGeocoding(to: &$0, language) }
            return Answer(body: .init(bytes: json), mediaType: "application/json")
        }
    }

    func response(to problem: Problem, _ request: Request, _ defaults: Defaults) -> Response? { problem.openMeteoResponse(hasNotFound: true) }
}

private struct GeocodingQuery {
    private var values: [String: String] = [:]

    init(_ request: Request) throws(Problem) {
        for pair in (request.uri.query ?? "").split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[try QueryString.decoded(sides[0])] = try sides.count == 2 ? QueryString.decoded(sides[1]) : ""
        }
        if let format = values["format"], format != "json" {
            throw .openMeteo("Format '\(format.shown)' is not supported by this server. Use 'json'.")
        }
    }

    subscript(name: String) -> String? { values[name] }

    func required(_ name: String) throws(Problem) -> String {
        guard let value = values[name] else { throw .openMeteo("Parameter '\(name)' is required") }
        return value
    }

    var language: Language { values["language"]?.lowercased() == "ko" ? .korean : .english }
}
