/// The background for a place: one theme of four, by day or by night, and the condition and feed it follows from.
public struct ThemeSelection: Sendable, Hashable {
    /// Which of the four.
    public var theme: Theme
    /// Whether it is night.
    public var isNight: Bool
    /// The name of the condition.
    public var label: LocalizedText
    /// The feed the condition came from; `nil` where no feed has one.
    public var feed: Feed?

    /// The colours of the theme.
    public var palette: Palette { theme.palette(night: isNight) }

    /// The background of a day, always by daylight.
    public init(of day: Day) {
        self.init(day.whole?.condition, isNight: false, feed: day.skyFeed)
    }

    /// The background of now. The observation decides whether it is night; where it does not tell, the sun does.
    init(_ current: CurrentConditions, sunIsDown: Bool) {
        self.init(current.condition, isNight: current.observation?.isNight ?? sunIsDown, feed: current.feed)
    }

    /// The background where nothing is known.
    static let unknown = ThemeSelection(nil, isNight: false, feed: nil)

    /// An unknown condition is cloudy, and of no feed.
    private init(_ condition: Condition?, isNight: Bool, feed: Feed?) {
        theme = condition?.theme ?? .cloudy
        self.isNight = isNight
        label = condition?.text ?? .notKnown
        self.feed = condition == nil ? nil : feed
    }
}

extension LocalizedText {
    /// The label where no feed has a condition.
    static let notKnown = LocalizedText("알 수 없음", "Unknown")
}
