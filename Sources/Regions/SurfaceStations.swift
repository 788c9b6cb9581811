/// A station of KMA that measures low, high and rain of every day (ASOS, 종관기상관측): what forecasts are held against.
public struct SurfaceStation: Sendable, Hashable {
    /// KMA's number, 108 for Seoul.
    public let id: Int
    /// Its name: `북강릉`.
    public let name: String
    /// Its English name: `Bukgangneung`.
    public let englishName: String
    /// Degrees north, WGS84.
    public let latitude: Double
    /// Degrees east, WGS84.
    public let longitude: Double
    /// Metres above the sea.
    public let height: Double

    /// Every station, in the order of `Data/asos-stations.csv`, read once.
    public static let all = Row.all(of: Tables.asosStations).map { row in
        SurfaceStation(
            id: row[0].integer,
            name: row[1].text,
            englishName: row[2].text,
            latitude: row[3].decimal,
            longitude: row[4].decimal,
            height: row[5].decimal
        )
    }
}

/// A station near a place.
public struct NearbySurfaceStation: Sendable, Hashable {
    /// The station.
    public let station: SurfaceStation
    /// Kilometres from the place.
    public let distance: Double
    /// Whether it is so far away, or so much higher or lower, that it speaks for the region and not for the place.
    public let isRegional: Bool
}

extension Place {
    /// Kilometres within which a station speaks for a place. Half of the districts have one within 8.5 km.
    private static let surfaceRange = 25.0
    /// Metres that a station may lie higher or lower than the place: 1.3° at the usual 0.65° in 100 m.
    private static let surfaceHeights = 200.0
    /// Kilometres beyond which a station measures other weather. No district's point is farther from one than 30.5 km; 독도
    /// is, at 89.
    private static let surfaceReach = 40.0

    /// The nearest station that speaks for the place; where there is none, the nearest of the region. `nil` where all are
    /// far.
    ///
    /// Only summits have a height here. Elsewhere the height of a station plays no part.
    public var surfaceStation: NearbySurfaceStation? {
        let plane = TangentPlane(at: Point(latitude: latitude, longitude: longitude))
        let stations = SurfaceStation.all.map { station in
            let distance = plane.kilometers(
                to: Point(latitude: station.latitude, longitude: station.longitude)
            )
            let climb = landmark?.altitude.map { abs(station.height - Double($0)) } ?? 0
            let isNear = distance <= Place.surfaceRange && climb <= Place.surfaceHeights
            return NearbySurfaceStation(station: station, distance: distance, isRegional: !isNear)
        }
        let nearest = stations.filter { !$0.isRegional }.min { $0.distance < $1.distance }
        return nearest
            ?? stations.filter { $0.distance <= Place.surfaceReach }.min { $0.distance < $1.distance }
    }
}
