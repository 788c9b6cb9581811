/// A measuring station of 에어코리아 in a neighbourhood where people live (도시대기측정망).
///
/// Stations at roads, in harbours and far from towns are left out: they read higher or lower than what people breathe.
public struct AirStation: Sendable, Hashable {
    /// Its name as 에어코리아 writes it, unique in the country: `수내동`, `중앙동(경기)`.
    public let name: String
    /// Its English name, such as `Sunae-dong`.
    public let englishName: String
    /// The 시·도 whose answer it stands in, by 에어코리아's short name: `경기`.
    public let province: String
    /// Degrees north, WGS84.
    public let latitude: Double
    /// Degrees east, WGS84.
    public let longitude: Double

    /// Every station, in the order of `Data/air-stations.csv`, read once.
    public static let all = Row.all(of: Tables.airStations).map { row in
        AirStation(
            name: row[0].text,
            englishName: row[4].text,
            province: row[1].text,
            latitude: row[2].decimal,
            longitude: row[3].decimal
        )
    }
}

/// The zones of 에어코리아's dust forecast.
public enum DustZone {
    /// The English names of the zones by the Korean ones, such as `Southern Gyeonggi` for `경기남부`.
    public static let englishNames = Dictionary(
        Row.all(of: Tables.dustZones).map { ($0[1].text, $0[2].text) },
        uniquingKeysWith: { first, _ in first }
    )
}

/// A station near a place.
public struct NearbyAirStation: Sendable, Hashable {
    /// The station.
    public let station: AirStation
    /// Kilometres from the place.
    public let distance: Double
}

extension Place {
    /// Kilometres beyond which a station says nothing about the air of a place.
    ///
    /// The nearest one of 백령도 is 154 km away, on another coast; every district on the mainland has one within 30 km.
    private static let airStationRange = 50.0

    /// The nearest stations within 50 km, at most three, the nearest first; none on remote islands.
    public var airStations: [NearbyAirStation] {
        let plane = TangentPlane(at: self)
        let nearest = AirStation.all.map { NearbyAirStation(station: $0, distance: plane.kilometers(to: $0)) }
            .filter { $0.distance <= Place.airStationRange }
            .sorted { $0.distance < $1.distance }
        return Array(nearest.prefix(3))
    }

    /// The zone of 에어코리아's dust forecast: a 시·도, or a half of 경기 or 강원, such as `경기남부`.
    ///
    /// Of a whole province it is that of the district nearest to the point that stands for it, and of a place whose
    /// province has been changed to one that does not exist, that of the nearest district of all.
    public var dustZone: String {
        let plane = TangentPlane(at: self)
        let candidates = districts.isEmpty ? Array(District.all) : districts
        guard let nearest = candidates.min(by: { plane.kilometers(to: $0) < plane.kilometers(to: $1) }),
            let row = Row.all(of: Tables.dustZones).first(where: { $0[0] == nearest.code })
        else { preconditionFailure("Data/dust-zones.csv lacks a district") }
        return row[1].text
    }
}

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
        let plane = TangentPlane(at: self)
        let stations = SurfaceStation.all.map { station in
            let distance = plane.kilometers(to: station)
            let climb = landmark?.altitude.map { abs(station.height - Double($0)) } ?? 0
            let isNear = distance <= Place.surfaceRange && climb <= Place.surfaceHeights
            return NearbySurfaceStation(station: station, distance: distance, isRegional: !isNear)
        }
        let nearest = stations.filter { !$0.isRegional }.min { $0.distance < $1.distance }
        return nearest
            ?? stations.filter { $0.distance <= Place.surfaceReach }.min { $0.distance < $1.distance }
    }
}

/// A station of KMA with the means of 1991–2020, the period that the WMO calls normal (평년).
public struct ClimateStation: Sendable, Hashable {
    /// Its name: `속초`.
    public let name: String
    /// Its English name: `Sokcho`.
    public let englishName: String
    /// Degrees north, WGS84.
    public let latitude: Double
    /// Degrees east, WGS84.
    public let longitude: Double
    /// Metres of the ground above the sea.
    public let height: Double
    /// Years behind the means: 30, or fewer where the station is younger or has moved.
    public let years: Int
    /// The mean daily low of January to December in °C.
    public let lows: [Double]
    /// The mean daily high of January to December in °C.
    public let highs: [Double]
    /// The mean number of days with 0.1 mm or more, of January to December.
    public let rainDays: [Double]

    /// Every station, in the order of `Data/normals.csv`, read once.
    public static let all = Row.all(of: Tables.normals).map { row in
        ClimateStation(
            name: row[1].text,
            englishName: row[2].text,
            latitude: row[3].decimal,
            longitude: row[4].decimal,
            height: row[5].decimal,
            years: row[6].integer,
            lows: row[7].split(at: .semicolon).map(\.decimal),
            highs: row[8].split(at: .semicolon).map(\.decimal),
            rainDays: row[9].split(at: .semicolon).map(\.decimal)
        )
    }
}

extension Place {
    /// Kilometres from which a station says nothing of a place. No district's point lies farther than 33.3 km from one;
    /// 독도, at 89 km from 울릉도, does.
    private static let climateReach = 40.0

    /// The nearest station with normals; `nil` where none is near. Height plays no part: a place has none here.
    public var climateStation: ClimateStation? {
        let (station, distance) = nearestStation
        return distance <= Place.climateReach ? station : nil
    }

    /// Metres above the sea of the ground at the nearest station: a place has no height of its own here.
    public var stationHeight: Double { nearestStation.station?.height ?? 0 }

    private var nearestStation: (station: ClimateStation?, distance: Double) {
        let plane = TangentPlane(at: self)
        let nearest = ClimateStation.all.map { (station: $0, distance: plane.kilometers(to: $0)) }
            .min { $0.distance < $1.distance }
        return (nearest?.station, nearest?.distance ?? .infinity)
    }
}
