import Feeds
import Forecast
import Testing

@testable import KMAForecast

@Suite("The circuit breaker of a service")
struct CircuitBreakerTests {
    private static let down = FeedError(.upstreamError)
    private static let hung = FeedError(.timeout)
    private static let rejected = FeedError(.keyRejected)

    /// Event at a second, and the breaker's action.
    typealias Step = (seconds: Double, event: CircuitBreaker.Event, action: CircuitBreaker.Action)

    private func play(_ steps: [Step]) -> CircuitBreaker {
        var breaker = CircuitBreaker()
        let start = ContinuousClock.now
        for (number, step) in steps.enumerated() {
            let action = breaker.event(step.event, of: .outlook, at: start + .seconds(step.seconds))
            #expect(action == step.action, "step \(number)")
        }
        return breaker
    }

    @Test("A feed that answers is asked")
    func closed() {
        let breaker = play([(0, .asked, .ask), (1, .answered, .none), (2, .asked, .ask), (2, .asked, .ask)])
        #expect(breaker.fault(of: .outlook) == nil)
    }

    @Test("Two failures are borne, the third in a row opens it")
    func threshold() {
        let breaker = play([
            (0, .failed(Self.down), .none), (0, .failed(Self.down), .none), (1, .asked, .ask),
            (1, .failed(Self.down), .none), (2, .asked, .refuse(Self.down)),
        ])
        #expect(breaker.fault(of: .outlook) != nil)
    }

    @Test("An answer in between begins the count anew")
    func forgiveness() {
        let breaker = play([
            (0, .failed(Self.down), .none), (0, .failed(Self.down), .none), (1, .answered, .none),
            (2, .failed(Self.down), .none), (2, .failed(Self.down), .none), (3, .asked, .ask),
        ])
        #expect(breaker.fault(of: .outlook) == nil)
    }

    @Test(
        "A fault that costs people time, or that a person has to mend, opens it at once",
        arguments: [.timeout, .keyRejected, .notSubscribed, .blocked] as [ErrorCode]
    )
    func atOnce(kind: ErrorCode) {
        let fault = FeedError(kind)
        _ = play([(0, .failed(fault), .none), (14.9, .asked, .refuse(fault))])
    }

    @Test("After a pause one caller tries, and the others are refused until it is back")
    func trial() {
        _ = play([
            (0, .failed(Self.hung), .none), (15, .asked, .trial(Self.hung)), (15, .asked, .refuse(Self.hung)),
            (60, .asked, .refuse(Self.hung)), (61, .answered, .none), (61, .asked, .ask),
        ])
    }

    @Test("Each try that fails doubles the pause, to five minutes at most, and its fault is the one told")
    func doubling() {
        var steps: [Step] = [(0, .failed(Self.hung), .none)]
        var now = 0.0
        for (pause, next) in [(15, 30), (30, 60), (60, 120), (120, 240), (240, 300), (300, 300)]
            as [(Double, Double)]
        {
            now += pause
            steps += [
                (now - 0.1, .asked, .refuse(Self.hung)), (now, .asked, .trial(Self.hung)),
                (now, .failed(Self.hung), .none),
                (now + next - 0.1, .asked, .refuse(Self.hung)),
            ]
        }
        steps += [(now + 300, .asked, .trial(Self.hung)), (now + 300, .failed(Self.rejected), .none)]
        steps.append((now + 301, .asked, .refuse(Self.rejected)))
        _ = play(steps)
    }

    @Test("Calls that were under way when it opened make the pause no longer")
    func stragglers() {
        _ = play([
            (0, .failed(Self.hung), .none), (1, .failed(Self.hung), .none), (2, .failed(Self.hung), .none),
            (15, .asked, .trial(Self.hung)),
        ])
    }

    @Test("A late answer from before closes it")
    func lateAnswer() {
        let breaker = play([(0, .failed(Self.hung), .none), (1, .answered, .none), (2, .asked, .ask)])
        #expect(breaker.fault(of: .outlook) == nil)
    }

    @Test("An open circuit tells how long it stays open, one that is being tried nothing more")
    func pause() {
        var breaker = CircuitBreaker()
        let start = ContinuousClock.now
        #expect(breaker.pause(of: .midLand, at: start) == nil)
        _ = breaker.event(.failed(Self.hung), of: .midLand, at: start)
        #expect(breaker.pause(of: .midLand, at: start + .seconds(5)) == .seconds(10))
        #expect(breaker.pause(of: .outlook, at: start + .seconds(5)) == nil)
        // The second feed opens the service's circuit, later than its own first.
        _ = breaker.event(.failed(Self.hung), of: .midTemperature, at: start + .seconds(6))
        for feed in [Feed.midLand, .midTemperature, .outlook] {
            #expect(breaker.pause(of: feed, at: start + .seconds(6)) == .seconds(15))
        }
        #expect(breaker.pause(of: .outlook, at: start + .seconds(30)) == .zero)
        _ = breaker.event(.asked, of: .outlook, at: start + .seconds(30))
        #expect(breaker.pause(of: .outlook, at: start + .seconds(30)) == .zero)
        _ = breaker.event(.answered, of: .outlook, at: start + .seconds(31))
        #expect(breaker.pause(of: .outlook, at: start + .seconds(31)) == nil)
    }

