import Forecast
import KMAForecast

/// Ledger in an SQLite file shared by the programs of a machine (``LedgerSchema``), opened at the first use.
/// Problems are thrown, and `observe` gets them once.
public struct SQLiteLedger: Ledger {
    /// Path of the file.
    public let path: String
    let file: DatabaseFile

    /// Creates a ledger, whose file is made at the first addition. `observe` gets a problem, and `nil` when
    /// it is over; `leavesLog` leaves the last additions in the log beside the file.
    public init(
        path: String,
        leavesLog: Bool = false,
        observe: @escaping @Sendable (StoreProblem?) -> Void = { _ in }
    ) {
        self.path = path
        let kind = DatabaseFile.Kind(schema: LedgerSchema.schema, leavesLog: leavesLog)
        file = DatabaseFile(path: path, kind, observe: observe)
    }

    /// Adds missing issues and observations.
    public func add(
        _ issues: [LedgerIssue],
        _ observations: [ObservedDay],
        through position: CachePosition?
    ) async throws(StoreProblem) {
        // Outside of the file's actor, as an answer of 140 kB is summed up and compressed.
        let packed = issues.compactMap(PackedIssue.init)
        try await file.write(isUrgent: true) { database throws(SQLiteError) in
            try database.transaction { () throws(SQLiteError) in
                for issue in packed { _ = try add(issue, to: database) }
                for day in observations { _ = try add(day, to: database) }
                guard let position else { return }
                try database.run(
                    "INSERT OR REPLACE INTO cache VALUES (?, ?)",
                    .text(position.cache),
                    .integer(position.number)
                )
            }
        }
    }

    /// Returns the position of a cache; 0 before the first answer. Sets a damaged file aside, as a write
    /// follows.
    public func position(in cache: String) async throws(StoreProblem) -> Int {
        guard FileIdentity(path) != nil else { return 0 }
        let position = try await file.write(isUrgent: true) { database throws(SQLiteError) in
            try database.number("SELECT position FROM cache WHERE name = ?", .text(cache))
        }
        return position ?? 0
    }

    /// Returns the issues of days, in order.
    public func days(
        of subjects: [LedgerSubject],
        on dates: ClosedRange<KoreanDate>,
        issued: Range<Date>?
    ) async throws(StoreProblem) -> [LedgerDay] {
        try await reduceDays(of: subjects, on: dates, issued: issued, into: []) { $0.append($1) }
            .sorted { ($0.issuedAt, $0.fetchedAt) < ($1.issuedAt, $1.fetchedAt) }
    }

    /// Reduces the issues of days.
    public func reduceDays<Result: Sendable>(
        of subjects: [LedgerSubject],
        on dates: ClosedRange<KoreanDate>,
        issued: Range<Date>?,
        into initial: Result,
        _ update: @Sendable (inout Result, LedgerDay) -> Void
    ) async throws(StoreProblem) -> Result {
        // Forecasts are at most eleven days old, and never younger than their day.
        let issued = issued ?? (dates.lowerBound + -12).start..<(dates.upperBound + 1).start
        let result = try await file.read { database throws(SQLiteError) in
            // Begun anew if the file was busy and this runs again.
            var result = initial
            for subject in subjects {
                guard let feed = LedgerSchema.numbers[subject.feed] else { continue }
                try database.each(
                    "SELECT b.issued_at, b.fetched_at, b.origin, \(dayColumns) \(rowsOfSubject)",
                    values(subject, feed, dates, issued)
                ) { row throws(SQLiteError) in
                    if let day = LedgerDay(row, subject, firstColumn: 0) { update(&result, day) }
                }
            }
            return result
        }
        return result ?? initial
    }

