import CLibrary
import KMAForecast

/// Database file that is never written if foreign or newer, and set aside if damaged, by a writer; an unusable one is left alone for a while.
actor DatabaseFile {
    struct Kind: Sendable {
        var schema: DatabaseSchema
        var fill: @Sendable (_ database: Database, _ aside: String?) throws(SQLiteError) -> Void = { _, _ throws(SQLiteError) in }
        /// A newer version may write at any time.
        var isNewer: @Sendable (_ database: Database) throws(SQLiteError) -> Bool = { _ throws(SQLiteError) in false }
        var leavesLog = false
        /// A request waits for the cache once, not at each step.
        var pausesIfLocked = false
    }

    private enum Purpose { case reading, writing }

    private let path: String
    private let kind: Kind
    private let clock: any WaitingClock
    private let observe: @Sendable (StoreProblem?) -> Void
    private var opened: (database: Database, identity: FileIdentity, form: DatabaseSchema.Form)?
    private var met: FileIdentity?
    private var known: StoreProblem?
    private var triesAgainAt: ContinuousClock.Instant?
    private var aside: String?
    static let patience = Duration.seconds(2)
    private static let pause = Duration.seconds(10)
    private static let triesOfDisk = 5

    init(path: String, _ kind: Kind, clock: any WaitingClock = ContinuousClock(), observe: @escaping @Sendable (StoreProblem?) -> Void) {
        (self.path, self.kind, self.clock, self.observe) = (path, kind, clock, observe)
    }

    private var directory: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

    /// `nil` without a file or contents; makes, changes and sets aside nothing.
    func read<Result: Sendable>(_ body: (Database) throws(SQLiteError) -> Result) async throws(StoreProblem) -> Result? {
        let isThere: Bool
        do throws(SystemError) { isThere = try FileIdentity.find(path) != nil } catch { throw leave(error.problem) }
        return isThere ? try await perform(.reading, grows: false, body) : nil
    }

    /// A body that does not grow the file needs no room on a full disk, and says nothing of it.
    func write<Result: Sendable>(isUrgent: Bool = false, grows: Bool = true, _ body: (Database) throws(SQLiteError) -> Result)
        async throws(StoreProblem) -> Result
    {
        if isUrgent { triesAgainAt = nil }
        guard let result = try await perform(.writing, grows: grows, body) else { throw .unusable(reason: "no tables") }
        return result
    }

    func attempt<Result: Sendable>(grows: Bool = true, _ body: (Database) throws(SQLiteError) -> Result) async -> Result? {
        do throws(StoreProblem) { return try await write(grows: grows, body) } catch { return nil }
    }

    private var isFull: Bool { if case .full? = known { true } else { false } }

    private enum Fault: Error {
        case sqlite(SQLiteError)
        case problem(StoreProblem)

        /// Another program is about to replace the file.
        static let changed = Fault.problem(.locked)

        var isOfDisk: Bool { if case .sqlite(let error) = self { error.isOfDisk } else { false } }
    }

    private func perform<Result>(_ purpose: Purpose, grows: Bool, _ body: (Database) throws(SQLiteError) -> Result) async throws(StoreProblem)
        -> Result?
    {
        if let triesAgainAt, let known, clock.now < triesAgainAt, grows || !isFull { throw known }
        let deadline = clock.now + DatabaseFile.patience
        var maySetAside = purpose == .writing
        var triesOfDisk = DatabaseFile.triesOfDisk
        while true {
            do throws(Fault) {
                if maySetAside, known == .damaged(setAside: nil) {
                    maySetAside = false
                    try setAside()
                }
                guard let database = try database(for: purpose) else { return nil }
                let result: Result
                do throws(SQLiteError) { result = try body(database) } catch { throw .sqlite(error) }
                if isFull, !grows { return result }
                triesAgainAt = nil
                if let known, !known.isOver, opened?.form != .newer { report(nil) }
                return result
            } catch {
                let problem = problem(error)
                switch problem {
                case .locked where clock.now < deadline: if await sleep() { continue }
                case .damaged where maySetAside:
                    known = problem
                    continue
                // The full disk is that of a copy, or of what SQLite sorts.
                case .full where !grows && opened != nil: throw problem
                case .unusable where error.isOfDisk && triesOfDisk > 0:
                    triesOfDisk -= 1
                    opened = nil
                    if await sleep() { continue }
                default: break
                }
                throw leave(problem)
            }
        }
    }

    private func problem(_ fault: Fault) -> StoreProblem {
        switch fault {
        case .problem(let problem): problem
        case .sqlite(let error) where error.isBusy: .locked
        case .sqlite(let error) where error.isDamage: .damaged(setAside: nil)
        case .sqlite(let error) where error.isUnknownTable && opened?.form == .newer: .newerVersion
        case .sqlite(let error) where error.isFull: .full(reason: error.description)
        case .sqlite(let error): .unusable(reason: error.description)
        }
    }

    private func sleep() async -> Bool {
        try? await clock.sleep(for: .milliseconds(Int.random(in: 2...12)))
        return !Task.isCancelled
    }

    private func report(_ problem: StoreProblem?) {
        guard known != problem else { return }
        known = problem
        observe(problem)
    }

    private func leave(_ problem: StoreProblem) -> StoreProblem {
        // A full disk lets go of no log, without which nothing could be read.
        if case .full = problem {} else { opened = nil }
        if problem != .locked || kind.pausesIfLocked { triesAgainAt = clock.now + DatabaseFile.pause }
        report(problem)
        return problem
    }
}

