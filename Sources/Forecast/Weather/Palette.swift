/// The colours of a theme: a gradient from top left to bottom right, and a text colour that reads on all of it.
///
/// Every stop, and every point between, holds 4.5:1 against the text (WCAG 2.2, 1.4.3). A gradient may not cross
/// relative luminance 0.18, where neither black nor white passes.
public struct Palette: Sendable, Hashable {
    /// `#RRGGBB` at the start of the gradient; the theme's one colour where only one fits.
    public var start: String
    /// `#RRGGBB` at its end.
    public var end: String
    /// `#RRGGBB` for words on it.
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
