/// A weather warning as it concerns a place: one kind, level and pair of times, on some or all zones of the place.
public struct Alert: Sendable, Hashable {
    /// What it is about.
    public var kind: WarningKind
    /// How severe it is.
    public var level: WarningLevel
    /// The zones of the place that are warned.
    public var zones: [AlertZone]
    /// Whether these are all zones of the place.
    public var coversAll: Bool
    /// Time of KMA's announcement, if it is known.
    public var issuedAt: Date?
    /// Time from which it is in effect, if it is known.
    public var effectiveAt: Date?
    /// Time of its end, if one is announced.
    public var endsAt: Date?

    /// Its name, such as `호우경보`.
    public var label: LocalizedText { level.label(of: kind) }

    /// Whether it is in force: announced as more than a possibility, and not only for later.
    public func isInForce(at now: Date) -> Bool {
        level != .preliminary && effectiveAt.map { $0 <= now } ?? true
    }
}

extension [Alert] {
    /// Alerts of a place by its warnings and the codes of its zones, the most severe first: empty if it is known that there
    /// are none, `nil` if that is not known. Without zones, those of the whole country and its seas.
    public init?(_ status: WarningStatus?, zones: [String]?) {
        guard let status, !status.warnings.isEmpty || status.unresolved.isEmpty else { return nil }
        let groups = Dictionary(grouping: status.warnings) { Alert($0, zones: []) }
        self = groups.map { alert, warnings in
            var seen: Set<AlertZone> = []
            var alert = alert
            alert.zones = warnings.map(\.zone).filter { seen.insert($0).inserted }
            alert.coversAll = zones.map { seen.count == $0.count } ?? false
            return alert
        }
        .sorted { first, second in
            if first.level != second.level { return first.level > second.level }
            return first.order < second.order
        }
    }

    /// The most severe alert, after the most severe one in force if the first is only announced.
    public func leading(at now: Date) -> [Alert] {
        guard let first else { return [] }
        return first.isInForce(at: now)
            ? [first] : [self.first { $0.isInForce(at: now) }, first].compactMap(\.self)
    }

    /// The first moment after another at which one of them begins or ends.
    public func nextChange(after now: Date) -> Date? {
        flatMap { [$0.effectiveAt, $0.endsAt] }.compactMap(\.self).filter { $0 > now }.min()
    }
}

extension Alert {
    fileprivate init(_ warning: ZoneWarning, zones: [AlertZone]) {
        self.init(
            kind: warning.kind,
            level: warning.level,
            zones: zones,
            coversAll: false,
            issuedAt: warning.issuedAt,
            effectiveAt: warning.effectiveAt,
            endsAt: warning.endsAt
        )
    }

    /// Its place among those of its level: by kind, then by time, unknown times first.
    fileprivate var order: (Int, String, Date, Date, Date) {
        (
            kind.rank, kind.name.korean, effectiveAt ?? .distantPast, issuedAt ?? .distantPast,
            endsAt ?? .distantPast
        )
    }
}

extension Readings {
    /// KMA's warnings on some zones as they are at a moment, the whole country's without zones: those in force, those to
    /// come, and the parts of the answer that could not be read. `nil` without an answer.
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
