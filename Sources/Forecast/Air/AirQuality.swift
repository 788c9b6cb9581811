/// Air at a place: the measurement of its station and the forecast for its zone.
public struct AirQuality: Sendable, Hashable {
    /// Forecast for a day.
    public struct Day: Sendable, Hashable {
        /// Day in Korea.
        public var date: KoreanDate
        /// Grades of the day.
        public var grades: DustGrades
    }

    /// Measurement; `nil` if no station of the place has a value of the last three hours.
    public var measurement: AirMeasurement?
    /// Kilometres from the place to the station.
    public var distance: Double?
    /// Zone of the forecast.
    public var zone: String
    /// Forecast from today on, in order.
    public var forecast: [Day]

    /// Chooses the first station with PM10 and PM2.5, else with one; distances in kilometres.
    public init?(_ readings: Readings, stations: [(name: String, distance: Double)], zone: String, at now: Date) {
        let usable = stations.compactMap { station in
            readings.airMeasurements.first { $0.station == station.name && $0.isUsable(at: now) }.map {
                (measurement: $0, distance: station.distance)
            }
        }
        let found = usable.first { $0.measurement.pm10.amount != nil && $0.measurement.pm25.amount != nil } ?? usable.first
        measurement = found?.measurement
        distance = found?.distance
        self.zone = zone
        let today = KoreanDate(of: now)
        forecast = readings.dustForecast.days.compactMap { date, zones in zones[zone].flatMap { date >= today ? Day(date: date, grades: $0) : nil } }
            .sorted { $0.date < $1.date }
        if measurement == nil, forecast.isEmpty { return nil }
    }

    /// Returns the forecast for a day.
    public func forecast(on date: KoreanDate) -> DustGrades? { forecast.first { $0.date == date }?.grades }

    /// Worse grade of dust today, as measured, else as forecast.
    public func dustGrade(today: KoreanDate) -> AirGrade? { if let measurement { measurement.dustGrade } else { forecast(on: today)?.dust } }

    /// Feed of the measurement, else of the forecast.
    public var feed: Feed { measurement == nil ? .airForecast : .airMeasured }
}

/// Grades of clean air by 환경부 (대기환경 예보등급).
public enum AirGrade: String, Sendable, Hashable, CaseIterable, Comparable {
    case good
    case moderate
    case bad
    case veryBad = "very_bad"

    /// Reads 에어코리아's number, 1…4.
    public init?(number: Int) {
        guard AirGrade.allCases.indices.contains(number - 1) else { return nil }
        self = AirGrade.allCases[number - 1]
    }

    /// Reads 에어코리아's word; `nil` for others such as `예보없음`.
    public init?(word: String) {
        guard let index = AirGrade.allCases.map(\.label.korean).firstIndex(of: word) else { return nil }
        self = AirGrade.allCases[index]
    }

    /// Word for people.
    public var label: LocalizedText {
        switch self {
        case .good: LocalizedText("좋음", "Good")
        case .moderate: LocalizedText("보통", "Moderate")
        case .bad: LocalizedText("나쁨", "Bad")
        case .veryBad: LocalizedText("매우나쁨", "Very bad")
        }
    }

    /// Orders the cleaner first.
    public static func < (left: AirGrade, right: AirGrade) -> Bool { allCases.prefix { $0 != right }.contains(left) }
}

/// PM2.5 of 에어코리아's forecast for the week: up to 35 µg/m³, or above.
public enum DustLevel: String, Sendable, Hashable, CaseIterable {
    case low
    case high

    /// Reads 에어코리아's word.
    public init?(word: String) {
        guard let index = DustLevel.allCases.map(\.label.korean).firstIndex(of: word) else { return nil }
        self = DustLevel.allCases[index]
    }

    /// Word for people.
    public var label: LocalizedText {
        switch self {
        case .low: LocalizedText("낮음", "Low")
        case .high: LocalizedText("높음", "High")
        }
    }
}

