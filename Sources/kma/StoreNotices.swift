import CommandLineSupport
import Forecast
import KMAForecast
import Rendering
import Settings
import Synchronization

/// What is wrong with the files of a run, the cache folder and the ledger, in a line for each on standard error: at its end,
/// or, of a run that goes on, at once.
final class StoreNotices: Sendable {
    private let problems = Mutex<(cache: StoreProblem?, ledger: StoreProblem?)>((nil, nil))
    private let settings: Settings
    private let language: Language
    private let tellsAtOnce: Bool

    init(_ settings: Settings, _ language: Language, tellsAtOnce: Bool = false) {
        self.settings = settings
        self.language = language
        self.tellsAtOnce = tellsAtOnce
    }

    /// Remembers the first problem of the cache folder.
    func recordCache(_ problem: StoreProblem?) {
        if tellsAtOnce { return write(problem?.notice(about: settings.cacheDirectory)) }
        problems.withLock { $0.cache = $0.cache ?? problem }
    }

    /// Remembers the first problem of the ledger.
    func recordLedger(_ problem: StoreProblem?) {
        if tellsAtOnce { return write(problem?.notice(aboutLedger: settings.ledgerPath ?? "")) }
        problems.withLock { $0.ledger = $0.ledger ?? problem }
    }

    /// Throws if a newer version has made the record, of which only a part may have been read.
    func requireWholeRecord() throws(ForecastError) {
        if problems.withLock({ $0.ledger }) == .newerVersion { throw .record(.newerVersion) }
    }

    /// Writes a line for each file with something to say.
    func write() {
        writeCache()
        writeLedger()
    }

    func writeCache() {
        write(problems.withLock { $0.cache }?.notice(about: settings.cacheDirectory))
    }

    /// The line of the ledger, where that of the cache has been written: a missing library is that of both.
    func writeLedger() {
        let (cache, ledger) = problems.withLock { $0 }
        guard let ledger, ledger != .libraryMissing || cache != ledger else { return }
        write(ledger.notice(aboutLedger: settings.ledgerPath ?? ""))
    }

    private func write(_ notice: LocalizedText?) {
        if let notice { StandardError.writeLine("kma: " + notice[language]) }
    }
}
