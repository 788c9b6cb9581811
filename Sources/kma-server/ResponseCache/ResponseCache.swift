#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import KMAForecast
import NIOConcurrencyHelpers

/// Responses by the path and query they were asked for with, and the making of those that are missing. Of problems only
/// those are kept that stay what they are, such as a name that no area has.
///
/// A lock and not an actor: every request passes here, and finds what it looks for in less time than it takes to
/// wait in line. It is bounded by two generations: what is asked for again moves from the old one to the young one;
/// when the young one is full the old one is dropped, so that a crawl over a million coordinates costs no more than
/// two generations.
final class ResponseCache: Sendable {
    private typealias Fetch = Task<Result<CachedResponse, Problem>, Never>

    /// Makes a response; given the one before, to keep its bytes where nothing has changed.
    typealias Make = @Sendable (_ previous: CachedResponse?) async -> Result<CachedResponse, Problem>

    private enum Lookup {
        case known(Result<CachedResponse, Problem>)
        case started(Fetch)
        case joined(Fetch)
    }

    private struct State {
        var young: [String: CachedResponse] = [:]
        var old: [String: CachedResponse] = [:]
        /// Bytes of the young generation.
        var size = 0
        var inFlight: [String: Fetch] = [:]
        var news = NewsOfResponses()
        /// Problems, in two generations as well.
        var youngProblems: [String: Problem] = [:]
        var oldProblems: [String: Problem] = [:]
        /// Bytes of the young problems.
        var problemSize = 0

        mutating func current(_ target: String, at now: Date, generationSize: Int) -> CachedResponse? {
            if let response = young[target] { return response.isCurrent(at: now) ? response : nil }
            guard let response = old[target], response.isCurrent(at: now) else { return nil }
            insert(response, target, generationSize: generationSize)
            return response
        }

        /// Keeps a response, unless it alone would push out a tenth of all others.
        mutating func insert(_ response: CachedResponse, _ target: String, generationSize: Int) {
            guard response.content.bytes.readableBytes <= generationSize / 10 else { return }
            size += cost(of: response, target)
            if let before = young.updateValue(response, forKey: target) { size -= cost(of: before, target) }
            old[target] = nil
            guard size > generationSize else { return }
            old = young
            young = [:]
            size = 0
        }

        mutating func problem(_ target: String) -> Problem? {
            if let problem = youngProblems[target] { return problem }
            guard let problem = oldProblems[target] else { return nil }
            keep(problem, for: target)
            return problem
        }

        mutating func keep(_ problem: Problem, for target: String) {
            guard youngProblems.updateValue(problem, forKey: target) == nil else { return }
            oldProblems[target] = nil
            // Names of areas, and the query in both languages.
            let names = (problem.candidates ?? []) + (problem.suggestions ?? [])
            problemSize += names.reduce(2 * target.utf8.count + 512) {
                $0 + $1.korean.utf8.count + $1.english.utf8.count
            }
            guard problemSize > ResponseCache.problemGenerationSize else { return }
            oldProblems = youngProblems
            youngProblems = [:]
            problemSize = 0
        }

        /// A long name costs as much as what it stands for, and headers more than a short response. Content counts twice:
        /// once as it is, and once with the headers that it was last sent with.
        private func cost(of response: CachedResponse, _ target: String) -> Int {
            2 * response.content.bytes.readableBytes + target.utf8.count + ResponseCache.headerSize
        }
    }

    /// Bytes that a response takes besides its content: headers as fields and as they were last sent, and what the
    /// allocator rounds up. With 2 kB a service that had answered 250,000 targets of 0.7 kB held 86 MB, with this 57
    /// after 900,000.
    private static let headerSize = 5_120

    /// Bytes of problems after which a generation is full: some thousand names that somebody made up.
    private static let problemGenerationSize = 1024 * 1024

    /// Bytes after which a generation is full: some 150 weeks of 39 kB.
    private let generationSize: Int
    private let state = NIOLockedValueBox(State())

    init(generationSize: Int = 12 * 1024 * 1024) {
        self.generationSize = generationSize
    }

    /// The response to a target (path and query), if it is still true.
    func current(_ target: String, at now: Date) -> CachedResponse? {
        state.withLockedValue { $0.current(target, at: now, generationSize: generationSize) }
    }

    /// The problem that a target was found to be.
    func problem(for target: String) -> Problem? {
        state.withLockedValue { $0.problem(target) }
    }

