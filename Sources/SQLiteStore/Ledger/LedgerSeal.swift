import KMAForecast

/// Sum over a ledger's evidence in any order of rows, which shows an edited or missing row; no signature, as an editing program could sum again.
struct LedgerSeal {
    private static let name = "seal"
    private static let verifiedName = "verified"

    private var sum: UInt64
    private let database: Database

    init(_ database: Database) throws(SQLiteError) {
        self.database = database
        if let known = try Self.kept(in: database) { sum = known } else { sum = try Self.sum(of: database) }
    }

    static func state(of database: Database) throws(SQLiteError) -> Int? {
        try database.number("SELECT position FROM cache WHERE name = ?", .text(name))
    }

    private static func kept(in database: Database) throws(SQLiteError) -> UInt64? { try state(of: database).map { UInt64(bitPattern: Int64($0)) } }

    static func isWhole(_ database: Database) throws(SQLiteError) -> Bool {
        let kept = try kept(in: database)
        return try kept == sum(of: database)
    }

    mutating func add(_ table: String, _ values: [SQLiteValue]) { sum &+= Self.number(table, values) }

    mutating func keep(_ number: Int, as name: String) throws(SQLiteError) {
        if let before = try database.number("SELECT position FROM cache WHERE name = ?", .text(name)) {
            sum &-= Self.number("cache", [.text(name), .integer(before)])
        }
        add("cache", [.text(name), .integer(number)])
        try database.run("INSERT OR REPLACE INTO cache VALUES (?, ?)", .text(name), .integer(number))
    }

    mutating func keepVerification(at time: Date) throws(SQLiteError) { try keep(Int(time.timeIntervalSince1970), as: Self.verifiedName) }

    static func verification(of database: Database) throws(SQLiteError) -> Date? {
        try database.number("SELECT position FROM cache WHERE name = ?", .text(verifiedName)).map { Date(timeIntervalSince1970: Double($0)) }
    }

    func write() throws(SQLiteError) {
        try database.run("INSERT OR REPLACE INTO cache VALUES (?, ?)", .text(Self.name), .integer(Int(Int64(bitPattern: sum))))
    }

    private static func sum(of database: Database) throws(SQLiteError) -> UInt64 {
        var sum: UInt64 = 0
        for (table, columns, condition) in [
            ("body", "id, feed, subject, issued_at, fetched_at, origin, sha256, answer", ""),
            ("observed", "station, date, fetched_at, low, high, rain, rain_state", ""), ("cache", "name, position", "WHERE name <> '\(name)'"),
        ] {
            let last = columns.count { $0 == "," }
            try database.each("SELECT \(columns) FROM \(table) \(condition)", []) { row throws(SQLiteError) in
                sum &+= number(table, (0...Int32(last)).map(row.value))
            }
        }
        return sum
    }

    private static func number(_ table: String, _ values: [SQLiteValue]) -> UInt64 {
        var bytes = Array(table.utf8)
        func add(_ kind: Character, _ value: some Sequence<UInt8>) { bytes += Array("\u{0}\(kind)".utf8) + value }
        func bits(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
        for value in values {
            switch value {
            case .null: add("n", [])
            case .integer(let number): add("i", bits(UInt64(bitPattern: Int64(number))))
            case .real(let number): add("r", bits(number.bitPattern))
            case .text(let text): add("t", text.utf8)
            case .blob(let blob): add("b", blob)
            }
        }
        return SHA256.digest(of: bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
