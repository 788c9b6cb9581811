import Feeds
import Forecast
import Regions

/// KMA's warnings for a place, or for the whole country.
public struct AlertReport: SourcedAnswer, Sendable {
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

    /// The one source of warnings.
    public var sources: [FeedReport] { [source] }

    /// Whom the data are owed to.
    public var attribution: [String] { [source.feed.service.traits.attribution] }

    /// When the warnings can next change.
    public var nextChange: Date {
        let change = source.nextChange ?? generatedAt.addingTimeInterval(FeedReport.failurePause)
        return max(change, generatedAt.addingTimeInterval(1))
    }
}

/// What KMA announced of the warnings that stand or have ended in the last 48 hours, for a place or for the whole country.
public struct BulletinReport: Sendable {
    /// The warnings as they stand now, with the place, the time and the source.
    public var current: AlertReport
    /// Each announcement, the newest first.
    public var bulletins: [WarningBulletin]
    /// Whether every warning that stands is among them. One is not while its time is not known, or could not be read.
    public var isWhole: Bool

    /// The announcements about a place, from what is known of the whole country.
    init(_ current: AlertReport, _ readings: Readings) {
        self.current = current
        let zones = current.place.map { Set($0.warningZones.map(\.code)) }
        func concerns(_ zone: AlertZone) -> Bool { zones.map { zone.code.map($0.contains) ?? false } ?? true }
        let status = readings.warnings ?? WarningStatus(warnings: [])
        bulletins = [WarningBulletin](status, readings.warningEvents ?? [], at: current.generatedAt)
            .filter { concerns($0.zone) }
        let told = Set(bulletins.map { [$0.kind.identifier, $0.zone.code ?? $0.zone.name] })
        let unread = status.unresolved.contains { part in
            zones.map { !part.zones.isDisjoint(with: $0) } ?? true
        }
        isWhole =
            !unread
            && status.warnings.allSatisfy { warning in
                warning.level == .preliminary || !concerns(warning.zone)
                    || told.contains([warning.kind.identifier, warning.zone.code ?? warning.zone.name])
            }
    }
}
