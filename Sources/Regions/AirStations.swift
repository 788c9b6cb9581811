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
        let plane = TangentPlane(at: Point(latitude: latitude, longitude: longitude))
        let distances = AirStation.all.map { station in
            plane.kilometers(to: Point(latitude: station.latitude, longitude: station.longitude))
        }
        let nearest = distances.indices.filter { distances[$0] <= Place.airStationRange }
            .sorted { distances[$0] < distances[$1] }
            .prefix(3)
        return nearest.map { NearbyAirStation(station: AirStation.all[$0], distance: distances[$0]) }
    }

    /// The zone of 에어코리아's dust forecast: a 시·도, or a half of 경기 or 강원, such as `경기남부`.
    ///
    /// Of a whole province it is that of the district nearest to the point that stands for it, and of a place whose
    /// province has been changed to one that does not exist, that of the nearest district of all.
    public var dustZone: String {
        let plane = TangentPlane(at: Point(latitude: latitude, longitude: longitude))
        func distance(_ district: District) -> Double {
            plane.kilometers(to: Point(latitude: district.latitude, longitude: district.longitude))
        }
        let candidates = districts.isEmpty ? Array(District.all) : districts
        guard let nearest = candidates.min(by: { distance($0) < distance($1) }),
            let row = Row.all(of: Tables.dustZones).first(where: { $0[0] == nearest.code })
        else { preconditionFailure("Data/dust-zones.csv lacks a district") }
        return row[1].text
    }
}
