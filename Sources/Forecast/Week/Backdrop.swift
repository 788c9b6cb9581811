#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The background for a place: one theme of four, by day or by night, and what it is drawn from.
public struct Backdrop: Sendable, Hashable {
    /// Which of the four.
    public var theme: Theme
    /// Whether the sun is down.
    public var isNight: Bool
    /// The condition in words.
    public var label: Words
    /// The feed it is drawn from; `nil` where none says anything of the moment.
    public var feed: Feed?

    /// The colours to paint it in.
    public var palette: Palette { theme.palette(night: isNight) }

    /// The background of a day, shown as by daylight.
    public init(of day: Day) {
        self.init(day.whole?.condition, isNight: false, feed: day.skyFeed)
    }

    /// The background of now: what is observed, else the step of a forecast that holds this moment or the next.
    init(now: Date, current: Observation?, hours: [Slot], sunIsDown: Bool) {
        if let current, current.condition != nil {
            self.init(current.condition, isNight: current.isNight ?? sunIsDown, feed: current.feed)
        } else {
            let slot = hours.first.flatMap { $0.time < now.addingTimeInterval(3 * 3_600) ? $0 : nil }
            self.init(slot?.condition, isNight: sunIsDown, feed: slot?.feed)
        }
    }

    private init(_ condition: Condition?, isNight: Bool, feed: Feed?) {
        theme = condition?.theme ?? .cloudy
        self.isNight = isNight
        label = condition?.words ?? .notKnown
        self.feed = condition == nil ? nil : feed
    }
}

extension Words {
    /// For weather that no feed tells.
    static let notKnown = Words("알 수 없음", "Unknown")
}
