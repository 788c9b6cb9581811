import CLibrary
import CSQLite

package struct SQLiteError: Error, CustomStringConvertible {
    /// sqlite.org/rescode.html, extended.
    package let code: Int32

    package var description: String { csqlite_load().flatMap { $0.pointee.errstr(code) }.map { String(cString: $0) } ?? "SQLite \(code)" }

    private var primaryCode: Int32 { code & 0xff }

    /// 5 BUSY, 6 LOCKED, 15 PROTOCOL: another connection is in the way.
    package var isBusy: Bool { [5, 6, 15].contains(primaryCode) }

    /// 11 CORRUPT, 26 NOTADB.
    package var isDamage: Bool { [11, 26].contains(primaryCode) }

    /// 13 FULL; 10 IOERR of SHMSIZE (19) where the log's index finds no room.
    var isFull: Bool { code == 13 || code == 10 | 19 << 8 }

    var isForeign: Bool { primaryCode == 26 }

    /// 10 IOERR: also if another program takes the log of a damaged file away.
    var isOfDisk: Bool { primaryCode == 10 }

    /// 1 ERROR: a missing table or column.
    var isUnknownTable: Bool { primaryCode == 1 }
}

package enum SQLiteValue: Sendable, Hashable {
    case null
    case integer(Int)
    case real(Double)
    case text(String)
    case blob(Data)
}

