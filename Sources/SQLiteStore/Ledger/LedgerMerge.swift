import Record
import Forecast
import KMAForecast
import Regions

extension SQLiteLedger {
    private static let takenAtOnce = 200

    /// Adds missing answers and observations of another ledger, sums and days made anew: merged in any order, ledgers end with the same answers.
    package func merge(_ other: String, at now: Date = Date(), progress: @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in })
        async throws(LedgerMergeFault) -> LedgerMerge
    {
        guard let identity = FileIdentity(other) else { throw .noFile }
        var merge = LedgerMerge()
        if identity == FileIdentity(path) { return merge }
        let source = try MergeSource(other)
        var (last, done) = (0, 0)
        while true {
            let answers = try source.answers(after: last, limit: SQLiteLedger.takenAtOnce)
            guard let end = answers.last else { break }
            last = end.id
            done += answers.count
            do throws(StoreProblem) { try await take(answers, at: now, into: &merge) } catch { throw .record(error) }
            progress(done, source.count)
        }
        let observations = try source.observations(until: now, refused: &merge.refused)
        do throws(StoreProblem) {
            merge.observations = try await addSealed { database, seal throws(SQLiteError) in
                var added = 0
                for day in observations { added += try add(day, to: database, &seal) }
                return added
            }
        } catch { throw .record(error) }
        return merge
    }

    private func take(_ answers: [KeptAnswer], at now: Date, into merge: inout LedgerMerge) async throws(StoreProblem) {
        let known = try await file.read { database throws(SQLiteError) in
            var known: Set<Int> = []
            for answer in answers where try SQLiteLedger.id(of: answer.key, in: database) != nil { known.insert(answer.id) }
            return known
        }
        var issues: [PackedIssue] = []
        for answer in answers where known?.contains(answer.id) != true {
            do throws(KeptAnswer.Flaw) { issues.append(try answer.issue(until: now)) } catch { merge.refused += 1 }
        }
        let news = issues
        let added = try await addSealed { database, seal throws(SQLiteError) in
            var added: [Int] = []
            for issue in news { if let days = try add(issue, to: database, &seal) { added.append(days) } }
            return added
        }
        merge.issues += added.count
        merge.days += added.reduce(0, +)
    }
}

struct MergeSource {
    private let database: Database
    let count: Int

    init(_ path: String) throws(LedgerMergeFault) {
        // SQLite calls reading a folder an I/O error.
        if FileIdentity(path + "/.") != nil { throw .noLedger }
        let found = try MergeSource.reading { () throws(SQLiteError) in
            try Database(reading: path).map { database throws(SQLiteError) in
                database.keepLog()
                let form = try LedgerSchema.schema.form(of: database)
                let isExact = try LedgerSchema.schema.isExact(database)
                return (database: database, form: form, isExact: isExact)
            }
        }
        guard let (database, form, isExact) = found else { throw .unreadable(reason: "libsqlite3.so.0") }
        if form == .newer { throw .newerVersion }
        guard form == .current || form == .first, isExact else { throw .noLedger }
        let state = try MergeSource.reading { () throws(SQLiteError) in try database.texts("PRAGMA quick_check(1)") }
        if state != ["ok"] { throw .unreadable(reason: state.first ?? "") }
        self.database = database
        count = try MergeSource.reading { () throws(SQLiteError) in try database.number("SELECT count(*) FROM body") ?? 0 }
    }

    private static func reading<Result>(_ body: () throws(SQLiteError) -> Result) throws(LedgerMergeFault) -> Result {
        do throws(SQLiteError) { return try body() } catch { throw error.isDamage ? .noLedger : .unreadable(reason: error.description) }
    }

    func answers(after id: Int, limit: Int) throws(LedgerMergeFault) -> [KeptAnswer] {
        try MergeSource.reading { () throws(SQLiteError) in try KeptAnswer.next(after: id, limit: limit, in: database) }
    }

    func observations(until now: Date, refused: inout Int) throws(LedgerMergeFault) -> [ObservedDay] {
        let stations = Set(SurfaceStation.all.map(\.id))
        let rows = try MergeSource.reading { () throws(SQLiteError) in
            try database.rows("SELECT station, date, fetched_at, low, high, rain, rain_state FROM observed") { row throws(SQLiteError) in
                ObservedDay(kept: (0...6).map(row.value), stations, until: now)
            }
        }
        refused += rows.count { $0 == nil }
        return rows.compactMap { $0 }
    }
}

extension ObservedDay {
    /// `nil` if no station can have observed it, or nobody fetched it by then.
    init?(kept values: [SQLiteValue], _ stations: Set<Int>, until now: Date) {
        func degrees(_ value: SQLiteValue) -> Double?? {
            switch value {
            case .null: .some(nil)
            case .real(let degrees): degrees.within(.plausibleTemperature).map { .some($0) }
            default: nil
            }
        }
        guard case .integer(let station) = values[0], stations.contains(station), case .integer(let number) = values[1], 0..<84_006 ~= number,
            case .integer(let seconds) = values[2], let minimum = degrees(values[3]), let maximum = degrees(values[4])
        else { return nil }
        let date = KoreanDate(dayNumber: number)
        let fetchedAt = Date(timeIntervalSince1970: Double(seconds))
        guard (date + 1).start <= fetchedAt, fetchedAt <= now else { return nil }
        let rain: Rain
        switch (values[5], values[6]) {
        case (.null, .integer(0)): rain = .blank
        case (.null, .integer(1)): rain = .trace
        case (.null, .integer(3)): rain = .unknown
        case (.real(let amount), .integer(2)) where 0...10_000 ~= amount: rain = .measured(amount)
        default: return nil
        }
        self.init(station: station, date: date, minimum: minimum, maximum: maximum, rain: rain, fetchedAt: fetchedAt)
    }
}

extension SQLiteLedger {
    private static let exportedAtOnce = 500

    /// Throws for a damaged page, so that an export is complete.
    package func checkPages() async throws(StoreProblem) {
        let state = try await file.read { database throws(SQLiteError) in try database.texts("PRAGMA quick_check(1)") }
        if let state, state != ["ok"] { throw .damaged(setAside: nil) }
    }

    /// Rows of the answers after one, 0 at first; `nil` at the end.
    package func rows(after body: Int) async throws(StoreProblem) -> (rows: [LedgerDay], last: Int)? {
        let found = try await file.read { database throws(SQLiteError) -> (rows: [LedgerDay], last: Int)? in
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
                LedgerSchema.feed(row.integer(0)).flatMap { feed in LedgerDay(row, LedgerSubject(feed: feed, name: row.text(1)), firstColumn: 2) }
            }
            return (rows.compactMap { $0 }, last)
        }
        return found ?? nil
    }
}
