import Forecast
import HTTPTypes
import Hummingbird
import KMAForecast
import Regions
import Rendering

/// Places as Open-Meteo's Geocoding API has them (open-meteo.com/en/docs/geocoding-api), by a part of their name and by
/// their number: `/om/v1/search` and `/om/v1/get`. They are the tables of the program, and change with it alone.
struct GeocodingController {
    private static let limits = 1...100
    private static let usualLimit = 10
    /// An hour, as of the search for areas: the tables change with the program alone.
    private static let cacheControl = "public, max-age=3600"

    func addRoutes(to router: some RouterMethods<AppRequestContext>) {
        router.get("/om/v1/search") { request, _ in
            try respond(to: request) { parameters throws(OpenMeteoError) in
                let places = try search(parameters)
                var json = JSONWriter()
                json.object { json in
                    // As there: no member where nothing is found.
                    if !places.isEmpty {
                        json.array("results", places) { json, place in
                            json.object { place.writeGeocoding(to: &$0, parameters.language) }
                        }
                    }
                    json.field("generationtime_ms", 0.0)
                }
                return json.bytes
            }
        }
        router.get("/om/v1/get") { request, _ in
            try respond(to: request) { parameters throws(OpenMeteoError) in
                guard let text = parameters["id"] else { throw OpenMeteoError("Parameter 'id' is required") }
                guard let id = UInt32(text), let name = GeocodingIndex.names[id] else {
                    var error = OpenMeteoError("Location ID not found")
                    error.status = .notFound
                    throw error
                }
                do throws(PlaceError) {
                    let place = try Gazetteer.place(named: name)
                    var json = JSONWriter()
                    json.object { place.writeGeocoding(to: &$0, parameters.language) }
                    return json.bytes
                } catch {
                    throw OpenMeteoError(Problem(.place(error)))
                }
            }
        }
    }

    private func search(_ parameters: Parameters) throws(OpenMeteoError) -> [Place] {
        guard let name = parameters["name"] else { throw OpenMeteoError("Parameter 'name' is required") }
        guard name.unicodeScalars.count <= AreaEndpoint.longestText else {
            throw OpenMeteoError("Parameter 'name' may have at most \(AreaEndpoint.longestText) characters")
        }
        do throws(ForecastError) {
            try PlaceRequest.requirePrintable(name)
        } catch {
            throw OpenMeteoError(Problem(error))
        }
        let count = parameters["count"].map { Int($0) } ?? GeocodingController.usualLimit
        guard let count, GeocodingController.limits.contains(count) else {
            throw OpenMeteoError("Parameter count must be between 1 and 100.")
        }
        if let country = parameters["countryCode"], country.uppercased() != "KR" { return [] }
        if name.allSatisfy(\.isWhitespace) { return [] }
        let places = Gazetteer.find(name, limit: count).places
        return places.filter { GeocodingIndex.names[$0.geocodingID] != nil }
    }

    private func respond(
        to request: Request,
        _ body: (Parameters) throws(OpenMeteoError) -> [UInt8]
    ) throws -> Response {
        do throws(OpenMeteoError) {
            let bytes = try body(try Parameters((request.uri.query ?? "")[...]))
            var fields: HTTPFields = [
                .contentType: "application/json", .cacheControl: GeocodingController.cacheControl,
            ]
            for field in HTTPFields.crossOrigin { fields[field.name] = field.value }
            return Response(
                status: .ok,
                headers: fields,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
            )
        } catch {
            return error.response
        }
    }

    /// The parameters of a request; those that are not known are passed over, as there.
    private struct Parameters {
        private var values: [String: String] = [:]

        init(_ text: Substring) throws(OpenMeteoError) {
            for pair in text.split(separator: "&") {
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                do throws(Problem) {
                    values[try QueryString.decoded(sides[0])] =
                        try sides.count == 2 ? QueryString.decoded(sides[1]) : ""
                } catch {
                    throw OpenMeteoError(error)
                }
            }
            if let format = values["format"], format != "json" {
                throw OpenMeteoError(
                    "Format '\(format.prefix(40))' is not supported by this server. Use 'json'."
                )
            }
        }

        subscript(name: String) -> String? { values[name] }

        /// English, as there, unless Korean is asked for.
        var language: Language { values["language"]?.lowercased() == "ko" ? .korean : .english }
    }
}

/// The numbers of all places.
enum GeocodingIndex {
    /// The full Korean name of each number, made at the first use.
    static let names: [UInt32: String] = Dictionary(
        Gazetteer.fullNames.map { (number(of: $0.korean), $0.korean) }
    ) { first, _ in first }

    /// FNV-1a of 32 bits without the sign, which typed clients have no room for (Breezy Weather's `Int` is Kotlin's): a
    /// name keeps its number as long as it keeps its letters.
    static func number(of name: String) -> UInt32 {
        name.utf8.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 } & 0x7fff_ffff
    }
}

extension Place {
    fileprivate var geocodingID: UInt32 { GeocodingIndex.number(of: name) }

    /// Writes the members of a result.
    fileprivate func writeGeocoding(to json: inout JSONWriter, _ language: Language) {
        let isKorean = language == .korean
        let words = name.split(separator: " ").map(String.init)
        let english = englishName.split(separator: ", ").map(String.init)
        let own = landmark.map { isKorean ? $0.name : $0.englishName }
        json.field("id", Int(geocodingID))
        json.field("name", own ?? (isKorean ? words.last : english.first) ?? name)
        json.field("latitude", latitude, decimals: 6)
        json.field("longitude", longitude, decimals: 6)
        json.field("elevation", stationHeight)
        json.field("feature_code", featureCode)
        json.field("country_code", "KR")
        // GeoNames' number of South Korea, which Open-Meteo's places have.
        json.field("country_id", 1_835_841)
        json.field("country", isKorean ? "대한민국" : "South Korea")
        json.field("timezone", "Asia/Seoul")
        // From the province down, without the place itself.
        let larger = isKorean ? Array(words.dropLast()) : english.dropFirst().reversed()
        if larger.isEmpty { json.field("admin1", isKorean ? name : englishName) }
        for (level, name) in larger.prefix(4).enumerated() {
            json.field(["admin1", "admin2", "admin3", "admin4"][level], name)
        }
    }

    /// GeoNames' code for the kind of place (geonames.org/export/codes.html).
    private var featureCode: String {
        guard let landmark else { return dong != nil ? "ADM3" : district != nil ? "ADM2" : "ADM1" }
        return switch landmark.kind {
        case .airport: "AIRP"
        case .station: "RSTN"
        case .area, .newtown: "PPLX"
        case .mountain: "MT"
        case .island: "ISL"
        case .beach: "BCH"
        case .park: "PRK"
        case .resort: "RSRT"
        case .stadium: "STDM"
        }
    }
}
