import KMAForecast
import Synchronization

/// Names of one program at a time, turns and lanes, for four seconds, extended each second; those of an ended program are free at once.
struct Holds: Sendable {
    private let file: DatabaseFile
    private let renewal: HoldRenewal
    private let now: @Sendable () -> Date
    fileprivate static let length = 4.0

    init(file: DatabaseFile, clock: any WaitingClock, now: @escaping @Sendable () -> Date) {
        (self.file, self.now) = (file, now)
        renewal = HoldRenewal(file: file, clock: clock, now: now)
    }

    enum State: Sendable {
        case free
        case held(owner: String)
        case failed(owner: String, String)
    }

    func state(of name: String) async -> State? {
        await file.attempt(grows: false) { database throws(SQLiteError) in try state(of: name, in: database) }
    }

    /// One free name of each choice, all or none; `isForced` takes held ones.
    func acquire<Found: Sendable>(_ choices: [[String]], isForced: Bool = false, read: @Sendable (Database) throws(SQLiteError) -> Found) async
        -> Attempt<Found>?
    {
        let owner = "\(ProcessIdentity.current.text)/\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        return await file.attempt { database throws(SQLiteError) in
            try database.transaction { () throws(SQLiteError) in
                var taken: [String] = []
                for names in choices {
                    var free = isForced ? names.first : nil
                    for name in names where free == nil {
                        if case .held = try state(of: name, in: database) { continue }
                        free = name
                    }
                    guard let free else { return .refused }
                    taken.append(free)
                }
                for name in taken {
                    try database.run(
                        "INSERT OR REPLACE INTO hold VALUES (?, ?, ?, NULL)",
                        .text(name),
                        .text(owner),
                        .real(now().timeIntervalSince1970 + Holds.length)
                    )
                }
                let hold = Hold(names: taken, owner: owner, file: file, renewal: renewal)
                return .taken(hold, try read(database))
            }
        }
    }

    enum Attempt<Found: Sendable>: Sendable {
        case taken(Hold, Found)
        case refused
    }

    private func state(of name: String, in database: Database) throws(SQLiteError) -> State {
        let row = try database.rows("SELECT owner, ends_at, fault FROM hold WHERE name = ?", .text(name)) { row throws(SQLiteError) in
            (owner: row.text(0), endsAt: row.real(1), fault: row.isNull(2) ? nil : row.text(2))
        }
        guard let row = row.first else { return .free }
        if let fault = row.fault { return .failed(owner: row.owner, fault) }
        // A later end was written before a clock jumped back.
        let left = row.endsAt - now().timeIntervalSince1970
        guard left > 0, left <= Holds.length + 1, ProcessIdentity(owner: row.owner)?.isGone != true else { return .free }
        return .held(owner: row.owner)
    }
}

/// One task for all holds, since one a call would be woken for nothing.
private final class HoldRenewal: Sendable {
    private let file: DatabaseFile
    private let clock: any WaitingClock
    private let now: @Sendable () -> Date
    private let held = Mutex(Held())

    private struct Held {
        /// Names by owner, lasting if held at the last look: most calls end before.
        var owners: [String: (names: [String], isLasting: Bool)] = [:]
        var isRunning = false
    }

    private static let interval = Duration.seconds(1)

    init(file: DatabaseFile, clock: any WaitingClock, now: @escaping @Sendable () -> Date) { (self.file, self.clock, self.now) = (file, clock, now) }

    func begin(_ names: [String], of owner: String) {
        let isFirst = held.withLock { held in
            held.owners[owner] = (names, isLasting: false)
            defer { held.isRunning = true }
            return !held.isRunning
        }
        if isFirst { Task { await run() } }
    }

    func end(of owner: String) { held.withLock { _ = $0.owners.removeValue(forKey: owner) } }

    private func run() async {
        while true {
            try? await clock.sleep(for: HoldRenewal.interval)
            let (isRunning, lasting) = held.withLock { held in
                held.isRunning = !held.owners.isEmpty
                let lasting = held.owners.filter(\.value.isLasting).flatMap { owner, hold in hold.names.map { (name: $0, owner: owner) } }
                for owner in held.owners.keys { held.owners[owner]?.isLasting = true }
                return (held.isRunning, lasting)
            }
            guard isRunning else { return }
            if lasting.isEmpty { continue }
            _ = await file.attempt { database throws(SQLiteError) in
                try database.transaction { () throws(SQLiteError) in
                    for (name, owner) in lasting {
                        try database.run(
                            "UPDATE hold SET ends_at = ? WHERE name = ? AND owner = ? AND fault IS NULL",
                            .real(now().timeIntervalSince1970 + Holds.length),
                            .text(name),
                            .text(owner)
                        )
                    }
                }
            }
        }
    }
}

final class Hold: CallLane {
    let names: [String]
    let owner: String
    private let file: DatabaseFile
    private let renewal: HoldRenewal

    fileprivate init(names: [String], owner: String, file: DatabaseFile, renewal: HoldRenewal) {
        (self.names, self.owner, self.file, self.renewal) = (names, owner, file, renewal)
        renewal.begin(names, of: owner)
    }

    deinit { renewal.end(of: owner) }

    func release() async { await end { _, _ throws(SQLiteError) in } }

    func end(fault: String? = nil, _ body: @Sendable (_ database: Database, _ isHeld: Bool) throws(SQLiteError) -> Void) async {
        renewal.end(of: owner)
        _ = await file.attempt { database throws(SQLiteError) in
            try database.transaction { () throws(SQLiteError) in
                var held = 0
                for name in names {
                    if let fault {
                        held += try database.run("UPDATE hold SET fault = ? WHERE name = ? AND owner = ?", .text(fault), .text(name), .text(owner))
                    } else {
                        held += try database.run("DELETE FROM hold WHERE name = ? AND owner = ?", .text(name), .text(owner))
                    }
                }
                try body(database, held == names.count)
            }
        }
    }
}
