/// A weather warning as it concerns a place: one kind and level on some or all of its zones.
public struct Alert: Sendable, Hashable {
    /// What it is about.
    public var kind: WarningKind
    /// How severe it is.
    public var level: WarningLevel
    /// The zones of the place that are warned.
    public var zones: [AlertZone]
    /// Whether these are all zones of the place.
    public var coversAll: Bool
    /// When KMA announced it last, where that is known.
    public var issuedAt: Date?
    /// When it first takes effect, where that is known.
    public var effectiveAt: Date?
    /// When all of it has ended, where that is announced.
    public var endsAt: Date?

    /// Its name, such as `호우경보`.
    public var label: LocalizedText { level.label(of: kind) }

    /// Whether it is in force: announced as more than a possibility, and not only for later.
    public func isInForce(at now: Date) -> Bool {
        level != .preliminary && effectiveAt.map { $0 <= now } ?? true
    }
}

extension [Alert] {
    /// The alerts of a place by the codes of its zones, the most severe first: empty where it is known that there are
    /// none, `nil` where that is not known. Without zones, the alerts of the whole country and its seas.
    public init?(_ readings: Readings, zones: [String]?, at now: Date) {
        guard let status = readings.warnings?.completed(by: readings.warningEvents ?? [], at: now) else {
            return nil
        }
        let warnings = status.warnings.filter { warning in
            zones.map { zones in warning.zone.code.map(zones.contains) ?? false } ?? true
        }
        if warnings.isEmpty, let zones,
            status.unresolved.contains(where: { !$0.zones.isDisjoint(with: zones) })
        {
            return nil
        }
        let groups = Dictionary(grouping: warnings) { Group(kind: $0.kind, level: $0.level) }
        self = groups.map { group, warnings in
            var seen: Set<AlertZone> = []
            let warned = warnings.map(\.zone).filter { seen.insert($0).inserted }
            return Alert(
                kind: group.kind,
                level: group.level,
                zones: warned,
                coversAll: zones.map { warned.count == $0.count } ?? false,
                issuedAt: warnings.compactMap(\.issuedAt).max(),
                effectiveAt: warnings.compactMap(\.effectiveAt).min(),
                endsAt: warnings.allSatisfy { $0.endsAt != nil } ? warnings.compactMap(\.endsAt).max() : nil
            )
        }
        .sorted { first, second in
            if first.level != second.level { return first.level > second.level }
            return (first.kind.rank, first.kind.name.korean) < (second.kind.rank, second.kind.name.korean)
        }
    }

    private struct Group: Hashable {
        var kind: WarningKind
        var level: WarningLevel
    }
}
