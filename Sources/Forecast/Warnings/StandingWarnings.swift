/// Kind of warning on a zone, with one level in force at a time.
public struct WarningSubject: Sendable, Hashable {
    let kind: WarningKind
    /// Code, or the letters of the name: KMA's texts and tables differ in the marks between them.
    let place: String

    init(_ kind: WarningKind, _ zone: AlertZone) {
        self.kind = kind
        place = zone.code ?? zone.name.filter { $0.isLetter || $0.isNumber }
    }

    /// Creates the subject of an event.
    public init(_ event: WarningEvent) { self.init(event.kind, event.zone) }

    init(_ warning: ZoneWarning) { self.init(warning.kind, warning.zone) }
}

extension WarningStatus {
    /// Adds times. KMA's text describes the latest change it knows of, maybe hours ahead; until then the newest issue begun is in force.
    func completed(by events: [WarningEvent]?, at now: Date) -> WarningStatus {
        var status = self
        if let events {
            let standing = StandingWarnings(events, at: now)
            var named: Set<WarningSubject> = []
            status.warnings = warnings.flatMap { warning -> [ZoneWarning] in
                guard warning.level != .preliminary else { return [warning] }
                let subjects = standing.subjects(of: warning)
                named.formUnion(subjects)
                let subject = WarningSubject(warning)
                if warning.effectiveAt == nil, let issuedAt, standing.isAnnounced(subject, after: issuedAt) {
                    // The newer word counts; until it begins, the text's stands, unless that is to begin as well.
                    let changed = standing[subject]
                    let isToBegin = !lacksEvents && isAhead(of: now)
                    return changed.isEmpty || isToBegin || changed.contains { $0.hasBegun(at: now) } ? changed : [warning] + changed
                }
                return completed(warning, by: subjects.flatMap { standing[$0] }, at: now)
            }
            status.warnings += standing.subjects.filter { !named.contains($0) }.map { standing[$0] }.filter { isMissing($0, at: now) }.flatMap(\.self)
        }
        // Listed after its announced end, it goes on.
        for index in status.warnings.indices where status.warnings[index].endsAt.map({ $0 <= now }) == true { status.warnings[index].endsAt = nil }
        // Expected within a part of a day, it is in force by now, or gone.
        status.warnings.removeAll { $0.level == .preliminary && $0.effectiveAt.map { $0 + 43_200 <= now } ?? false }
        let begun = status.warnings.filter { $0.hasBegun(at: now) }
        let newest = Dictionary(begun.compactMap { warning in warning.issuedAt.map { (WarningSubject(warning), $0) } }, uniquingKeysWith: max)
        status.warnings.removeAll { warning in
            guard warning.hasBegun(at: now), let issuedAt = warning.issuedAt, let last = newest[WarningSubject(warning)] else { return false }
            return issuedAt < last
        }
        return status
    }

    package func isAhead(of now: Date) -> Bool { describedAt.map { $0 > now } ?? false }

    /// Kinds and zones with a change ahead and no event for the state before it.
    public func subjectsWithoutBeginning(in events: [WarningEvent], at now: Date) -> Set<WarningSubject> {
        let standing = StandingWarnings(events, at: now)
        let untold = warnings.filter { warning in standing.subjects(of: warning).isEmpty && isUnannounced(warning, [], at: now) }
        let open = standing.subjects.filter { subject in !standing[subject].contains { $0.effectiveAt.map { $0 <= now } ?? false } }
        return Set(open).union(untold.map(WarningSubject.init))
    }

    private func completed(_ warning: ZoneWarning, by announced: [ZoneWarning], at now: Date) -> [ZoneWarning] {
        var warning = warning
        let own = announced.filter { $0.level == warning.level }
        if isUnannounced(warning, own, at: now) { warning.effectiveAt = describedAt }
        // Parts of a sea named as a whole may have times of their own.
        let (issues, starts, ends) = (Set(own.map(\.issuedAt)), Set(own.map(\.effectiveAt)), Set(own.map(\.endsAt)))
        if issues.count == 1 { warning.issuedAt = warning.issuedAt ?? own[0].issuedAt }
        if starts.count == 1 { warning.effectiveAt = warning.effectiveAt ?? own[0].effectiveAt }
        if ends.count == 1 { warning.endsAt = warning.endsAt ?? own[0].endsAt }
        guard let start = warning.effectiveAt, start > now else { return [warning] }
        let others = announced.filter { $0.level != warning.level && ($0.effectiveAt ?? now) < start }
        return others + [warning]
    }

