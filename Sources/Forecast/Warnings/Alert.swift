/// Warning for a place: one kind, level and pair of times, on some or all of its zones.
public struct Alert: Sendable, Hashable {
    /// Kind of the warning.
    public var kind: WarningKind
    /// Level of the warning.
    public var level: WarningLevel
    /// Warned zones of the place.
    public var zones: [AlertZone]
    /// True if all zones of the place are warned.
    public var coversAll: Bool
    /// Time of KMA's announcement.
    public var issuedAt: Date?
    /// Time of effect.
    public var effectiveAt: Date?
    /// Announced end.
    public var endsAt: Date?

    /// Name, such as `호우경보`.
    public var label: LocalizedText { level.label(of: kind) }

    /// True if in force: more than preliminary, and begun.
    public func isInForce(at now: Date) -> Bool { level.isInForce(from: effectiveAt, at: now) }
}

extension [Alert] {
    /// Lists the alerts of zones or the whole country, most severe first; `nil` if they are not known.
    public init?(_ status: WarningStatus?, zones: [String]?) {
        guard let status, !status.warnings.isEmpty || status.unresolved.isEmpty else { return nil }
        let groups = Dictionary(grouping: status.warnings, by: Alert.init)
        self = groups.map { alert, warnings in
            var seen: Set<AlertZone> = []
            var alert = alert
            alert.zones = warnings.map(\.zone).filter { seen.insert($0).inserted }
            alert.coversAll = zones.map { seen.count == $0.count } ?? false
            return alert
        }.sorted { first, second in
            if first.level != second.level { return first.level > second.level }
            return first.order < second.order
        }
    }

    /// Most severe alert; if only announced, the most severe in force after it.
    public func leading(at now: Date) -> [Alert] {
        guard let first else { return [] }
        return first.isInForce(at: now) ? [first] : [self.first { $0.isInForce(at: now) }, first].compactMap(\.self)
    }

    /// Next moment at which an alert begins or ends.
    public func nextChange(after now: Date) -> Date? { flatMap { [$0.effectiveAt, $0.endsAt] }.compactMap(\.self).filter { $0 > now }.min() }
}

extension Alert {
    fileprivate init(_ warning: ZoneWarning) {
        self.init(
            kind: warning.kind,
            level: warning.level,
            zones: [],
            coversAll: false,
            issuedAt: warning.issuedAt,
            effectiveAt: warning.effectiveAt,
            endsAt: warning.endsAt
        )
    }

    fileprivate var order: (Int, String, Date, Date, Date) {
        (kind.rank, kind.name.korean, effectiveAt ?? .distantPast, issuedAt ?? .distantPast, endsAt ?? .distantPast)
    }
}

extension Readings {
    /// Warnings on zones, or of the whole country: in force, to come, and unreadable parts.
    public func warnings(in zones: [String]?, at now: Date) -> WarningStatus? {
        guard var status = warnings else { return nil }
        var events = warningEvents
        if let zones = zones.map(Set.init) {
            status.warnings.removeAll { !($0.zone.code.map(zones.contains) ?? false) }
            status.unresolved.removeAll { $0.zones.isDisjoint(with: zones) }
            events?.removeAll { !($0.zone.code.map(zones.contains) ?? false) }
        }
        return status.completed(by: events, at: now)
    }
}
