import Feeds
import Forecast
import KMAForecast

struct SQLiteTurn: GrantedTurn {
    let store: SQLiteStore
    let subject: StoredSubject
    let issue: Date
    /// `nil` where the file cannot be used, or the store keeps no answers: then each program fetches for itself.
    var hold: Hold?

    func finish(_ result: FetchResult) async { await store.finish(hold, result, subject, issue) }
}

/// A lane where the file cannot be used: the process's own limit holds.
struct UnsharedLane: CallLane { func release() async {} }
