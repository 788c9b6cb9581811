/// The warnings of the whole country in one answer of KMA: those in force and the preliminary ones.
public struct WarningStatus: Sendable, Hashable {
    /// Each on one of the lowest zones.
    public var warnings: [ZoneWarning]
    /// What could not be read. It never counts as no warning.
    public var unresolved: [UnresolvedWarning]

    /// A status from its parts.
    public init(warnings: [ZoneWarning], unresolved: [UnresolvedWarning] = []) {
        self.warnings = warnings
        self.unresolved = unresolved
    }
}

/// One warning on one zone.
public struct ZoneWarning: Sendable, Hashable {
    /// What it is about.
    public var kind: WarningKind
    /// How severe it is.
    public var level: WarningLevel
    /// Where.
    public var zone: AlertZone
    /// When KMA announced it, where that is known.
    public var issuedAt: Date?
    /// When it takes effect, where that is known.
    public var effectiveAt: Date?
    /// When it ends, where that is announced.
    public var endsAt: Date?

    /// A warning on a zone; its times are filled in where they are known.
    public init(kind: WarningKind, level: WarningLevel, zone: AlertZone) {
        self.kind = kind
        self.level = level
        self.zone = zone
    }
}

/// A zone that a warning is for.
public struct AlertZone: Sendable, Hashable {
    /// KMA's code; `nil` for a zone at sea that comes by name alone.
    public var code: String?
    /// KMA's full Korean name for it.
    public var name: String

    /// A zone from its code and its name.
    public init(code: String?, name: String) {
        self.code = code
        self.name = name
    }
}

/// A part of an answer that could not be read, and the zones it may be about.
public struct UnresolvedWarning: Sendable, Hashable {
    /// The text as it came.
    public var text: String
    /// The codes of the zones that it may mean; none where it is about the sea.
    public var zones: Set<String>

    /// A text and the codes of the zones it may mean.
    public init(text: String, zones: Set<String>) {
        self.text = text
        self.zones = zones
    }
}

/// An event in the life of a warning on a zone: its issue, or its release.
public struct WarningEvent: Sendable, Hashable {
    /// What it is about.
    public var kind: WarningKind
    /// The level that is issued or released.
    public var level: WarningLevel
    /// Where.
    public var zone: AlertZone
    /// When KMA announced the event.
    public var issuedAt: Date
    /// When the warning takes effect; `nil` for a release.
    public var startsAt: Date?
    /// When the warning ends; `nil` for an issue.
    public var endsAt: Date?

    /// An event from its parts.
    public init(
        kind: WarningKind,
        level: WarningLevel,
        zone: AlertZone,
        issuedAt: Date,
        startsAt: Date?,
        endsAt: Date?
    ) {
        self.kind = kind
        self.level = level
        self.zone = zone
        self.issuedAt = issuedAt
        self.startsAt = startsAt
        self.endsAt = endsAt
    }
}

extension WarningStatus {
    /// This status with the times that events tell, and with the warnings that are still in force at an instant although
    /// the text no longer has them: it describes the moment of its latest change, which may be hours ahead.
    func completed(by events: [WarningEvent], at now: Date) -> WarningStatus {
        /// The newest issue of a warning, whatever the order of the events.
        func issue(of warning: ZoneWarning) -> WarningEvent? {
            events.filter { isSame($0, warning) && $0.level == warning.level && $0.startsAt != nil }
                .max { $0.issuedAt < $1.issuedAt }
        }
        func isSame(_ event: WarningEvent, _ warning: ZoneWarning) -> Bool {
            event.kind == warning.kind && event.zone == warning.zone
        }
        var status = self
        for index in status.warnings.indices where status.warnings[index].level != .preliminary {
            let warning = status.warnings[index]
            let issue = issue(of: warning)
            status.warnings[index].issuedAt = warning.issuedAt ?? issue?.issuedAt
            status.warnings[index].effectiveAt = warning.effectiveAt ?? issue?.startsAt
        }
        for release in events {
            guard let endsAt = release.endsAt, endsAt > now else { continue }
            let inForce = warnings.contains { isSame(release, $0) && $0.level != .preliminary }
            if inForce { continue }
            var warning = ZoneWarning(kind: release.kind, level: release.level, zone: release.zone)
            warning.endsAt = endsAt
            let issue = issue(of: warning)
            warning.issuedAt = issue?.issuedAt
            warning.effectiveAt = issue?.startsAt
            status.warnings.append(warning)
        }
        return status
    }
}