    /// Event of a feed at a second, and the breaker's action.
    typealias FeedStep = (
        seconds: Double, feed: Feed, event: CircuitBreaker.Event, action: CircuitBreaker.Action
    )

    private func play(_ steps: [FeedStep]) {
        var breaker = CircuitBreaker()
        let start = ContinuousClock.now
        for (number, step) in steps.enumerated() {
            let action = breaker.event(step.event, of: step.feed, at: start + .seconds(step.seconds))
            #expect(action == step.action, "step \(number)")
        }
    }

    @Test(
        "A feed that hangs, or one whose answers are malformed, leaves the others of its service as they are"
    )
    func oneFeed() {
        let malformed = FeedError(.malformedResponse)
        play([
            (0, .shortTerm, .failed(Self.hung), .none), (1, .nowcast, .asked, .ask),
            (1, .shortTerm, .asked, .refuse(Self.hung)),
        ])
        play([
            (0, .midLand, .failed(malformed), .none), (1, .midLand, .failed(malformed), .none),
            (2, .midLand, .failed(malformed), .none), (3, .midLand, .asked, .refuse(malformed)),
            (3, .midTemperature, .asked, .ask),
        ])
    }

    @Test(
        "Two feeds that fail in a row are the service's fault, and one trial call is made for all of it"
    )
    func wholeService() {
        play([
            (0, .midLand, .failed(Self.hung), .none), (1, .midTemperature, .failed(Self.hung), .none),
            (2, .outlook, .asked, .refuse(Self.hung)), (16, .outlook, .asked, .trial(Self.hung)),
            (16, .midLand, .asked, .refuse(Self.hung)), (17, .outlook, .answered, .none),
            (17, .midLand, .asked, .ask), (17, .midTemperature, .asked, .ask),
        ])
    }

    @Test(
        "A failed trial call of the whole service doubles its pause, one that was never sent begins it anew"
    )
    func serviceTrial() {
        let opened: [FeedStep] = [
            (0, .midLand, .failed(Self.hung), .none), (1, .midTemperature, .failed(Self.hung), .none),
            (16, .outlook, .asked, .trial(Self.hung)),
        ]
        play(
            opened + [
                (16, .outlook, .failed(Self.hung), .none), (45.9, .midLand, .asked, .refuse(Self.hung)),
                (46, .midTemperature, .asked, .trial(Self.hung)),
            ]
        )
        play(
            opened + [
                (16, .outlook, .trialNotSent, .none), (30.9, .midLand, .asked, .refuse(Self.hung)),
                (31, .midTemperature, .asked, .trial(Self.hung)),
            ]
        )
    }

    @Test("The fault of a service that is down is that of each of its feeds, asked before or not")
    func serviceFault() {
        var breaker = CircuitBreaker()
        let start = ContinuousClock.now
        _ = breaker.event(.failed(Self.rejected), of: .midLand, at: start)
        #expect(breaker.fault(of: .outlook) == nil)
        _ = breaker.event(.failed(Self.hung), of: .midTemperature, at: start)
        #expect(breaker.fault(of: .outlook) == Self.hung)
        #expect(breaker.fault(of: .midLand) == Self.hung)
    }

    @Test("An answer between the failures of two feeds keeps the service's circuit closed")
    func answeredBetween() {
        play([
            (0, .midLand, .failed(Self.hung), .none), (1, .outlook, .answered, .none),
            (2, .midTemperature, .failed(Self.hung), .none), (3, .outlook, .asked, .ask),
            (3, .midLand, .asked, .refuse(Self.hung)),
        ])
    }

    @Test("A trial call that our own quota or queue refused closes nothing, and makes the pause no longer")
    func trialNotSent() {
        _ = play([
            (0, .failed(Self.hung), .none), (15, .asked, .trial(Self.hung)), (15, .trialNotSent, .none),
            (16, .asked, .refuse(Self.hung)), (30, .asked, .trial(Self.hung)),
            (30, .failed(Self.hung), .none), (59, .asked, .refuse(Self.hung)),
            (60, .asked, .trial(Self.hung)),
        ])
    }

    @Test(
        "A fault of one request alone says nothing of the feed",
        arguments: [
            (.noData, false), (.quotaExceeded, false), (.keyMissing, false), (.timeout, true),
            (.keyRejected, true),
            (.upstreamError, true), (.unreachable, true), (.malformedResponse, true),
        ] as [(ErrorCode, Bool)]
    )
    func concern(kind: ErrorCode, concernsFeed: Bool) {
        #expect(FeedError(kind).concernsFeed == concernsFeed)
    }
}
