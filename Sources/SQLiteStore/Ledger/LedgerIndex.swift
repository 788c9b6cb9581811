import Forecast
import KMAForecast

struct LedgerIndex: Sendable, Equatable {
    let version: Int
    /// Last answer done; `nil` if all are.
    let remade: Int?

    init(in database: Database) throws(SQLiteError) {
        let rows = try database.rows("SELECT version, remade FROM reader") { row throws(SQLiteError) in
            (version: row.integer(0), remade: row.isNull(1) ? nil : row.integer(1))
        }
        version = rows.first?.version ?? 0
        remade = rows.first?.remade ?? nil
    }

    static func begin(in database: Database, remade: Int?) throws(SQLiteError) {
        try database.run("DELETE FROM reader")
        try database.run("INSERT INTO reader VALUES (?, ?)", .integer(IssueReader.version), remade.map(SQLiteValue.integer) ?? .null)
    }

    func unread(in database: Database) throws(SQLiteError) -> Int {
        if version == IssueReader.version, remade == nil { return 0 }
        let first = version == IssueReader.version ? remade ?? 0 : 0
        return try database.number("SELECT count(*) FROM body WHERE id > ?", .integer(first)) ?? 0
    }
}

extension SQLiteLedger {
    private static let rereadAtOnce = 25

    /// The position is in the file, for a stopped program; an unreadable answer keeps its rows.
    package func remakeDays(atMost answers: Int) async throws(StoreProblem) -> Bool {
        guard FileIdentity(path) != nil else { return true }
        var left = answers
        while left > 0 {
            let state = try await file.write(isUrgent: true, grows: false) { database throws(SQLiteError) -> LedgerIndex in
                let found = try LedgerIndex(in: database)
                if found.version == IssueReader.version { return found }
                try LedgerIndex.begin(in: database, remade: 0)
                return try LedgerIndex(in: database)
            }
            guard let last = state.remade else { return true }
            let step = min(left, SQLiteLedger.rereadAtOnce)
            let kept = try await file.read { database throws(SQLiteError) in try KeptAnswer.next(after: last, limit: step, in: database) }
            let read = await SQLiteLedger.days(of: kept ?? [])
            try await file.write(isUrgent: true) { database throws(SQLiteError) in
                try database.transaction { () throws(SQLiteError) in
                    // Another program may have been faster, or newer.
                    guard try LedgerIndex(in: database) == state else { return }
                    for (body, days) in read {
                        try database.run("DELETE FROM day WHERE body = ?", .integer(body))
                        for day in days { _ = try add(day, of: body, to: database) }
                    }
                    try LedgerIndex.begin(in: database, remade: kept?.last?.id)
                }
            }
            if kept?.last == nil { return true }
            left -= step
        }
        return false
    }

    @concurrent private static func days(of answers: [KeptAnswer]) async -> [(body: Int, days: [IssuedDay])] {
        answers.compactMap { answer in
            do throws(KeptAnswer.Flaw) { return (answer.id, try answer.issue(until: .distantFuture).issue.days) } catch { return nil }
        }
    }
}
