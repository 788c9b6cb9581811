#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
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

        mutating func insert(_ response: CachedResponse, _ target: String, generationSize: Int) {
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
            problemSize += names.reduce(2 * target.utf8.count + 512) { $0 + $1.utf8.count }
            guard problemSize > ResponseCache.problemGenerationSize else { return }
            oldProblems = youngProblems
            youngProblems = [:]
            problemSize = 0
        }

        /// A long name costs as much as what it stands for, and headers more than a short response.
        private func cost(of response: CachedResponse, _ target: String) -> Int {
            response.content.bytes.readableBytes + target.utf8.count + ResponseCache.headerSize
        }
    }

    /// Bytes that headers take, as fields and as they were last sent.
    private static let headerSize = 2_048

    /// Bytes of problems after which a generation is full: some thousand names that somebody made up.
    private static let problemGenerationSize = 1024 * 1024

    /// Bytes of content after which a generation is full: some 400 weeks.
    private let generationSize: Int
    private let state = NIOLockedValueBox(State())

    init(generationSize: Int = 6 * 1024 * 1024) {
        self.generationSize = generationSize
    }

    /// The response to a target (path and query), if it is still true.
    func current(_ target: String, at now: Date) -> CachedResponse? {
        state.withLockedValue { $0.current(target, at: now, generationSize: generationSize) }
    }

    /// Keeps the problem that a target is, whenever it is asked for.
    func keep(_ problem: Problem, for target: String) {
        state.withLockedValue { $0.keep(problem, for: target) }
    }

    /// The response to a target, made once for all who wait for it.
    ///
    /// `make` runs in a task of its own, so that a caller who goes away does not cancel it for the others. A refusal of one client concerns that client
    /// alone: whoever waited with it asks again.
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
                state.insert(response, target, generationSize: generationSize)
            }
        }
    }
}
