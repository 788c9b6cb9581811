import CLibrary

/// Link of a map with a coordinate, and `geo:` (RFC 5870); short links (goo.gl, naver.me, kko.to) have none.
enum MapLink {
    typealias Point = (latitude: Double, longitude: Double)

    private static let maximumLength = 2_000

    static func point(in text: String) -> Point? {
        guard text.utf8.count <= maximumLength, let colon = text.firstIndex(of: ":") else { return nil }
        let (scheme, rest) = (text[..<colon].drop { $0.isWhitespace }.lowercased(), String(text[colon...]).replacing(/%2[Cc]/, with: ","))
        if scheme == "geo" {
            // Android's geo:0,0?q=37.57,126.98(Seoul) (developer.android.com, Common Intents, Maps).
            return point(rest.firstMatch(of: /\?q=([^,(&]*),([^,(&]*)/)) ?? point(rest.firstMatch(of: /^:([^,?;]*),([^,?;]*)/))
        }
        guard rest.hasPrefix("://") else { return nil }
        let (query, pair) = (values(of: rest), /([^, +]+)[, +]+([^, +]+)/)
        // Google's `!3d37.5!4d127.0`, the place, before `@37.5,127.0,15z`, the map's middle.
        let marked = point(rest.firstMatch(of: /!3d([0-9.-]+).*?[!]4d([0-9.-]+)/)) ?? point(rest.firstMatch(of: /\/@([^,]+),([^,]+)/))
        let names = ["ll", "q", "query", "center", "destination", "daddr", "sll", "p", "coordinate"]
        let axes = [("lat", "lng"), ("lat", "lon"), ("mlat", "mlon"), ("dlat", "dlng"), ("y", "x")]
        let named = names.compactMap { point(query[$0]?.wholeMatch(of: pair)) } + axes.compactMap { point(query[$0] ?? "", query[$1] ?? "") }
        // Kakao's `/link/map/이름,37.5,127.0`; OpenStreetMap's `#map=15/37.5/127.0` counts without a marked place.
        return marked ?? named.first ?? point(rest.firstMatch(of: /\/link\/(?:[^?]*[\/,])?([^,\/?]+),([^,\/?]+)(?:$|\?)/))
            ?? point(rest.firstMatch(of: /#map=[^\/]*\/([^\/]+)\/([^\/]+)/)) ?? projected(query["c"] ?? "")
    }

    private static func values(of link: String) -> [String: Substring] {
        let items = link.drop { $0 != "?" }.dropFirst().split { "&#".contains($0) }.map { $0.split(separator: "=", maxSplits: 1) }
        return Dictionary(items.filter { $0.count == 2 }.map { (String($0[0]), $0[1]) }, uniquingKeysWith: { $1 })
    }

    /// Naver's `?c=14135115,4518338,15,0,0,0,dh`: metres on the web's Mercator map (EPSG:3857).
    private static func projected(_ text: Substring) -> Point? {
        let metres = text.split(separator: ",").prefix(2).compactMap { Double($0) }
        // A newer link has the scale alone there.
        guard metres.count == 2, metres.allSatisfy({ abs($0) > 1_000 }) else { return nil }
        let longitude = metres[0] / earthRadius * 180 / .pi
        let latitude = 2 * atan(exp(metres[1] / earthRadius)) * 180 / .pi - 90
        return abs(longitude) <= 180 ? (latitude, longitude) : nil
    }

    private static let earthRadius = 6_378_137.0

    private static func point(_ match: Regex<(Substring, Substring, Substring)>.Match?) -> Point? { match.flatMap { point($0.1, $0.2) } }

    private static func point(_ latitude: Substring, _ longitude: Substring) -> Point? {
        guard let latitude = Double(latitude), let longitude = Double(longitude), abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        return (latitude, longitude)
    }
}
