/// The warnings of the whole country in one answer of KMA: those in force and the preliminary ones.
public struct WarningStatus: Sendable, Hashable {
    /// Each on one of the lowest zones.
    public var warnings: [ZoneWarning]
    /// Parts that could not be read. They never count as no warning.
    public var unresolved: [UnresolvedWarning]
    /// Time of the newest announcement in it, if the answer has one.
    public var issuedAt: Date?
    /// Moment whose state it describes, if the answer has one. It may be hours ahead: a text of KMA is that of the latest
    /// change it knows of (`tmEf`).
    public var describedAt: Date?

    /// A status from its parts.
    public init(
        warnings: [ZoneWarning],
        unresolved: [UnresolvedWarning] = [],
        issuedAt: Date? = nil,
        describedAt: Date? = nil
    ) {
        self.warnings = warnings
        self.unresolved = unresolved
        self.issuedAt = issuedAt
        self.describedAt = describedAt
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

    /// Whether it is a sea that KMA names as a whole, such as 동해남부전해상.
    var isWholeSea: Bool { name.hasSuffix(AlertZone.wholeSea) }

    /// Whether another zone at sea is a part of this sea, as far as their names say it.
    func isWhole(of part: AlertZone) -> Bool {
        isWholeSea && part.code?.hasPrefix("L") != true
            && part.name.hasPrefix(name.dropLast(AlertZone.wholeSea.count))
    }

    private static let wholeSea = "전해상"
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
