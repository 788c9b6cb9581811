import Record
import Forecast
import KMAForecast

package struct SQLiteLedger: Ledger {
    package let path: String
    let file: DatabaseFile

    /// `observe` gets a problem, `nil` at its end; `leavesLog` leaves additions in the log.
    package init(path: String, leavesLog: Bool = false, observe: @escaping @Sendable (StoreProblem?) -> Void = { _ in }) {
        self.path = path
        let kind = DatabaseFile.Kind(
            schema: LedgerSchema.schema,
            fill: { database, _ throws(SQLiteError) in try LedgerIndex.begin(in: database, remade: nil) },
            isNewer: { database throws(SQLiteError) in try LedgerIndex(in: database).version > IssueReader.version },
            leavesLog: leavesLog
        )
        file = DatabaseFile(path: path, kind, observe: observe)
    }

    package func add(_ issues: [LedgerIssue], _ observations: [ObservedDay], through position: CachePosition?) async throws(StoreProblem) {
        let packed = issues.compactMap(PackedIssue.init)
        try await addSealed { database, seal throws(SQLiteError) in
            for issue in packed { _ = try add(issue, to: database, &seal) }
            for day in observations { _ = try add(day, to: database, &seal) }
            if let position { try seal.keep(position.number, as: position.cache) }
        }
    }

    func addSealed<Result: Sendable>(_ body: @Sendable (Database, inout LedgerSeal) throws(SQLiteError) -> Result) async throws(StoreProblem)
        -> Result
    {
        try await file.write(isUrgent: true) { database throws(SQLiteError) in
            try database.transaction { () throws(SQLiteError) in
                var seal = try LedgerSeal(database)
                let result = try body(database, &seal)
                try seal.write()
                return result
            }
        }
    }

    /// Sets a damaged file aside, as a write follows.
    package func position(in cache: String) async throws(StoreProblem) -> Int {
        guard FileIdentity(path) != nil else { return 0 }
        let position = try await file.write(isUrgent: true, grows: false) { database throws(SQLiteError) in
            try database.number("SELECT position FROM cache WHERE name = ?", .text(cache))
        }
        return position ?? 0
    }

    package func days(of subjects: [LedgerSubject], on dates: ClosedRange<KoreanDate>, issued: Range<Date>?) async throws(StoreProblem) -> [LedgerDay]
    {
        try await rows(of: subjects, on: dates, issued: issued) { LedgerDay($0, $1, firstColumn: 0) }.sorted {
            ($0.issuedAt, $0.fetchedAt) < ($1.issuedAt, $1.fetchedAt)
        }
    }

    /// Reads no texts, as a year of a zone has six thousand rows.
    package func figures(of subjects: [LedgerSubject], on dates: ClosedRange<KoreanDate>) async throws(StoreProblem) -> [IssuedFigures] {
        try await rows(of: subjects, on: dates, issued: nil) { row, _ in IssuedFigures(row) }
    }

    private func rows<Row: Sendable>(
        of subjects: [LedgerSubject],
        on dates: ClosedRange<KoreanDate>,
        issued: Range<Date>?,
        _ make: @Sendable (Statement, LedgerSubject) -> Row?
    ) async throws(StoreProblem) -> [Row] {
        // Forecasts are at most eleven days old, and not younger than their day.
        let issued = issued ?? (dates.lowerBound + -12).start..<(dates.upperBound + 1).start
        let rows = try await file.read { database throws(SQLiteError) in
            var rows: [Row] = []
            for subject in subjects {
                guard let values = subject.rowValues(dates, issued) else { continue }
                try database.each(rowsOfSubject, values) { row throws(SQLiteError) in if let made = make(row, subject) { rows.append(made) } }
            }
            return rows
        }
        return rows ?? []
    }

    package func state() async -> Int? {
        let state: Int??
        do throws(StoreProblem) { state = try await file.read { database throws(SQLiteError) in try LedgerSeal.state(of: database) } } catch {
            return nil
        }
        return state ?? nil
    }

    package func firstIssue() async throws(StoreProblem) -> Date? {
        let seconds = try await file.read { database throws(SQLiteError) in try database.number("SELECT min(issued_at) FROM body") }
        // 0 of an empty table.
        return seconds.flatMap { $0 }.flatMap { $0 > 0 ? Date(timeIntervalSince1970: Double($0)) : nil }
    }

    package func observations(at station: Int, on dates: ClosedRange<KoreanDate>) async throws(StoreProblem) -> [ObservedDay] {
        let rows = try await file.read { database throws(SQLiteError) in
            // Bare columns are of the row with the greatest `fetched_at` (sqlite.org/lang_select.html, 2.4).
            try database.rows(
                """
                SELECT date, max(fetched_at), low, high, rain, rain_state FROM observed
                WHERE station = ? AND date BETWEEN ? AND ? GROUP BY date ORDER BY date
                """,
                .integer(station),
                .integer(dates.lowerBound.dayNumber),
                .integer(dates.upperBound.dayNumber)
            ) { row throws(SQLiteError) in
                row.moment(1).map { fetchedAt in
                    ObservedDay(
                        station: station,
                        date: KoreanDate(dayNumber: row.integer(0)),
                        minimum: row.temperature(2),
                        maximum: row.temperature(3),
                        rain: row.rain(4, state: 5),
                        fetchedAt: fetchedAt
                    )
                }
            }
        }
        return rows?.compactMap { $0 } ?? []
    }

    package func contents() async throws(StoreProblem) -> LedgerContents? {
        try await file.read { database throws(SQLiteError) in
            let feeds = try database.rows("SELECT feed, count(*), min(issued_at), max(issued_at) FROM body GROUP BY feed ORDER BY feed") {
                row throws(SQLiteError) in
                guard let feed = LedgerSchema.feed(row.integer(0)), let first = row.moment(2), let last = row.moment(3) else {
                    return LedgerContents.FeedContents?.none
                }
                return LedgerContents.FeedContents(feed: feed, issues: row.integer(1), issued: first...last)
            }
            return LedgerContents(
                feeds: feeds.compactMap { $0 },
                days: try database.number("SELECT count(*) FROM day") ?? 0,
                observations: try database.number("SELECT count(*) FROM observed") ?? 0,
                unread: try LedgerIndex(in: database).unread(in: database),
                bytes: (try database.number("PRAGMA page_count") ?? 0) * (try database.number("PRAGMA page_size") ?? 0),
                verifiedAt: try LedgerSeal.verification(of: database)
            )
        }
    }
}