package final class Database {
    private let sqlite: csqlite
    private let handle: UnsafeMutableRawPointer
    private let index: String
    private var indexSize = 0
    private var statements: [String: Statement] = [:]
    /// Part of the index that is mapped at once (sqlite.org/walformat.html, 2.1), and more than any log here needs.
    private static let (indexPart, wholeIndex) = (32_768, 1 << 20)
    private static let shortRead: Int32 = 522

    /// Throws code 14 if it cannot; `nil` without SQLite.
    package convenience init?(path: String, busyTimeout: Duration) throws(SQLiteError) { try self.init(path, [.readWrite], busyTimeout) }

    /// Makes no files beside one that nobody has open.
    convenience init?(reading path: String) throws(SQLiteError) {
        if FileIdentity(path + "-wal") != nil {
            try self.init(path, [.readOnly], .seconds(2))
        } else {
            let name = path.utf8.map { byte in
                let isPlain = byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || (45...57).contains(byte))
                return isPlain ? String(Unicode.Scalar(byte)) : "%" + [byte].hexadecimal
            }
            try self.init("file:\(name.joined())?immutable=1", [.readOnly, .uri], .seconds(2))
        }
    }

    /// Flags of `sqlite3_open_v2` (sqlite.org/c3ref, sqlite.org/uri.html).
    private enum OpenFlag: Int32 { case readOnly = 0x1, readWrite = 0x2, uri = 0x40, noMutex = 0x8000 }

    private init?(_ path: String, _ flags: [OpenFlag], _ busyTimeout: Duration) throws(SQLiteError) {
        guard let sqlite = csqlite_load()?.pointee else { return nil }
        (self.sqlite, index) = (sqlite, path + "-shm")
        var handle: UnsafeMutableRawPointer?
        let code = sqlite.open_v2(path, &handle, (flags + [.noMutex]).reduce(0) { $0 | $1.rawValue }, nil)
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
        restoreIndex()
        _ = sqlite.close_v2(handle)
    }

    /// Fills up the mapped index of a cut log, whose missing pages end the program (SIGBUS); never in a transaction, which would read old pages.
    func restoreIndex() {
        guard let size = FileIdentity.size(of: index) else { return }
        if size < indexSize { truncate(index, off_t(Database.wholeIndex)) }
        indexSize = max(size, Database.indexPart)
    }

    /// Leaves the log at the end, so that a program need not wait for the disk.
    package func keepLog(_ isKept: Bool = true) { csqlite_keep_log(handle, isKept) }

    /// First 100 bytes, without lock and log.
    func header() throws(SQLiteError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 100)
        let code = csqlite_read_header(handle, &bytes, Int32(bytes.count))
        guard [0, Database.shortRead].contains(code) else { throw SQLiteError(code: code) }
        return bytes
    }

    package func rows<Row>(_ sql: String, _ values: SQLiteValue..., read: (Statement) throws(SQLiteError) -> Row) throws(SQLiteError) -> [Row] {
        var rows: [Row] = []
        try each(sql, values) { row throws(SQLiteError) in rows.append(try read(row)) }
        return rows
    }

    package func texts(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> [String] {
        var texts: [String] = []
        try each(sql, values) { row throws(SQLiteError) in texts.append(row.text(0)) }
        return texts
    }

    package func number(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> Int? {
        var number: Int?
        try each(sql, values) { row throws(SQLiteError) in number = number ?? row.integer(0) }
        return number
    }

    package func each(_ sql: String, _ values: [SQLiteValue], _ body: (Statement) throws(SQLiteError) -> Void) throws(SQLiteError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() { try body(statement) }
    }

    @discardableResult package func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> Int { try run(sql, values) }

    @discardableResult func run(_ sql: String, _ values: [SQLiteValue]) throws(SQLiteError) -> Int {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {}
        return Int(sqlite.changes(handle))
    }

    /// All or none; the lock for writing comes first, so that no other write makes one fail. Reading needs none, and sees one state of the file.
    package func transaction<Result>(isReading: Bool = false, _ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        try run(isReading ? "BEGIN" : "BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // A full disk ends the transaction by itself.
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

package final class Statement {
    private let sqlite: csqlite
    private let database: UnsafeMutableRawPointer
    private let handle: UnsafeMutableRawPointer

    fileprivate init(_ sqlite: csqlite, _ database: UnsafeMutableRawPointer, _ handle: UnsafeMutableRawPointer) {
        (self.sqlite, self.database, self.handle) = (sqlite, database, handle)
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
                    text.utf8CString.withUnsafeBufferPointer { sqlite.bind_text(handle, index, $0.baseAddress, Int32($0.count - 1), -1) }
                case .blob(let data):
                    data.withUnsafeBytes {
                        // Empty bytes are a value, unlike NULL.
                        $0.baseAddress.map { sqlite.bind_blob(handle, index, $0, Int32(data.count), -1) }
                            ?? sqlite.bind_blob(handle, index, "", 0, -1)
                    }
                }
            guard code == 0 else { throw SQLiteError(code: code) }
        }
    }

    fileprivate func step() throws(SQLiteError) -> Bool {
        switch sqlite.step(handle) {
        case 100: return true
        case 101: return false
        default: throw SQLiteError(code: sqlite.extended_errcode(database))
        }
    }

    fileprivate func reset() {
        // Repeats the error already thrown.
        _ = sqlite.reset(handle)
        _ = sqlite.clear_bindings(handle)
    }

    /// 0 for another kind.
    package func integer(_ column: Int32) -> Int { Int(sqlite.column_int64(handle, column)) }

    package func real(_ column: Int32) -> Double { sqlite.column_double(handle, column) }

    package func blob(_ column: Int32) -> Data {
        // The pointer comes first, and holds until the next row.
        let bytes = sqlite.column_blob(handle, column)
        return bytes.map { Data(bytes: $0, count: Int(sqlite.column_bytes(handle, column))) } ?? Data()
    }

    package func text(_ column: Int32) -> String { String(decoding: blob(column), as: UTF8.self) }

    package func value(_ column: Int32) -> SQLiteValue {
        switch sqlite.column_type(handle, column) {
        case 1: .integer(integer(column))
        case 2: .real(real(column))
        case 3: .text(text(column))
        case 4: .blob(blob(column))
        default: .null
        }
    }

    package func isNull(_ column: Int32) -> Bool { sqlite.column_type(handle, column) == 5 }
}