    /// True for a begun warning without an event: events come later than the text.
    private func isUnannounced(_ warning: ZoneWarning, _ own: [ZoneWarning], at now: Date) -> Bool {
        guard !lacksEvents, warning.level != .preliminary, warning.effectiveAt == nil, own.isEmpty else { return false }
        return warning.kind.hasEvents && isAhead(of: now)
    }

    private func isMissing(_ warnings: [ZoneWarning], at now: Date) -> Bool {
        warnings.contains { warning in
            // A text describes one hour, and says nothing of a beginning after it.
            let isLater = warning.effectiveAt ?? .distantPast > describedAt ?? .distantFuture
            return warning.endsAt != nil || isLater || isAhead(of: now) && warning.hasBegun(at: now)
                || issuedAt.map { $0 < warning.issuedAt ?? .distantPast } ?? false
        }
    }
}

extension ZoneWarning { fileprivate func hasBegun(at now: Date) -> Bool { level.isInForce(from: effectiveAt, at: now) } }

extension WarningKind {
    fileprivate var hasEvents: Bool {
        switch self {
        case .tsunami, .fog, .other: false
        default: true
        }
    }
}

private struct StandingWarnings {
    let subjects: [WarningSubject]
    private let warnings: [WarningSubject: [ZoneWarning]]
    private let announcements: [WarningSubject: Date]

    init(_ events: [WarningEvent], at now: Date) {
        let lives = [WarningBulletin].lives(in: events.filter { $0.issuedAt.mayHavePassed(at: now) })
        announcements = lives.compactMapValues { $0.last?.last?.issuedAt }
        warnings = lives.compactMapValues { $0.last?.standing(at: now) }.filter { !$0.value.isEmpty }
        subjects = warnings.keys.sorted { ($0.place, $0.kind.rank) < ($1.place, $1.kind.rank) }
    }

    subscript(_ subject: WarningSubject) -> [ZoneWarning] { warnings[subject, default: []] }

    func isAnnounced(_ subject: WarningSubject, after text: Date) -> Bool { announcements[subject].map { $0 > text } ?? false }

    func subjects(of warning: ZoneWarning) -> [WarningSubject] {
        let subject = WarningSubject(warning)
        guard warning.zone.isWholeSea else { return warnings[subject] == nil ? [] : [subject] }
        return subjects.filter { part in part.kind == warning.kind && self[part].contains { warning.zone.isWhole(of: $0.zone) } }
    }
}

extension [WarningBulletin] {
    /// Each warning until the next begins, the last until its announced end.
    func standing(at now: Date) -> [ZoneWarning] {
        var plan: [(warning: ZoneWarning, start: Date)] = []
        for version in self {
            var warning = ZoneWarning(kind: version.kind, level: version.level, zone: version.zone)
            if let start = version.startsAt {
                (warning.issuedAt, warning.effectiveAt) = (version.issuedAt, start)
                // Put off or brought forward: nothing is left of later plans.
                plan.removeAll { other in other.start >= start || other.start > version.issuedAt && other.warning.level == version.level }
                if let last = plan.indices.last {
                    if let end = plan[last].warning.endsAt, end >= start { plan[last].warning.endsAt = nil }
                    // The same level again changes nothing later, and is the newest word.
                    if plan[last].warning.level == version.level {
                        if start > version.issuedAt { continue }
                        plan.removeLast()
                    }
                }
                plan.append((warning, start))
            } else if let end = version.endsAt {
                guard let index = plan.lastIndex(where: { $0.warning.level == version.level }) else {
                    // An end still to come shows that it is in force.
                    warning.endsAt = end
                    plan = [(warning, .distantPast)]
                    continue
                }
                if plan[index].start > version.issuedAt, end <= plan[index].start {
                    plan.removeSubrange(index...)
                } else if plan.count == index + 1 || plan[index + 1].start > end {
                    plan.removeSubrange((index + 1)...)
                    plan[index].warning.endsAt = end
                }
            } else if let index = plan.lastIndex(where: { $0.warning.level == version.level }) {
                // Extended beyond the end announced before.
                plan[index].warning.endsAt = nil
            } else {
                plan = [(warning, .distantPast)]
            }
        }
        let begun = plan.lastIndex { $0.start <= now } ?? 0
        return plan.dropFirst(begun).map(\.warning).filter { $0.endsAt.map { $0 > now } ?? true }
    }
}
