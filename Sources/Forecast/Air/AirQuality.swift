/// The air at a place: what the station of the place measured, and the forecast for its zone.
public struct AirQuality: Sendable, Hashable {
    /// A forecast for a day.
    public struct Day: Sendable, Hashable {
        /// The day in Korea.
        public var date: KoreanDate
        /// The grades.
        public var grades: DustGrades
    }

    /// What was measured; `nil` where none of the place's stations has a value of the last three hours.
    public var measurement: AirMeasurement?
    /// Kilometres from the place to the station; `nil` without a measurement.
    public var distance: Double?
    /// The zone of the forecast.
    public var zone: String
    /// From today on, in order.
    public var forecast: [Day]

    /// The air at a place by its stations, the nearest first, each with its distance in kilometres. The first that has a
    /// value of the last three hours is taken for everything: there is no mean, and no other station fills a gap. `nil`
    /// where nothing is known.
    public init?(
        _ readings: Readings,
        stations: [(name: String, distance: Double)],
        zone: String,
        at now: Date
    ) {
        let found = stations.lazy.compactMap { station in
            readings.airMeasurements.first { $0.station == station.name && $0.isUsable(at: now) }
                .map { ($0, station.distance) }
        }.first
        measurement = found?.0
        distance = found?.1
        self.zone = zone
        let today = KoreanDate(of: now)
        forecast = readings.dustForecast.days.compactMap { date, zones in
            zones[zone].flatMap { date >= today ? Day(date: date, grades: $0) : nil }
        }
        .sorted { $0.date < $1.date }
        if measurement == nil, forecast.isEmpty { return nil }
    }

    /// The forecast for a day.
    public func forecast(on date: KoreanDate) -> DustGrades? {
        forecast.first { $0.date == date }?.grades
    }

    /// The feed that speaks of now, else that of the forecast.
    public var feed: Feed { measurement == nil ? .airForecast : .airMeasured }
}