    /// Keeps the problem that a target is, whenever it is asked for.
    func keep(_ problem: Problem, for target: String) {
        state.withLockedValue { $0.keep(problem, for: target) }
    }

    /// The response to a target, made once for all who wait for it.
    ///
    /// `make` runs in a task of its own, so that a caller who goes away does not cancel it for the others. A
    /// refusal of one client concerns that client alone: whoever waited with it asks again.
    func response(
        to target: String,
        at now: Date,
        make: @escaping Make
    ) async throws(Problem) -> CachedResponse {
        while true {
            switch lookUp(target, at: now, orStart: make) {
            case .known(let known): return try known.get()
            case .started(let fetch): return try await fetch.value.get()
            case .joined(let fetch):
                let result = await fetch.value
                if case .failure(let problem) = result, problem.refusalReason != nil { continue }
                return try result.get()
            }
        }
    }

    /// Looks up and starts in one step: between two, a fetch might finish, and a second one follow it.
    private func lookUp(_ target: String, at now: Date, orStart make: @escaping Make) -> Lookup {
        state.withLockedValue { state in
            if let response = state.current(target, at: now, generationSize: generationSize) {
                return .known(.success(response))
            }
            if let problem = state.problem(target) { return .known(.failure(problem)) }
            if let fetch = state.inFlight[target] { return .joined(fetch) }
            let previous = state.young[target] ?? state.old[target]
            let fetch = Fetch {
                let result = await make(previous)
                self.finish(target, result)
                return result
            }
            state.inFlight[target] = fetch
            return .started(fetch)
        }
    }

    private func finish(_ target: String, _ result: Result<CachedResponse, Problem>) {
        state.withLockedValue { state in
            state.inFlight[target] = nil
            if case .success(let response) = result {
                // News may have come after what it was made of was read.
                let isOutdated = response.isOlder(than: state.news.recent)
                state.insert(
                    isOutdated ? response.outdated : response,
                    target,
                    generationSize: generationSize
                )
            }
            if state.inFlight.isEmpty { state.news.recent = [:] }
        }
    }
}

extension ResponseCache {
    /// Takes responses that were made of older answers for no longer true, and wakes those who follow them.
    func take(_ news: [StoredNews]) {
        let bySubject = Dictionary(grouping: news, by: \.subject)
        let woken = state.withLockedValue { state in
            if !state.inFlight.isEmpty { state.news.remember(bySubject) }
            for (target, response) in state.young where response.isOlder(than: bySubject) {
                state.young[target] = response.outdated
            }
            for (target, response) in state.old where response.isOlder(than: bySubject) {
                state.old[target] = response.outdated
            }
            return state.news.takeWaiting { $0.isOlder(than: bySubject) }
        }
        for continuation in woken { continuation.resume() }
    }

    /// Waits until news outdate the response to a target, or the task is cancelled.
    func news(of response: CachedResponse, to target: String) async {
        let number = state.withLockedValue { $0.news.nextNumber() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLockedValue { state in
                    let kept = state.young[target] ?? state.old[target]
                    if Task.isCancelled || kept?.isOutdated == true { return true }
                    state.news.waiting[number] = (response, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLockedValue { $0.news.waiting.removeValue(forKey: number) }
            waiting?.continuation.resume()
        }
    }
}

/// What news of answers mean for responses: who waits for them, and what came while responses were being made. Empty
/// where no news come.
private struct NewsOfResponses {
    /// News since the oldest response that is being made was begun.
    var recent: [StoredSubject: [StoredNews]] = [:]
    /// Those who follow a response.
    var waiting: [Int: (response: CachedResponse, continuation: CheckedContinuation<Void, Never>)] = [:]
    private var lastNumber = 0

    /// Subjects whose news are remembered; a response that is made of one past them stays until it expires.
    private static let capacity = 4_096

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func remember(_ news: [StoredSubject: [StoredNews]]) {
        if recent.count >= NewsOfResponses.capacity { recent = [:] }
        recent.merge(news, uniquingKeysWith: +)
    }

    /// Takes out those whose response is no longer true.
    mutating func takeWaiting(
        where isOutdated: (CachedResponse) -> Bool
    ) -> [CheckedContinuation<Void, Never>] {
        let numbers = waiting.filter { isOutdated($0.value.response) }.keys
        return numbers.compactMap { waiting.removeValue(forKey: $0)?.continuation }
    }
}
