import CLibrary

/// Felt temperature; KMA's and OpenWeather's formulas differ by degrees and are not compared.
public struct FeelsLike: Sendable, Hashable {
    /// Formulas, as in `feels_like_source`.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// KMA's 체감온도, computed here: no service of KMA has had it since 2026-05.
        case kma
        case openWeather = "openweather"
    }

    /// °C to one decimal, as KMA publishes it.
    public let degrees: Double
    /// Formula of the value.
    public let source: Source

    /// Creates OpenWeather's value in °C, if plausible.
    public init?(openWeather degrees: Double) { self.init(degrees, .openWeather) }

    /// Computes KMA's 체감온도 from °C and m/s; summer's formula from May to September (기상청 기상자료개방포털, 응용기상분석 > 체감온도).
    public init?(temperature: Double?, humidity: Humidity?, windSpeed: Double?, at instant: Date) {
        guard let temperature else { return nil }
        let isSummer = (5...9).contains(KoreanDate(of: instant).civil.month)
        let degrees =
            isSummer
            ? humidity.flatMap { FeelsLike.inSummer(temperature, Double($0.percent)) } : windSpeed.flatMap { FeelsLike.inWinter(temperature, $0) }
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
    /// KMA's formula since 2022-06-02; wet bulb by Stull (2011, J. Applied Meteorology and Climatology 50), valid from -20 to 50 °C.
    private static func inSummer(_ air: Double, _ humidity: Double) -> Double? {
        guard (-20...50).contains(air) else { return nil }
        let wetBulb =
            air * atan(0.151977 * (humidity + 8.313659).squareRoot()) + atan(air + humidity) - atan(humidity - 1.67633) + 0.00391838
            * pow(humidity, 1.5) * atan(0.023101 * humidity) - 4.686035
        return -0.2442 + 0.55399 * wetBulb + 0.45535 * air - 0.0022 * wetBulb * wetBulb + 0.00278 * wetBulb * air + 3
    }

    /// Wind chill (Joint Action Group/Temperature Indices, 2001), used by KMA up to 10 °C and from 1.3 m/s.
    private static func inWinter(_ air: Double, _ windSpeed: Double) -> Double? {
        guard air <= 10, windSpeed >= 1.3 else { return nil }
        let wind = pow(windSpeed * 3.6, 0.16)
        return 13.12 + 0.6215 * air - 11.37 * wind + 0.3965 * wind * air
    }
}

extension ObservedWeather {
    /// OpenWeather's felt temperature for its observations, else KMA's formula.
    public var feelsLike: FeelsLike? {
        if feed.source == .openWeather { return statedFeelsLike.flatMap(FeelsLike.init(openWeather:)) }
        return FeelsLike(temperature: temperature, humidity: humidity, windSpeed: windSpeed, at: observedAt)
    }
}

extension Slot {
    /// OpenWeather's felt temperature for its steps, else KMA's formula.
    public var feelsLike: FeelsLike? {
        if feed.source == .openWeather { return statedFeelsLike.flatMap(FeelsLike.init(openWeather:)) }
        return FeelsLike(temperature: temperature, humidity: humidity, windSpeed: windSpeed, at: time)
    }
}

extension ArraySlice<Slot> {
    /// Lowest or highest; a step outside the formula counts by its air temperature, and is `nil` as the farthest.
    func feelsLike(_ isFarther: (Double, Double) -> Bool) -> Stated<Double>? {
        var farthest: (counted: Double, felt: Double?, slot: Slot)?
        for slot in self {
            guard let air = slot.temperature else { return nil }
            let felt = slot.feelsLike?.degrees
            if farthest.map({ isFarther(felt ?? air, $0.counted) }) ?? true { farthest = (felt ?? air, felt, slot) }
        }
        guard let farthest, let felt = farthest.felt else { return nil }
        return Stated(felt, farthest.slot.origin, of: farthest.slot.time..<farthest.slot.end)
    }
}
