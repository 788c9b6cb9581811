import Feeds
import Forecast
import KMAForecast

/// Answers, counts, cooldowns and turns in `cache.db`, shared by a machine's programs; if unusable, `observe` gets the problem once.
package struct SQLiteStore: Store {
    /// Seconds, the longest an answer may stand in for a newer one.
    static let retention = 48 * 3_600.0

    package let directory: String
    /// Counts and cooldowns are always stored.
    package let keepsAnswers: Bool
    /// Bytes, since coordinates are countless: 3,500 of the largest answers; all mid-term zones need 10 MB for two days.
    let ceiling: Int
    let now: @Sendable () -> Date
    private let clock: any WaitingClock
    let file: DatabaseFile
    let holds: Holds

    package init(directory: String, keepsAnswers: Bool = true, observe: @escaping @Sendable (StoreProblem?) -> Void = { _ in }) {
        self.init(directory: directory, keepsAnswers: keepsAnswers, ceiling: 512 << 20, observe: observe)
    }

    init(
        directory: String,
        keepsAnswers: Bool = true,
        ceiling: Int,
        clock: any WaitingClock = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() },
        observe: @escaping @Sendable (StoreProblem?) -> Void = { _ in }
    ) {
        (self.directory, self.keepsAnswers, self.ceiling, self.clock, self.now) = (directory, keepsAnswers, ceiling, clock, now)
        file = DatabaseFile(
            path: directory + "/cache.db",
            DatabaseFile.Kind(schema: CacheSchema.schema, fill: CacheSchema.fill, pausesIfLocked: true),
            clock: clock,
            observe: observe
        )
        holds = Holds(file: file, clock: clock, now: now)
    }

    package var location: String? { directory }

    package func problem() async -> StoreProblem? {
        do throws(StoreProblem) {
            // A full disk may have room for a row; most answers need less than this.
            try await file.write(isUrgent: true) { database throws(SQLiteError) in
                try database.run("INSERT OR REPLACE INTO hold VALUES ('health', '', 0, zeroblob(65536))")
                try database.run("DELETE FROM hold WHERE name = 'health'")
            }
            return nil
        } catch { return error }
    }
}

extension SQLiteStore {
    package func answer(for subject: StoredSubject, issue: Date) async -> StoredAnswer? {
        guard keepsAnswers else { return nil }
        let stored = await file.attempt(grows: false) { database throws(SQLiteError) in try SQLiteStore.stored(subject, issue, in: database) }
        // Outside of the file's actor, as 140 kB are summed up.
        return stored?.flatMap(StoredAnswer.init(file:))
    }

    private static func stored(_ subject: StoredSubject, _ issue: Date, in database: Database) throws(SQLiteError) -> Data? {
        try database.rows(
            "SELECT answer FROM answer WHERE scope = ? AND feed = ? AND subject = ? AND issue = ?",
            .text(subject.scope.name),
            .text(subject.feed.rawValue),
            .text(subject.name),
            .text(KoreanTime(issue).compact)
        ) { row throws(SQLiteError) in row.blob(0) }.first
    }

    package func issues(of subject: StoredSubject) async -> [Date] {
        guard keepsAnswers else { return [] }
        let issues = await file.attempt(grows: false) { database throws(SQLiteError) in
            try database.texts(
                "SELECT issue FROM answer WHERE scope = ? AND feed = ? AND subject = ? ORDER BY issue DESC",
                .text(subject.scope.name),
                .text(subject.feed.rawValue),
                .text(subject.name)
            )
        }
        return (issues ?? []).compactMap { KoreanTime.instant(compact: $0) }
    }

    package func identity() async -> String? {
        guard keepsAnswers else { return nil }
        let names = await file.attempt(grows: false) { database throws(SQLiteError) in try database.texts("SELECT name FROM identity") }
        return names?.first
    }

    /// A number above the newest is of a file that went back to an earlier copy.
    package func answers(of feeds: [Feed], after number: Int, limit: Int) async -> [(number: Int, answer: StoredIssue)]? {
        let rows = await file.attempt(grows: false) { database throws(SQLiteError) in
            let last = try database.number("SELECT max(id) FROM answer") ?? 0
            let names = feeds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            return try database.rows(
                """
                SELECT id, scope, feed, subject, issue, answer FROM answer WHERE id > ? AND feed IN (\(names))
                ORDER BY id LIMIT ?
                """,
                .integer(number > last ? 0 : number),
                .integer(limit)
            ) { row throws(SQLiteError) in (row.integer(0), row.text(1), row.text(2), row.text(3), row.text(4), row.blob(5)) }
        }
        return rows?.compactMap { number, scope, feed, subject, issue, file in
            guard let scope = StoreScope(named: scope), let feed = Feed(rawValue: feed), let issue = KoreanTime.instant(compact: issue),
                let answer = StoredAnswer(file: file)
            else { return nil }
            let subject = StoredSubject(scope: scope, feed: feed, name: subject)
            return (number, StoredIssue(subject: subject, issue: issue, answer: answer))
        }
    }

