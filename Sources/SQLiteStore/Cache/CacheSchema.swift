/// Tables of `cache.db`. KMA serves its two newest issues, so a stored answer may be the only copy.
enum CacheSchema {
    static let schema = DatabaseSchema(mark: 0x6b6d_6163, version: 1, first: tables, added: identity)

    private static let tables = [
        """
        CREATE TABLE answer (
            id INTEGER PRIMARY KEY, scope TEXT NOT NULL, feed TEXT NOT NULL, subject TEXT NOT NULL,
            issue TEXT NOT NULL, stored_at REAL NOT NULL, answer BLOB NOT NULL
        )
        """, "CREATE UNIQUE INDEX answer_name ON answer (scope, feed, subject, issue)",
        """
        CREATE TABLE calls (
            scope TEXT NOT NULL, service TEXT NOT NULL, period TEXT NOT NULL, calls INTEGER NOT NULL,
            changed_at REAL NOT NULL, PRIMARY KEY (scope, service, period)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE cooldown (
            scope TEXT NOT NULL, service TEXT NOT NULL, cooldown TEXT NOT NULL, changed_at REAL NOT NULL,
            PRIMARY KEY (scope, service)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE hold (
            name TEXT PRIMARY KEY, owner TEXT NOT NULL, ends_at REAL NOT NULL, fault TEXT
        ) WITHOUT ROWID
        """, "CREATE TABLE sweep (swept_at REAL NOT NULL)", "INSERT INTO sweep VALUES (0)",
    ]

    // Name by which a record knows how far it has read this cache.
    private static let identity = ["CREATE TABLE identity (name TEXT NOT NULL)", "INSERT INTO identity VALUES (lower(hex(randomblob(16))))"]

    static func fill(_ database: Database, from aside: String?) throws(SQLiteError) {
        for (table, columns) in [("calls", 5 as Int32), ("cooldown", 4)] {
            for row in rows(of: table, columns, in: aside) {
                let places = row.map { _ in "?" }.joined(separator: ", ")
                try database.each("INSERT OR IGNORE INTO \(table) VALUES (\(places))", row) { _ throws(SQLiteError) in }
            }
        }
    }

    /// Rows before the first damaged page.
    private static func rows(of table: String, _ columns: Int32, in path: String?) -> [[SQLiteValue]] {
        var rows: [[SQLiteValue]] = []
        do throws(SQLiteError) {
            try path.flatMap { path throws(SQLiteError) in try Database(reading: path) }?.each("SELECT * FROM \(table)", []) {
                row throws(SQLiteError) in rows.append((0..<columns).map(row.value))
            }
        } catch { return rows }
        return rows
    }
}