/// Provisional measurement of one station in one hour.
public struct AirMeasurement: Sendable, Hashable {
    /// Name of the station.
    public var station: String
    /// End of the hour.
    public var observedAt: Date
    /// PM10 in µg/m³.
    public var pm10: AirValue
    /// PM2.5 in µg/m³.
    public var pm25: AirValue
    /// Ozone in ppm.
    public var ozone: AirValue
    /// True if a value was unreadable.
    public var isInPart = false

    /// Creates a measurement.
    public init(station: String, observedAt: Date, pm10: AirValue, pm25: AirValue, ozone: AirValue) {
        (self.station, self.observedAt, self.pm10, self.pm25, self.ozone) = (station, observedAt, pm10, pm25, ozone)
    }

    /// True with a dust value of the last three hours.
    public func isUsable(at now: Date) -> Bool {
        let age = now.timeIntervalSince(observedAt)
        return (0...3 * 3_600).contains(age) && (pm10.amount != nil || pm25.amount != nil)
    }

    /// Worse grade of PM10 and PM2.5; of one alone only if it is bad, as the other may be worse.
    public var dustGrade: AirGrade? {
        let worst = [pm10.grade, pm25.grade].compactMap { $0 }.max()
        return isDustGraded || worst.map { $0 >= .bad } == true ? worst : nil
    }

    /// True if both grades are known.
    public var isDustGraded: Bool { pm10.grade != nil && pm25.grade != nil }
}

/// Amount in the air, with 에어코리아's grade if it has one.
public struct AirValue: Sendable, Hashable {
    /// Amount in the unit of the pollutant.
    public var amount: Double?
    /// Grade of the hour.
    public var grade: AirGrade?

    /// Creates a value.
    public init(amount: Double? = nil, grade: AirGrade? = nil) { (self.amount, self.grade) = (amount, grade) }
}

extension ClosedRange<Double> {
    /// µg/m³ of PM10 or PM2.5; the record in Korea is 2,712, in yellow dust (흑산도, 2010-03-20).
    public static var plausibleDust: ClosedRange<Double> { 0...5_000 }
    /// ppm of ozone; a 중대경보 begins at 0.5.
    public static var plausibleOzone: ClosedRange<Double> { 0...2 }
}

/// National dust forecast of 에어코리아.
public struct DustForecast: Sendable, Hashable {
    /// Grades by date and name of the zone.
    public var days: [KoreanDate: [String: DustGrades]] = [:]
    /// True if a zone was left out or unreadable.
    public var isInPart = false

    /// Creates a forecast.
    public init(days: [KoreanDate: [String: DustGrades]] = [:]) { self.days = days }

    /// True if all its days are before a moment.
    public func isOver(at moment: Date) -> Bool { days.keys.allSatisfy { $0 < KoreanDate(of: moment) } }

    /// Adds the days of another forecast, such as the one for the week.
    public func filled(by other: DustForecast) -> DustForecast {
        DustForecast(days: days.merging(other.days) { zones, others in zones.merging(others) { $0.filled(by: $1) } })
    }
}

/// Grades of a zone on a day.
public struct DustGrades: Sendable, Hashable {
    /// PM10.
    public var pm10: AirGrade?
    /// PM2.5.
    public var pm25: AirGrade?
    /// PM2.5 on days of the forecast for the week alone.
    public var pm25Level: DustLevel?

    /// Creates grades.
    public init(pm10: AirGrade? = nil, pm25: AirGrade? = nil, pm25Level: DustLevel? = nil) {
        (self.pm10, self.pm25, self.pm25Level) = (pm10, pm25, pm25Level)
    }

    /// Worse of the two grades.
    public var dust: AirGrade? { [pm10, pm25].compactMap { $0 }.max() }

    fileprivate func filled(by other: DustGrades) -> DustGrades {
        DustGrades(pm10: pm10 ?? other.pm10, pm25: pm25 ?? other.pm25, pm25Level: pm25Level ?? other.pm25Level)
    }
}
