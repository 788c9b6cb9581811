/// Announcement of KMA at one time about one warning on one zone: a version of the warning. It never changes; a later
/// announcement is a version of its own, which names the one before.
public struct WarningBulletin: Sendable, Hashable, Identifiable {
    /// Content of an announcement.
    public enum Action: String, Sendable, Hashable, CaseIterable {
        /// A warning where there was none.
        case issued
        /// Another level, or another time, of a warning that stands.
        case changed
        /// The end of a warning, ahead of it.
        case ending
        /// The end of a warning.
        case released
        /// No announcement: a warning that stands by KMA's text, of which no announcement is known.
        case standing
    }

    /// A version that another one follows.
    public struct Reference: Sendable, Hashable {
        /// Its ``WarningBulletin/id``.
        public var id: String
        /// When KMA announced it.
        public var issuedAt: Date
    }

    /// What the warning is about.
    public var kind: WarningKind
    /// How severe it is from now on; of one that ends, how severe it was.
    public var level: WarningLevel
    /// Where.
    public var zone: AlertZone
    /// What is announced.
    public var action: Action
    /// Time of the announcement; of a warning without one, that of the text it stands in.
    public var issuedAt: Date
    /// Time at which the warning takes effect, if this version says so.
    public var startsAt: Date?
    /// Time at which the warning ends, if this version says so.
    public var endsAt: Date?
    /// The version before; `nil` for the first.
    public var previous: Reference?

    /// Name that no other version has, the same on any machine: `L1100200-dry-202610031000`, with the end if an issue has one,
    /// and of a warning without an announcement `L1100200-dry-advisory`. It holds letters, digits, hyphens and underscores; a
    /// zone at sea that comes without a code goes by KMA's name for it.
    public var id: String {
        var parts = [WarningSubject(kind, zone).place, kind.identifier]
        parts.append(action == .standing ? level.rawValue : KoreanTime(issuedAt).compact)
        if action == .issued, let endsAt { parts.append(KoreanTime(endsAt).compact) }
        return parts.joined(separator: "-")
    }

    fileprivate var reference: Reference { Reference(id: id, issuedAt: issuedAt) }

    fileprivate func isOver(at instant: Date) -> Bool { endsAt.map { $0 <= instant } ?? false }
}

extension [WarningBulletin] {
    /// Seconds for which the versions of a warning that has ended are still listed.
    public static let keeping = 48 * 3_600.0

    /// All versions of the warnings that stand, or have ended in the last 48 hours, the newest first.
    ///
    /// Events tell the versions. Of a warning without an end in the events, the status decides whether it stands; one that
    /// no event tells is known by the status alone. `status`: as it is at the moment.
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
                guard last.endsAt.map({ now < $0.addingTimeInterval(Self.keeping) }) ?? stands else {
                    continue
                }
                bulletins += versions
                if last.isOver(at: now) { continue }
                for subject in [subject] + wholes.map(WarningSubject.init) {
                    told[subject, default: []].formUnion(versions.map(\.level))
                }
            }
        }
        for warning in standing
        where told[WarningSubject(warning), default: []].insert(warning.level).inserted {
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

    /// Announcements of each kind on each zone, in order: those of each warning from its issue to its end.
    ///
    /// An end without an issue before it counts only if it is announced ahead: then the warning is in force.
    static func lives(in events: [WarningEvent]) -> [WarningSubject: [[WarningBulletin]]] {
        Dictionary(grouping: events, by: WarningSubject.init).mapValues { events in
            var lives: [[WarningBulletin]] = []
            let times = Dictionary(grouping: events, by: \.issuedAt).sorted { $0.key < $1.key }
            for (issuedAt, events) in times {
                let life = lives.last.flatMap { $0.last?.isOver(at: issuedAt) == false ? $0 : nil }
                let levels = Set((life ?? []).standing(at: issuedAt).map(\.level))
                var next: WarningBulletin
                // With a new level KMA may release the old one at the same time; the new one counts.
                if let issue = events.filter({ $0.startsAt != nil }).max(by: { $0.level < $1.level }) {
                    next = WarningBulletin(issue, life == nil ? .issued : .changed)
                } else if let release = events.first(where: { life == nil || levels.contains($0.level) }),
                    let end = release.endsAt, life != nil || end > issuedAt
                {
                    next = WarningBulletin(release, end > issuedAt ? .ending : .released)
                } else {
                    continue
                }
                next.previous = life?.last?.reference
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
    /// Whether a part that could not be read may be about a zone.
    fileprivate func mayConcern(_ zone: AlertZone) -> Bool {
        unresolved.contains { part in
            zone.code.map(part.zones.contains) ?? part.zones.isEmpty
        }
    }
}
