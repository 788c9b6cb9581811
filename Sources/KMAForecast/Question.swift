import Feeds
import Forecast

/// What is asked about a place.
public enum Question: String, Sendable, Hashable, CaseIterable {
    /// Eleven days, and all the rest.
    case week
    /// The weather now.
    case now
    /// The next hours.
    case hours
    /// The background for now.
    case theme
    /// KMA's mid-term text.
    case outlook

    /// The feeds that help to answer it, in the order in which reports name them.
    public var feeds: [Feed] { FeedCatalog.feeds(for: self) }

    /// Whether a report answers it with anything at all.
    func isAnswered(by report: Report) -> Bool {
        switch self {
        case .week: !report.week.days.isEmpty || report.week.current != nil
        case .now: report.week.current != nil || !report.week.hours.isEmpty
        case .hours: !report.week.hours.isEmpty
        case .theme: report.week.themeSelection.feed != nil
        case .outlook: report.outlook != nil
        }
    }
}
