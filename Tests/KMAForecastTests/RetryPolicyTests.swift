import Feeds
import Testing

@testable import KMAForecast

@Suite("The tries at one call")
struct RetryPolicyTests {
    @Test(
        "A second try is made where it can help, after a pause with jitter",
        arguments: [
            (.timeout, 0, .milliseconds(100)), (.unreachable, 0.5, .milliseconds(250)),
            (.upstreamError, 1, .milliseconds(400)), (.malformedResponse, 0, .milliseconds(100)),
            (.rateLimited, 0, .milliseconds(1_000)), (.rateLimited, 1, .milliseconds(1_500)),
        ] as [(ErrorCode, Double, Duration)]
    )
    func again(kind: ErrorCode, jitter: Double, pause: Duration) {
        var attempts = RetryPolicy()
        let action = attempts.failed(FeedError(kind), remaining: .seconds(10), jitter: jitter)
        #expect(action == .again(after: pause))
    }

    @Test(
        "None is made for what stays as it is",
        arguments: [.keyMissing, .keyRejected, .notSubscribed, .quotaExceeded, .blocked, .noData]
            as [ErrorCode]
    )
    func giveUp(kind: ErrorCode) {
        var attempts = RetryPolicy()
        #expect(attempts.failed(FeedError(kind), remaining: .seconds(10), jitter: 0) == .giveUp)
    }

    @Test("A request that was refused as wrong is not sent again, though its kind might pass")
    func refused() {
        var attempts = RetryPolicy()
        let fault = FeedError(.upstreamError, "10", isRetryable: false)
        #expect(attempts.failed(fault, remaining: .seconds(10), jitter: 0) == .giveUp)
        var later = FeedError(.upstreamError)
        later.retryAt = .distantFuture
        #expect(attempts.failed(later, remaining: .seconds(10), jitter: 0) == .giveUp)
    }

    @Test("There is no third try")
    func two() {
        var attempts = RetryPolicy()
        #expect(attempts.failed(FeedError(.timeout), remaining: .seconds(10), jitter: 0) != .giveUp)
        #expect(attempts.failed(FeedError(.timeout), remaining: .seconds(10), jitter: 0) == .giveUp)
    }

    @Test(
        "None is made that the deadline leaves no time for",
        arguments: [
            (.timeout, 300, false), (.timeout, 301, true), (.rateLimited, 1_200, false),
            (.rateLimited, 1_201, true),
            (.timeout, 0, false), (.timeout, -1, false),
        ] as [(ErrorCode, Int, Bool)]
    )
    func deadline(kind: ErrorCode, milliseconds: Int, isMade: Bool) {
        var attempts = RetryPolicy()
        let action = attempts.failed(FeedError(kind), remaining: .milliseconds(milliseconds), jitter: 0)
        #expect((action != .giveUp) == isMade)
    }
}
