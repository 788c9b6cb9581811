/// What falls or, where nothing does, how the sky looks, with its name.
public struct Condition: Sendable, Hashable {
    /// What falls, or the sky where nothing does.
    public enum Kind: Sendable, Hashable {
        /// Nothing falls; how much of the sky is covered.
        case sky(Sky)
        /// Water only.
        case rain
        /// Ice of any form.
        case snow
        /// Water and ice together, or one of the two.
        case mixed
        /// A text or code that no table has.
        case unknown
    }

    /// What falls, or the sky.
    public var kind: Kind
    /// Its name for people.
    public var text: LocalizedText
    /// OpenWeather's condition id, where it came from there.
    public var code: Int?
    /// OpenWeather's icon name, where it came from there.
    public var icon: String?

    /// A condition from its kind and name, and OpenWeather's id and icon where it has them.
    public init(_ kind: Kind, _ text: LocalizedText, code: Int? = nil, icon: String? = nil) {
        self.kind = kind
        self.text = text
        self.code = code
        self.icon = icon
    }

    /// Whether rain or snow falls.
    public var isFalling: Bool {
        switch kind {
        case .rain, .snow, .mixed: true
        case .sky, .unknown: false
        }
    }

    /// The theme: precipitation before sky, snow before rain. An unknown condition is cloudy, because "clear" is the one
    /// wrong answer that misleads.
    public var theme: Theme {
        switch kind {
        case .sky(.clear): .clear
        case .sky, .unknown: .cloudy
        case .rain: .rain
        case .snow, .mixed: .snow
        }
    }
}

/// How much of the sky is covered, the clearer first, in KMA's three steps and one for what hides it.
public enum Sky: Sendable, Hashable, Comparable {
    /// 맑음: up to half.
    case clear
    /// 구름많음: 6 to 8 tenths.
    case mostlyCloudy
    /// 흐림: 9 tenths and more.
    case overcast
    /// Fog, haze, dust: no sky to be seen.
    case obscured
}

extension Condition {
    /// The one condition that represents several: a half day's steps, or a day's two halves.
    ///
    /// Precipitation in any of them decides, snow before rain, and the wettest of those is chosen. Else it is the sky
    /// that most of them have, the cloudier on a tie, in the name its first has. `nil` where there are none.
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
        let most = Dictionary(grouping: skies, by: \.self)
            .max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
        guard let most else { return candidates.first?.condition }
        return candidates.first { $0.condition.kind == .sky(most.key) }?.condition
    }
}

/// The four backgrounds for weather.
public enum Theme: String, Sendable, Hashable, CaseIterable {
    /// Clear, or nearly: 맑음.
    case clear
    /// Clouds, mist, dust, and whatever is not known.
    case cloudy
    /// Anything that falls as water, thunder included.
    case rain
    /// Anything frozen or freezing that falls, mixed with rain or not.
    case snow
}

/// The colours of a theme: a gradient from top left to bottom right, and a text colour readable on all of it.
///
/// Every stop, and every point between, holds 4.5:1 against the text (WCAG 2.2, 1.4.3). A gradient may not cross
/// relative luminance 0.18, where neither black nor white passes.
public struct Palette: Sendable, Hashable {
    /// `#RRGGBB` at the start of the gradient; the theme's one colour where only one fits.
    public var start: String
    /// `#RRGGBB` at its end.
    public var end: String
    /// `#RRGGBB` for text on it.
    public var text: String
}

extension Theme {
    /// The theme's colours by day or by night.
    public func palette(night: Bool) -> Palette {
        switch (self, night) {
        case (.clear, false): Palette(start: "#1565C0", end: "#1E73C8", text: "#FFFFFF")
        case (.clear, true): Palette(start: "#0B1B3A", end: "#1B2F5B", text: "#FFFFFF")
        case (.cloudy, false): Palette(start: "#4A5B6C", end: "#5F7182", text: "#FFFFFF")
        case (.cloudy, true): Palette(start: "#1C2530", end: "#2E3A47", text: "#FFFFFF")
        case (.rain, false): Palette(start: "#33475B", end: "#455A73", text: "#FFFFFF")
        case (.rain, true): Palette(start: "#141E2A", end: "#243447", text: "#FFFFFF")
        case (.snow, false): Palette(start: "#E8EEF5", end: "#F7FAFD", text: "#1A1A1A")
        case (.snow, true): Palette(start: "#2B3A4E", end: "#3E5068", text: "#FFFFFF")
        }
    }
}
