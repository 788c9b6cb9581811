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

    /// The air at a place by its stations, the nearest first, each with its distance in kilometres. The first that has both
    /// PM10 and PM2.5 of the last three hours, else the first that has one of them, is taken for everything: there is no
    /// mean, and no other station fills a gap. `nil` if nothing is known.
    public init?(
        _ readings: Readings,
        stations: [(name: String, distance: Double)],
        zone: String,
        at now: Date
    ) {
        let usable = stations.compactMap { station in
            readings.airMeasurements.first { $0.station == station.name && $0.isUsable(at: now) }
                .map { (measurement: $0, distance: station.distance) }
        }
        let found = usable.first { $0.measurement.hasAllDust } ?? usable.first
        measurement = found?.measurement
        distance = found?.distance
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

/// How clean the air is, by the four grades of 환경부 (대기환경 예보등급).
public enum AirGrade: String, Sendable, Hashable, CaseIterable, Comparable {
    /// 좋음.
    case good
    /// 보통.
    case moderate
    /// 나쁨.
    case bad
    /// 매우나쁨.
    case veryBad = "very_bad"

    /// The grade of 에어코리아's number, 1…4; `nil` for any other.
    public init?(number: Int) {
        guard AirGrade.allCases.indices.contains(number - 1) else { return nil }
        self = AirGrade.allCases[number - 1]
    }

    /// The grade of 에어코리아's word; `nil` for any other, such as `예보없음`.
    public init?(word: String) {
        guard let index = AirGrade.allCases.map(\.label.korean).firstIndex(of: word) else { return nil }
        self = AirGrade.allCases[index]
    }

    /// The word for people.
    public var label: LocalizedText {
        switch self {
        case .good: LocalizedText("좋음", "Good")
        case .moderate: LocalizedText("보통", "Moderate")
        case .bad: LocalizedText("나쁨", "Bad")
        case .veryBad: LocalizedText("매우나쁨", "Very bad")
        }
    }

    /// The cleaner first.
    public static func < (left: AirGrade, right: AirGrade) -> Bool {
        allCases.prefix { $0 != right }.contains(left)
    }
}

/// What 에어코리아's forecast for the week says of fine dust: whether it will be above 35 µg/m³.
public enum DustLevel: String, Sendable, Hashable, CaseIterable {
    /// 낮음: at most 35 µg/m³, good or moderate.
    case low
    /// 높음: bad or very bad.
    case high

    /// The level of 에어코리아's word; `nil` for any other.
    public init?(word: String) {
        guard let index = DustLevel.allCases.map(\.label.korean).firstIndex(of: word) else { return nil }
        self = DustLevel.allCases[index]
    }

    /// The word for people.
    public var label: LocalizedText {
        switch self {
        case .low: LocalizedText("낮음", "Low")
        case .high: LocalizedText("높음", "High")
        }
    }
}

/// What one station measured in one hour. Values are provisional: they are checked later.
public struct AirMeasurement: Sendable, Hashable {
    /// The station's name.
    public var station: String
    /// The end of the hour.
    public var observedAt: Date
    /// PM10 in µg/m³.
    public var pm10: AirValue
    /// PM2.5 in µg/m³.
    public var pm25: AirValue
    /// Ozone in ppm.
    public var ozone: AirValue

    /// A measurement from its parts.
    public init(station: String, observedAt: Date, pm10: AirValue, pm25: AirValue, ozone: AirValue) {
        self.station = station
        self.observedAt = observedAt
        self.pm10 = pm10
        self.pm25 = pm25
        self.ozone = ozone
    }

    /// Whether it says how much dust there was within the last three hours; older values stand for nothing.
    public func isUsable(at now: Date) -> Bool {
        let age = now.timeIntervalSince(observedAt)
        return (0...3 * 3_600).contains(age) && (pm10.amount != nil || pm25.amount != nil)
    }

    /// True if it has both PM10 and PM2.5.
    var hasAllDust: Bool { pm10.amount != nil && pm25.amount != nil }

    /// The worse of the grades of PM10 and PM2.5.
    public var dustGrade: AirGrade? { [pm10.grade, pm25.grade].compactMap { $0 }.max() }
}

/// How much of something is in the air, and the grade that 에어코리아 gives it. Either may be missing: they do not come and
/// go together.
public struct AirValue: Sendable, Hashable {
    /// In the unit of what is measured.
    public var amount: Double?
    /// Of the hour.
    public var grade: AirGrade?

    /// A value and a grade, either of which may be missing.
    public init(amount: Double? = nil, grade: AirGrade? = nil) {
        self.amount = amount
        self.grade = grade
    }
}

extension ClosedRange<Double> {
    /// µg/m³ of PM10 or PM2.5. The most measured in Korea is 2,712, in yellow dust (흑산도, 2010-03-20).
    public static var plausibleDust: ClosedRange<Double> { 0...5_000 }
    /// ppm of ozone. A 중대경보 stands from 0.5 on.
    public static var plausibleOzone: ClosedRange<Double> { 0...2 }
}

/// 에어코리아's forecast of dust for the whole country: grades by date and zone.
public struct DustForecast: Sendable, Hashable {
    /// Grades of a date by the name of their zone.
    public var days: [KoreanDate: [String: DustGrades]] = [:]

    /// A forecast from its days.
    public init(days: [KoreanDate: [String: DustGrades]] = [:]) {
        self.days = days
    }

    /// True if no day of it is that of a moment or later.
    public func isOver(at moment: Date) -> Bool { days.keys.allSatisfy { $0 < KoreanDate(of: moment) } }

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
