import Foundation
import SQLiteStore

/// Contents of a cache folder, read without the store's own code: the rows of `cache.db`. An answer is a line
/// (mark, time of the fetch, status, length and checksum of the body), then the body.
public struct StoredFiles: Sendable {
    /// Stored answers, by `<scope>/<feed>/<subject>/<issue>`.
    public let answers: [String: Data]
    /// The calls counted for all services on the days that are still on record.
    public let callsCounted: Int
    /// The names of stored answers whose length or checksum is wrong, and what is wrong with the file itself.
    public let damaged: [String]

    /// Reads a folder; one that does not exist holds nothing.
    public init(below path: String) throws {
        guard let database = try StoredFiles.database(in: path), try StoredFiles.hasTables(database) else {
            (answers, callsCounted, damaged) = ([:], 0, [])
            return
        }
        let rows = try database.rows(
            "SELECT scope || '/' || feed || '/' || subject || '/' || issue, answer FROM answer"
        ) { row throws(SQLiteError) in (row.text(0), row.blob(1)) }
        answers = Dictionary(uniqueKeysWithValues: rows)
        callsCounted =
            try database.rows("SELECT total(calls) FROM calls WHERE length(period) = 8") {
                row throws(SQLiteError) in row.integer(0)
            }.first ?? 0
        let state = try database.rows("PRAGMA integrity_check") { row throws(SQLiteError) in row.text(0) }
        damaged =
            answers.filter { !StoredFiles.isWhole($0.value) }.keys.sorted() + state.filter { $0 != "ok" }
    }

    /// The database of a folder; `nil` where there is none.
    package static func database(in path: String) throws -> Database? {
        guard FileManager.default.fileExists(atPath: path + "/cache.db") else { return nil }
        return try Database(path: path + "/cache.db", busyTimeout: .seconds(10))
    }

    private static func hasTables(_ database: Database) throws -> Bool {
        try !database.rows("SELECT 1 FROM sqlite_master WHERE name = 'answer'") { _ throws(SQLiteError) in
            true
        }
        .isEmpty
    }

    private static func isWhole(_ file: Data) -> Bool {
        guard let end = file.firstIndex(of: UInt8(ascii: "\n")) else { return false }
        let fields = String(decoding: file[..<end], as: UTF8.self).split(separator: " ")
        let body = [UInt8](file[file.index(after: end)...])
        let (prime, words) = (0x100_0000_01b3 as UInt64, body.count / 8)
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        for word in 0..<words {
            let value = (0..<8).reduce(0 as UInt64) { $0 | UInt64(body[8 * word + $1]) << UInt64(8 * $1) }
            sum = (sum ^ value) &* prime
            sum ^= sum >> 32
        }
        for byte in body[(8 * words)...] { sum = (sum ^ UInt64(byte)) &* prime }
        return fields.count == 5 && Int(fields[3]) == body.count && UInt64(fields[4], radix: 16) == sum
    }
}
