import Feeds
import Forecast

actor ConcurrencyLimiter {
    private var lanes: LaneAssignment
    private var waiting: [Int: (continuation: CheckedContinuation<Bool, Never>, deadline: Instant)] = [:]
    private var nextLook: Instant?
    private var lastNumber = 0

    private let clock: any WaitingClock

    private typealias Instant = ContinuousClock.Instant

    init(_ group: UpstreamAPI.ConcurrencyGroup, clock: any WaitingClock) {
        self.clock = clock
        lanes = LaneAssignment(width: group.callsAtOnce, services: group.services.count)
    }

    func acquire(for feed: Feed, _ caller: Caller, within timeout: Duration) async -> Bool {
        lastNumber += 1
        let number = lastNumber
        switch lanes.request(LaneAssignment.Call(number: number, feed: feed, caller: caller)) {
        case .started: return true
        case .refused(number): return false
        case .refused(let other): resume(other, hasLane: false)
        case .waits: break
        }
        let deadline = clock.now + timeout
        look(at: deadline)
        return await withCheckedContinuation { waiting[number] = ($0, deadline) }
    }

    func release(_ feed: Feed) { for number in lanes.release(feed) { resume(number, hasLane: true) } }

    private func look(at time: Instant) {
        if let nextLook, nextLook <= time { return }
        nextLook = time
        Task {
            try? await clock.sleep(until: time, tolerance: nil)
            giveUp(at: time)
        }
    }

    private func giveUp(at time: Instant) {
        guard time == nextLook else { return }
        nextLook = nil
        for (number, call) in waiting where call.deadline <= time {
            lanes.withdraw(number)
            resume(number, hasLane: false)
        }
        if let next = waiting.values.map(\.deadline).min() { look(at: next) }
    }

    private func resume(_ number: Int, hasLane: Bool) { waiting.removeValue(forKey: number)?.continuation.resume(returning: hasLane) }
}

/// Assignment of lanes: known places before new ones, supplements last; then the client that has waited longest, and its feed with fewest lanes.
/// No service of several, and no feed, holds all: one that hangs leaves others a way through.
struct LaneAssignment: Sendable {
    struct Call: Sendable {
        let number: Int
        let feed: Feed
        let caller: Caller
    }

    enum Outcome: Equatable {
        case started
        case waits
        /// Dropped call: this one, or one of a client with more.
        case refused(Int)
    }

    /// More calls than the service answers before they give up.
    static let capacity = 1_000

    private let width: Int
    private let widthOfService: Int
    private var held: [Feed: Int] = [:]
    private var waiting: [Call] = []
    private var turns: [String: Int] = [:]
    private var lastTurn = 0

    init(width: Int, services: Int = 1) {
        self.width = max(1, width)
        widthOfService = services > 1 ? max(1, width - 1) : self.width
    }

    mutating func request(_ call: Call) -> Outcome {
        if isFree(for: call.feed) {
            start(call)
            return .started
        }
        waiting.append(call)
        return waiting.count > LaneAssignment.capacity ? .refused(dropOne()) : .waits
    }

    mutating func release(_ feed: Feed) -> [Int] {
        held[feed, default: 0] -= 1
        var started: [Int] = []
        var backlog = waiting.reduce(into: [:]) { $0[$1.feed, default: 0] += 1 }
        while let index = waiting.indices.filter({ isFree(for: waiting[$0].feed) }).min(by: { rank($0, backlog) < rank($1, backlog) }) {
            let call = waiting.remove(at: index)
            backlog[call.feed, default: 0] -= 1
            start(call)
            started.append(call.number)
        }
        forgetTurns()
        return started
    }

    mutating func withdraw(_ number: Int) {
        waiting.removeAll { $0.number == number }
        forgetTurns()
    }
}

extension LaneAssignment {
    private mutating func start(_ call: Call) {
        held[call.feed, default: 0] += 1
        lastTurn += 1
        turns[call.caller.client] = lastTurn
    }

    private func rank(_ index: Int, _ backlog: [Feed: Int]) -> (Int, Int, Int, Int, Int) {
        let call = waiting[index]
        let precedence = call.caller.claim == .beside ? 2 : call.caller.claim == .new ? 1 : 0
        return (precedence, turns[call.caller.client, default: 0], held[call.feed, default: 0], -backlog[call.feed, default: 0], index)
    }

    private func isFree(for feed: Feed) -> Bool {
        let ofService = held.reduce(0) { $0 + ($1.key.service == feed.service ? $1.value : 0) }
        return held.values.reduce(0, +) < width && ofService < widthOfService && held[feed, default: 0] < max(1, widthOfService - 1)
    }

    private mutating func dropOne() -> Int {
        let counts = waiting.reduce(into: [:]) { $0[$1.caller.client, default: 0] += 1 }
        let most = counts.values.max() ?? 0
        let index = waiting.lastIndex { counts[$0.caller.client] == most } ?? waiting.endIndex - 1
        return waiting.remove(at: index).number
    }

    private mutating func forgetTurns() {
        let clients = Set(waiting.map(\.caller.client))
        turns = turns.filter { clients.contains($0.key) }
    }
}
