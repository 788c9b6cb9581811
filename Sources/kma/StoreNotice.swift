import CommandLineSupport
import Rendering
import Settings
import Forecast
import KMAForecast
import Synchronization

/// What is wrong with the files of a run, the cache folder and the ledger.
struct StoreNotices: Sendable {
    let cache: StoreNotice
    let ledger: StoreNotice

    init(_ settings: Settings, _ language: Language) {
        cache = StoreNotice(settings, language)
        ledger = StoreNotice(ledgerOf: settings, language)
    }

    /// Writes a line for each file with something to say.
    func write() {
        cache.write()
        writeLedger()
    }

    /// Writes the line of the ledger, for where that of the cache was written before.
    func writeLedger() { ledger.write(after: cache) }
}

/// What is wrong with the cache folder or the ledger, for one line on standard error.
final class StoreNotice: Sendable {
    private let problem = Mutex<StoreProblem?>(nil)
    private let words: @Sendable (StoreProblem) -> LocalizedText
    private let language: Language

    /// A notice about the cache folder.
    init(_ settings: Settings, _ language: Language) {
        let folder = settings.cacheDirectory
        words = { $0.notice(about: folder) }
        self.language = language
    }

    /// A notice about the ledger.
    init(ledgerOf settings: Settings, _ language: Language) {
        let path = settings.ledgerPath ?? ""
        words = { $0.notice(aboutLedger: path) }
        self.language = language
    }

    /// Remembers the first problem.
    func record(_ problem: StoreProblem?) {
        guard let problem else { return }
        self.problem.withLock { $0 = $0 ?? problem }
    }

    /// Writes the line, where there is something to say that another notice has not said: the missing library is that of
    /// both files.
    func write(after other: StoreNotice? = nil) {
        guard let mine = problem.withLock({ $0 }) else { return }
        if mine == .libraryMissing, let other, other.problem.withLock({ $0 }) == mine { return }
        StandardError.writeLine("kma: " + words(mine)[language])
    }
}
