/// Version of a warning on one zone: one announcement of KMA, which names the one before.
public struct WarningBulletin: Sendable, Hashable, Identifiable {
    /// Content of an announcement.
    public enum Action: String, Sendable, Hashable, CaseIterable {
        case issued
        case changed
        case ending
        case released
        /// Warning of KMA's text without a known announcement.
        case standing
    }

    /// Earlier version.
    public struct Reference: Sendable, Hashable {
        /// ``WarningBulletin/id`` of the version.
        public var id: String
        /// Time of the announcement.
        public var issuedAt: Date
    }

    /// Kind of the warning.
    public var kind: WarningKind
    /// Level from now on, or until the end.
    public var level: WarningLevel
    /// Zone of the warning.
    public var zone: AlertZone
    /// Content of the announcement.
    public var action: Action
    /// Time of the announcement, or of the text.
    public var issuedAt: Date
    /// Time of effect, if in this version.
    public var startsAt: Date?
    /// Time of the end, if in this version.
    public var endsAt: Date?
    /// Version before; `nil` for the first.
    public var previous: Reference?

    /// Unique name, the same on any machine: `L1100200-dry-202610031000`, with the end if an issue has one, or `L1100200-dry-advisory-2026-10-03`
    /// by the day of the text, so that readers, which show a name once, do not keep silent about the next warning of the zone.
    public var id: String {
        var parts = [WarningSubject(kind, zone).place, kind.identifier]
        parts.append(action == .standing ? "\(level.rawValue)-\(KoreanDate(of: issuedAt))" : KoreanTime(issuedAt).compact)
        if action == .issued, let endsAt { parts.append(KoreanTime(endsAt).compact) }
        return parts.joined(separator: "-")
    }

    fileprivate func isOver(at instant: Date) -> Bool { endsAt.map { $0 <= instant } ?? false }
}

extension [WarningBulletin] {
    /// Seconds for which versions of an ended warning are listed.
    public static let keeping = 48 * 3_600.0

    /// Lists versions of warnings that stand or ended in the last 48 hours, newest first; the status decides where no end is known.
    public init(_ status: WarningStatus, _ events: [WarningEvent], at now: Date) {
        let standing = status.warnings.filter { $0.level != .preliminary }
        let subjects = Set(standing.map(WarningSubject.init))
        let seas = standing.filter(\.zone.isWholeSea)
        var bulletins: [WarningBulletin] = []
        var told: [WarningSubject: Set<WarningLevel>] = [:]
        for (subject, lives) in Self.lives(in: events) {
            for versions in lives {
                guard let last = versions.last else { continue }
                let wholes = seas.filter { $0.kind == last.kind && $0.zone.isWhole(of: last.zone) }
                let stands = subjects.contains(subject) || status.mayConcern(last.zone) || !wholes.isEmpty
                guard last.endsAt.map({ now < $0.addingTimeInterval(Self.keeping) }) ?? stands else { continue }
                bulletins += versions
                if last.isOver(at: now) { continue }
                for subject in [subject] + wholes.map(WarningSubject.init) { told[subject, default: []].formUnion(versions.map(\.level)) }
            }
        }
        for warning in standing where told[WarningSubject(warning), default: []].insert(warning.level).inserted {
            bulletins.append(
                WarningBulletin(
                    kind: warning.kind,
                    level: warning.level,
                    zone: warning.zone,
                    action: warning.issuedAt == nil ? .standing : .issued,
                    issuedAt: warning.issuedAt ?? status.issuedAt ?? KoreanDate(of: now).start,
                    startsAt: warning.effectiveAt,
                    endsAt: warning.endsAt
                )
            )
        }
        self = bulletins.sorted { ($1.issuedAt, $0.id) < ($0.issuedAt, $1.id) }
    }

    /// An end without an issue before it counts only if announced ahead.
    static func lives(in events: [WarningEvent]) -> [WarningSubject: [[WarningBulletin]]] {
        Dictionary(grouping: events, by: WarningSubject.init).mapValues { events in
            var lives: [[WarningBulletin]] = []
            let times = Dictionary(grouping: events, by: \.issuedAt).sorted { $0.key < $1.key }
            for (issuedAt, events) in times {
                let life = lives.last.flatMap { $0.last?.isOver(at: issuedAt) == false ? $0 : nil }
                let levels = Set((life ?? []).standing(at: issuedAt).map(\.level))
                var next: WarningBulletin
                // KMA may release the old level with the new one, which counts.
                if let issue = events.filter({ $0.startsAt != nil }).max(by: { $0.level < $1.level }) {
                    next = WarningBulletin(issue, life == nil ? .issued : .changed)
                } else if let release = events.first(where: { life == nil || levels.contains($0.level) }), let end = release.endsAt,
                    life != nil || end > issuedAt
                {
                    next = WarningBulletin(release, end > issuedAt ? .ending : .released)
                } else if let extended = events.first(where: { $0.endsAt == nil }) {
                    next = WarningBulletin(extended, life == nil ? .issued : .changed)
                } else {
                    continue
                }
                next.previous = life?.last.map { WarningBulletin.Reference(id: $0.id, issuedAt: $0.issuedAt) }
                if life == nil { lives.append([next]) } else { lives[lives.count - 1].append(next) }
            }
            return lives
        }
    }
}

extension WarningBulletin {
    fileprivate init(_ event: WarningEvent, _ action: Action) {
        self.init(
            kind: event.kind,
            level: event.level,
            zone: event.zone,
            action: action,
            issuedAt: event.issuedAt,
            startsAt: event.startsAt,
            endsAt: event.endsAt
        )
    }
}

extension WarningStatus {
    fileprivate func mayConcern(_ zone: AlertZone) -> Bool {
        unresolved.contains { part in zone.code.map(part.zones.contains) ?? part.zones.isEmpty }
    }
}
