/// The background for a place: one theme of four, by day or by night, and what it is drawn from.
public struct ThemeSelection: Sendable, Hashable {
    /// Which of the four.
    public var theme: Theme
    /// Whether the sun is down.
    public var isNight: Bool
    /// The condition in words.
    public var label: LocalizedText
    /// The feed it is drawn from; `nil` where none says anything of the moment.
    public var feed: Feed?

    /// The colours to paint it in.
    public var palette: Palette { theme.palette(night: isNight) }

    /// The background of a day, shown as by daylight.
    public init(of day: Day) {
        self.init(day.whole?.condition, isNight: false, feed: day.skyFeed)
    }

    /// The background of a moment. Who observed it says whether it is night; else the sun does.
    init(_ moment: CurrentConditions, sunIsDown: Bool) {
        self.init(moment.condition, isNight: moment.observation?.isNight ?? sunIsDown, feed: moment.feed)
    }

    private init(_ condition: Condition?, isNight: Bool, feed: Feed?) {
        theme = condition?.theme ?? .cloudy
        self.isNight = isNight
        label = condition?.text ?? .notKnown
        self.feed = condition == nil ? nil : feed
    }
}

extension LocalizedText {
    /// For weather that no feed tells.
    static let notKnown = LocalizedText("알 수 없음", "Unknown")
}
