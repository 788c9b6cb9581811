import Feeds
import Forecast
import Regions

/// KMA's warnings for a place, or for the whole country.
public struct AlertReport: SourcedAnswer, Sendable {
    /// The place; `nil` for the whole country.
    public var place: Place?
    /// When it was put together.
    public var generatedAt: Date
    /// The warnings, the most severe first; empty if it is known that there are none, `nil` if that is not known.
    public var alerts: [Alert]?
    /// Whether all that KMA says of the place could be read; if not, there may be more than ``alerts``.
    public var isWhole: Bool
    /// The result of the feed.
    public var source: FeedReport

    /// A report from its parts.
    public init(place: Place?, generatedAt: Date, alerts: [Alert]?, isWhole: Bool = true, source: FeedReport)
    {
        self.place = place
        self.generatedAt = generatedAt
        self.alerts = alerts
        self.isWhole = isWhole
        self.source = source
    }

    /// The feed, where it gave nothing or only a part.
    public var degraded: [Feed] { source.hasValue && source.status != .partial ? [] : [source.feed] }

    /// The one source of warnings.
    public var sources: [FeedReport] { [source] }

    /// Whom the data are owed to.
    public var attribution: [String] { [source.feed.service.traits.attribution] }

    /// When the warnings can next change.
    public var nextChange: Date {
        let changes = [
            source.nextChange ?? generatedAt.addingTimeInterval(FeedReport.failurePause),
            alerts?.nextChange(after: generatedAt),
        ]
        return max(changes.compactMap(\.self).min() ?? generatedAt, generatedAt.addingTimeInterval(1))
    }
}

/// KMA's announcements of the warnings that stand or have ended in the last 48 hours, for a place or for the whole country.
public struct BulletinReport: Sendable {
    /// The warnings as they stand now, with the place, the time and the source.
    public var current: AlertReport
    /// Each announcement, the newest first, and each warning that stands without a known one.
    public var bulletins: [WarningBulletin]

    /// The announcements about a place: `readings` with its warnings, and the events of the whole country.
    init(_ current: AlertReport, _ readings: Readings) {
        self.current = current
        let zones = current.place.map { Set($0.warningZones.map(\.code)) }
        let events = (readings.warningEvents ?? []).filter { event in
            zones.map { event.zone.code.map($0.contains) ?? false } ?? true
        }
        // Without KMA's text any of them may stand, on land and at sea.
        let anywhere = [Set(WarningZones.ofKorea.leaves.map(\.code)), []]
        let status =
            readings.warnings
            ?? WarningStatus(
                warnings: [],
                unresolved: anywhere.map { UnresolvedWarning(text: "", zones: $0) }
            )
        bulletins = [WarningBulletin](status, events, at: current.generatedAt)
    }
}
