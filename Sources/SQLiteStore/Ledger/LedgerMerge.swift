import Forecast
import KMAForecast

extension SQLiteLedger {
    /// Takes everything from another ledger that is not here yet, in one step. The other file stays as it is, with its log.
    /// In whatever order ledgers are merged, each in the end holds the same; merging again, or with itself, adds nothing.
    public func merge(_ other: String) async -> LedgerMerge {
        guard let identity = FileIdentity(other) else { return .noLedger }
        if identity == FileIdentity(path) { return .merged(issues: 0, days: 0, observations: 0) }
        if let fault = SQLiteLedger.fault(of: other) { return fault }
        let result = await file.perform { database throws(SQLiteError) in
            // Or the other's log would be written into its file when it is left.
            database.keepLog()
            // An error in the other file must not be taken for damage in this one.
            do throws(SQLiteError) {
                try database.run("ATTACH DATABASE ? AS other", .text(other))
            } catch {
                return LedgerMerge.failed(reason: error.description)
            }
            // Where it cannot be left, the connection has it until it is closed; the next merge says so.
            defer { _ = try? database.run("DETACH DATABASE other") }
            do throws(SQLiteError) {
                return try database.transaction { () throws(SQLiteError) in
                    try SQLiteLedger.takeAll(into: database)
                }
            } catch {
                if error.isBusy { throw error }
                return LedgerMerge.failed(reason: error.description)
            }
        }
        if let result { return result }
        let reason: String
        switch await file.problem {
        case .unusable(let words): reason = words
        case .libraryMissing: reason = "libsqlite3.so.0"
        case .newerVersion: return .newerVersion
        case .damaged(let path): reason = path
        case nil: reason = "busy"
        }
        return .failed(reason: reason)
    }

    /// What stands against taking a file; `nil` where it is a whole ledger of a version that is known.
    private static func fault(of path: String) -> LedgerMerge? {
        do throws(SQLiteError) {
            guard let database = try Database(path: path, busyTimeout: DatabaseFile.patience) else {
                return .failed(reason: "libsqlite3.so.0")
            }
            database.keepLog()
            let tables = try database.number(
                "SELECT count(*) FROM sqlite_master WHERE name IN ('body', 'day', 'observed')"
            )
            guard tables == 3 else { return .noLedger }
            guard try database.version <= LedgerSchema.version else { return .newerVersion }
            let state = try database.texts("PRAGMA quick_check(1)")
            return state == ["ok"] ? nil : .failed(reason: state.first ?? "")
        } catch {
            return error.isDamageOfFile ? .noLedger : .failed(reason: error.description)
        }
    }

    private static func takeAll(into database: Database) throws(SQLiteError) -> LedgerMerge {
        let isSame = """
            mine.subject = theirs.subject AND mine.feed = theirs.feed AND mine.issued_at = theirs.issued_at
            AND mine.origin = theirs.origin AND mine.sha256 = theirs.sha256
            """
        let issues = try database.run(
            """
            INSERT INTO main.body (feed, subject, issued_at, fetched_at, origin, sha256, answer)
            SELECT feed, subject, issued_at, fetched_at, origin, sha256, answer FROM other.body AS theirs
            WHERE NOT EXISTS (SELECT 1 FROM main.body AS mine WHERE \(isSame)) ORDER BY id
            """
        )
        // The same bytes fetched twice: the first time counts, whichever ledger has it.
        try database.run(
            """
            UPDATE main.body AS mine SET fetched_at =
                (SELECT min(theirs.fetched_at) FROM other.body AS theirs WHERE \(isSame))
            WHERE fetched_at > (SELECT min(theirs.fetched_at) FROM other.body AS theirs WHERE \(isSame))
            """
        )
        let days = try database.run(
            """
            INSERT OR IGNORE INTO main.day
            SELECT mine.id, d.date, d.half, d.low, d.high, d.low_below, d.low_above, d.high_below, d.high_above,
                d.probability, d.sky, d.precipitation
            FROM other.body AS theirs CROSS JOIN main.body AS mine ON \(isSame)
            CROSS JOIN other.day AS d ON d.body = theirs.id ORDER BY mine.id
            """
        )
        let observations = try database.run(
            """
            INSERT OR IGNORE INTO main.observed
            SELECT station, date, fetched_at, low, high, rain, rain_state FROM other.observed
            """
        )
        return .merged(issues: issues, days: days, observations: observations)
    }
}

extension SQLiteLedger {
    /// Answers whose rows are read in one step of an export.
    private static let exportedAtOnce = 500

    /// The rows of the next answers behind one, in the order in which they were kept, and the last of these answers;
    /// `nil` behind the last of all, and where the ledger cannot be read. An export begins with 0.
    public func rows(after body: Int) async -> (rows: [LedgerDay], last: Int)? {
        let found = await file.performIfPresent {
            database throws(SQLiteError) -> (rows: [LedgerDay], last: Int)? in
            let last = try database.number(
                """
                SELECT id FROM (SELECT id FROM body WHERE id > ? ORDER BY id LIMIT ?) ORDER BY id DESC LIMIT 1
                """,
                .integer(body),
                .integer(SQLiteLedger.exportedAtOnce)
            )
            guard let last else { return nil }
            let rows = try database.rows(
                """
                SELECT b.feed, b.subject, b.issued_at, b.fetched_at, b.origin, \(dayColumns)
                FROM body b CROSS JOIN day d ON d.body = b.id WHERE b.id > ? AND b.id <= ?
                ORDER BY b.id, d.date, d.half
                """,
                .integer(body),
                .integer(last)
            ) { row throws(SQLiteError) in
                LedgerSchema.feed(row.integer(0)).flatMap { feed in
                    LedgerDay(row, LedgerSubject(feed: feed, name: row.text(1)), firstColumn: 2)
                }
            }
            return (rows.compactMap { $0 }, last)
        }
        return found ?? nil
    }
}
