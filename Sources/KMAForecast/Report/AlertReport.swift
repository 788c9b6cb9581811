import Forecast
import Regions

/// Warnings of KMA for a place, or for the country.
public struct AlertReport: SourcedAnswer, Sendable {
    /// Place; `nil` for the country.
    public var place: Place?
    /// Time of the report.
    public var generatedAt: Date
    /// Warnings, most severe first; `nil` if unknown.
    public var alerts: [Alert]?
    /// False if some could not be read: there may be more than ``alerts``.
    public var isWhole: Bool
    /// Result of the feed.
    public var source: FeedReport

    /// Creates a report.
    public init(place: Place?, generatedAt: Date, alerts: [Alert]?, isWhole: Bool = true, source: FeedReport) {
        (self.place, self.generatedAt, self.alerts, self.isWhole, self.source) = (place, generatedAt, alerts, isWhole, source)
    }

    /// Feed, if it gave nothing or a part.
    public var degraded: [Feed] { source.hasValue && source.status != .partial ? [] : [source.feed] }

    /// Source of the warnings.
    public var sources: [FeedReport] { [source] }

    /// Owner of the data.
    public var attribution: [String] { [source.feed.service.traits.attribution] }

    /// Next possible change.
    public var nextChange: Date {
        let changes = [source.nextChange ?? generatedAt.addingTimeInterval(FeedReport.failurePause), alerts?.nextChange(after: generatedAt)]
        return max(changes.compactMap(\.self).min() ?? generatedAt, generatedAt.addingTimeInterval(1))
    }
}

/// Announcements of the warnings that stand or ended in the last 48 hours.
public struct BulletinReport: Sendable {
    /// Warnings now, with place, time and source.
    public var current: AlertReport
    /// Announcements, newest first, and warnings without a known one.
    public var bulletins: [WarningBulletin]

    init(_ current: AlertReport, _ readings: Readings) {
        self.current = current
        let zones = current.place.map { Set($0.warningZones.map(\.code)) }
        let events = (readings.warningEvents ?? []).filter { event in zones.map { event.zone.code.map($0.contains) ?? false } ?? true }
        // Without KMA's text any may stand, on land and at sea.
        let anywhere: [UnresolvedWarning] = [.anywhere(text: ""), UnresolvedWarning(text: "", zones: [])]
        let status = readings.warnings ?? WarningStatus(warnings: [], unresolved: anywhere)
        bulletins = [WarningBulletin](status, events, at: current.generatedAt)
    }
}
