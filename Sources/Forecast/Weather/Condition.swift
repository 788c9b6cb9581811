/// Precipitation, or the sky without any, with its name.
public struct Condition: Sendable, Hashable {
    /// Precipitation, or the sky without any.
    public enum Kind: Sendable, Hashable {
        case sky(Sky)
        case rain
        case snow
        case mixed
        case unknown

        package static let falling: [Kind] = [.rain, .snow, .mixed]
    }

    /// Precipitation, or the sky.
    public var kind: Kind
    /// Name for people.
    public var text: LocalizedText
    /// OpenWeather's condition id.
    public var code: Int?
    /// OpenWeather's icon name.
    public var icon: String?

    /// Creates a condition.
    public init(_ kind: Kind, _ text: LocalizedText, code: Int? = nil, icon: String? = nil) {
        (self.kind, self.text, self.code, self.icon) = (kind, text, code, icon)
    }

    /// True for rain or snow.
    public var isFalling: Bool { Kind.falling.contains(kind) }

    /// False for a dry word beside a chance of 60 % or more, with which KMA names rain or snow.
    package func isKnown(beside chance: Probability?) -> Bool { isFalling || (chance?.percent ?? 0) < 60 }

    /// Theme: precipitation before sky, snow before rain; an unknown condition is cloudy.
    public var theme: Theme {
        switch kind {
        case .sky(.clear): .clear
        case .sky, .unknown: .cloudy
        case .rain: .rain
        case .snow, .mixed: .snow
        }
    }
}

/// Cloud cover, the clearer first, in KMA's three steps and one for fog and dust.
public enum Sky: Sendable, Hashable, Comparable {
    /// 맑음: up to half.
    case clear
    /// 구름많음: 6 to 8 tenths.
    case mostlyCloudy
    /// 흐림: from 9 tenths on.
    case overcast
    /// Fog, haze or dust hides the sky.
    case obscured
}

extension Condition {
    /// Precipitation decides, snow before rain, by the wettest; else the most frequent sky, the cloudier on a tie.
    public static func representative(of candidates: [(condition: Condition, amount: Double)]) -> Condition? {
        for falling in [[Kind.snow, .mixed], [.rain]] {
            let wet = candidates.filter { falling.contains($0.condition.kind) }
            let wettest =
                wet.reduce(nil) { best, next in
                    guard let best, best.amount >= next.amount else { return next }
                    return best
                } as (condition: Condition, amount: Double)?
            if let wettest { return wettest.condition }
        }
        let skies = candidates.compactMap { if case .sky(let sky) = $0.condition.kind { sky } else { nil } }
        let counts = skies.map { sky in (count: skies.count { $0 == sky }, sky: sky) }
        guard let most = counts.max(by: <) else { return candidates.first?.condition }
        return candidates.first { $0.condition.kind == .sky(most.sky) }?.condition
    }
}

/// Backgrounds for weather.
public enum Theme: String, Sendable, Hashable, CaseIterable {
    case clear
    /// Clouds, mist, dust, and unknown conditions.
    case cloudy
    case rain
    case snow
}

/// Colours of a theme: 4.5:1 against the text all along (WCAG 2.2, 1.4.3), so never across luminance 0.18; skies differ by ΔE2000 10.
public struct Palette: Sendable, Hashable {
    /// `#RRGGBB` at the start, and as the theme's single colour.
    public var start: String
    /// `#RRGGBB` at the end.
    public var end: String
    /// `#RRGGBB` of text.
    public var text: String
}

extension Palette {
    /// Colour by parts from 0 to 1, for `Color(red:green:blue:)`.
    public struct Color: Sendable, Hashable {
        /// Red, 0…1.
        public let red: Double
        /// Green, 0…1.
        public let green: Double
        /// Blue, 0…1.
        public let blue: Double

        fileprivate init(_ hex: String) {
            let value = Int(hex.dropFirst(), radix: 16) ?? 0
            (red, green, blue) = (Double(value >> 16 & 255) / 255, Double(value >> 8 & 255) / 255, Double(value & 255) / 255)
        }
    }

    /// Start, end and text as numbers.
    public var colors: (start: Color, end: Color, text: Color) { (Color(start), Color(end), Color(text)) }
}

extension Theme {
    /// Colours of the theme by day or by night.
    public func palette(night: Bool) -> Palette {
        switch (self, night) {
        case (.clear, false): Palette(start: "#1565C0", end: "#1E73C8", text: "#FFFFFF")
        case (.clear, true): Palette(start: "#0B1B3A", end: "#1B2F5B", text: "#FFFFFF")
        case (.cloudy, false): Palette(start: "#6B645C", end: "#7A7168", text: "#FFFFFF")
        case (.cloudy, true): Palette(start: "#322C29", end: "#443C37", text: "#FFFFFF")
        case (.rain, false): Palette(start: "#1F4F58", end: "#2C666C", text: "#FFFFFF")
        case (.rain, true): Palette(start: "#06302F", end: "#10443F", text: "#FFFFFF")
        case (.snow, false): Palette(start: "#ECE8F8", end: "#FAF8FF", text: "#1A1A1A")
        case (.snow, true): Palette(start: "#4C3B68", end: "#5E4F82", text: "#FFFFFF")
        }
    }
}
