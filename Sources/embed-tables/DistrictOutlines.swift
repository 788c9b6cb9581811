#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Outlines of districts, simplified: first the projection, `west;north;east units a degree;south units a degree`, then each district and its path.
struct DistrictOutlines {
    static let path = "outlines.csv"
    /// Degrees, west of 백령도 and north of 고성.
    private static let corner = (west: 124.3, north: 38.75)
    /// Units in a degree; one of longitude at 36° north is 0.807 as long.
    private static let scale = (east: 88.8, south: 110.0)
    /// Units within which a corner is left out.
    private static let tolerance = 0.8
    private static let smallest = 2.5

    private typealias Corner = (x: Double, y: Double)

    static func table(_ boundaries: [Data]) -> String {
        var districts: [String] = []
        var paths: [String: [(area: Double, path: String)]] = [:]
        let lines = boundaries.flatMap { String(decoding: $0, as: UTF8.self).split(separator: "\n").dropFirst() }
        for line in lines {
            let columns = line.split(separator: ",", maxSplits: 1)
            guard columns.count == 2 else { continue }
            let ring = corners(of: columns[1])
            let corners = simplified(ring)
            guard corners.count > 2 else { continue }
            let district = String(columns[0])
            if paths[district] == nil { districts.append(district) }
            paths[district, default: []].append((area(of: ring), path(along: corners)))
        }
        let rows = districts.map { district in
            let rings = (paths[district] ?? []).sorted { $0.area > $1.area }
            let seen = rings.enumerated().filter { $0.offset == 0 || $0.element.area >= smallest }
            return "\(district),\(seen.map(\.element.path).joined())\n"
        }
        let projection = "projection,\(corner.west);\(corner.north);\(scale.east);\(scale.south)\n"
        return "district,path\n" + projection + rows.joined()
    }

    /// Google's Encoded Polyline Algorithm Format, in 0.0001°.
    private static func corners(of text: Substring) -> [Corner] {
        var values: [Int] = []
        var (value, shift) = (0, 0)
        for byte in text.utf8 {
            let group = Int(byte) - 63
            value |= (group & 0x1F) << shift
            shift += 5
            guard group < 0x20 else { continue }
            values.append(value & 1 == 0 ? value >> 1 : ~(value >> 1))
            (value, shift) = (0, 0)
        }
        var (latitude, longitude) = (0, 0)
        return stride(from: 0, to: values.count - 1, by: 2).map { index in
            latitude += values[index]
            longitude += values[index + 1]
            return ((Double(longitude) / 10_000 - corner.west) * scale.east, (corner.north - Double(latitude) / 10_000) * scale.south)
        }
    }

    /// Douglas and Peucker, 1973.
    private static func simplified(_ ring: [Corner]) -> [(x: Int, y: Int)] {
        guard ring.count > 3 else { return [] }
        // A ring has no ends: it is cut at the corner farthest from its first.
        let far = ring.indices.max { distance(ring[0], ring[$0]) < distance(ring[0], ring[$1]) } ?? 0
        let kept = simplified(ring[...far]).dropLast() + simplified(ring[far...] + [ring[0]]).dropLast()
        var corners: [(x: Int, y: Int)] = []
        for corner in kept {
            let next = (x: Int(corner.x.rounded()), y: Int(corner.y.rounded()))
            if corners.last.map({ $0 == next }) != true { corners.append(next) }
        }
        return corners
    }

    private static func simplified(_ line: ArraySlice<Corner>) -> [Corner] {
        guard let first = line.first, let last = line.last, line.count > 2 else { return Array(line) }
        let inner = line.indices.dropFirst().dropLast()
        guard let farthest = inner.max(by: { distance(of: line[$0], fromLine: first, last) < distance(of: line[$1], fromLine: first, last) }),
            distance(of: line[farthest], fromLine: first, last) > tolerance
        else { return [first, last] }
        return simplified(line[...farthest]).dropLast() + simplified(line[farthest...])
    }

    private static func distance(_ one: Corner, _ other: Corner) -> Double {
        ((one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)).squareRoot()
    }

    private static func distance(of corner: Corner, fromLine start: Corner, _ end: Corner) -> Double {
        let length = distance(start, end)
        guard length > 0 else { return distance(start, corner) }
        let cross = (end.x - start.x) * (start.y - corner.y) - (start.x - corner.x) * (end.y - start.y)
        return abs(cross) / length
    }

    private static func area(of ring: [Corner]) -> Double {
        let next = ring.dropFirst() + ring.prefix(1)
        return abs(zip(ring, next).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }) / 2
    }

    private static func path(along corners: [(x: Int, y: Int)]) -> String {
        var path = "M\(corners[0].x) \(corners[0].y)l"
        for (last, next) in zip(corners, corners.dropFirst()) {
            for difference in [next.x - last.x, next.y - last.y] { path += (path.last == "l" || difference < 0 ? "" : " ") + "\(difference)" }
        }
        return path + "z"
    }
}
