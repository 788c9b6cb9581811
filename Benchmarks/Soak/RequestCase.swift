import Foundation
import Regions
import TestSupport

/// One request to the service and what may come of it.
struct RequestCase: Sendable {
    enum Expectation: Sendable {
        /// The weather of a place, or a problem where the upstream gave reason for one.
        case forecast(path: String, Place, isEnglish: Bool)
        /// 200, whatever the body says.
        case success
        /// A problem document.
        case refusal(status: Int, code: String)
    }

    var target: String
    var expectation: Expectation

    /// What it is counted as.
    var name: String {
        if case .refusal(let status, _) = expectation { return "wrong request, \(status)" }
        return String(target.prefix { $0 != "?" })
    }

    /// A question about a place by its name.
    static func forecast(_ path: String, of place: Place) -> RequestCase {
        let expectation = Expectation.forecast(path: path, place, isEnglish: false)
        return RequestCase(target: "\(path)?area=\(escaped(place.name))", expectation: expectation)
    }

    /// Wrong requests and what each deserves.
    private static let wrong: [RequestCase] = [
        refused("/v1/week", 400, "bad_input"),
        refused("/v1/week?area=\(escaped("서울"))&lang=fr", 400, "bad_input"),
        refused("/v1/now?lat=37.5", 400, "bad_input"),
        refused("/v1/hours?area=%FF%FE", 400, "bad_input"),
        refused("/v1/week?lat=35.68&lon=139.69", 404, "outside_korea"),
        refused("/v1/outlook?area=Atlantis", 404, "unknown_area"),
        refused("/v1/yesterday", 404, "bad_input"),
        refused("/v1/week?area=\(escaped("중앙동"))", 422, "ambiguous_area"),
    ]

    private static func refused(_ target: String, _ status: Int, _ code: String) -> RequestCase {
        RequestCase(target: target, expectation: .refusal(status: status, code: code))
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}

extension RequestCase {
    /// The next request of a client, by chance.
    static func random(about places: [Place], _ generator: inout SeededGenerator) -> RequestCase {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<4: return wrong.randomElement(using: &generator) ?? wrong[0]
        case 4..<6: return RequestCase(target: "/readyz", expectation: .success)
        case 6..<7: return RequestCase(target: "/metrics", expectation: .success)
        case 7..<11: return areas
        case 11..<14: return cold(about: places, &generator)
        default:
            let path = paths.randomElement(using: &generator) ?? paths[0]
            guard let place = places.randomElement(using: &generator) else { return wrong[0] }
            var request = forecast(path, of: place)
            if generator.happens(0.2) {
                request.target += "&lang=en"
                request.expectation = .forecast(path: path, place, isEnglish: true)
            }
            return request
        }
    }

    /// A search for areas, which asks no upstream.
    static let areas = RequestCase(target: "/v1/areas?q=\(escaped("강릉"))&limit=20", expectation: .success)

    /// A question about a point that perhaps nobody has asked about.
    static func cold(about places: [Place], path: String? = nil, _ generator: inout SeededGenerator)
        -> RequestCase
    {
        let path = path ?? paths.randomElement(using: &generator) ?? paths[0]
        while true {
            guard let near = places.randomElement(using: &generator) else { return wrong[0] }
            func shifted(_ degrees: Double) -> Double {
                ((degrees + Double.random(in: -0.3...0.3, using: &generator)) * 1_000).rounded() / 1_000
            }
            let (latitude, longitude) = (shifted(near.latitude), shifted(near.longitude))
            // A point at sea is no place.
            guard let place = try? Gazetteer.place(latitude: latitude, longitude: longitude) else { continue }
            let expectation = Expectation.forecast(path: path, place, isEnglish: false)
            return RequestCase(target: "\(path)?lat=\(latitude)&lon=\(longitude)", expectation: expectation)
        }
    }

    private static let paths = ["/v1/week", "/v1/now", "/v1/hours", "/v1/theme", "/v1/outlook"]
}

/// A response as it came.
struct ReceivedResponse: Sendable {
    var status: Int
    /// Names in lower case.
    var headers: [String: String]
    /// Without any compression.
    var body: Data
    var sentAt: Date
    var receivedAt: Date
}
