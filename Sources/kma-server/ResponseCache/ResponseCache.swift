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

    private enum Lookup {
        case hit(CachedResponse)
        case inFlight(Fetch)
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

    /// What is known of a target: the response if it is still true, or the problem that the target is; `nil` for
    /// neither.
    func known(_ target: String, at now: Date) -> Result<CachedResponse, Problem>? {
        state.withLockedValue { state in
            if let response = state.current(target, at: now, generationSize: generationSize) {
                return .success(response)
            }
            return state.problem(target).map { .failure($0) }
        }
    }

    /// Keeps the problem that a target is, whenever it is asked for.
    func keep(_ problem: Problem, for target: String) {
        state.withLockedValue { $0.keep(problem, for: target) }
    }

    /// The response to a target, made once for all who wait for it.
    ///
    /// `make` is given the one before, to keep its bytes where nothing has changed. It runs in a task of its own, so
    /// that a caller who goes away does not cancel it for the others.
    func response(
        to target: String,
        at now: Date,
        make: @escaping @Sendable (_ previous: CachedResponse?) async -> Result<CachedResponse, Problem>
    ) async throws(Problem) -> CachedResponse {
        // Looked up and started in one step: between two, a fetch might finish, and a second one follow it.
        let lookup: Lookup = state.withLockedValue { state in
            if let response = state.current(target, at: now, generationSize: generationSize) {
                return .hit(response)
            }
            if let fetch = state.inFlight[target] { return .inFlight(fetch) }
            let previous = state.young[target] ?? state.old[target]
            let fetch = Fetch {
                let result = await make(previous)
                self.finish(target, result)
                return result
            }
            state.inFlight[target] = fetch
            return .inFlight(fetch)
        }
        switch lookup {
        case .hit(let response): return response
        case .inFlight(let fetch): return try await fetch.value.get()
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