    package func put(_ answer: StoredAnswer, for subject: StoredSubject, issue: Date) async {
        guard keepsAnswers else { return }
        let stored = answer.file
        _ = await file.attempt { database throws(SQLiteError) in
            try database.transaction { () throws(SQLiteError) in try put(stored, for: subject, issue: issue, in: database) }
        }
    }

    private func put(_ stored: Data, for subject: StoredSubject, issue: Date, in database: Database) throws(SQLiteError) {
        let now = self.now()
        try database.run(
            "INSERT OR REPLACE INTO answer (scope, feed, subject, issue, stored_at, answer) VALUES (?, ?, ?, ?, ?, ?)",
            .text(subject.scope.name),
            .text(subject.feed.rawValue),
            .text(subject.name),
            .text(KoreanTime(issue).compact),
            .real(now.timeIntervalSince1970),
            .blob(stored)
        )
        try sweep(database, at: now.timeIntervalSince1970)
        try enforceCeiling(database)
    }

    private func sweep(_ database: Database, at now: Double) throws(SQLiteError) {
        let isDue = try database.run("UPDATE sweep SET swept_at = ? WHERE swept_at <= ? OR swept_at > ?", .real(now), .real(now - 86_400), .real(now))
        guard isDue > 0 else { return }
        try database.run("DELETE FROM answer WHERE stored_at < ?", .real(now - SQLiteStore.retention))
        try database.run("DELETE FROM calls WHERE changed_at < ?", .real(now - 2 * 86_400))
        try database.run("DELETE FROM cooldown WHERE changed_at < ?", .real(now - 2 * 86_400))
        try database.run("DELETE FROM hold WHERE ends_at < ?", .real(now - 60))
    }

    /// Removes the oldest answers down to nine tenths; free pages are used again.
    private func enforceCeiling(_ database: Database) throws(SQLiteError) {
        func number(_ pragma: String) throws(SQLiteError) -> Int { try database.number("PRAGMA \(pragma)") ?? 0 }
        let size = try number("page_size")
        func used() throws(SQLiteError) -> Int { (try number("page_count") - number("freelist_count")) * size }
        guard try used() > ceiling else { return }
        while try used() > ceiling - ceiling / 10 {
            let removed = try database.run("DELETE FROM answer WHERE id = (SELECT min(id) FROM answer)")
            if removed == 0 { return }
        }
    }

    package func countCall(_ count: CallCount, limit: Int) async -> CountedCall {
        guard limit > 0 else { return .refused }
        let now = self.now().timeIntervalSince1970
        let counted = await file.attempt { database throws(SQLiteError) in
            try database.run(
                """
                INSERT INTO calls VALUES (?, ?, ?, 1, ?) ON CONFLICT (scope, service, period)
                DO UPDATE SET calls = calls + 1, changed_at = excluded.changed_at WHERE calls < ?
                """,
                .text(count.scope.name),
                .text(count.service.rawValue),
                .text(count.period),
                .real(now),
                .integer(limit)
            )
        }
        return counted.map { $0 > 0 ? .counted : .refused } ?? .unavailable
    }

    package func usage(of service: UpstreamAPI, scope: StoreScope, counts: [CallCount]) async -> CallUsage {
        let usage = await file.attempt(grows: false) { database throws(SQLiteError) in
            let cooldown = try database.texts(
                "SELECT cooldown FROM cooldown WHERE scope = ? AND service = ?",
                .text(scope.name),
                .text(service.rawValue)
            )
            var usage = CallUsage(cooldown: cooldown.first.flatMap(Cooldown.init(text:)))
            for count in counts {
                let calls = try database.number(
                    "SELECT calls FROM calls WHERE scope = ? AND service = ? AND period = ?",
                    .text(count.scope.name),
                    .text(count.service.rawValue),
                    .text(count.period)
                )
                usage.calls.append(calls ?? 0)
            }
            return usage
        }
        return usage ?? CallUsage(calls: counts.map { _ in nil })
    }

    package func setCooldown(_ cooldown: Cooldown, of service: UpstreamAPI, scope: StoreScope) async {
        let now = self.now().timeIntervalSince1970
        _ = await file.attempt { database throws(SQLiteError) in
            try database.run(
                "INSERT OR REPLACE INTO cooldown VALUES (?, ?, ?, ?)",
                .text(scope.name),
                .text(service.rawValue),
                .text(cooldown.text),
                .real(now)
            )
        }
    }

