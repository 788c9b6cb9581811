import Forecast

/// What is usual at a place: the 1991–2020 normals of the stations around it, the nearest counting most.
///
/// The stations stand for height as well: between 강릉 and 대관령 the air cools as the road climbs.
struct SampleClimate {
    private let january: Double
    private let august: Double
    private let span: Double

    init(latitude: Double, longitude: Double) {
        var (january, august, span, weights) = (0.0, 0.0, 0.0, 0.0)
        for station in SampleStation.all {
            let north = station.latitude - latitude
            let east = (station.longitude - longitude) * 0.8
            // A tenth of a degree, about 10 km, is as near as it gets: no station speaks for one spot alone.
            let squared = north * north + east * east + 0.01
            let weight = 1 / (squared * squared)
            january += station.january * weight
            august += station.august * weight
            span += station.span * weight
            weights += weight
        }
        self.january = january / weights
        self.august = august / weights
        self.span = span / weights
    }

    /// The day's usual mean, °C.
    func mean(_ season: SampleSeason) -> Double {
        january + (august - january) * season.warmth
    }

    /// The day's usual span from low to high, °C.
    func span(_ season: SampleSeason) -> Double {
        span * season.span
    }
}
