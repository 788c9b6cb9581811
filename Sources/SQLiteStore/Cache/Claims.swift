import KMAForecast

extension SQLiteStore {
    private static let memory = 2 * 86_400.0

    /// Claims a deed among the programs of this machine; without the file each acts for itself.
    package func claim(_ deed: String) async -> Claim {
        let mark = "done/\(deed)"
        var pause = SQLiteStore.pauses.first
        while true {
            let time = now().timeIntervalSince1970
            let attempt = await holds.acquire([["claim/\(deed)"]]) { database throws(SQLiteError) in
                try database.number("SELECT 1 FROM hold WHERE name = ? AND ends_at > ?", .text(mark), .real(time)) != nil
            }
            switch attempt {
            case nil: return .granted(UnsharedClaim())
            case .taken(let hold, true):
                await hold.release()
                return .done
            case .taken(let hold, false): return .granted(HeldClaim(hold: hold, mark: mark, endsAt: time + SQLiteStore.memory))
            case .refused: break
            }
            guard await sleep(&pause) else { return .cancelled }
        }
    }
}

private struct HeldClaim: GrantedClaim {
    let hold: Hold
    let mark: String
    let endsAt: Double

    func end(isDone: Bool) async {
        await hold.end { database, _ throws(SQLiteError) in
            guard isDone else { return }
            try database.run("INSERT OR REPLACE INTO hold VALUES (?, '', ?, NULL)", .text(mark), .real(endsAt))
        }
    }
}

private struct UnsharedClaim: GrantedClaim { func end(isDone: Bool) async {} }
