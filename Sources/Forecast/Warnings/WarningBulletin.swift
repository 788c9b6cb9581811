/// What KMA announced at one time about one warning on one zone: a version of the warning. It never changes; what comes
/// later is a version of its own, which names the one before.
public struct WarningBulletin: Sendable, Hashable, Identifiable {
    /// What is announced.
    public enum Action: String, Sendable, Hashable, CaseIterable {
        /// A warning where there was none.
        case issued
        /// Another level, or another time, of a warning that stands.
        case changed
        /// That a warning will end.
        case ending
        /// That a warning has ended.
        case released
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
    /// When KMA announced it.
    public var issuedAt: Date
    /// When the warning takes effect, where this version says so.
    public var startsAt: Date?
    /// When the warning ends, where this version says so.
    public var endsAt: Date?
    /// The version before; `nil` for the first.
    public var previous: Reference?

    /// What tells it from all other versions, the same on any machine: `L1100200-dry-202610031000`. It holds letters, digits
    /// and hyphens; a zone at sea that comes without a code goes by KMA's name for it.
    public var id: String {
        let place = String((zone.code ?? zone.name).filter { $0.isLetter || $0.isNumber })
        return "\(place)-\(kind.identifier)-\(KoreanTime(issuedAt).compact)"
    }

    fileprivate var reference: Reference { Reference(id: id, issuedAt: issuedAt) }

    fileprivate func isOver(at instant: Date) -> Bool { endsAt.map { $0 <= instant } ?? false }
}

extension [WarningBulletin] {
    /// Seconds for which the versions of a warning that has ended are still listed.
    public static let keeping = 48 * 3_600.0

    /// All versions of the warnings that stand, or have ended in the last 48 hours, the newest first.
    ///
    /// Events tell the versions. Of a warning whose end no event tells, the status decides whether it stands; one whose
    /// first issue no event tells is known by the status alone, where that has its time (the API hub).
    public init(_ status: WarningStatus, _ events: [WarningEvent], at now: Date) {
        let standing = status.warnings.filter { $0.level != .preliminary }
        let subjects = Set(standing.map(Subject.init))
        var bulletins: [WarningBulletin] = []
        var told: Set<Subject> = []
        for (subject, events) in Dictionary(grouping: events, by: Subject.init) {
            for versions in [WarningBulletin].lives(of: subject, events) {
                guard let last = versions.last else { continue }
                let stands = subjects.contains(subject) || status.mayConcern(subject.zone)
                guard last.endsAt.map({ now < $0.addingTimeInterval(Self.keeping) }) ?? stands else {
                    continue
                }
                bulletins += versions
                if !last.isOver(at: now) { told.insert(subject) }
            }
        }
        for warning in standing {
            guard let issuedAt = warning.issuedAt, told.insert(Subject(warning)).inserted else { continue }
            bulletins.append(
                WarningBulletin(
                    kind: warning.kind,
                    level: warning.level,
                    zone: warning.zone,
                    action: .issued,
                    issuedAt: issuedAt,
                    startsAt: warning.effectiveAt
                )
            )
        }
        self = bulletins.sorted { ($1.issuedAt, $0.id) < ($0.issuedAt, $1.id) }
    }

    /// The versions of the warnings of one kind on one zone, in order: those of each from its issue to its end. An end
    /// without an issue before it is left out.
    private static func lives(of subject: Subject, _ events: [WarningEvent]) -> [[WarningBulletin]] {
        var lives: [[WarningBulletin]] = []
        for (issuedAt, events) in Dictionary(grouping: events, by: \.issuedAt).sorted(by: { $0.key < $1.key })
        {
            let before = lives.last?.last.flatMap { $0.isOver(at: issuedAt) ? nil : $0 }
            var next: WarningBulletin
            // With a new level KMA may release the old one at the same time; the new one counts.
            if let issue = events.filter({ $0.startsAt != nil }).max(by: { $0.level < $1.level }) {
                next = subject.bulletin(issue, before == nil ? .issued : .changed)
            } else if let before,
                let release = events.first(where: { $0.level == before.level }), let end = release.endsAt
            {
                next = subject.bulletin(release, end > issuedAt ? .ending : .released)
            } else {
                continue
            }
            next.previous = before?.reference
            if before == nil { lives.append([next]) } else { lives[lives.count - 1].append(next) }
        }
        return lives
    }

    private struct Subject: Hashable {
        var kind: WarningKind
        var zone: AlertZone

        init(_ event: WarningEvent) {
            (kind, zone) = (event.kind, event.zone)
        }

        init(_ warning: ZoneWarning) {
            (kind, zone) = (warning.kind, warning.zone)
        }

        func bulletin(_ event: WarningEvent, _ action: WarningBulletin.Action) -> WarningBulletin {
            WarningBulletin(
                kind: kind,
                level: event.level,
                zone: zone,
                action: action,
                issuedAt: event.issuedAt,
                startsAt: event.startsAt,
                endsAt: event.endsAt
            )
        }
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
