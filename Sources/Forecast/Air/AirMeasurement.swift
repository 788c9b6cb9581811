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

    /// The worse of the grades of PM10 and PM2.5.
    public var dustGrade: AirGrade? { [pm10.grade, pm25.grade].compactMap { $0 }.max() }
}

/// How much of something is in the air, and the grade that 에어코리아 gives it. Either may be missing: they do not come and
/// go together.
public struct AirValue: Sendable, Hashable {
    /// In the unit of what is measured.
    public var amount: Double?
    /// Of the hour; where 에어코리아 gives none, of 24 hours.
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
