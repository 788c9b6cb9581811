import KMAForecast

struct SQLiteTurn: GrantedTurn {
    let store: SQLiteStore
    let subject: StoredSubject
    let issue: Date
    /// `nil` without a usable file or answers: each program fetches for itself.
    var hold: Hold?

    func finish(_ result: FetchResult) async { await store.finish(hold, result, subject, issue) }
}

/// Lane without a usable file: the process's own limit holds.
struct UnsharedLane: CallLane { func release() async {} }
