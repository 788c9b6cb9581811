import Feeds
import Forecast
import Hummingbird
import KMAForecast
import Regions
import Rendering

/// Places by a part of their name, as Open-Meteo's Geocoding API has them (open-meteo.com/en/docs/geocoding-api):
/// `/om/v1/search`.
struct GeocodingSearchEndpoint: Endpoint {
    let path = "/om/v1/search"
    /// They are read as there: what is not known is passed over.
    let parameters: [Parameter] = []

    private static let limits = 1...100
    private static let usualLimit = 10

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> GeocodingSearchAsk {
        let query = try GeocodingQuery(request)
        let name = try query.required("name")
        guard name.unicodeScalars.count <= AreaEndpoint.longestText else {
            throw .openMeteo("Parameter 'name' may have at most \(AreaEndpoint.longestText) characters")
        }
        do throws(ForecastError) {
            try PlaceRequest.requirePrintable(name)
        } catch {
            throw Problem(error)
        }
        let count = query["count"].map { Int($0) } ?? GeocodingSearchEndpoint.usualLimit
        guard let count, GeocodingSearchEndpoint.limits.contains(count) else {
            throw .openMeteo("Parameter count must be between 1 and 100.")
        }
        let isOfKorea = (query["countryCode"] ?? "KR").uppercased() == "KR"
        return GeocodingSearchAsk(
            route: path,
            name: isOfKorea && !name.allSatisfy(\.isWhitespace) ? name : nil,
            count: count,
            language: query.language
        )
    }

    func response(to problem: Problem, _ request: Request, _ defaults: Defaults) -> Response? {
        problem.openMeteoResponse()
    }
}

/// A search for places.
struct GeocodingSearchAsk: Ask {
    let route: String
    /// A name or a part of one; `nil` where nothing can be found.
    let name: String?
    /// How many places at the most.
    let count: Int
    let language: Language

    var key: String { "\(route)\n\(count) \(language)\n\(name ?? "")" }

    func response(
        from handler: AskHandler,
        for client: AskingClient,
        since previous: CachedResponse?
    ) -> CachedResponse {
        let found = name.map { Gazetteer.find($0, limit: count).places } ?? []
        let places = found.filter { GeocodingIndex.names[$0.geocodingID] != nil }
        var json = JSONWriter()
        json.object { json in
            // As there: no member where nothing is found.
            if !places.isEmpty {
                json.array("results", places) { json, place in
                    json.object { place.writeGeocoding(to: &$0, language) }
                }
            }
            json.field("generationtime_ms", 0.0)
        }
        return CachedResponse(ofTables: json.bytes, to: self)
    }
}

/// A place by its number: `/om/v1/get`.
struct GeocodingPlaceEndpoint: Endpoint {
    let path = "/om/v1/get"
    let parameters: [Parameter] = []

    func read(_ request: Request, _ defaults: Defaults) throws(Problem) -> GeocodingPlaceAsk {
        let query = try GeocodingQuery(request)
        let text = try query.required("id")
        guard let id = UInt32(text), let name = GeocodingIndex.names[id],
            let place = Gazetteer.place(fullName: name)
        else {
            throw .openMeteo("Location ID not found", code: .noData, status: .notFound)
        }
        return GeocodingPlaceAsk(route: path, place: place, language: query.language)
    }

    func response(to problem: Problem, _ request: Request, _ defaults: Defaults) -> Response? {
        problem.openMeteoResponse(hasNotFound: true)
    }
}

/// A place that has a number.
struct GeocodingPlaceAsk: Ask {
    let route: String
    let place: Place
    let language: Language

    var key: String { "\(route)\n\(language)\n\(place.name)" }

    func response(
        from handler: AskHandler,
        for client: AskingClient,
        since previous: CachedResponse?
    ) -> CachedResponse {
        var json = JSONWriter()
        json.object { place.writeGeocoding(to: &$0, language) }
        return CachedResponse(ofTables: json.bytes, to: self)
    }
}

/// The parameters of a request; those that are not known are passed over, as there.
private struct GeocodingQuery {
    private var values: [String: String] = [:]

    init(_ request: Request) throws(Problem) {
        for pair in (request.uri.query ?? "").split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[try QueryString.decoded(sides[0])] =
                try sides.count == 2 ? QueryString.decoded(sides[1]) : ""
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

    /// English, as there, unless Korean is asked for.
    var language: Language { values["language"]?.lowercased() == "ko" ? .korean : .english }
}
