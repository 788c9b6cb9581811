import CLibrary

/// Link of a map with a coordinate, and `geo:` (RFC 5870); short links (goo.gl, naver.me, kko.to) have none.
enum MapLink {
    private static let maximumLength = 2_000

    static func point(in text: String) -> (latitude: Double, longitude: Double)? {
        guard text.utf8.count <= maximumLength else { return nil }
        let text = text.trimmingPrefix { $0.isWhitespace }
        if text.lowercased().hasPrefix("geo:") {
            // Android's geo:0,0?q=37.57,126.98(Seoul) (developer.android.com, Common Intents, Maps).
            if let query = text.firstRange(of: "?q=") {
                let place = text[query.upperBound...].prefix { $0 != "(" && $0 != "&" }.replacing("%2C", with: ",")
                if let point = point(place.split(separator: ",").prefix(2)) { return point }
            }
            let pair = text.dropFirst(4).prefix { $0 != "?" && $0 != ";" }
            return point(pair.split(separator: ",").prefix(2))
        }
        guard let scheme = text.firstRange(of: "://") else { return nil }
        let plain = text[scheme.upperBound...].replacing("%2C", with: ",").replacing("%2c", with: ",")
        // OpenStreetMap's middle counts without a marked place.
        return marked(String(plain)) ?? queried(String(plain)) ?? named(String(plain)) ?? middle(String(plain)) ?? projected(String(plain))
    }

    /// Google's `!3d37.5!4d127.0`, the place, before `@37.5,127.0,15z`, the map's middle.
    private static func marked(_ link: String) -> (latitude: Double, longitude: Double)? {
        if let latitude = link.firstRange(of: "!3d"), let longitude = link.firstRange(of: "!4d") {
            let numbers = [latitude, longitude].map { link[$0.upperBound...].prefix { "0123456789.-".contains($0) } }
            if let point = point(numbers[...]) { return point }
        }
        if let mark = link.firstRange(of: "/@") { return point(link[mark.upperBound...].split(separator: ",").prefix(2)) }
        return nil
    }

    /// OpenStreetMap's `#map=15/37.5/127.0`.
    private static func middle(_ link: String) -> (latitude: Double, longitude: Double)? {
        guard let map = link.firstRange(of: "#map=") else { return nil }
        return point(link[map.upperBound...].split(separator: "/").dropFirst().prefix(2))
    }

    /// `ll=37.5,127.0`, `lat=37.5&lng=127.0`.
    private static func queried(_ link: String) -> (latitude: Double, longitude: Double)? {
        let query = link.drop { $0 != "?" }.dropFirst()
        var values: [Substring: Substring] = [:]
        for item in query.split(whereSeparator: { "&#".contains($0) }) {
            let parts = item.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        for name in ["ll", "q", "query", "center", "destination", "daddr", "sll", "p", "coordinate"] {
            if let pair = values[Substring(name)]?.split(whereSeparator: { ", +".contains($0) }), pair.count == 2, let point = point(pair[...]) {
                return point
            }
        }
        for (latitude, longitude) in [("lat", "lng"), ("lat", "lon"), ("mlat", "mlon"), ("dlat", "dlng"), ("y", "x")] {
            if let first = values[Substring(latitude)], let second = values[Substring(longitude)], let point = point([first, second]) {
                return point
            }
        }
        return nil
    }

    /// Kakao's `/link/map/이름,37.5,127.0` and `/link/map/37.5,127.0`.
    private static func named(_ link: String) -> (latitude: Double, longitude: Double)? {
        guard let start = link.firstRange(of: "/link/") else { return nil }
        let last = link[start.upperBound...].prefix { $0 != "?" }.split(separator: "/").last ?? ""
        let parts = last.split(separator: ",")
        return parts.count < 2 ? nil : point(parts.suffix(2))
    }

    /// Naver's `?c=14135115,4518338,15,0,0,0,dh`: metres on the web's Mercator map (EPSG:3857).
    private static func projected(_ link: String) -> (latitude: Double, longitude: Double)? {
        guard let middle = link.firstRange(of: "?c=") ?? link.firstRange(of: "&c=") else { return nil }
        let numbers = link[middle.upperBound...].split(separator: ",")
        let metres = numbers.prefix(2).compactMap { Double($0) }
        // A newer link has the scale alone there.
        guard metres.count == 2, metres.allSatisfy({ abs($0) > 1_000 }) else { return nil }
        let longitude = metres[0] / earthRadius * 180 / .pi
        let latitude = 2 * atan(exp(metres[1] / earthRadius)) * 180 / .pi - 90
        return abs(latitude) <= 90 && abs(longitude) <= 180 ? (latitude, longitude) : nil
    }

    private static let earthRadius = 6_378_137.0

    private static func point(_ numbers: ArraySlice<Substring>) -> (latitude: Double, longitude: Double)? {
        let degrees = numbers.compactMap { Double($0) }
        guard degrees.count == 2, degrees.allSatisfy(\.isFinite), abs(degrees[0]) <= 90, abs(degrees[1]) <= 180 else { return nil }
        return (degrees[0], degrees[1])
    }
}
