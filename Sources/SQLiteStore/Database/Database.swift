import CSQLite
import KMAForecast

/// An error that SQLite reports.
public struct SQLiteError: Error, CustomStringConvertible {
    /// SQLite's extended result code (sqlite.org/rescode.html).
    public let code: Int32

    /// SQLite's own words.
    public var description: String {
        csqlite_load().flatMap { $0.pointee.errstr(code) }.map { String(cString: $0) } ?? "SQLite \(code)"
    }

    private var primaryCode: Int32 { code & 0xff }

    /// Another connection holds what is needed; the same may succeed a moment later. 5 BUSY, 6 LOCKED, 15 PROTOCOL.
    public var isBusy: Bool { [5, 6, 15].contains(primaryCode) }

    /// The bytes of the file are damaged, or are none of a database: 11 CORRUPT, 26 NOTADB.
    public var isDamage: Bool { [11, 26].contains(primaryCode) }

    /// The bytes of the file are none of a database: 26 NOTADB.
    var isForeign: Bool { primaryCode == 26 }

    /// A table or a column is missing: 1 ERROR.
    var isUnknownTable: Bool { primaryCode == 1 }
}

/// A value of a row.
public enum SQLiteValue: Sendable, Hashable {
    case null
    case integer(Int)
    case real(Double)
    case text(String)
    case blob(Data)
}

/// A connection to an SQLite database file. It belongs to one task at a time, and is closed when nobody has it any more.
public final class Database {
    private let sqlite: csqlite
    private let handle: UnsafeMutableRawPointer
    private var statements: [String: Statement] = [:]

    /// Opens a file that is there. Throws SQLite's code 14 if it cannot; `nil` without SQLite.
    public convenience init?(path: String, busyTimeout: Duration) throws(SQLiteError) {
        // READWRITE
        try self.init(path, flags: 0x2, busyTimeout)
    }

    /// Opens a file for reading alone. Of one that no program has open nothing is made beside it, as on a disk that is
    /// mounted for reading.
    convenience init?(reading path: String) throws(SQLiteError) {
        if FileIdentity(path + "-wal") != nil {
            // READONLY
            try self.init(path, flags: 0x1, .seconds(2))
        } else {
            let name = path.utf8.map { byte in
                let isPlain =
                    byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || (45...57).contains(byte))
                return isPlain ? String(Unicode.Scalar(byte)) : "%" + [byte].hexadecimal
            }
            // READONLY | URI (sqlite.org/uri.html)
            try self.init("file:\(name.joined())?immutable=1", flags: 0x1 | 0x40, .seconds(2))
        }
    }

    private init?(_ path: String, flags: Int32, _ busyTimeout: Duration) throws(SQLiteError) {
        guard let sqlite = csqlite_load()?.pointee else { return nil }
        self.sqlite = sqlite
        var handle: UnsafeMutableRawPointer?
        // NOMUTEX
        let code = sqlite.open_v2(path, &handle, flags | 0x8000, nil)
        guard code == 0, let handle else {
            let error = SQLiteError(code: handle.map { sqlite.extended_errcode($0) } ?? code)
            _ = sqlite.close_v2(handle)
            throw error
        }
        self.handle = handle
        _ = sqlite.busy_timeout(handle, Int32(busyTimeout / .milliseconds(1)))
    }

    deinit {
        statements = [:]
        _ = sqlite.close_v2(handle)
    }

    /// Has the log stay beside the file when the connection is closed. Writing it into the file would have a program that
    /// ends wait for the disk; the next connection reads it there.
    public func keepLog(_ isKept: Bool = true) { csqlite_keep_log(handle, isKept) }

    /// The first 100 bytes of the file, read without a lock and without its log; zeros behind the end of a shorter one.
    func header() throws(SQLiteError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 100)
        let code = csqlite_read_header(handle, &bytes, Int32(bytes.count))
        // SHORT_READ
        guard [0, 522].contains(code) else { throw SQLiteError(code: code) }
        return bytes
    }

    /// Runs a statement to its end, and reads each of its rows. A statement is compiled once for the connection.
    public func rows<Row>(
        _ sql: String,
        _ values: SQLiteValue...,
        read: (Statement) throws(SQLiteError) -> Row
    ) throws(SQLiteError) -> [Row] {
        var rows: [Row] = []
        try each(sql, values) { row throws(SQLiteError) in rows.append(try read(row)) }
        return rows
    }

    /// Runs a statement to its end; returns the text in the first column of each row.
    public func texts(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> [String] {
        var texts: [String] = []
        try each(sql, values) { row throws(SQLiteError) in texts.append(row.text(0)) }
        return texts
    }

    /// Runs a statement to its end; returns the number in its first row, or `nil` where it has no row.
    public func number(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> Int? {
        var number: Int?
        try each(sql, values) { row throws(SQLiteError) in number = number ?? row.integer(0) }
        return number
    }

    /// Runs a statement to its end, and does something at each of its rows.
    public func each(
        _ sql: String,
        _ values: [SQLiteValue],
        _ body: (Statement) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() { try body(statement) }
    }

    /// Runs a statement that has no rows to read; returns how many rows it has changed.
    @discardableResult
    public func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> Int {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {}
        return Int(sqlite.changes(handle))
    }

    /// Runs steps of which all are done or none. The lock for writing is taken at once, so that a step never fails
    /// because of what another connection has written meanwhile.
    public func transaction<Result>(
        _ body: () throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try run("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // A full disk ends the transaction by itself; then there is none to undo.
            _ = try? run("ROLLBACK")
            throw error
        }
    }

    private func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let known = statements[sql] { return known }
        var prepared: UnsafeMutableRawPointer?
        let code = sqlite.prepare_v2(handle, sql, -1, &prepared, nil)
        guard code == 0, let prepared else { throw SQLiteError(code: sqlite.extended_errcode(handle)) }
        let statement = Statement(sqlite, handle, prepared)
        statements[sql] = statement
        return statement
    }
}

