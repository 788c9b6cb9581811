import Forecast
import KMAForecast

/// Answer in a ledger's file, not yet trusted.
struct KeptAnswer: Sendable {
    let id: Int
    /// Feed, subject, times, origin, sum and answer.
    private let values: [SQLiteValue]

    enum Flaw: Error, Sendable, Hashable {
        case column(String)
        case digest
        case unreadable
    }

    static func next(after id: Int, limit: Int, in database: Database) throws(SQLiteError) -> [KeptAnswer] {
        try database.rows(
            """
            SELECT id, feed, subject, issued_at, fetched_at, origin, sha256, answer FROM body
            WHERE id > ? ORDER BY id LIMIT ?
            """,
            .integer(id),
            .integer(limit)
        ) { row throws(SQLiteError) in KeptAnswer(id: row.integer(0), values: (1...7).map(row.value)) }
    }

    var name: String {
        var words = ["?", "?", "?"]
        if case .integer(let number) = values[0] { words[0] = LedgerSchema.feed(number)?.rawValue ?? "\(number)" }
        if case .text(let text) = values[1] { words[1] = text }
        if case .integer(let issued) = values[2], 0..<7_258_118_400 ~= issued {
            words[2] = KoreanTime(Date(timeIntervalSince1970: Double(issued))).rfc3339
        }
        return words.joined(separator: " ")
    }

    func isOther(in database: Database) throws(SQLiteError) -> Bool {
        guard try SQLiteLedger.id(of: key, in: database) == nil else { return false }
        var isKnown = false
        try database.each("SELECT 1 FROM body WHERE feed = ? AND subject = ? AND issued_at = ? AND origin = ? LIMIT 1", Array(key.dropLast())) { _ in
            isKnown = true
        }
        return isKnown
    }

    /// Identity of an answer: all but the time of the fetch and the answer.
    var key: [SQLiteValue] { [values[0], values[1], values[2], values[4], values[5]] }

    func issue(until now: Date) throws(Flaw) -> PackedIssue {
        guard case .integer(let number) = values[0], let feed = LedgerSchema.feed(number) else { throw .column("feed") }
        guard case .text(let name) = values[1] else { throw .column("subject") }
        let subject = LedgerSubject(feed: feed, name: name)
        guard subject.isWellFormed else { throw .column("subject") }
        guard case .integer(let issued) = values[2], 0...Int(now.timeIntervalSince1970) ~= issued else { throw .column("issued_at") }
        guard case .integer(let fetched) = values[3], issued...Int(now.timeIntervalSince1970) ~= fetched else { throw .column("fetched_at") }
        guard case .integer(let code) = values[4], let origin = LedgerOrigin(rawValue: code) else { throw .column("origin") }
        guard case .blob(let digest) = values[5], digest.count == 32 else { throw .column("sha256") }
        guard case .blob(let packed) = values[6], let body = Gzip.unpacked(packed) else { throw .column("answer") }
        guard SHA256.digest(of: body).elementsEqual(digest) else { throw .digest }
        let issuedAt = Date(timeIntervalSince1970: Double(issued))
        guard let days = IssueReader.days(of: subject, issuedAt: issuedAt, origin: origin, in: body) else { throw .unreadable }
        let issue = LedgerIssue(
            subject: subject,
            issuedAt: issuedAt,
            fetchedAt: Date(timeIntervalSince1970: Double(fetched)),
            origin: origin,
            body: body,
            days: days
        )
        return PackedIssue(issue, feed: number, digest: digest, body: packed)
    }
}

struct PackedIssue: Sendable {
    let issue: LedgerIssue
    let feed: Int
    let digest: Data
    let body: Data

    init?(_ issue: LedgerIssue) {
        guard let feed = LedgerSchema.numbers[issue.subject.feed] else { return nil }
        self.init(issue, feed: feed, digest: Data(SHA256.digest(of: issue.body)), body: Gzip.packed(issue.body))
    }

    fileprivate init(_ issue: LedgerIssue, feed: Int, digest: Data, body: Data) {
        (self.issue, self.feed, self.digest, self.body) = (issue, feed, digest, body)
    }
}
