#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An apparent temperature, and whose formula it follows. KMA's and OpenWeather's differ by degrees and are not compared.
public struct FeelsLike: Sendable, Hashable {
    /// The formulas, as `feels_like_source` names them.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// KMA's 체감온도, computed here: no service of KMA has had it since 2026-05.
        case kma
        /// OpenWeather's own value.
        case openWeather = "openweather"
    }

    /// °C to one decimal, as KMA publishes it.
    public let degrees: Double
    /// Whose formula it follows.
    public let source: Source

    /// OpenWeather's own value in °C; `nil` for one that cannot be.
    public init?(openWeather degrees: Double) {
        self.init(degrees, .openWeather)
    }

    /// KMA's 체감온도 at an instant, from the temperature in °C, the humidity and the wind in m/s.
    ///
    /// The formula of summer applies from May to September, the one of winter from October to April (기상청
    /// 기상자료개방포털, 응용기상분석 > 체감온도). `nil` where the value that it needs is missing, and outside of its range.
    public init?(temperature: Double?, humidity: Humidity?, windSpeed: Double?, at instant: Date) {
        guard let temperature else { return nil }
        let isSummer = (5...9).contains(KoreanDate(of: instant).civil.month)
        let degrees =
            isSummer
            ? humidity.flatMap { FeelsLike.inSummer(temperature, Double($0.percent)) }
            : windSpeed.flatMap { FeelsLike.inWinter(temperature, $0) }
        guard let degrees else { return nil }
        self.init(degrees, .kma)
    }

    private init?(_ degrees: Double, _ source: Source) {
        guard ClosedRange.plausibleFeelsLike.contains(degrees) else { return nil }
        self.degrees = (degrees * 10).rounded() / 10
        self.source = source
    }
}

extension FeelsLike {
    /// KMA's formula since 2022-06-02, with the wet-bulb temperature after Stull (2011, Journal of Applied Meteorology
    /// and Climatology 50), who gives -20 to 50 °C for its range.
    private static func inSummer(_ air: Double, _ humidity: Double) -> Double? {
        guard (-20...50).contains(air) else { return nil }
        let wetBulb =
            air * atan(0.151977 * (humidity + 8.313659).squareRoot()) + atan(air + humidity)
            - atan(humidity - 1.67633) + 0.00391838 * pow(humidity, 1.5) * atan(0.023101 * humidity)
            - 4.686035
        return -0.2442 + 0.55399 * wetBulb + 0.45535 * air - 0.0022 * wetBulb * wetBulb
            + 0.00278 * wetBulb * air + 3
    }

    /// The wind chill of Joint Action Group/Temperature Indices (2001), which KMA gives up to 10 °C and from 1.3 m/s.
    private static func inWinter(_ air: Double, _ windSpeed: Double) -> Double? {
        guard air <= 10, windSpeed >= 1.3 else { return nil }
        let wind = pow(windSpeed * 3.6, 0.16)
        return 13.12 + 0.6215 * air - 11.37 * wind + 0.3965 * wind * air
    }
}

extension Observation {
    /// What it feels like: OpenWeather's own value where the observation is OpenWeather's, else KMA's formula.
    public var feelsLike: FeelsLike? {
        if feed.source == .openWeather { return statedFeelsLike.flatMap(FeelsLike.init(openWeather:)) }
        return FeelsLike(temperature: temperature, humidity: humidity, windSpeed: windSpeed, at: observedAt)
    }
}

extension Slot {
    /// What it feels like: OpenWeather's own value where the step is OpenWeather's, else KMA's formula.
    public var feelsLike: FeelsLike? {
        if feed.source == .openWeather { return statedFeelsLike.flatMap(FeelsLike.init(openWeather:)) }
        return FeelsLike(temperature: temperature, humidity: humidity, windSpeed: windSpeed, at: time)
    }
}

extension ArraySlice<Slot> {
    /// The lowest that the steps feel like in °C. A step outside the formula counts with its air temperature, and if it is
    /// the lowest there is none; nor if a temperature is missing.
    var lowestFeelsLike: Stated<Double>? { felt { $0 < $1 } }

    /// The highest, in the same way.
    var highestFeelsLike: Stated<Double>? { felt { $0 > $1 } }

    private func felt(_ isFarther: (Double, Double) -> Bool) -> Stated<Double>? {
        var farthest: (counted: Double, felt: Double?, slot: Slot)?
        for slot in self {
            guard let air = slot.temperature else { return nil }
            let felt = slot.feelsLike?.degrees
            if farthest.map({ isFarther(felt ?? air, $0.counted) }) ?? true {
                farthest = (felt ?? air, felt, slot)
            }
        }
        guard let farthest, let felt = farthest.felt else { return nil }
        return Stated(felt, farthest.slot.origin, of: farthest.slot.time..<farthest.slot.end)
    }
}
