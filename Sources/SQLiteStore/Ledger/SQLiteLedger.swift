import Forecast
import KMAForecast

/// The ledger in an SQLite file that the programs of one machine share (``LedgerSchema``).
///
/// SQLite is loaded and the file opened when something is first asked of it. Where it cannot be used nothing is kept,
/// which `observe` is told once; nothing else depends on it.
public struct SQLiteLedger: Ledger {
    /// The file's path.
    public let path: String
    let file: DatabaseFile

    /// A ledger in a file, which is made with its folder when something is first added. `observe` is told of a problem
    /// when it arises, and `nil` when it is over. `leavesLog`: what was added last stays in the log beside the file when
    /// the program ends, for the next to read.
    public init(
        path: String,
        leavesLog: Bool = false,
        observe: @escaping @Sendable (StoreProblem?) -> Void = { _ in }
    ) {
        self.path = path
        file = DatabaseFile(
            path: path,
            DatabaseFile.Kind(
                prepare: { database throws(SQLiteError) in
                    if leavesLog { database.keepLog() }
                    return try LedgerSchema.prepare(database)
                },
                isDamage: \.isDamageOfFile,
                asidePath: { SQLiteLedger.asidePath(of: path, at: Date()) },
                setsLogAside: true
            ),
            observe: observe
        )
    }

    /// A name of its own for each damaged file: none takes the place of another.
    private static func asidePath(of path: String, at now: Date) -> String {
        let name = path.hasSuffix(".db") ? String(path.dropLast(3)) : path
        return "\(name).damaged-\(Int(now.timeIntervalSince1970)).db"
    }

    /// Adds what is not there yet; see ``Ledger``.
    @discardableResult
    public func add(_ issues: [LedgerIssue], _ observations: [ObservedDay]) async -> Int {
        // Outside of the file's actor: an answer of 140 kB is summed up and compressed.
        let packed = issues.compactMap(PackedIssue.init)
        let isAdded: Void? = await file.perform { database throws(SQLiteError) in
            try database.transaction { () throws(SQLiteError) in
                for issue in packed { try add(issue, to: database) }
                for day in observations { try add(day, to: database) }
            }
        }
        return isAdded == nil ? 0 : packed.count + observations.count
    }

    /// What issues said of days, in the order of their issue.
    public func days(
        of subjects: [LedgerSubject],
        on dates: ClosedRange<KoreanDate>,
        issued: Range<Date>?
    ) async -> [LedgerDay] {
        await reduceDays(of: subjects, on: dates, issued: issued, into: []) { $0.append($1) }
            .sorted { ($0.issuedAt, $0.fetchedAt) < ($1.issuedAt, $1.fetchedAt) }
    }

    /// Goes through what issues said of days; see ``Ledger``.
    public func reduceDays<Result: Sendable>(
        of subjects: [LedgerSubject],
        on dates: ClosedRange<KoreanDate>,
        issued: Range<Date>?,
        into initial: Result,
        _ update: @Sendable (inout Result, LedgerDay) -> Void
    ) async -> Result {
        // No forecast of a day is older than eleven days, and none younger than the day.
        let issued = issued ?? (dates.lowerBound + -12).start..<(dates.upperBound + 1).start
        let result = await file.performIfPresent { database throws(SQLiteError) in
            // Begun anew where the file was busy and this is done a second time.
            var result = initial
            for subject in subjects {
                guard let feed = LedgerSchema.numbers[subject.feed] else { continue }
                try database.each(
                    """
                    SELECT b.issued_at, b.fetched_at, b.origin, \(dayColumns)
                    FROM body b CROSS JOIN day d ON d.body = b.id AND d.date BETWEEN ? AND ?
                    WHERE b.subject = ? AND b.feed = ? AND b.issued_at >= ? AND b.issued_at < ?
                    ORDER BY b.issued_at, b.fetched_at
                    """,
                    [
                        .integer(dates.lowerBound.dayNumber), .integer(dates.upperBound.dayNumber),
                        .text(subject.name), .integer(feed),
                        .integer(Int(issued.lowerBound.timeIntervalSince1970)),
                        .integer(Int(issued.upperBound.timeIntervalSince1970)),
                    ]
                ) { row throws(SQLiteError) in
                    if let day = LedgerDay(row, subject, firstColumn: 0) { update(&result, day) }
                }
            }
            return result
        }
        return result ?? initial
    }

