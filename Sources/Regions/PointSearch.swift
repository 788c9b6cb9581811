#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Finds the dong of a point: the nearest in the district that encloses the point, else in the district whose
/// boundary is nearest.
///
/// The district comes first because the centre of a dong in the next one is often nearer: on an island that of
/// another island, or of the mainland.
struct PointSearch {
    let point: Point

    /// Kilometres from Korean land beyond which a point is at sea or abroad.
    private static let maximumDistance = 15.0

    var dong: Dong? {
        let inside = nearest(in: dongs(of: containingDistricts))
        return inside?.dong ?? dongNearby
    }

    /// The districts whose boundaries enclose the point.
    ///
    /// They are two where simplified boundaries overlap, and all 구 of a city whose boundary is one (화성시).
    /// Rings of a district follow one another, and an odd number of them encloses the point, since holes are
    /// rings too.
    private var containingDistricts: [Field] {
        var districts: [(code: Field, isInside: Bool)] = []
        for boundary in Boundary.all {
            if districts.last.map({ $0.code == boundary.districtCode }) != true {
                districts.append((boundary.districtCode, false))
            }
            if boundary.encloses(point) { districts[districts.count - 1].isInside.toggle() }
        }
        return districts.filter(\.isInside).map(\.code)
    }

    /// The nearest dong of the district whose boundary is nearest, or a nearer dong that no boundary is drawn around
    /// (독도); `nil` beyond the greatest distance.
    private var dongNearby: Dong? {
        let plane = TangentPlane(at: point)
        let coast = Boundary.all
            .map { ($0.districtCode, $0.ring.kilometers(in: plane)) }
            .min { $0.1 < $1.1 }
        let nearestOfAll = nearest(in: Dong.all).flatMap { $0.kilometers <= Self.maximumDistance ? $0 : nil }
        guard let coast, coast.1 <= Self.maximumDistance else { return nearestOfAll?.dong }
        if let nearestOfAll, nearestOfAll.kilometers < coast.1 { return nearestOfAll.dong }
        return nearest(in: dongs(of: [coast.0]))?.dong
    }

    /// The dongs of districts; of a city whose boundary is one, those of its 구.
    private func dongs(of codes: [Field]) -> [Dong] {
        guard !codes.isEmpty else { return [] }
        let drawn = District.all.filter { codes.contains($0.code) }
        let districts = District.all.filter { district in
            drawn.contains { $0.code == district.code || $0.contains(district) }
        }
        return Dong.all.filter { dong in districts.contains { $0.code == dong.districtCode } }
    }

    private func nearest(in dongs: some Sequence<Dong>) -> (dong: Dong, kilometers: Double)? {
        let plane = TangentPlane(at: point)
        return dongs.lazy
            .map { ($0, plane.kilometers(to: $0)) }
            .min { $0.1 < $1.1 }
    }
}

/// A row of `Data/boundaries.csv` or `boundaries-islands.csv`: a ring of a district's boundary.
struct Boundary: Sendable {
    let districtCode: Field
    private let line: Field
    /// The degrees that the ring lies between.
    private let latitudes: ClosedRange<Double>
    private let longitudes: ClosedRange<Double>

    private init?(row: Row) {
        var columns = row.line.split(at: .comma)
        guard let code = columns.next(), let line = columns.next() else { return nil }
        districtCode = code
        self.line = line
        var (south, north, west, east) = (90.0, -90.0, 180.0, -180.0)
        for corner in Polyline(line) {
            (south, north) = (min(south, corner.latitude), max(north, corner.latitude))
            (west, east) = (min(west, corner.longitude), max(east, corner.longitude))
        }
        guard south <= north else { return nil }
        (latitudes, longitudes) = (south...north, west...east)
    }

    /// Every ring, the rings of a district one after another. They are kept, because each point that is looked for
    /// passes all of them.
    static let all = [Tables.boundaries, Tables.boundariesIslands]
        .flatMap { Row.all(of: $0).compactMap(Boundary.init(row:)) }

    var ring: Polyline { Polyline(line) }

    /// Whether the point lies inside. Most rings are passed over by the degrees they lie between.
    func encloses(_ point: Point) -> Bool {
        latitudes.contains(point.latitude) && longitudes.contains(point.longitude) && ring.encloses(point)
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

/// What lies at a point, in degrees, WGS84.
protocol Located {
    var latitude: Double { get }
    var longitude: Double { get }
}

extension Place: Located {}
extension District: Located {}
extension Dong: Located {}
extension AirStation: Located {}
extension SurfaceStation: Located {}
extension ClimateStation: Located {}

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

    init(at place: some Located) {
        self.init(at: Point(latitude: place.latitude, longitude: place.longitude))
    }

    func kilometers(to place: some Located) -> Double {
        kilometers(to: Point(latitude: place.latitude, longitude: place.longitude))
    }

    /// The distance from the point of contact.
    func kilometers(to point: Point) -> Double {
        let (east, north) = kilometers(eastAndNorthTo: point)
        return (east * east + north * north).squareRoot()
    }

    /// The distance from the point of contact to the nearest point of a line.
    func kilometers(toLineFrom start: Point, to end: Point) -> Double {
        let (a, b) = (kilometers(eastAndNorthTo: start), kilometers(eastAndNorthTo: end))
        let (dx, dy) = (b.east - a.east, b.north - a.north)
        let length = dx * dx + dy * dy
        let share = length == 0 ? 0 : min(max(-(a.east * dx + a.north * dy) / length, 0), 1)
        let (x, y) = (a.east + share * dx, a.north + share * dy)
        return (x * x + y * y).squareRoot()
    }

    private func kilometers(eastAndNorthTo point: Point) -> (east: Double, north: Double) {
        (
            (point.longitude - origin.longitude) * kilometersEast,
            (point.latitude - origin.latitude) * kilometersNorth
        )
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

    /// The distance from the point of contact to the nearest point of the ring.
    func kilometers(in plane: TangentPlane) -> Double {
        var corners = self
        guard let first = corners.next() else { return .infinity }
        var (last, nearest) = (first, plane.kilometers(to: first))
        while let corner = corners.next() {
            nearest = Swift.min(nearest, plane.kilometers(toLineFrom: last, to: corner))
            last = corner
        }
        return Swift.min(nearest, plane.kilometers(toLineFrom: last, to: first))
    }
}
