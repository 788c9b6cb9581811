import Feeds
import Forecast

// Whether and when a call to a service is sent: by its circuit breaker, and by the lanes of the services that its upstream
// counts together. How many calls there are is the quota's (`QuotaTracker`).

/// Decides whether a service is called: while it answers it is, and once it hangs or keeps failing only now and then,
/// one call at a time, each failure doubling the pause.
///
/// Faults are counted by feed, because one operation may be broken, or one zone's answer malformed, while the rest of
/// the service is well. Once the circuits of two feeds are open and the service has answered nothing in between, the
/// fault is the service's: the rest of its feeds are spared the same wait, and one of them tries for all.
///
/// A value: events in, actions out. The clock is an argument, and one that never jumps.
struct CircuitBreaker: Sendable {
    enum Event {
        /// Somebody wants an answer of a feed.
        case asked
        /// The feed answered, whatever it said.
        case answered
        /// The feed did not.
        case failed(FeedError)
        /// The trial call was never sent: our own quota or queue refused it.
        case trialNotSent
    }

    enum Action: Equatable {
        /// Make the call.
        case ask
        /// Make the call, but let nobody wait for it who can be given something else; the fault that opened it.
        case trial(FeedError)
        /// Make no call; the fault that opened it.
        case refuse(FeedError)
        /// Nothing to do.
        case none
    }

    private var service = Circuit()
    private var feeds: [Feed: Circuit] = [:]
    /// Feeds whose circuits opened since the service last answered.
    private var failing: Set<Feed> = []

    /// The fault for which a feed is not called at the moment; `nil` where it is.
    func fault(of feed: Feed) -> FeedError? {
        service.fault ?? feeds[feed]?.fault
    }

    /// Time until a feed is called again; `nil` where it is called now. Zero while a trial call is under way.
    func pause(of feed: Feed, at now: ContinuousClock.Instant) -> Duration? {
        [service.pause(at: now), feeds[feed]?.pause(at: now)].compactMap { $0 }.max()
    }

    /// Whether one call is under way that tries a feed, or its service, for all.
    func isTrying(_ feed: Feed) -> Bool { service.isTrying || feeds[feed]?.isTrying == true }

    mutating func event(_ event: Event, of feed: Feed, at now: ContinuousClock.Instant) -> Action {
        var circuit = feeds[feed] ?? Circuit()
        defer { feeds[feed] = circuit }
        switch event {
        case .asked:
            let action = service.asked(at: now)
            guard action == .ask else { return action }
            return circuit.asked(at: now)
        case .answered:
            if service.fault != nil { feeds = [:] }
            (service, circuit, failing) = (Circuit(), Circuit(), [])
        case .failed(let fault):
            service.trialFailed(fault, at: now)
            circuit.failed(fault, at: now)
            guard circuit.fault != nil else { break }
            failing.insert(feed)
            if failing.count > 1, service.fault == nil { service.open(fault, at: now) }
        case .trialNotSent:
            service.trialNotSent(at: now)
            circuit.trialNotSent(at: now)
        }
        return .none
    }
}

extension CircuitBreaker {
    /// One circuit: closed, open for a pause, or tried again by one call.
    private struct Circuit: Sendable {
        /// Why it is open, for how long, and until when: `nil` while one call tries it.
        private struct Opening {
            var fault: FeedError
            var pause: Duration
            var until: ContinuousClock.Instant?
        }

        private var failures = 0
        /// `nil` where it is closed.
        private var opening: Opening?

        /// The fault that opened it; `nil` where it is closed.
        var fault: FeedError? { opening?.fault }

        var isTrying: Bool { opening.map { $0.until == nil } ?? false }

        /// Time until it lets a call through; `nil` where it is closed.
        func pause(at now: ContinuousClock.Instant) -> Duration? {
            opening.map { opening in opening.until.map { max(.zero, $0 - now) } ?? .zero }
        }

        mutating func asked(at now: ContinuousClock.Instant) -> Action {
            guard let opening else { return .ask }
            guard let until = opening.until, now >= until else { return .refuse(opening.fault) }
            self.opening?.until = nil
            return .trial(opening.fault)
        }

        mutating func failed(_ fault: FeedError, at now: ContinuousClock.Instant) {
            trialFailed(fault, at: now)
            // A call that was under way since before it opened makes the pause no longer.
            guard opening == nil else { return }
            failures += 1
            if fault.opensAtOnce || failures >= CircuitBreaker.failureThreshold { open(fault, at: now) }
        }

