struct Warmth: Sendable, Hashable {
    let degrees: Double
    let color: String

    /// Steps of the page's `scale.js`.
    static let steps = [
        Warmth(degrees: -12, color: "#7a5fd0"), Warmth(degrees: 0, color: "#3f7fe0"), Warmth(degrees: 8, color: "#1d93b8"),
        Warmth(degrees: 15, color: "#2f9e5f"), Warmth(degrees: 21, color: "#c48a00"), Warmth(degrees: 27, color: "#e36a1c"),
        Warmth(degrees: 34, color: "#d43a3a"),
    ]

    static func color(of degrees: Double) -> String { steps.min { abs($0.degrees - degrees) < abs($1.degrees - degrees) }?.color ?? steps[0].color }
}
