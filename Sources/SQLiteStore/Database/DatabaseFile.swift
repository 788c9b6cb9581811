#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import KMAForecast

/// A database file: opened when something is first asked of it, set aside where it is damaged and begun anew, and left
/// alone for a while where it cannot be used.
///
/// Programs that share it see each other's writes at once. One that waits for another's write sleeps in between, so that
/// no thread is kept.
actor DatabaseFile {
    /// What tells one kind of file from another.
    struct Kind: Sendable {
        /// Makes the tables where there are none; `false` where a newer version of the program has made them.
        var prepare: @Sendable (Database) throws(SQLiteError) -> Bool
        /// Whether an error means that the file itself is damaged.
        var isDamage: @Sendable (SQLiteError) -> Bool
        /// Where a damaged file goes.
        var asidePath: @Sendable () -> String
        /// Whether what was not yet written into the file itself goes along with a damaged one.
        var setsLogAside = false
    }

    private let path: String
    private let kind: Kind
    private let clock: any WaitingClock
    private let observe: @Sendable (StoreProblem?) -> Void
    private var database: Database?
    /// Which file is open: another one in its place, or none, means that somebody has emptied the folder.
    private var openedFile: FileIdentity?
    private var known: StoreProblem?
    private var triesAgainAt: ContinuousClock.Instant?

    /// How long another program's write is waited for.
    static let patience = Duration.seconds(2)
    /// How long a database that cannot be used is left alone.
    private static let pause = Duration.seconds(10)

    /// A file at a path. `observe` is told of a problem when it arises, and `nil` when it is over.
    init(
        path: String,
        _ kind: Kind,
        clock: any WaitingClock = ContinuousClock(),
        observe: @escaping @Sendable (StoreProblem?) -> Void
    ) {
        self.path = path
        self.kind = kind
        self.clock = clock
        self.observe = observe
    }

    private var directory: String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// Does something with the database where there is one, and makes none for it.
    func performIfPresent<Result: Sendable>(
        _ body: (Database) throws(SQLiteError) -> Result
    ) async -> Result? {
        guard FileIdentity(path) != nil else { return nil }
        return await perform(body)
    }

    /// Does something with the database; `nil` where it cannot be used.
    func perform<Result: Sendable>(
        evenIfUnusable: Bool = false,
        _ body: (Database) throws(SQLiteError) -> Result
    ) async -> Result? {
        if let triesAgainAt, !evenIfUnusable, clock.now < triesAgainAt { return nil }
        let deadline = clock.now + DatabaseFile.patience
        var hasBegunAnew = false
        while true {
            do throws(Fault) {
                let result = try attempt(body)
                triesAgainAt = nil
                if let known, !known.isOver { report(nil) }
                return result
            } catch {
                switch error {
                case .sqlite(let fault) where fault.isBusy && clock.now < deadline:
                    do {
                        try await clock.sleep(for: .milliseconds(Int.random(in: 2...12)))
                        continue
                    } catch {
                        // Who asked has gone.
                        return nil
                    }
                case .sqlite(let fault) where kind.isDamage(fault) && !hasBegunAnew:
                    hasBegunAnew = true
                    if setAside() { continue }
                    leave(.unusable(reason: fault.description))
                case .sqlite(let fault): leave(.unusable(reason: fault.description))
                case .problem(let problem): leave(problem)
                }
                return nil
            }
        }
    }

    /// Why nothing can be stored at the moment; `nil` where nothing is known against it.
    var problem: StoreProblem? { known.flatMap { $0.isOver ? nil : $0 } }

    private enum Fault: Error {
        case sqlite(SQLiteError)
        case problem(StoreProblem)
    }

    private func attempt<Result>(
        _ body: (Database) throws(SQLiteError) -> Result
    ) throws(Fault) -> Result {
        if database != nil, FileIdentity(path) != openedFile { database = nil }
        let database: Database
        if let opened = self.database {
            database = opened
        } else {
            database = try open()
        }
        do throws(SQLiteError) {
            return try body(database)
        } catch {
            throw .sqlite(error)
        }
    }

    private func report(_ problem: StoreProblem?) {
        guard known != problem else { return }
        known = problem
        observe(problem)
    }

    private func leave(_ problem: StoreProblem) {
        database = nil
        triesAgainAt = clock.now + DatabaseFile.pause
        report(problem)
    }
}

extension DatabaseFile {
    private func open() throws(Fault) -> Database {
        do throws(SystemError) {
            try PrivateFolder.make(directory)
            try PrivateFolder.makeFile(path)
        } catch {
            throw .problem(.unusable(reason: error.description))
        }
        let opened: Database?
        var isOurs = false
        do throws(SQLiteError) {
            // A short time, after which who waits sleeps.
            opened = try Database(path: path, busyTimeout: .milliseconds(10))
            if let opened { isOurs = try kind.prepare(opened) }
        } catch {
            throw .sqlite(error)
        }
        guard let opened else { throw .problem(.libraryMissing) }
        guard isOurs else { throw .problem(.newerVersion) }
        (database, openedFile) = (opened, FileIdentity(path))
        return opened
    }

    /// Puts a damaged file under another name, unless another program has done so already; `false` where that cannot be
    /// done.
    private func setAside() -> Bool {
        let damaged = FileIdentity(path)
        if let openedFile, openedFile != damaged {
            database = nil
            return true
        }
        database = nil
        openedFile = nil
        let aside = kind.asidePath()
        guard rename(path, aside) == 0 else { return false }
        if kind.setsLogAside { rename(path + "-wal", aside + "-wal") }
        // They belong to the file that has gone.
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        report(.damaged(setAside: aside))
        return true
    }
}

/// A file as the system knows it, whatever its name.
struct FileIdentity: Equatable {
    let device: UInt64
    let number: UInt64

    init?(_ path: String) {
        var information = stat()
        guard stat(path, &information) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: information.st_dev)
        number = UInt64(truncatingIfNeeded: information.st_ino)
    }
}

/// The system's error number.
struct SystemError: Error, CustomStringConvertible {
    let code: Int32

    var description: String { String(cString: strerror(code)) }
}

/// Makes folders and files that only their owner can read.
enum PrivateFolder {
    /// Makes a folder and those above it.
    static func make(_ path: String) throws(SystemError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += made.isEmpty || made.hasSuffix("/") ? part : "/" + part
            if mkdir(made, 0o700) != 0, errno != EEXIST { throw SystemError(code: errno) }
        }
    }

    /// Makes an empty file where there is none. One that is there is not opened: closing it would end the locks that
    /// another connection of this process has on it (sqlite.org/howtocorrupt.html, 2.2).
    static func makeFile(_ path: String) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { return }
            throw SystemError(code: errno)
        }
        close(descriptor)
    }
}
