import Foundation
import SQLiteStore

/// Rows of a ledger's file, read without the ledger's own code.
struct RecordRows: Hashable {
    let feeds: [String]
    let bodies: [String]
    let days: [String]

    /// Reads a file; one that does not exist has nothing.
    init(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path),
            let database = try Database(path: path, busyTimeout: .seconds(10)),
            // Made, but without tables yet.
            try !database.rows("PRAGMA user_version", read: { row throws(SQLiteError) in row.integer(0) })
                .allSatisfy({ $0 == 0 })
        else {
            (feeds, bodies, days) = ([], [], [])
            return
        }
        func texts(_ sql: String) throws -> [String] {
            try database.rows(sql) { row throws(SQLiteError) in row.text(0) }.sorted()
        }
        feeds = try texts("SELECT DISTINCT name FROM body JOIN feed ON feed.id = body.feed")
        bodies = try texts(
            "SELECT printf('%d %s %d %d %s', feed, subject, issued_at, origin, hex(sha256)) FROM body"
        )
        let columns = [
            "subject", "feed", "issued_at", "date", "half", "low", "high", "low_below",
            "low_above",
            "high_below", "high_above", "probability", "sky", "precipitation",
        ]
        days = try texts("SELECT \(columns.map { "quote(\($0))" }.joined(separator: " || ")) FROM issued_day")
    }
}
