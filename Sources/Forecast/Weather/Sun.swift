import CLibrary

/// Sunrise and sunset by NOAA's solar calculator (Meeus, "Astronomical Algorithms", 2nd ed., chapters 25 and 28): zenith 90.833° with refraction.
public struct Sun: Sendable, Hashable {
    /// Rise of the upper rim.
    public var rise: Date
    /// Set of the upper rim.
    public var set: Date

    /// Computes a day in Korea; `nil` without a rise or set, as nowhere in Korea.
    public init?(on date: KoreanDate, latitude: Double, longitude: Double) {
        let noon = date.at(hour: 12)
        guard let rise = Sun.crossing(near: noon, latitude: latitude, longitude: longitude, sign: -1),
            let set = Sun.crossing(near: noon, latitude: latitude, longitude: longitude, sign: 1)
        else { return nil }
        (self.rise, self.set) = (rise, set)
    }

    /// True if the sun is below the horizon at an instant.
    public static func isDown(at instant: Date, latitude: Double, longitude: Double) -> Bool {
        let sun = Sun(on: KoreanDate(of: instant), latitude: latitude, longitude: longitude)
        return sun?.isDown(at: instant) ?? false
    }

    func isDown(at instant: Date) -> Bool { instant < rise || instant >= set }

    private static func crossing(near noon: Date, latitude: Double, longitude: Double, sign: Double) -> Date? {
        let midnightUTC = (noon.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
        let rim = cos(90.833.radians)
        let phi = latitude.radians
        var instant = noon
        // The sun moves meanwhile; after two rounds it is exact to a second.
        for _ in 1...3 {
            let (declination, equationOfTime) = position(at: instant)
            let cosine = (rim - sin(phi) * sin(declination)) / (cos(phi) * cos(declination))
            guard abs(cosine) <= 1 else { return nil }
            let hourAngle = acos(cosine).degrees
            let minutes = 720 - 4 * longitude - equationOfTime + sign * 4 * hourAngle
            instant = Date(timeIntervalSince1970: midnightUTC + minutes * 60)
        }
        return instant
    }

    /// Declination in radians and equation of time in minutes.
    private static func position(at instant: Date) -> (declination: Double, equationOfTime: Double) {
        let julianDay = instant.timeIntervalSince1970 / 86_400 + 2_440_587.5
        let century = (julianDay - 2_451_545) / 36_525
        let meanLongitude = (280.46646 + century * (36_000.76983 + century * 0.0003032)).radians
        let anomaly = (357.52911 + century * (35_999.05029 - 0.0001537 * century)).radians
        let eccentricity = 0.016708634 - century * (0.000042037 + 0.0000001267 * century)

        let center1 = (1.914602 - century * (0.004817 + 0.000014 * century)) * sin(anomaly)
        let center2 = (0.019993 - 0.000101 * century) * sin(2 * anomaly)
        let center = center1 + center2 + 0.000289 * sin(3 * anomaly)
        let node = (125.04 - 1_934.136 * century).radians
        let aberration = -0.00569 - 0.00478 * sin(node)
        let apparentLongitude = meanLongitude + (center + aberration).radians
        let obliquity = (23.439291 - 0.0130042 * century + 0.00256 * cos(node)).radians
        let declination = asin(sin(obliquity) * sin(apparentLongitude))

        let y = tan(obliquity / 2) * tan(obliquity / 2)
        var equation = y * sin(2 * meanLongitude)
        equation -= 2 * eccentricity * sin(anomaly)
        equation += 4 * eccentricity * y * sin(anomaly) * cos(2 * meanLongitude)
        equation -= y * y * sin(4 * meanLongitude) / 2
        equation -= 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
        return (declination, 4 * equation.degrees)
    }
}

extension Double {
    fileprivate var radians: Double { self * .pi / 180 }
    fileprivate var degrees: Double { self * 180 / .pi }
}