    static let pauses = (first: Duration.milliseconds(4), longest: Duration.milliseconds(40))

    func sleep(_ pause: inout Duration) async -> Bool {
        try? await clock.sleep(for: pause)
        pause = min(pause * 3 / 2, SQLiteStore.pauses.longest)
        return !Task.isCancelled
    }

    package func turn(for subject: StoredSubject, issue: Date, limit: Duration, unless isFresh: @escaping @Sendable (StoredAnswer) -> Bool) async
        -> FetchTurn
    {
        let unshared = SQLiteTurn(store: self, subject: subject, issue: issue)
        guard keepsAnswers else { return .granted(unshared) }
        if let turn = await take(subject, issue, unless: isFresh) { return turn }
        let deadline = clock.now + limit
        var pause = SQLiteStore.pauses.first
        var awaited: String?
        while true {
            let isGivenUp = clock.now >= deadline
            switch await holds.state(of: SQLiteStore.turnName(subject, issue)) {
            case .held(let owner) where !isGivenUp:
                awaited = owner
                guard await sleep(&pause) else { return .granted(unshared) }
                continue
            case .failed(owner: awaited, let text):
                // Only for those who waited; later callers ask for themselves.
                if let fault = FeedError(sharedText: text) { return .failed(fault) }
            case .free, .held, .failed, nil: break
            }
            if awaited != nil, let answer = await answer(for: subject, issue: issue), isFresh(answer) { return .answered(answer) }
            if let turn = await take(subject, issue, isForced: isGivenUp, unless: isFresh) { return turn }
        }
    }

    private func take(_ subject: StoredSubject, _ issue: Date, isForced: Bool = false, unless isFresh: (StoredAnswer) -> Bool) async -> FetchTurn? {
        var turn = SQLiteTurn(store: self, subject: subject, issue: issue)
        let name = SQLiteStore.turnName(subject, issue)
        let attempt = await holds.acquire([[name]], isForced: isForced) { database throws(SQLiteError) in
            try SQLiteStore.stored(subject, issue, in: database)
        }
        if case .refused = attempt { return nil }
        if case .taken(let hold, let stored) = attempt {
            if let answer = stored.flatMap(StoredAnswer.init(file:)), isFresh(answer) {
                await hold.release()
                return .answered(answer)
            }
            turn.hold = hold
        }
        return .granted(turn)
    }

    private static func turnName(_ subject: StoredSubject, _ issue: Date) -> String {
        "turn/\(subject.scope.name)/\(subject.feed.rawValue)/\(subject.name)/\(KoreanTime(issue).compact)"
    }

    package func lane(of service: UpstreamAPI, scope: StoreScope, limit: Duration, within patience: Duration) async -> (any CallLane)? {
        let deadline = clock.now + patience
        let choices = service.lanes.map { name, width in (0..<width).map { "lane/\(scope.name)/\(name)/\($0)" } }
        var pause = SQLiteStore.pauses.first
        while true {
            switch await holds.acquire(choices, read: { _ throws(SQLiteError) in }) {
            case nil: return UnsharedLane()
            case .taken(let hold, _): return hold
            case .refused: break
            }
            guard clock.now < deadline, await sleep(&pause) else { return nil }
        }
    }

    fileprivate func finish(_ hold: Hold?, _ result: FetchResult, _ subject: StoredSubject, _ issue: Date) async {
        switch (hold, result) {
        case (let hold?, .answered(let answer)):
            let stored = answer.file
            await hold.end { database, isHeld throws(SQLiteError) in
                // A program stopped so long that another has fetched comes too late.
                let other = try SQLiteStore.stored(subject, issue, in: database)
                if isHeld || other == nil { try put(stored, for: subject, issue: issue, in: database) }
            }
        case (let hold?, .failed(let fault)): await hold.end(fault: String(fault.sharedText.prefix(512))) { _, _ throws(SQLiteError) in }
        case (let hold?, .notSent): await hold.release()
        case (nil, .answered(let answer)): await put(answer, for: subject, issue: issue)
        case (nil, _): break
        }
    }
}

private struct SQLiteTurn: GrantedTurn {
    let store: SQLiteStore
    let subject: StoredSubject
    let issue: Date
    /// `nil` without a usable file or answers: each program fetches for itself.
    var hold: Hold?

    func finish(_ result: FetchResult) async { await store.finish(hold, result, subject, issue) }
}

/// Lane without a usable file: the process's own limit holds.
private struct UnsharedLane: CallLane { func release() async {} }
