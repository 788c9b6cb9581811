/// A step of temperature with its colour, so that the same warmth looks the same in every picture and in the page's charts.
struct Warmth: Sendable, Hashable {
    /// °C in the middle of the step.
    let degrees: Double
    /// `#RRGGBB`.
    let color: String

    /// The steps, the coldest first; the page's `scale.js` has the same.
    static let steps = [
        Warmth(degrees: -12, color: "#7a5fd0"), Warmth(degrees: 0, color: "#3f7fe0"),
        Warmth(degrees: 8, color: "#1d93b8"), Warmth(degrees: 15, color: "#2f9e5f"),
        Warmth(degrees: 21, color: "#c48a00"), Warmth(degrees: 27, color: "#e36a1c"),
        Warmth(degrees: 34, color: "#d43a3a"),
    ]

    /// The colour of the step whose middle is nearest.
    static func color(of degrees: Double) -> String {
        steps.min { abs($0.degrees - degrees) < abs($1.degrees - degrees) }?.color ?? steps[0].color
    }
}
