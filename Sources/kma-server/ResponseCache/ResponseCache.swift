#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import NIOConcurrencyHelpers

/// Answers at hand, by the path and query they were asked for with, and the making of those that are not.
///
/// A lock and not an actor: every request passes here, and finds what it looks for in less time than it takes to
/// wait in line. What is asked for again moves from the old half to the young one; when the young half is full the
/// old one is dropped, so that a crawl over a million coordinates costs no more than two halves.
final class ResponseCache: Sendable {
    private typealias Flight = Task<Result<CachedResponse, Problem>, Never>

    /// How one who asks comes to an answer.
    private enum Way {
        case atHand(CachedResponse)
        case waiting(Flight)
    }

    private struct State {
        var young: [String: CachedResponse] = [:]
        var old: [String: CachedResponse] = [:]
        var bytes = 0
        var flights: [String: Flight] = [:]

        mutating func current(_ target: String, at now: Date, halfSize: Int) -> CachedResponse? {
            if let answer = young[target] { return answer.isCurrent(at: now) ? answer : nil }
            guard let answer = old[target], answer.isCurrent(at: now) else { return nil }
            put(answer, target, halfSize: halfSize)
            return answer
        }

        mutating func put(_ answer: CachedResponse, _ target: String, halfSize: Int) {
            bytes += size(of: answer, target)
            if let before = young.updateValue(answer, forKey: target) { bytes -= size(of: before, target) }
            old[target] = nil
            guard bytes > halfSize else { return }
            old = young
            young = [:]
            bytes = 0
        }

        /// A long name costs as much as what it stands for, and headers more than a short answer.
        private func size(of answer: CachedResponse, _ target: String) -> Int {
            answer.content.bytes.readableBytes + target.utf8.count + ResponseCache.headers
        }
    }

    /// Bytes that headers take, as fields and as they were last sent.
    private static let headers = 2_048

    /// Bytes of content after which a half is full: some 400 weeks.
    private let halfSize: Int
    private let state = NIOLockedValueBox(State())

    init(halfSize: Int = 6 * 1024 * 1024) {
        self.halfSize = halfSize
    }

    /// The answer to a target, if it is still true.
    func current(_ target: String, at now: Date) -> CachedResponse? {
        state.withLockedValue { $0.current(target, at: now, halfSize: halfSize) }
    }

    /// The answer to a target, made once for all who wait for it. `make` is given the one before, to keep its bytes
    /// where nothing has changed. It belongs to nobody, so that one who goes away does not end it for the others.
    func answer(
        _ target: String,
        at now: Date,
        make: @escaping @Sendable (_ previous: CachedResponse?) async -> Result<CachedResponse, Problem>
    ) async throws(Problem) -> CachedResponse {
        // Looked for and taken off in one step: between two, a flight might land, and a second one follow it.
        let way: Way = state.withLockedValue { state in
            if let answer = state.current(target, at: now, halfSize: halfSize) { return .atHand(answer) }
            if let underWay = state.flights[target] { return .waiting(underWay) }
            let previous = state.young[target] ?? state.old[target]
            let flight = Flight {
                let result = await make(previous)
                self.land(result, target)
                return result
            }
            state.flights[target] = flight
            return .waiting(flight)
        }
        switch way {
        case .atHand(let answer): return answer
        case .waiting(let flight): return try await flight.value.get()
        }
    }

    private func land(_ result: Result<CachedResponse, Problem>, _ target: String) {
        state.withLockedValue { state in
            state.flights[target] = nil
            if case .success(let answer) = result { state.put(answer, target, halfSize: halfSize) }
        }
    }
}
