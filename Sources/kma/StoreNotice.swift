import CommandLineSupport
import Forecast
import KMAForecast
import Synchronization

/// What is wrong with the cache folder, for one line on standard error.
final class StoreNotice: Sendable {
    private let problem = Mutex<StoreProblem?>(nil)
    private let folder: String
    private let language: Language

    init(_ settings: Settings, _ language: Language) {
        folder = settings.cacheDirectory
        self.language = language
    }

    /// Remembers the first problem.
    func record(_ problem: StoreProblem?) {
        guard let problem else { return }
        self.problem.withLock { $0 = $0 ?? problem }
    }

    /// Writes the line, where there is something to say.
    func write() {
        guard let problem = problem.withLock({ $0 }) else { return }
        StandardError.writeLine("kma: " + problem.notice(about: folder)[language])
    }
}