        mutating func trialFailed(_ fault: FeedError, at now: ContinuousClock.Instant) {
            guard let opening, isTrying else { return }
            open(fault, pause: min(opening.pause * 2, CircuitBreaker.longestPause), at: now)
        }

        mutating func trialNotSent(at now: ContinuousClock.Instant) {
            guard let opening, isTrying else { return }
            open(opening.fault, pause: opening.pause, at: now)
        }

        mutating func open(
            _ fault: FeedError,
            pause: Duration = CircuitBreaker.firstPause,
            at now: ContinuousClock.Instant
        ) {
            opening = Opening(fault: fault, pause: pause, until: now + pause)
        }
    }

    /// Failures in a row that open a circuit; a fault that costs people time, or that a person has to mend, does at
    /// once.
    static let failureThreshold = 3
    /// The first pause and the longest: long enough to spare a person a second wait, short enough that an upstream
    /// that recovers is noticed within five minutes.
    static let firstPause = Duration.seconds(15)
    static let longestPause = Duration.seconds(300)
}

extension FeedError {
    fileprivate var opensAtOnce: Bool { code.traits.breakerEffect == .opens }

    /// Whether it says something of the feed, and not only of the one request.
    var concernsFeed: Bool { isRetryable || opensAtOnce }
}

/// The circuit breaker of a service, shared by its feeds.
actor SharedCircuitBreaker {
    private var breaker = CircuitBreaker()
    private let clock: any WaitingClock
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(clock: any WaitingClock) {
        self.clock = clock
    }

    /// What a feed's caller does; a refusal tells how long the circuit stays open.
    func event(_ event: CircuitBreaker.Event, of feed: Feed) -> CircuitBreaker.Action {
        let now = clock.now
        let action = breaker.event(event, of: feed, at: now)
        if case .asked = event {} else { resumeWaiting() }
        guard case .refuse(var fault) = action else { return action }
        fault.retryAfter = breaker.pause(of: feed, at: now)
        return .refuse(fault)
    }

    /// Waits for the call that tries a feed for all; `false` at once where none is under way.
    func trialCallEnds(of feed: Feed) async -> Bool {
        guard breaker.isTrying(feed) else { return false }
        await withCheckedContinuation { waiting.append($0) }
        return true
    }

    private func resumeWaiting() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// The fault for which a feed is not called, with the time until it is.
    func fault(of feed: Feed) -> FeedError? {
        var fault = breaker.fault(of: feed)
        fault?.retryAfter = breaker.pause(of: feed, at: clock.now)
        return fault
    }
}

/// Limits the calls in the air to services that count them together. The others wait for a bounded time, and in such an
/// order that clients take turns.
actor ConcurrencyLimiter {
    private var lanes: LaneAssignment
    private var waiting: [Int: (continuation: CheckedContinuation<Bool, Never>, deadline: Instant)] = [:]
    /// When those who have waited too long are looked for next, by one task for all of them; `nil` where nobody waits.
    private var nextLook: Instant?
    private var lastNumber = 0

    private let clock: any WaitingClock

    private typealias Instant = ContinuousClock.Instant

    /// A limiter for the services of a group.
    init(_ group: UpstreamAPI.ConcurrencyGroup, clock: any WaitingClock) {
        self.clock = clock
        lanes = LaneAssignment(width: group.callsAtOnce, services: group.services.count)
    }

    /// Waits for a lane; `false` where none became free in time, or too many wait. Whoever gets one gives it back with
    /// ``release(_:)``.
    func acquire(for feed: Feed, _ origin: RequestOrigin, within timeout: Duration) async -> Bool {
        lastNumber += 1
        let number = lastNumber
        switch lanes.request(LaneAssignment.Call(number: number, feed: feed, origin: origin)) {
        case .started: return true
        case .refused(number): return false
        case .refused(let other): resume(other, hasLane: false)
        case .waits: break
        }
        let deadline = clock.now + timeout
        look(at: deadline)
        return await withCheckedContinuation { waiting[number] = ($0, deadline) }
    }

    /// Gives a lane back, and with it to the next that may have it.
    func release(_ feed: Feed) {
        for number in lanes.release(feed) { resume(number, hasLane: true) }
    }

    private func look(at time: Instant) {
        if let nextLook, nextLook <= time { return }
        nextLook = time
        Task {
            // Nobody cancels it.
            try? await clock.sleep(until: time, tolerance: nil)
            giveUp(at: time)
        }
    }

    private func giveUp(at time: Instant) {
        // An earlier look has taken the place of this one.
        guard time == nextLook else { return }
        nextLook = nil
        for (number, call) in waiting where call.deadline <= time {
            lanes.withdraw(number)
            resume(number, hasLane: false)
        }
        if let next = waiting.values.map(\.deadline).min() { look(at: next) }
    }

    private func resume(_ number: Int, hasLane: Bool) {
        waiting.removeValue(forKey: number)?.continuation.resume(returning: hasLane)
    }
}

