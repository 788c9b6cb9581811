import CLibrary

/// Nearest dong in the district around a point, since another district's centre is often nearer, as on an island; else the nearest.
struct PointSearch {
    let point: Point
    private static let maximumDistance = 15.0

    var dong: Dong? {
        let inside = nearest(in: dongs(of: containingDistricts))
        return inside?.dong ?? dongNearby
    }

    /// All 구 of a city with one boundary (화성시); an odd number of rings encloses it, holes included.
    private var containingDistricts: [Field] {
        var districts: [(code: Field, isInside: Bool)] = []
        for boundary in Boundary.all {
            if districts.last.map({ $0.code == boundary.districtCode }) != true { districts.append((boundary.districtCode, false)) }
            if boundary.encloses(point) { districts[districts.count - 1].isInside.toggle() }
        }
        return districts.filter(\.isInside).map(\.code)
    }

    /// Dong of the district with the nearest boundary, or a nearer one without a boundary (독도).
    private var dongNearby: Dong? {
        let plane = TangentPlane(at: point)
        let coast = Boundary.all.map { ($0.districtCode, $0.ring.kilometers(in: plane)) }.min { $0.1 < $1.1 }
        let nearestOfAll = nearest(in: Dong.all).flatMap { $0.kilometers <= Self.maximumDistance ? $0 : nil }
        guard let coast, coast.1 <= Self.maximumDistance else { return nearestOfAll?.dong }
        if let nearestOfAll, nearestOfAll.kilometers < coast.1 { return nearestOfAll.dong }
        return nearest(in: dongs(of: [coast.0]))?.dong
    }

    private func dongs(of codes: [Field]) -> [Dong] {
        guard !codes.isEmpty else { return [] }
        let drawn = District.all.filter { codes.contains($0.code) }
        let districts = District.all.filter { district in drawn.contains { $0.code == district.code || $0.contains(district) } }
        return Dong.all.filter { dong in districts.contains { $0.code == dong.districtCode } }
    }

    private func nearest(in dongs: some Sequence<Dong>) -> (dong: Dong, kilometers: Double)? {
        let plane = TangentPlane(at: point)
        return dongs.lazy.map { ($0, plane.kilometers(to: $0)) }.min { $0.1 < $1.1 }
    }
}

/// Ring of a boundary, of `Data/boundaries.csv` or `boundaries-islands.csv`.
struct Boundary: Sendable {
    let districtCode: Field
    private let line: Field
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

    static let all = [Tables.boundaries, Tables.boundariesIslands].flatMap { Row.all(of: $0).compactMap(Boundary.init(row:)) }

    var ring: Polyline { Polyline(line) }
    func encloses(_ point: Point) -> Bool { latitudes.contains(point.latitude) && longitudes.contains(point.longitude) && ring.encloses(point) }
}

struct Point {
    let latitude: Double
    let longitude: Double

    func isSouth(ofLineFrom start: Point, to end: Point) -> Bool {
        guard (start.longitude > longitude) != (end.longitude > longitude) else { return false }
        let share = (longitude - start.longitude) / (end.longitude - start.longitude)
        return latitude < start.latitude + share * (end.latitude - start.latitude)
    }
}

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

/// Distances without trigonometry; within 15 km the error is a few metres.
struct TangentPlane {
    private let origin: Point
    private let kilometersEast: Double
    private let kilometersNorth = 6371.0 * .pi / 180

    init(at origin: Point) {
        self.origin = origin
        kilometersEast = kilometersNorth * cos(origin.latitude * .pi / 180)
    }

    init(at place: some Located) { self.init(at: Point(latitude: place.latitude, longitude: place.longitude)) }

    func kilometers(to place: some Located) -> Double { kilometers(to: Point(latitude: place.latitude, longitude: place.longitude)) }

    func kilometers(to point: Point) -> Double {
        let (east, north) = kilometers(eastAndNorthTo: point)
        return (east * east + north * north).squareRoot()
    }

    func kilometers(toLineFrom start: Point, to end: Point) -> Double {
        let (a, b) = (kilometers(eastAndNorthTo: start), kilometers(eastAndNorthTo: end))
        let (dx, dy) = (b.east - a.east, b.north - a.north)
        let length = dx * dx + dy * dy
        let share = length == 0 ? 0 : min(max(-(a.east * dx + a.north * dy) / length, 0), 1)
        let (x, y) = (a.east + share * dx, a.north + share * dy)
        return (x * x + y * y).squareRoot()
    }

    private func kilometers(eastAndNorthTo point: Point) -> (east: Double, north: Double) {
        ((point.longitude - origin.longitude) * kilometersEast, (point.latitude - origin.latitude) * kilometersNorth)
    }
}

/// Google's Encoded Polyline Algorithm Format, in 0.0001°, not 0.00001°.
struct Polyline: Sequence, IteratorProtocol {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var latitude = 0
    private var longitude = 0

    init(_ text: Field) { bytes = text.bytes }

    mutating func next() -> Point? {
        guard index < bytes.count else { return nil }
        latitude += difference()
        longitude += difference()
        return Point(latitude: Double(latitude) / 10_000, longitude: Double(longitude) / 10_000)
    }

    private mutating func difference() -> Int {
        var (value, shift) = (0, 0)
        while index < bytes.count {
            let group = Int(bytes[index]) - 63
            index += 1
            value |= (group & 0x1F) << shift
            shift += 5
            if group < 0x20 { break }
        }
        return value & 1 == 0 ? value >> 1 : ~(value >> 1)
    }

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
