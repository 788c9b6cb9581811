/// Warnings of the whole country in one answer of KMA, in force and preliminary.
public struct WarningStatus: Sendable, Hashable {
    /// Warnings, each on one of the lowest zones.
    public var warnings: [ZoneWarning]
    /// Unreadable parts, which never count as no warning.
    public var unresolved: [UnresolvedWarning]
    /// Time of the newest announcement.
    public var issuedAt: Date?
    /// Moment described (`tmEf`); KMA's text may be hours ahead, at the latest change it knows of.
    public var describedAt: Date?
    /// True if the events are older than the text, or not all known: a warning without one may have begun.
    public var lacksEvents = false

    /// Creates a status.
    public init(warnings: [ZoneWarning], unresolved: [UnresolvedWarning] = [], issuedAt: Date? = nil, describedAt: Date? = nil) {
        (self.warnings, self.unresolved, self.issuedAt, self.describedAt) = (warnings, unresolved, issuedAt, describedAt)
    }
}

/// One warning on one zone.
public struct ZoneWarning: Sendable, Hashable {
    /// Kind of the warning.
    public var kind: WarningKind
    /// Level of the warning.
    public var level: WarningLevel
    /// Zone of the warning.
    public var zone: AlertZone
    /// Time of KMA's announcement.
    public var issuedAt: Date?
    /// Time of effect.
    public var effectiveAt: Date?
    /// Announced end.
    public var endsAt: Date?

    /// Creates a warning without times.
    public init(kind: WarningKind, level: WarningLevel, zone: AlertZone) { (self.kind, self.level, self.zone) = (kind, level, zone) }
}

/// Zone of a warning.
public struct AlertZone: Sendable, Hashable {
    /// KMA's code; `nil` for a zone at sea known by name.
    public var code: String?
    /// KMA's full Korean name.
    public var name: String

    /// Creates a zone.
    public init(code: String?, name: String) { (self.code, self.name) = (code, name) }

    var isWholeSea: Bool { name.hasSuffix(AlertZone.wholeSea) }

    func isWhole(of part: AlertZone) -> Bool {
        isWholeSea && part.code?.hasPrefix("L") != true && part.name.hasPrefix(name.dropLast(AlertZone.wholeSea.count))
    }

    private static let wholeSea = "전해상"
}

/// Unreadable part of an answer.
public struct UnresolvedWarning: Sendable, Hashable {
    /// Text as it came.
    public var text: String
    /// Codes of the possible zones; none if at sea.
    public var zones: Set<String>
    /// Time of the announcement, if a row of events has one that can be read.
    public var issuedAt: Date?

    /// Creates an unreadable part.
    public init(text: String, zones: Set<String>, issuedAt: Date? = nil) { (self.text, self.zones, self.issuedAt) = (text, zones, issuedAt) }
}

/// Event of a warning on a zone: its issue or release.
public struct WarningEvent: Sendable, Hashable {
    /// Kind of the warning.
    public var kind: WarningKind
    /// Level issued or released.
    public var level: WarningLevel
    /// Zone of the warning.
    public var zone: AlertZone
    /// Time of the announcement.
    public var issuedAt: Date
    /// Time of effect; `nil` for a release.
    public var startsAt: Date?
    /// Time of the end; `nil` for an issue.
    public var endsAt: Date?

    /// Creates an event.
    public init(kind: WarningKind, level: WarningLevel, zone: AlertZone, issuedAt: Date, startsAt: Date?, endsAt: Date?) {
        (self.kind, self.level, self.zone, self.issuedAt, self.startsAt, self.endsAt) = (kind, level, zone, issuedAt, startsAt, endsAt)
    }
}
