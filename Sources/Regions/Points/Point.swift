#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Degrees, WGS84.
struct Point {
    let latitude: Double
    let longitude: Double

    /// Whether the way due north crosses the line between two points.
    func isBelow(_ start: Point, _ end: Point) -> Bool {
        guard (start.longitude > longitude) != (end.longitude > longitude) else { return false }
        let share = (longitude - start.longitude) / (end.longitude - start.longitude)
        return latitude < start.latitude + share * (end.latitude - start.latitude)
    }
}

/// Distances from one point to many, on a plane that touches the Earth there: within 15 km that is off by metres.
struct Surroundings {
    private let center: Point
    private let kilometersEast: Double
    private let kilometersNorth = 6371.0 * .pi / 180

    init(of center: Point) {
        self.center = center
        kilometersEast = kilometersNorth * cos(center.latitude * .pi / 180)
    }

    func kilometers(latitude: Double, longitude: Double) -> Double {
        let east = (longitude - center.longitude) * kilometersEast
        let north = (latitude - center.latitude) * kilometersNorth
        return (east * east + north * north).squareRoot()
    }
}