    /// Figures of days; see ``Ledger``. A year of a zone is six thousand rows, of which no text is made.
    public func figures(
        of subjects: [LedgerSubject],
        on dates: ClosedRange<KoreanDate>
    ) async throws(StoreProblem) -> [IssuedFigures] {
        let figures = try await file.read { database throws(SQLiteError) in
            var figures: [IssuedFigures] = []
            for subject in subjects {
                guard let feed = LedgerSchema.numbers[subject.feed] else { continue }
                try database.each(
                    "SELECT b.issued_at, b.fetched_at, b.origin, \(dayColumns) \(rowsOfSubject)",
                    values(
                        subject,
                        feed,
                        dates,
                        (dates.lowerBound + -12).start..<(dates.upperBound + 1).start
                    )
                ) { row throws(SQLiteError) in
                    if let day = IssuedFigures(row) { figures.append(day) }
                }
            }
            return figures
        }
        return figures ?? []
    }

    /// Returns the observations of a station, one a day.
    public func observations(
        at station: Int,
        on dates: ClosedRange<KoreanDate>
    ) async throws(StoreProblem) -> [ObservedDay] {
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

    /// Returns a summary; `nil` if empty.
    public func contents() async throws(StoreProblem) -> LedgerContents? {
        try await file.read { database throws(SQLiteError) in
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

    /// Returns the first readable answer of an issue and origin.
    public func body(
        of subject: LedgerSubject,
        issuedAt: Date,
        origin: LedgerOrigin
    ) async throws(StoreProblem) -> [UInt8]? {
        guard let feed = LedgerSchema.numbers[subject.feed] else { return nil }
        let stored = try await file.read { database throws(SQLiteError) in
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

/// Columns of `LedgerDay(_:_:firstColumn:)` after those of the answer.
let dayColumns = """
    d.date, d.half, d.low, d.high, d.low_below, d.low_above, d.high_below, d.high_above, d.probability, d.sky, \
    d.precipitation
    """

/// The rows about days of a subject in issues of a time, by `values(_:_:_:_:)`.
private let rowsOfSubject = """
    FROM body b CROSS JOIN day d ON d.body = b.id AND d.date BETWEEN ? AND ?
    WHERE b.subject = ? AND b.feed = ? AND b.issued_at >= ? AND b.issued_at < ?
    ORDER BY b.issued_at, b.fetched_at
    """

private func values(
    _ subject: LedgerSubject,
    _ feed: Int,
    _ dates: ClosedRange<KoreanDate>,
    _ issued: Range<Date>
) -> [SQLiteValue] {
    [
        .integer(dates.lowerBound.dayNumber), .integer(dates.upperBound.dayNumber), .text(subject.name),
        .integer(feed), .integer(Int(issued.lowerBound.timeIntervalSince1970)),
        .integer(Int(issued.upperBound.timeIntervalSince1970)),
    ]
}

extension IssuedFigures {
    /// A row of `issued_at, fetched_at, origin` and ``dayColumns``.
    fileprivate init?(_ row: Statement) {
        guard let issuedAt = row.moment(0), let date = row.date(3),
            let part = DayPart(rawValue: row.integer(4))
        else { return nil }
        self.init(
            date: date,
            part: part,
            issuedAt: issuedAt,
            origin: LedgerOrigin(rawValue: row.integer(2)) ?? .file,
            extremes: row.extremes(5),
            chance: row.optionalReal(11).flatMap(Probability.init(percent:)),
            isNamed: SkyColumns.isFalling(row, sky: 12, precipitation: 13)
        )
    }
}

extension LedgerDay {
    /// `nil` if the times are invalid: a merged ledger may have been written by anything.
    init?(_ row: Statement, _ subject: LedgerSubject, firstColumn first: Int32) {
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
                extremes: row.extremes(first + 5),
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
    fileprivate func optionalReal(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }

    /// `nil` if implausible.
    fileprivate func temperature(_ column: Int32) -> Double? {
        optionalReal(column)?.within(.plausibleTemperature)
    }

    /// Low, high and the degrees below and above each, in six columns.
    fileprivate func extremes(_ first: Int32) -> Extremes {
        func spread(_ below: Int32) -> Spread? {
            guard let low = temperature(below), let high = temperature(below + 1) else { return nil }
            return Spread(low: low, high: high)
        }
        return Extremes(
            minimum: temperature(first),
            maximum: temperature(first + 1),
            minimumSpread: spread(first + 2),
            maximumSpread: spread(first + 4)
        )
    }

    /// Seconds since 1970, up to the year 2200.
    fileprivate func moment(_ column: Int32) -> Date? {
        let seconds = integer(column)
        return 0..<7_258_118_400 ~= seconds ? Date(timeIntervalSince1970: Double(seconds)) : nil
    }

    /// Days since 1970, up to the year 2200.
    fileprivate func date(_ column: Int32) -> KoreanDate? {
        let number = integer(column)
        return 0..<84_006 ~= number ? KoreanDate(dayNumber: number) : nil
    }

    fileprivate func rain(_ amount: Int32, state: Int32) -> ObservedDay.Rain {
        switch integer(state) {
        case 1: .trace
        case 2 where 0...10_000 ~= real(amount): .measured(real(amount))
        default: .blank
        }
    }
}

extension SQLiteLedger {
    static func id(of key: [SQLiteValue], in database: Database) throws(SQLiteError) -> Int? {
        var id: Int?
        try database.each(
            "SELECT id FROM body WHERE feed = ? AND subject = ? AND issued_at = ? AND origin = ? AND sha256 = ?",
            key
        ) { row throws(SQLiteError) in id = row.integer(0) }
        return id
    }

    /// Adds an answer; returns the number of its days, or `nil` if present. The same bytes fetched twice are
    /// one answer, of the first fetch.
    func add(_ packed: PackedIssue, to database: Database) throws(SQLiteError) -> Int? {
        let issue = packed.issue
        let issuedAt = Int(issue.issuedAt.timeIntervalSince1970)
        let key: [SQLiteValue] = [
            .integer(packed.feed), .text(issue.subject.name), .integer(issuedAt),
            .integer(issue.origin.rawValue), .blob(packed.digest),
        ]
        if try SQLiteLedger.id(of: key, in: database) != nil { return nil }
        let body = try database.number("SELECT coalesce(max(id), 0) + 1 FROM body") ?? 1
        try database.run(
            "INSERT INTO body VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            .integer(body),
            .integer(packed.feed),
            .text(issue.subject.name),
            .integer(issuedAt),
            .integer(Int(issue.fetchedAt.timeIntervalSince1970)),
            .integer(issue.origin.rawValue),
            .blob(packed.digest),
            .blob(packed.body)
        )
        var days = 0
        for day in issue.days { days += try add(day, of: body, to: database) }
        return days
    }

    func add(_ day: IssuedDay, of body: Int, to database: Database) throws(SQLiteError) -> Int {
        func number(_ value: Double?) -> SQLiteValue { value.map(SQLiteValue.real) ?? .null }
        let (sky, precipitation) = SkyColumns.values(day.sky?.condition)
        return try database.run(
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

    func add(_ day: ObservedDay, to database: Database) throws(SQLiteError) -> Int {
        let (rain, state): (SQLiteValue, Int) =
            switch day.rain {
            case .blank: (.null, 0)
            case .trace: (.null, 1)
            case .measured(let amount): (.real(amount), 2)
            }
        return try database.run(
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

extension SQLiteLedger {
    /// Adds the values of issues that no source has yet, so that a ledger's own export adds nothing; returns
    /// the number of issues.
    public func addNew(_ issues: [LedgerIssue]) async throws(StoreProblem) -> Int {
        var added = 0
        for start in stride(from: 0, to: issues.count, by: 200) {
            var news: [LedgerIssue] = []
            for issue in issues[start..<min(start + 200, issues.count)] {
                guard let first = issue.days.map(\.date).min(), let last = issue.days.map(\.date).max() else {
                    continue
                }
                let known = try await days(
                    of: [issue.subject],
                    on: first...last,
                    issued: issue.issuedAt..<issue.issuedAt.addingTimeInterval(1)
                )
                if !Set(issue.days).isSubset(of: known.map(\.day)) { news.append(issue) }
            }
            try await add(news, [])
            added += news.count
        }
        return added
    }
}
