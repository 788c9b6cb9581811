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
            height: row[5].signedDecimal,
            years: row[6].integer,
            lows: row[7].split(at: .semicolon).map(\.signedDecimal),
            highs: row[8].split(at: .semicolon).map(\.signedDecimal),
            rainDays: row[9].split(at: .semicolon).map(\.decimal)
        )
    }
}

extension Field {
    /// The value of a field of digits, at most one point and a minus before them where it is below 0.
    fileprivate var signedDecimal: Double {
        guard bytes.first == UInt8(ascii: "-") else { return decimal }
        return -Field(UnsafeBufferPointer(rebasing: bytes.dropFirst())).decimal
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
        let plane = TangentPlane(at: Point(latitude: latitude, longitude: longitude))
        func distance(_ station: ClimateStation) -> Double {
            plane.kilometers(to: Point(latitude: station.latitude, longitude: station.longitude))
        }
        let nearest = ClimateStation.all.map { (station: $0, distance: distance($0)) }
            .min { $0.distance < $1.distance }
        return (nearest?.station, nearest?.distance ?? .infinity)
    }
}
