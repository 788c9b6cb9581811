#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

/// The way to one service, shared by its feeds: the transport, the gate in front of it, and the day's quota.
struct UpstreamClient<Service: FeedService>: Sendable {
    var transport: Transport
    var gate: ConcurrencyLimiter?
    var quota: QuotaTracker
    var timeout: Duration
    var now: @Sendable () -> Date
    /// The clock that breakers go by: one that never jumps.
    var instant: @Sendable () -> ContinuousClock.Instant = { .now }
    var heard: @Sendable (UpstreamCall) -> Void = { _ in }

    /// What came back: the answer for keeping, and its value, `nil` where it says that there is nothing yet.
    struct Fetched<Value> {
        var answer: HTTPAnswer
        var value: Value?
    }

    /// Fetches an issue: two tries at most, all waiting included, within the timeout.
    func fetch<Value>(_ query: FeedRequest<Service, Value>, issue: Date) async throws(FeedError) -> Fetched<
        Value
    > {
        let deadline = ContinuousClock.now + timeout
        var attempts = RetryPolicy()
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
        _ query: FeedRequest<Service, Value>,
        issue: Date,
        before deadline: ContinuousClock.Instant
    ) async throws(FeedError) -> Fetched<Value> {
        let sent = await passGate(url: query.url(issue), before: deadline)
        let value = sent.result.flatMap { answer in
            Result { () throws(FeedError) in try query.read(answer, issue) }
        }
        sent.tell(query.feed, of: value, heard)
        let answer = try sent.result.get()
        do throws(FeedError) {
            return Fetched(answer: answer, value: try value.get())
        } catch {
            // Only what an upstream said counts here: a refusal of our own quota must not make its silence longer.
            await quota.note(error, at: now())
            guard error.code == .noData else { throw error }
            return Fetched(answer: answer, value: nil)
        }
    }

    /// Sends a request as soon as the gate lets it, if there is still time then.
    private func passGate(
        url: String,
        before deadline: ContinuousClock.Instant
    ) async -> Sent {
        await gate?.enter()
        var sent = Sent(result: .failure(FeedError(.timeout)))
        do throws(FeedError) {
            let remaining = deadline - ContinuousClock.now
            guard remaining > .zero else { throw FeedError(.timeout) }
            try await quota.spend(at: now())
            let start = ContinuousClock.now
            do throws(TransportFault) {
                sent.result = .success(try await transport.fetch(url, remaining))
            } catch {
                sent.result = .failure(FeedError(error))
            }
            sent.duration = ContinuousClock.now - start
        } catch {
            sent.result = .failure(error)
        }
        await gate?.leave()
        return sent
    }
}

/// What came of a request that was to be sent.
private struct Sent {
    var result: Result<HTTPAnswer, FeedError>
    /// How long it was under way; `nil` where it never left, for want of time or quota.
    var duration: Duration?

    /// Tells of the call and what its answer was, if there was one.
    func tell<Value>(_ feed: Feed, of value: Result<Value, FeedError>, _ heard: (UpstreamCall) -> Void) {
        guard let duration else { return }
        var call = UpstreamCall(feed: feed, duration: duration)
        if case .failure(let fault) = value { call.fault = fault.code }
        heard(call)
    }
}