/// A compiled statement with its values, and the row that it stands at.
public final class Statement {
    private let sqlite: csqlite
    private let database: UnsafeMutableRawPointer
    private let handle: UnsafeMutableRawPointer

    fileprivate init(
        _ sqlite: csqlite,
        _ database: UnsafeMutableRawPointer,
        _ handle: UnsafeMutableRawPointer
    ) {
        self.sqlite = sqlite
        self.database = database
        self.handle = handle
    }

    deinit { _ = sqlite.finalize(handle) }

    fileprivate func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        for (index, value) in values.enumerated() {
            let index = Int32(index + 1)
            let code =
                switch value {
                case .null: sqlite.bind_null(handle, index)
                case .integer(let value): sqlite.bind_int64(handle, index, Int64(value))
                case .real(let value): sqlite.bind_double(handle, index, value)
                case .text(let text):
                    text.utf8CString.withUnsafeBufferPointer {
                        sqlite.bind_text(handle, index, $0.baseAddress, Int32($0.count - 1), -1)
                    }
                case .blob(let data):
                    data.withUnsafeBytes {
                        // No bytes are a value too, which NULL is not.
                        $0.baseAddress.map { sqlite.bind_blob(handle, index, $0, Int32(data.count), -1) }
                            ?? sqlite.bind_blob(handle, index, "", 0, -1)
                    }
                }
            guard code == 0 else { throw SQLiteError(code: code) }
        }
    }

    /// Goes to the next row; `false` where there is none.
    fileprivate func step() throws(SQLiteError) -> Bool {
        switch sqlite.step(handle) {
        case 100: return true
        case 101: return false
        default: throw SQLiteError(code: sqlite.extended_errcode(database))
        }
    }

    fileprivate func reset() {
        // It repeats the error of the last step, which was thrown.
        _ = sqlite.reset(handle)
        _ = sqlite.clear_bindings(handle)
    }

    /// The number in a column; 0 where it holds none.
    public func integer(_ column: Int32) -> Int { Int(sqlite.column_int64(handle, column)) }

    /// The number in a column; 0 where it holds none.
    public func real(_ column: Int32) -> Double { sqlite.column_double(handle, column) }

    /// The bytes in a column.
    public func blob(_ column: Int32) -> Data {
        // The pointer holds until the row is left; its length is known only after it.
        let bytes = sqlite.column_blob(handle, column)
        return bytes.map { Data(bytes: $0, count: Int(sqlite.column_bytes(handle, column))) } ?? Data()
    }

    /// The text in a column; empty where there is none.
    public func text(_ column: Int32) -> String { String(decoding: blob(column), as: UTF8.self) }

    /// The value in a column.
    public func value(_ column: Int32) -> SQLiteValue {
        switch sqlite.column_type(handle, column) {
        case 1: .integer(integer(column))
        case 2: .real(real(column))
        case 3: .text(text(column))
        case 4: .blob(blob(column))
        default: .null
        }
    }

    /// Whether a column holds nothing.
    public func isNull(_ column: Int32) -> Bool { sqlite.column_type(handle, column) == 5 }
}
