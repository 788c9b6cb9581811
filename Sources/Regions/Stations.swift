/// Station of 에어코리아 in a neighbourhood (도시대기측정망); others differ from the air people breathe.
public struct AirStation: Sendable, Hashable {
    /// Name by 에어코리아, unique in the country: `수내동`, `중앙동(경기)`.
    public let name: String
    /// English name, such as `Sunae-dong`.
    public let englishName: String
    /// 시·도 of its answer, by 에어코리아's short name: `경기`.
    public let province: String
    /// Degrees north, WGS84.
    public let latitude: Double
    /// Degrees east, WGS84.
    public let longitude: Double

    /// Stations in the order of `Data/air-stations.csv`.
    public static let all = Row.all(of: Tables.airStations).map { row in
        AirStation(name: row[0].text, englishName: row[4].text, province: row[1].text, latitude: row[2].decimal, longitude: row[3].decimal)
    }
}

/// Zones of 에어코리아's dust forecast.
public enum DustZone {
    /// English names by Korean ones: `Southern Gyeonggi` for `경기남부`.
    public static let englishNames = Dictionary(
        Row.all(of: Tables.dustZones).map { ($0[1].text, $0[2].text) },
        uniquingKeysWith: { first, _ in first }
    )
}

/// Air station near a place.
public struct NearbyAirStation: Sendable, Hashable {
    /// Station near the place.
    public let station: AirStation
    /// Kilometres from the place.
    public let distance: Double
}

extension Place {
    /// 백령도's nearest is 154 km away on another coast; mainland districts have one within 30.
    private static let airStationRange = 50.0

    /// At most three stations within 50 km, nearest first; none on remote islands.
    public var airStations: [NearbyAirStation] {
        let plane = TangentPlane(at: self)
        let nearest = AirStation.all.map { NearbyAirStation(station: $0, distance: plane.kilometers(to: $0)) }.filter {
            $0.distance <= Place.airStationRange
        }.sorted { $0.distance < $1.distance }
        return Array(nearest.prefix(3))
    }

    /// Zone of 에어코리아's dust forecast at the point, such as `경기남부`.
    public var dustZone: String {
        let plane = TangentPlane(at: self)
        let candidates = districts.isEmpty ? District.all : districts
        guard let nearest = candidates.min(by: { plane.kilometers(to: $0) < plane.kilometers(to: $1) }),
            let row = Row.all(of: Tables.dustZones).first(where: { $0[0] == nearest.code })
        else { preconditionFailure("Data/dust-zones.csv lacks a district") }
        return row[1].text
    }
}

/// Station of KMA with daily low, high and rain (ASOS, 종관기상관측), the truth for scores.
public struct SurfaceStation: Sendable, Hashable {
    /// KMA's number, 108 for Seoul.
    public let id: Int
    /// Name: `북강릉`.
    public let name: String
    /// English name: `Bukgangneung`.
    public let englishName: String
    /// Degrees north, WGS84.
    public let latitude: Double
    /// Degrees east, WGS84.
    public let longitude: Double
    /// Metres above the sea.
    public let height: Double

    /// Stations in the order of `Data/asos-stations.csv`.
    public static let all = Row.all(of: Tables.asosStations).map(SurfaceStation.init)

    private init(row: Row) {
        (id, name, englishName) = (row[0].integer, row[1].text, row[2].text)
        (latitude, longitude, height) = (row[3].decimal, row[4].decimal, row[5].decimal)
    }
}

/// Surface station near a place.
public struct NearbySurfaceStation: Sendable, Hashable {
    /// Station near the place.
    public let station: SurfaceStation
    /// Kilometres from the place.
    public let distance: Double
    /// True if far away or of another height: then it speaks for the region.
    public let isRegional: Bool
}

extension Place {
    /// Kilometres; half of the districts have a station within 8.5.
    private static let surfaceRange = 25.0
    /// Metres: 1.3° at 0.65° in 100 m.
    private static let surfaceHeights = 200.0
    /// Kilometres; no district lies beyond 30.5, and 독도 at 89.
    private static let surfaceReach = 40.0

    /// Nearest station for the place, else for the region. Only a summit has a height to compare.
    public var surfaceStation: NearbySurfaceStation? {
        let plane = TangentPlane(at: self)
        let stations = SurfaceStation.all.map { station in
            let distance = plane.kilometers(to: station)
            let climb = landmark?.altitude.map { abs(station.height - Double($0)) } ?? 0
            let isNear = distance <= Place.surfaceRange && climb <= Place.surfaceHeights
            return NearbySurfaceStation(station: station, distance: distance, isRegional: !isNear)
        }
        let nearest = stations.filter { !$0.isRegional }.min { $0.distance < $1.distance }
        return nearest ?? stations.filter { $0.distance <= Place.surfaceReach }.min { $0.distance < $1.distance }
    }
}

/// Station of KMA with the means of 1991–2020, the WMO's normal period (평년).
public struct ClimateStation: Sendable, Hashable {
    /// Name: `속초`.
    public let name: String
    /// English name: `Sokcho`.
    public let englishName: String
    /// Degrees north, WGS84.
    public let latitude: Double
    /// Degrees east, WGS84.
    public let longitude: Double
    /// Metres of the ground above the sea.
    public let height: Double
    /// Years behind the means: 30, or fewer for a young or moved station.
    public let years: Int
    /// Mean daily lows of January to December in °C.
    public let lows: [Double]
    /// Mean daily highs of January to December in °C.
    public let highs: [Double]
    /// Mean numbers of days with 0.1 mm or more, of January to December.
    public let rainDays: [Double]

    /// Stations in the order of `Data/normals.csv`.
    public static let all = Row.all(of: Tables.normals).map(ClimateStation.init)

    private init(row: Row) {
        (name, englishName, years) = (row[1].text, row[2].text, row[6].integer)
        (latitude, longitude, height) = (row[3].decimal, row[4].decimal, row[5].decimal)
        let means = (7...9).map { row[$0].split(at: .semicolon).map(\.decimal) }
        (lows, highs, rainDays) = (means[0], means[1], means[2])
    }
}

extension Place {
    /// Kilometres; no district lies beyond 33.3, and 독도 at 89.
    private static let climateReach = 40.0

    /// Nearest station with normals, whatever its height; `nil` if none is near.
    public var climateStation: ClimateStation? {
        let (station, distance) = nearestStation
        return distance <= Place.climateReach ? station : nil
    }

    /// Metres above the sea at the nearest station.
    public var stationHeight: Double { nearestStation.station?.height ?? 0 }

    private var nearestStation: (station: ClimateStation?, distance: Double) {
        let plane = TangentPlane(at: self)
        let nearest = ClimateStation.all.map { (station: $0, distance: plane.kilometers(to: $0)) }.min { $0.distance < $1.distance }
        return (nearest?.station, nearest?.distance ?? .infinity)
    }
}
