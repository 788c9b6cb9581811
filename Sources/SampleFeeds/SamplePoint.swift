import Regions

/// A point and the land zone whose rain and sky it shares.
struct SamplePoint {
    /// Degrees north, WGS84.
    let latitude: Double
    /// Degrees east, WGS84.
    let longitude: Double
    /// KMA's code of the land zone, such as `11B00000`.
    let landZone: String
}

extension SamplePoint {
    /// Any point, in the land zone of the city nearest to it.
    init?(latitude: Double, longitude: Double) {
        // A degree of longitude is four fifths of one of latitude in Korea: near enough to tell who is nearest.
        func distance(_ city: TemperatureZone) -> Double {
            let (north, east) = (city.latitude - latitude, (city.longitude - longitude) * 0.8)
            return north * north + east * east
        }
        guard let nearest = Gazetteer.temperatureZones.min(by: { distance($0) < distance($1) }) else {
            return nil
        }
        self.init(latitude: latitude, longitude: longitude, landZone: nearest.landZone)
    }

    /// The city of a zone of mid-term temperatures; `nil` for a code KMA does not know.
    init?(temperatureZone code: String) {
        guard let zone = Gazetteer.temperatureZone(code: code) else { return nil }
        self.init(latitude: zone.latitude, longitude: zone.longitude, landZone: zone.landZone)
    }

    /// The middle of a zone of mid-term rain and sky.
    init(_ zone: LandZone) {
        self.init(latitude: zone.latitude, longitude: zone.longitude, landZone: zone.code)
    }
}
