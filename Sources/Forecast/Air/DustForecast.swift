/// 에어코리아's forecast of dust for the whole country: grades by date and zone.
public struct DustForecast: Sendable, Hashable {
    /// Grades of a date by the name of their zone.
    public var days: [KoreanDate: [String: DustGrades]] = [:]

    /// A forecast from its days.
    public init(days: [KoreanDate: [String: DustGrades]] = [:]) {
        self.days = days
    }

    /// This forecast with what only another one has: the one for the week begins where the daily one ends.
    public func filled(by other: DustForecast) -> DustForecast {
        DustForecast(
            days: days.merging(other.days) { zones, others in
                zones.merging(others) { $0.filled(by: $1) }
            }
        )
    }
}

/// The grades of a zone on a day.
public struct DustGrades: Sendable, Hashable {
    /// Of PM10.
    public var pm10: AirGrade?
    /// Of PM2.5.
    public var pm25: AirGrade?
    /// Of PM2.5, where only the forecast for the week reaches.
    public var pm25Level: DustLevel?

    /// Grades, any of which may be missing.
    public init(pm10: AirGrade? = nil, pm25: AirGrade? = nil, pm25Level: DustLevel? = nil) {
        self.pm10 = pm10
        self.pm25 = pm25
        self.pm25Level = pm25Level
    }

    /// The worse of the two grades.
    public var dust: AirGrade? { [pm10, pm25].compactMap { $0 }.max() }

    fileprivate func filled(by other: DustGrades) -> DustGrades {
        DustGrades(
            pm10: pm10 ?? other.pm10,
            pm25: pm25 ?? other.pm25,
            pm25Level: pm25Level ?? other.pm25Level
        )
    }
}
