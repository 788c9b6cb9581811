import Feeds
import Forecast
import Regions

/// KMA's warnings for a place, or for the whole country.
public struct AlertReport: Sendable {
    /// The place; `nil` for the whole country.
    public var place: Place?
    /// When it was put together.
    public var generatedAt: Date
    /// The warnings, the most severe first; empty where it is known that there are none, `nil` where that is not known.
    public var alerts: [Alert]?
    /// The result of the feed.
    public var source: FeedReport

    /// A report from its parts.
    public init(place: Place?, generatedAt: Date, alerts: [Alert]?, source: FeedReport) {
        self.place = place
        self.generatedAt = generatedAt
        self.alerts = alerts
        self.source = source
    }

    /// The feed, where it gave nothing or only a part.
    public var degraded: [Feed] { source.hasValue && source.status != .partial ? [] : [source.feed] }

    /// Whether the warnings are older than they should be.
    public var isStale: Bool { source.status == .stale }

    /// Whether they are made up.
    public var isSample: Bool { source.status == .sample }

    /// Whom the data are owed to.
    public var attribution: [String] { [source.feed.service.traits.attribution] }

    /// When the warnings can next change.
    public var nextChange: Date {
        let change = source.nextChange ?? generatedAt.addingTimeInterval(FeedReport.failurePause)
        return max(change, generatedAt.addingTimeInterval(1))
    }
}
