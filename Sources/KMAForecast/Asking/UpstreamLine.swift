#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds

/// The way to one service, shared by its feeds: the transport, the gate in front of it, and the day's budget.
struct UpstreamLine: Sendable {
    var transport: Transport
    var gate: CallGate?
    var budget: CallBudget
    var timeout: Duration
    var now: @Sendable () -> Date

    /// What came back: the answer for keeping, and its value, `nil` where it says that there is nothing yet.
    struct Fetched<Value> {
        var answer: HTTPAnswer
        var value: Value?
    }

    /// Fetches an issue: two tries at most, all waiting included, within the timeout.
    func fetch<Value>(_ query: FeedQuery<Value>, issue: Date) async throws(FeedError) -> Fetched<Value> {
        let deadline = ContinuousClock.now + timeout
        var attempts = Attempts()
        while true {
            do throws(FeedError) {
                return try await attempt(query, issue: issue, before: deadline)
            } catch {
                let remaining = deadline - ContinuousClock.now
                switch attempts.failed(error, remaining: remaining, jitter: .random(in: 0...1)) {
                case .giveUp: throw error
                case .again(let pause):
                    // The sleep ends early only with the process, and then nobody waits for the answer.
                    try? await Task.sleep(for: pause)
                }
            }
        }
    }

    private func attempt<Value>(
        _ query: FeedQuery<Value>,
        issue: Date,
        before deadline: ContinuousClock.Instant
    ) async throws(FeedError) -> Fetched<Value> {
        let answer = try await passGate(url: query.url(issue), before: deadline).get()
        do throws(FeedError) {
            return Fetched(answer: answer, value: try query.read(answer, issue))
        } catch {
            // Only what an upstream said counts here: a refusal of our own budget must not make its silence longer.
            await budget.note(error, at: now())
            guard error.kind == .noData else { throw error }
            return Fetched(answer: answer, value: nil)
        }
    }

    /// Sends a request as soon as the gate lets it, if there is still time then.
    private func passGate(
        url: String,
        before deadline: ContinuousClock.Instant
    ) async -> Result<HTTPAnswer, FeedError> {
        await gate?.enter()
        let result: Result<HTTPAnswer, FeedError>
        do throws(FeedError) {
            let remaining = deadline - ContinuousClock.now
            guard remaining > .zero else { throw FeedError(.timeout) }
            try await budget.spend(at: now())
            result = .success(try await send(url, within: remaining))
        } catch {
            result = .failure(error)
        }
        await gate?.leave()
        return result
    }

    private func send(_ url: String, within time: Duration) async throws(FeedError) -> HTTPAnswer {
        do throws(TransportFault) {
            return try await transport.fetch(url, time)
        } catch {
            throw FeedError(error)
        }
    }
}
