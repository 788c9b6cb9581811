#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Finds the dong a point belongs to: the nearest in the district whose boundary holds the point, for a neighbour's
/// centre is often nearer than one's own; off all boundaries the nearest of all.
struct PointSearch {
    let point: Point

    /// Beyond this from the nearest dong a point off all boundaries is at sea or abroad.
    private static let maximumDistance = 15.0

    var dong: Dong? {
        let districts = containingDistricts
        if let inside = nearest(
            in: Dong.all.filter { dong in districts.contains { $0.code == dong.districtCode } }
        ) {
            return inside.dong
        }
        guard let nearest = nearest(in: Dong.all), nearest.kilometers <= Self.maximumDistance else {
            return nil
        }
        return nearest.dong
    }

    /// The districts whose boundaries hold the point: one as a rule, two where simplified boundaries overlap. A city
    /// drawn as a whole stands for its 구.
    private var containingDistricts: [District] {
        var isInside: [(code: Field, odd: Bool)] = []
        for row in Row.all(of: Tables.boundaries) {
            var columns = row.line.split(at: .comma)
            guard let code = columns.next(), let ring = columns.next() else { continue }
            if isInside.last.map({ $0.code == code }) != true { isInside.append((code, false)) }
            if Polyline(ring).encloses(point) { isInside[isInside.count - 1].odd.toggle() }
        }
        let codes = isInside.filter(\.odd).map(\.code)
        let drawn = District.all.filter { district in codes.contains { $0 == district.code } }
        return District.all.filter { district in
            drawn.contains { $0.code == district.code || $0.contains(district) }
        }
    }

    private func nearest(in dongs: some Sequence<Dong>) -> (dong: Dong, kilometers: Double)? {
        let plane = TangentPlane(at: point)
        return dongs.lazy
            .map { ($0, plane.kilometers(latitude: $0.latitude, longitude: $0.longitude)) }
            .min { $0.1 < $1.1 }
    }
}

/// Degrees, WGS84.
struct Point {
    let latitude: Double
    let longitude: Double

    /// Whether the way due north crosses the line between two points.
    func isSouth(ofLineFrom start: Point, to end: Point) -> Bool {
        guard (start.longitude > longitude) != (end.longitude > longitude) else { return false }
        let share = (longitude - start.longitude) / (end.longitude - start.longitude)
        return latitude < start.latitude + share * (end.latitude - start.latitude)
    }
}

/// Distances from one point to many, on a plane that touches the Earth there: within 15 km that is off by metres.
struct TangentPlane {
    private let origin: Point
    private let kilometersEast: Double
    private let kilometersNorth = 6371.0 * .pi / 180

    init(at origin: Point) {
        self.origin = origin
        kilometersEast = kilometersNorth * cos(origin.latitude * .pi / 180)
    }

    func kilometers(latitude: Double, longitude: Double) -> Double {
        let east = (longitude - origin.longitude) * kilometersEast
        let north = (latitude - origin.latitude) * kilometersNorth
        return (east * east + north * north).squareRoot()
    }
}

/// A ring of a boundary as an encoded polyline: latitude and longitude by turns, each as a step from the last in units
/// of 0.0001°, in groups of five bits (Google's Encoded Polyline Algorithm Format). Decoded as it is walked.
struct Polyline: Sequence, IteratorProtocol {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var latitude = 0
    private var longitude = 0

    init(_ text: Field) {
        bytes = text.bytes
    }

    mutating func next() -> Point? {
        guard index < bytes.count else { return nil }
        latitude += step()
        longitude += step()
        return Point(latitude: Double(latitude) / 10_000, longitude: Double(longitude) / 10_000)
    }

    private mutating func step() -> Int {
        var (value, shift) = (0, 0)
        while index < bytes.count {
            let group = Int(bytes[index]) - 63
            index += 1
            value |= (group & 0x1F) << shift
            shift += 5
            if group < 0x20 { break }
        }
        // The lowest bit is the sign.
        return value & 1 == 0 ? value >> 1 : ~(value >> 1)
    }

    /// Whether a ray from the point to the north crosses the ring an odd number of times.
    func encloses(_ point: Point) -> Bool {
        var corners = self
        guard let first = corners.next() else { return false }
        var (last, isInside) = (first, false)
        while let corner = corners.next() {
            if point.isSouth(ofLineFrom: last, to: corner) { isInside.toggle() }
            last = corner
        }
        if point.isSouth(ofLineFrom: last, to: first) { isInside.toggle() }
        return isInside
    }
}
