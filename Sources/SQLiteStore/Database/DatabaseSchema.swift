struct DatabaseSchema: Sendable {
    /// `application_id` (sqlite.org/fileformat2.html, 1.3.12).
    let mark: Int
    let version: Int
    /// Version 1, whose files have no mark.
    let first: [String]
    let added: [String]

    enum Form {
        /// New, or left by a killed program.
        case empty
        case current
        case first
        case newer
        case foreign
    }

    private var definitions: Set<String> { Set((first + added).filter { $0.hasPrefix("CREATE") }) }

    /// A foreign file keeps its bytes and log.
    func form(of database: Database) throws(SQLiteError) -> Form {
        let header = try database.header()
        let isBlank = header.allSatisfy { $0 == 0 }
        guard isBlank || header.starts(with: "SQLite format 3\0".utf8) else { return .foreign }
        let written = header[68..<72].reduce(0) { $0 << 8 | Int($1) }
        guard written == 0 || written == mark else { return .foreign }
        // Tables, version and mark of one state: another program may be making them.
        do throws(SQLiteError) {
            return try database.transaction(isReading: true) { () throws(SQLiteError) in try formByTables(database) }
        } catch {
            if error.isForeign || error.isDamage && written == 0 { return .foreign }
            throw error
        }
    }

    func isExact(_ database: Database) throws(SQLiteError) -> Bool { [definitions, firstDefinitions].contains(try definitions(in: database)) }

    private var firstDefinitions: Set<String> { Set(first.filter { $0.hasPrefix("CREATE") }) }

    private func definitions(in database: Database) throws(SQLiteError) -> Set<String> {
        Set(try database.texts("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"))
    }

    private func formByTables(_ database: Database) throws(SQLiteError) -> Form {
        let found = try definitions(in: database)
        let version = try database.number("PRAGMA user_version") ?? 0
        switch (try database.number("PRAGMA application_id") ?? 0, version) {
        case (0, 0), (mark, 0): return found.isEmpty ? .empty : .foreign
        case (0, 1): return found == firstDefinitions ? .first : .foreign
        case (mark, ...self.version): return found.isSuperset(of: definitions) ? .current : .foreign
        case (mark, _): return .newer
        default: return .foreign
        }
    }

    /// Lends a connection the tables that a file of version 1 lacks, so that reading changes no byte of it.
    func lend(_ database: Database) throws(SQLiteError) {
        guard try database.number("SELECT count(*) FROM sqlite_temp_master") == 0 else { return }
        for definition in added { try database.run(definition.replacing("CREATE TABLE", with: "CREATE TEMP TABLE")) }
    }

    func complete(_ database: Database, of form: Form, fill: (Database) throws(SQLiteError) -> Void) throws(SQLiteError) {
        if case .empty = form {
            // Before the log, so that the mark is in the file itself.
            try database.run("PRAGMA application_id = \(mark)")
            // Readers never wait; each step writes one file.
            _ = try database.texts("PRAGMA journal_mode = WAL")
        }
        try database.transaction { () throws(SQLiteError) in
            let form = try formByTables(database)
            switch form {
            case .empty:
                for definition in first + added { try database.run(definition) }
                try fill(database)
            case .first: for definition in added { try database.run(definition) }
            case .current, .newer, .foreign: return
            }
            try database.run("PRAGMA application_id = \(mark)")
            try database.run("PRAGMA user_version = \(version)")
        }
    }
}
