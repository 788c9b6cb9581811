import Foundation
import Regions
import TestSupport

/// One request to the service and what may come of it.
struct RequestCase: Sendable {
    enum Expectation: Sendable {
        /// The weather of a place, or a problem where the upstream gave reason for one.
        case forecast(path: String, Place)
        /// 200, whatever the body says.
        case success
        /// A problem document.
        case refusal(status: Int, code: String)
    }

    var target: String
    var expectation: Expectation

    /// Name in the counts.
    var name: String { String(target.prefix { $0 != "?" }) }

    private static let paths = ["/v1/week", "/v1/now", "/v1/hours", "/v1/theme", "/v1/outlook"]

    /// A search for areas, which asks no upstream.
    static let areas = RequestCase(target: "/v1/areas?q=\(escaped("강릉"))&limit=20", expectation: .success)

    /// The next request of a client, by chance.
    static func random(about places: [Place], _ generator: inout SeededGenerator) -> RequestCase {
        let path = paths[Int.random(in: 0..<paths.count, using: &generator)]
        let place = places[Int.random(in: 0..<places.count, using: &generator)]
        return switch Int.random(in: 0..<100, using: &generator) {
        case 0..<2: refusal(400, "bad_input", of: path)
        case 2..<3: refusal(404, "outside_korea", of: "\(path)?lat=35.68&lon=139.69")
        case 3..<5: refusal(404, "unknown_area", of: "\(path)?area=Unknown\(generator.next())")
        case 5..<6: RequestCase(target: "/readyz", expectation: .success)
        case 6..<7: RequestCase(target: "/metrics", expectation: .success)
        case 7..<11: areas
        case 11..<13: RequestCase(target: "/v1/history?area=\(escaped(place.name))", expectation: .success)
        case 13..<14: RequestCase(target: "/v1/accuracy?area=\(escaped(place.name))", expectation: .success)
        case 14..<17: cold(path, near: place, &generator)
        default: forecast(path, of: place)
        }
    }

    private static func refusal(_ status: Int, _ code: String, of target: String) -> RequestCase {
        RequestCase(target: target, expectation: .refusal(status: status, code: code))
    }

    /// A question about a place by its name.
    static func forecast(_ path: String, of place: Place) -> RequestCase {
        let target = "\(path)?area=\(escaped(place.name))"
        return RequestCase(target: target, expectation: .forecast(path: path, place))
    }

    /// A question about a point that perhaps nobody has asked about.
    static func cold(_ path: String, near place: Place, _ generator: inout SeededGenerator) -> RequestCase {
        func shifted(_ degrees: Double) -> Double {
            ((degrees + Double.random(in: -0.3...0.3, using: &generator)) * 1_000).rounded() / 1_000
        }
        while true {
            let (latitude, longitude) = (shifted(place.latitude), shifted(place.longitude))
            // A point at sea is no place.
            guard let found = try? Gazetteer.place(latitude: latitude, longitude: longitude) else { continue }
            let target = "\(path)?lat=\(latitude)&lon=\(longitude)"
            return RequestCase(target: target, expectation: .forecast(path: path, found))
        }
    }

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}