/// Which calls have a lane and which wait.
///
/// A lane that becomes free goes to a call about a known place before one about a new place, and to one that an answer
/// can do without last; of these to the client that has waited longest for its turn, and of its calls to the one whose
/// feed has fewest lanes, then most calls waiting: since a feed never holds all lanes, the longest line decides when all
/// are served. One service of several never holds all lanes, and of a service's lanes one feed never holds all: a
/// service that hangs leaves the others a way through, and an operation that hangs its sister feeds.
struct LaneAssignment: Sendable {
    /// A call that wants a lane.
    struct Call: Sendable {
        let number: Int
        let feed: Feed
        let origin: RequestOrigin
    }

    /// What becomes of a call that wants a lane.
    enum Outcome: Equatable {
        /// It has one.
        case started
        /// It waits.
        case waits
        /// Too many wait: this one, or one of a client that has more of them, does so no longer.
        case refused(Int)
    }

    /// Calls that wait: more than the service answers before they give up.
    static let capacity = 1_000

    private let width: Int
    private let widthOfService: Int
    private var held: [Feed: Int] = [:]
    private var waiting: [Call] = []
    /// When the clients that wait last had a turn.
    private var turns: [String: Int] = [:]
    private var lastTurn = 0

    /// Lanes for so many services together.
    init(width: Int, services: Int = 1) {
        self.width = max(1, width)
        widthOfService = services > 1 ? max(1, width - 1) : self.width
    }

    /// Gives a call a lane, or lets it wait.
    mutating func request(_ call: Call) -> Outcome {
        if isFree(for: call.feed) {
            start(call)
            return .started
        }
        waiting.append(call)
        return waiting.count > LaneAssignment.capacity ? .refused(dropOne()) : .waits
    }

    /// Takes a lane back; the calls that have one now.
    mutating func release(_ feed: Feed) -> [Int] {
        held[feed, default: 0] -= 1
        var started: [Int] = []
        var backlog = waiting.reduce(into: [:]) { $0[$1.feed, default: 0] += 1 }
        while let index = waiting.indices.filter({ isFree(for: waiting[$0].feed) }).min(by: {
            rank($0, backlog) < rank($1, backlog)
        }) {
            let call = waiting.remove(at: index)
            backlog[call.feed, default: 0] -= 1
            start(call)
            started.append(call.number)
        }
        forgetTurns()
        return started
    }

    /// Forgets a call that waits no longer.
    mutating func withdraw(_ number: Int) {
        waiting.removeAll { $0.number == number }
        forgetTurns()
    }
}

extension LaneAssignment {
    private mutating func start(_ call: Call) {
        held[call.feed, default: 0] += 1
        lastTurn += 1
        turns[call.origin.client] = lastTurn
    }

    /// What decides which of the calls that wait goes first: the lowest rank.
    private func rank(_ index: Int, _ backlog: [Feed: Int]) -> (Int, Int, Int, Int, Int) {
        let call = waiting[index]
        let precedence = call.origin.isSupplementary ? 2 : call.origin.isNewPlace ? 1 : 0
        return (
            precedence, turns[call.origin.client, default: 0],
            held[call.feed, default: 0], -backlog[call.feed, default: 0], index
        )
    }

    private func isFree(for feed: Feed) -> Bool {
        let ofService = held.reduce(0) { $0 + ($1.key.service == feed.service ? $1.value : 0) }
        return held.values.reduce(0, +) < width && ofService < widthOfService
            && held[feed, default: 0] < max(1, widthOfService - 1)
    }

    /// Drops the last call of the client that has most of them waiting.
    private mutating func dropOne() -> Int {
        let counts = waiting.reduce(into: [:]) { $0[$1.origin.client, default: 0] += 1 }
        let most = counts.values.max() ?? 0
        let index = waiting.lastIndex { counts[$0.origin.client] == most } ?? waiting.endIndex - 1
        return waiting.remove(at: index).number
    }

    /// Clients that wait for nothing are not remembered.
    private mutating func forgetTurns() {
        let clients = Set(waiting.map(\.origin.client))
        turns = turns.filter { clients.contains($0.key) }
    }
}