extension SQLiteLedger {
    static func id(of key: [SQLiteValue], in database: Database) throws(SQLiteError) -> Int? {
        var id: Int?
        try database.each("SELECT id FROM body WHERE feed = ? AND subject = ? AND issued_at = ? AND origin = ? AND sha256 = ?", key) {
            row throws(SQLiteError) in id = row.integer(0)
        }
        return id
    }

    /// The same bytes fetched twice are one answer, of the first fetch.
    func add(_ packed: PackedIssue, to database: Database, _ seal: inout LedgerSeal) throws(SQLiteError) -> Int? {
        let issue = packed.issue
        let issuedAt = Int(issue.issuedAt.timeIntervalSince1970)
        let key: [SQLiteValue] = [
            .integer(packed.feed), .text(issue.subject.name), .integer(issuedAt), .integer(issue.origin.rawValue), .blob(packed.digest),
        ]
        if try SQLiteLedger.id(of: key, in: database) != nil { return nil }
        let body = try database.number("SELECT coalesce(max(id), 0) + 1 FROM body") ?? 1
        let evidence: [SQLiteValue] = [
            .integer(body), .integer(packed.feed), .text(issue.subject.name), .integer(issuedAt),
            .integer(Int(issue.fetchedAt.timeIntervalSince1970)), .integer(issue.origin.rawValue), .blob(packed.digest), .blob(packed.body),
        ]
        try database.run("INSERT INTO body VALUES (?, ?, ?, ?, ?, ?, ?, ?)", evidence)
        seal.add("body", evidence)
        var days = 0
        for day in issue.days { days += try add(day, of: body, to: database) }
        return days
    }

    func add(_ day: IssuedDay, of body: Int, to database: Database) throws(SQLiteError) -> Int {
        try database.run("INSERT OR IGNORE INTO day VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", day.values(of: body))
    }

    func add(_ day: ObservedDay, to database: Database, _ seal: inout LedgerSeal) throws(SQLiteError) -> Int {
        let (rain, state): (SQLiteValue, Int) =
            switch day.rain {
            case .blank: (.null, 0)
            case .trace: (.null, 1)
            case .measured(let amount): (.real(amount), 2)
            case .unknown: (.null, 3)
            }
        let values: [SQLiteValue] = [
            .integer(day.station), .integer(day.date.dayNumber), .integer(Int(day.fetchedAt.timeIntervalSince1970)),
            day.minimum.map(SQLiteValue.real) ?? .null, day.maximum.map(SQLiteValue.real) ?? .null, rain, .integer(state),
        ]
        let added = try database.run("INSERT OR IGNORE INTO observed VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        if added > 0 { seal.add("observed", values) }
        return added
    }

    /// Adds values that no source has yet, so that a ledger's own export adds nothing.
    package func addNew(_ issues: [LedgerIssue]) async throws(StoreProblem) -> Int {
        var added = 0
        for start in stride(from: 0, to: issues.count, by: 200) {
            var news: [LedgerIssue] = []
            for issue in issues[start..<min(start + 200, issues.count)] {
                guard let first = issue.days.map(\.date).min(), let last = issue.days.map(\.date).max() else { continue }
                let known = try await days(of: [issue.subject], on: first...last, issued: issue.issuedAt..<issue.issuedAt.addingTimeInterval(1))
                if !Set(issue.days).isSubset(of: known.map(\.day)) { news.append(issue) }
            }
            try await add(news, [])
            added += news.count
        }
        return added
    }
}