extension DatabaseFile {
    private func database(for purpose: Purpose) throws(Fault) -> Database? {
        if let opened, FileIdentity(path) != opened.identity || opened.form == .first && purpose == .writing { self.opened = nil }
        if opened == nil {
            do throws(SystemError) { if purpose == .writing { try makeFile() } } catch { throw .problem(error.problem) }
            try open()
        }
        guard let (database, identity, form) = opened else { throw .changed }
        database.restoreIndex()
        switch (form, purpose) {
        case (.foreign, _): throw .problem(.foreign)
        case (.newer, .writing): throw .problem(.newerVersion)
        case (.newer, .reading): report(.newerVersion)
        case (.empty, .reading):
            opened = nil
            return nil
        case (.empty, .writing), (.first, .writing):
            do throws(SQLiteError) {
                try kind.schema.complete(database, of: form) { database throws(SQLiteError) in try kind.fill(database, aside) }
            } catch { throw .sqlite(error) }
            opened = (database, identity, .current)
            if let aside { report(.damaged(setAside: aside)) }
            aside = nil
        case (.current, _):
            do throws(SQLiteError) { guard try kind.isNewer(database) else { break } } catch { throw .sqlite(error) }
            opened = (database, identity, .newer)
            if purpose == .writing { throw .problem(.newerVersion) }
            report(.newerVersion)
        case (.first, .reading): do throws(SQLiteError) { try kind.schema.lend(database) } catch { throw .sqlite(error) }
        }
        return database
    }

    /// No remains may stay: a program with an earlier file open would share its log index (`-shm`).
    private func makeFile() throws(SystemError) {
        guard FileIdentity(path) == nil else { return }
        try PrivateFolder.make(directory)
        _ = try PrivateFolder.locked(directory) { () throws(SystemError) in
            guard FileIdentity(path) == nil else { return }
            for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
            try PrivateFolder.makeFile(path, forOwnerOf: directory)
        }
    }

    private func open() throws(Fault) {
        guard let identity = FileIdentity(path) else { throw .changed }
        met = identity
        let found: (database: Database, form: DatabaseSchema.Form)?
        do throws(SQLiteError) {
            // Short, as the waiting task sleeps.
            let database = try Database(path: path, busyTimeout: .milliseconds(10))
            found = try database.map { database throws(SQLiteError) in
                // Closing would write the log of this name into the file, and either may be another program's.
                database.keepLog()
                let form = try kind.schema.form(of: database)
                // A killed program loses nothing, a loss of power the last steps.
                if form != .foreign { try database.run("PRAGMA synchronous = NORMAL") }
                return (database, form)
            }
        } catch { throw .sqlite(error) }
        guard let (database, form) = found else { throw .problem(.libraryMissing) }
        // SQLite opens the log by name: it belongs to this file only while that has its name.
        guard FileIdentity(path) == identity else { throw .changed }
        if form != .foreign { database.keepLog(kind.leavesLog) }
        opened = (database, identity, form)
    }

    /// Renames a file that SQLite itself finds damaged; one of several programs does.
    private func setAside() throws(Fault) {
        guard let met else { return }
        opened = nil
        let isDone: Void?
        do throws(SystemError) {
            isDone = try PrivateFolder.locked(directory) { () throws(SystemError) in
                guard FileIdentity(path) == met, isDamaged else { return }
                let name = path.hasSuffix(".db") ? String(path.dropLast(3)) : path
                let base = "\(name).damaged-\(Int(Date().timeIntervalSince1970))-\(getpid())"
                var (aside, number) = (base + ".db", 1)
                while try !PrivateFolder.link(path, as: aside) {
                    number += 1
                    aside = "\(base)-\(number).db"
                }
                if FileIdentity(path + "-wal") != nil { _ = try PrivateFolder.link(path + "-wal", as: aside + "-wal") }
                for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
                self.aside = aside
            }
        } catch { throw .problem(.damaged(setAside: nil)) }
        if isDone == nil { throw .changed }
    }

    private var isDamaged: Bool {
        do throws(SQLiteError) {
            let database = try Database(path: path, busyTimeout: DatabaseFile.patience)
            database?.keepLog()
            return try database?.texts("PRAGMA quick_check(1)") != ["ok"]
        } catch { return error.isDamage }
    }
}
