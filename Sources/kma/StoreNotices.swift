import CommandLineSupport
import Forecast
import KMAForecast
import Settings
import Synchronization

/// Problems of cache and record, at the end of a run, or at once in a lasting one.
final class StoreNotices: Sendable {
    private let problems = Mutex<(cache: StoreProblem?, ledger: StoreProblem?, isCacheWritten: Bool)>((nil, nil, false))
    private let settings: Settings
    private let language: Language
    private let tellsAtOnce: Bool

    init(_ settings: Settings, _ language: Language, tellsAtOnce: Bool = false) {
        (self.settings, self.language, self.tellsAtOnce) = (settings, language, tellsAtOnce)
    }

    func recordCache(_ problem: StoreProblem?) {
        if tellsAtOnce { return write(problem?.notice(about: settings.cacheDirectory)) }
        problems.withLock { $0.cache = $0.cache ?? problem }
    }

    /// Skipped if the problem ends the run as an error.
    func recordLedger(_ problem: StoreProblem?) {
        if problem == .foreign { return }
        if tellsAtOnce { return write(problem?.notice(aboutLedger: settings.ledgerPath ?? "")) }
        problems.withLock { problems in
            // A file that was left may have been set aside since.
            if problems.ledger == nil || problems.ledger == .damaged(setAside: nil) { problems.ledger = problem ?? problems.ledger }
        }
    }

    /// A newer version's record may be read in part.
    func requireWholeRecord() throws(ForecastError) { if problems.withLock({ $0.ledger }) == .newerVersion { throw .record(.newerVersion) } }

    func write() {
        writeCache()
        writeLedger()
    }

    func writeCache() {
        let problem = problems.withLock { problems in
            defer { problems.isCacheWritten = problems.cache != nil }
            return problems.isCacheWritten ? nil : problems.cache
        }
        write(problem?.notice(about: settings.cacheDirectory))
    }

    /// The cache's line for a missing library is that of both.
    func writeLedger() {
        let (cache, ledger, _) = problems.withLock { $0 }
        guard let ledger, ledger != .libraryMissing || cache != ledger else { return }
        write(ledger.notice(aboutLedger: settings.ledgerPath ?? ""))
    }

    private func write(_ notice: LocalizedText?) { if let notice { StandardError.writeLine("kma: " + notice[language]) } }
}