    /// What a station observed, a day once.
    public func observations(at station: Int, on dates: ClosedRange<KoreanDate>) async -> [ObservedDay] {
        let rows = await file.performIfPresent { database throws(SQLiteError) in
            // The bare columns are those of the row with the greatest `fetched_at` (sqlite.org/lang_select.html, 2.4).
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

    /// What is in it.
    public func contents() async -> LedgerContents? {
        await file.performIfPresent { database throws(SQLiteError) in
            let feeds = try database.rows(
                "SELECT feed, count(*), min(issued_at), max(issued_at) FROM body GROUP BY feed ORDER BY feed"
            ) { row throws(SQLiteError) in
                guard let feed = LedgerSchema.feed(row.integer(0)), let first = row.moment(2),
                    let last = row.moment(3)
                else { return LedgerContents.FeedContents?.none }
                return LedgerContents.FeedContents(feed: feed, issues: row.integer(1), issued: first...last)
            }
            return LedgerContents(
                feeds: feeds.compactMap { $0 },
                days: try database.number("SELECT count(*) FROM day") ?? 0,
                observations: try database.number("SELECT count(*) FROM observed") ?? 0,
                bytes: (try database.number("PRAGMA page_count") ?? 0)
                    * (try database.number("PRAGMA page_size") ?? 0)
            )
        }
    }

    /// Why nothing can be kept at the moment, tried by opening the file; `nil` where something can.
    public func problem() async -> StoreProblem? {
        _ = await file.perform(evenIfUnusable: true) { database throws(SQLiteError) in
            try database.transaction { () throws(SQLiteError) in
                // Nothing is changed, but the file is opened for writing.
                try database.run("DELETE FROM feed WHERE id < 0")
            }
        }
        return await file.problem
    }

    /// The answer of an issue as it came, of the given origin; the first that was fetched where there are several. `nil`
    /// where there is none that can be read.
    public func body(of subject: LedgerSubject, issuedAt: Date, origin: LedgerOrigin) async -> [UInt8]? {
        guard let feed = LedgerSchema.numbers[subject.feed] else { return nil }
        let stored = await file.performIfPresent { database throws(SQLiteError) in
            try database.rows(
                """
                SELECT answer FROM body WHERE subject = ? AND feed = ? AND issued_at = ? AND origin = ?
                ORDER BY fetched_at LIMIT 1
                """,
                .text(subject.name),
                .integer(feed),
                .integer(Int(issuedAt.timeIntervalSince1970)),
                .integer(origin.rawValue)
            ) { row throws(SQLiteError) in row.blob(0) }
        }
        return stored?.first.flatMap(Gzip.unpacked)
    }
}

/// What `LedgerDay(_:_:firstColumn:)` reads after the columns of the answer.
let dayColumns = """
    d.date, d.half, d.low, d.high, d.low_below, d.low_above, d.high_below, d.high_above, d.probability, d.sky, \
    d.precipitation
    """

extension LedgerDay {
    /// A row of `issued_at, fetched_at, origin` and ``dayColumns``; `nil` where its times are none: a ledger that was merged
    /// may have been written by anything.
    init?(_ row: Statement, _ subject: LedgerSubject, firstColumn first: Int32) {
        func spread(_ below: Int32) -> Spread? {
            guard let low = row.temperature(below), let high = row.temperature(below + 1) else {
                return nil
            }
            return Spread(low: low, high: high)
        }
        guard let issuedAt = row.moment(first), let fetchedAt = row.moment(first + 1),
            let date = row.date(first + 3), let part = DayPart(rawValue: row.integer(first + 4))
        else { return nil }
        self.init(
            subject: subject,
            issuedAt: issuedAt,
            fetchedAt: fetchedAt,
            origin: LedgerOrigin(rawValue: row.integer(first + 2)) ?? .file,
            day: IssuedDay(
                date: date,
                part: part,
                extremes: Extremes(
                    minimum: row.temperature(first + 5),
                    maximum: row.temperature(first + 6),
                    minimumSpread: spread(first + 7),
                    maximumSpread: spread(first + 9)
                ),
                sky: HalfDay(
                    condition: SkyColumns.condition(row, sky: first + 12, precipitation: first + 13),
                    precipitationProbability: row.optionalReal(first + 11)
                        .flatMap(Probability.init(percent:))
                )
            )
        )
    }
}

extension Statement {
    /// The number in a column; `nil` where it holds none.
    fileprivate func optionalReal(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }

    /// The temperature in a column, or the width of one; `nil` where it holds none that there can be.
    fileprivate func temperature(_ column: Int32) -> Double? {
        optionalReal(column)?.within(.plausibleTemperature)
    }

    /// The moment in a column of seconds since 1970, up to the year 2200; `nil` where it holds none.
    fileprivate func moment(_ column: Int32) -> Date? {
        let seconds = integer(column)
        return 0..<7_258_118_400 ~= seconds ? Date(timeIntervalSince1970: Double(seconds)) : nil
    }

    /// The date in a column of days since 1970, up to the year 2200; `nil` where it holds none.
    fileprivate func date(_ column: Int32) -> KoreanDate? {
        let number = integer(column)
        return 0..<84_006 ~= number ? KoreanDate(dayNumber: number) : nil
    }

    /// What fell, by the amount in mm in a column and its state in another.
    fileprivate func rain(_ amount: Int32, state: Int32) -> ObservedDay.Rain {
        switch integer(state) {
        case 1: .trace
        case 2 where 0...10_000 ~= real(amount): .measured(real(amount))
        default: .blank
        }
    }
}

/// An issue with its body summed up and compressed.
private struct PackedIssue: Sendable {
    let issue: LedgerIssue
    let feed: Int
    let digest: Data
    let body: Data

    /// `nil` for a feed that is not kept.
    init?(_ issue: LedgerIssue) {
        guard let feed = LedgerSchema.numbers[issue.subject.feed] else { return nil }
        self.issue = issue
        self.feed = feed
        digest = Data(SHA256.digest(of: issue.body))
        body = Gzip.packed(issue.body)
    }
}

extension SQLiteLedger {
    private func add(_ packed: PackedIssue, to database: Database) throws(SQLiteError) {
        let issue = packed.issue
        let (issuedAt, fetchedAt) = (
            Int(issue.issuedAt.timeIntervalSince1970), Int(issue.fetchedAt.timeIntervalSince1970)
        )
        let known = try database.number(
            """
            SELECT id FROM body
            WHERE subject = ? AND feed = ? AND issued_at = ? AND origin = ? AND sha256 = ?
            """,
            .text(issue.subject.name),
            .integer(packed.feed),
            .integer(issuedAt),
            .integer(issue.origin.rawValue),
            .blob(packed.digest)
        )
        if let known {
            // The same bytes fetched twice: the first time counts, whichever is added first.
            try database.run(
                "UPDATE body SET fetched_at = ? WHERE id = ? AND fetched_at > ?",
                .integer(fetchedAt),
                .integer(known),
                .integer(fetchedAt)
            )
            return
        }
        let body = try database.number("SELECT coalesce(max(id), 0) + 1 FROM body") ?? 1
        try database.run(
            "INSERT INTO body VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            .integer(body),
            .integer(packed.feed),
            .text(issue.subject.name),
            .integer(issuedAt),
            .integer(fetchedAt),
            .integer(issue.origin.rawValue),
            .blob(packed.digest),
            .blob(packed.body)
        )
        for day in issue.days { try add(day, of: body, to: database) }
    }

    private func add(_ day: IssuedDay, of body: Int, to database: Database) throws(SQLiteError) {
        func number(_ value: Double?) -> SQLiteValue { value.map(SQLiteValue.real) ?? .null }
        let (sky, precipitation) = SkyColumns.values(day.sky?.condition)
        try database.run(
            "INSERT OR IGNORE INTO day VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            .integer(body),
            .integer(day.date.dayNumber),
            .integer(day.part.rawValue),
            number(day.extremes.minimum),
            number(day.extremes.maximum),
            number(day.extremes.minimumSpread?.low),
            number(day.extremes.minimumSpread?.high),
            number(day.extremes.maximumSpread?.low),
            number(day.extremes.maximumSpread?.high),
            day.sky?.precipitationProbability.map { .integer($0.percent) } ?? .null,
            sky,
            precipitation
        )
    }

    private func add(_ day: ObservedDay, to database: Database) throws(SQLiteError) {
        let (rain, state): (SQLiteValue, Int) =
            switch day.rain {
            case .blank: (.null, 0)
            case .trace: (.null, 1)
            case .measured(let amount): (.real(amount), 2)
            }
        try database.run(
            "INSERT OR IGNORE INTO observed VALUES (?, ?, ?, ?, ?, ?, ?)",
            .integer(day.station),
            .integer(day.date.dayNumber),
            .integer(Int(day.fetchedAt.timeIntervalSince1970)),
            day.minimum.map(SQLiteValue.real) ?? .null,
            day.maximum.map(SQLiteValue.real) ?? .null,
            rain,
            .integer(state)
        )
    }
}
