#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Finds the dong of a point: the nearest in the district that encloses the point, else the nearest of all.
///
/// The district comes first because the centre of a dong in the next one is often nearer.
struct PointSearch {
    let point: Point

    /// Kilometres from the nearest dong beyond which a point outside all boundaries is at sea or abroad.
    private static let maximumDistance = 15.0

    /// The dong, or `nil` for a point outside Korea.
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

    /// The districts whose boundaries enclose the point.
    ///
    /// They are two where simplified boundaries overlap, and all 구 of a city whose boundary is one (화성시).
    /// Rings of a district follow one another, and an odd number of them encloses the point, since holes are
    /// rings too.
    private var containingDistricts: [District] {
        var districts: [(code: Field, isInside: Bool)] = []
        for row in Row.all(of: Tables.boundaries) {
            var columns = row.line.split(at: .comma)
            guard let code = columns.next(), let ring = columns.next() else { continue }
            if districts.last.map({ $0.code == code }) != true { districts.append((code, false)) }
            if Polyline(ring).encloses(point) { districts[districts.count - 1].isInside.toggle() }
        }
        let codes = districts.filter(\.isInside).map(\.code)
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

/// A point in degrees, WGS84.
struct Point {
    let latitude: Double
    let longitude: Double

    /// Whether a ray to the north crosses the line between two points.
    func isSouth(ofLineFrom start: Point, to end: Point) -> Bool {
        guard (start.longitude > longitude) != (end.longitude > longitude) else { return false }
        let share = (longitude - start.longitude) / (end.longitude - start.longitude)
        return latitude < start.latitude + share * (end.latitude - start.latitude)
    }
}

/// A plane that touches the Earth at a point, for distances from there without trigonometry for each.
///
/// Within the 15 km that matter here the error is a few metres.
struct TangentPlane {
    private let origin: Point
    /// Kilometres in a degree of longitude.
    private let kilometersEast: Double
    /// Kilometres in a degree of latitude.
    private let kilometersNorth = 6371.0 * .pi / 180

    init(at origin: Point) {
        self.origin = origin
        kilometersEast = kilometersNorth * cos(origin.latitude * .pi / 180)
    }

    /// The distance from the point of contact.
    func kilometers(latitude: Double, longitude: Double) -> Double {
        let east = (longitude - origin.longitude) * kilometersEast
        let north = (latitude - origin.latitude) * kilometersNorth
        return (east * east + north * north).squareRoot()
    }
}

/// A ring of a boundary, decoded from Google's Encoded Polyline Algorithm Format as it is iterated.
///
/// Latitude and longitude alternate, each a difference from the one before in groups of five bits. The unit
/// is 0.0001° where Google's is 0.00001°.
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
        latitude += difference()
        longitude += difference()
        return Point(latitude: Double(latitude) / 10_000, longitude: Double(longitude) / 10_000)
    }

    /// Decodes one difference, in units of 0.0001°.
    private mutating func difference() -> Int {
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

    /// Whether the point lies inside: a ray from it to the north crosses the ring an odd number of times.
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
