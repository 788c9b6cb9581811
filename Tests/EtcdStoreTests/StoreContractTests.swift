import Feeds
import Foundation
import KMAForecast
import StubUpstream
import TestSupport
import Testing

@testable import EtcdStore
@testable import SQLiteStore

/// Contract of every store, seen by two programs that share one.
@Suite("The contract of a store", .takesSlots(programs: 1))
struct StoreContractTests {
    /// Two programs' stores, and what they need to live.
    struct Pair: Sendable {
        let first: any Store
        let second: any Store
        let held: [any Sendable]
        /// Returns as soon as a caller of the second waits for a turn of the first.
        let secondWaits: @Sendable () async throws -> Void
    }

    enum Kind: String, CaseIterable, Sendable {
        case memory
        case sqlite
        case etcd

        static let here = EtcdProcess.isInstalled ? allCases : [.memory, .sqlite]

        func pair() async throws -> Pair {
            switch self {
            case .memory:
                let clock = NotedClock()
                let store = MemoryStore(clock: clock)
                return Pair(first: store, second: store, held: []) { try await clock.hasSlept() }
            case .sqlite:
                let folder = try TemporaryFolder()
                let clock = NotedClock()
                let store = SQLiteStore(directory: folder.path)
                let second = SQLiteStore(directory: folder.path, ceiling: 512 << 20, clock: clock)
                return Pair(first: store, second: second, held: [folder]) { try await clock.hasSlept() }
            case .etcd:
                let etcd = try EtcdProcess()
                let replicas = [try await Replica(etcd.endpoint), try await Replica(etcd.endpoint)]
                return Pair(first: replicas[0].store, second: replicas[1].store, held: [etcd] + replicas) {
                    try await until("the second has asked") { replicas[1].takeOperations().contains("txn") }
                }
            }
        }
    }

    @Test(
        "Of many who want the same issue one fetches, and the others are given the answer",
        arguments: Kind.here
    )
    func oneFetches(kind: Kind) async throws {
        let pair = try await kind.pair()
        let answer = StoredAnswer.forTests(String(repeating: "비 ", count: 2_000))
        let fetches = try await withThrowingTaskGroup(of: Bool.self) { group in
            for store in [pair.first, pair.second, pair.first, pair.second, pair.first, pair.second] {
                group.addTask {
                    switch await store.turnForTests() {
                    case .granted(let turn):
                        try await settle(for: .milliseconds(100))
                        await turn.finish(.answered(answer))
                        return true
                    case .answered(let given):
                        #expect(given == answer)
                        return false
                    case .failed(let fault):
                        Issue.record("\(fault)")
                        return false
                    }
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(fetches == 1)
    }

    @Test(
        "Callers that waited for a failed fetch get its fault, and blame nobody",
        arguments: Kind.here
    )
    func failsForAll(kind: Kind) async throws {
        let pair = try await kind.pair()
        guard case .granted(let turn) = await pair.first.turnForTests() else { throw NotGranted() }
        async let waiting = pair.second.turnForTests()
        try await pair.secondWaits()
        await turn.finish(.failed(FeedError(.quotaExceeded, "22 LIMITED_NUMBER")))
        guard case .failed(let fault) = await waiting else { throw NotGranted() }
        #expect(fault.code == .quotaExceeded)
        #expect(fault.detail == "22 LIMITED_NUMBER")
        #expect(!fault.wasSent)
    }

    @Test("A turn that made no call goes to the next who waits", arguments: Kind.here)
    func passedOn(kind: Kind) async throws {
        let pair = try await kind.pair()
        guard case .granted(let turn) = await pair.first.turnForTests() else { throw NotGranted() }
        async let waiting = pair.second.turnForTests()
        try await pair.secondWaits()
        await turn.finish(.notSent)
        guard case .granted(let next) = await waiting else { throw NotGranted() }
        await next.finish(.notSent)
    }

    @Test("An answer that is not fresh enough is fetched anew", arguments: Kind.here)
    func fetchedAnew(kind: Kind) async throws {
        let pair = try await kind.pair()
        guard case .granted(let turn) = await pair.first.turnForTests() else { throw NotGranted() }
        await turn.finish(.answered(.forTests("old", at: .issueForTests.addingTimeInterval(-60))))
        let again = await pair.second.turn(for: .forTests, issue: .issueForTests, limit: .seconds(5)) {
            $0.fetchedAt >= .issueForTests
        }
        guard case .granted(let turn) = again else { throw NotGranted() }
        await turn.finish(.answered(.forTests("new")))
        guard case .answered(let answer) = await pair.first.turnForTests() else { throw NotGranted() }
        // The disk of the first may hold the older one until the news is there.
        if kind != .etcd { #expect(answer.body == Array("new".utf8)) }
    }

    @Test("All together never have more calls in the air than a service has lanes", arguments: Kind.here)
    func lanes(kind: Kind) async throws {
        let pair = try await kind.pair()
        let load = LockedValue((now: 0, most: 0))
        let allowed = kind == .etcd ? 2 : 3
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<24 {
                group.addTask {
                    let store = number % 2 == 0 ? pair.first : pair.second
                    let lane = await store.lane(
                        of: .shortTerm,
                        scope: .forTests,
                        limit: .seconds(30),
                        within: .seconds(30)
                    )
                    #expect(lane != nil)
                    load.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                    // The first wait for each other; then some time passes for a lane too many.
                    try await until("all lanes are taken") { load.withLock { $0.most } >= allowed }
                    try await settle(for: .milliseconds(20))
                    load.withLock { $0.now -= 1 }
                    await lane?.release()
                }
            }
            try await group.waitForAll()
        }
        #expect(load.withLock { $0.most } == allowed)
    }

    @Test("A lane that does not come free in time is not waited for any longer", arguments: Kind.here)
    func noLane(kind: Kind) async throws {
        let pair = try await kind.pair()
        var held: [any CallLane] = []
        for _ in 1...2 {
            let lane = await pair.first.lane(
                of: .openWeather,
                scope: .forTests,
                limit: .seconds(30),
                within: .zero
            )
            held.append(try #require(lane))
        }
        let third = await pair.second.lane(
            of: .openWeather,
            scope: .forTests,
            limit: .seconds(30),
            within: .milliseconds(300)
        )
        #expect(third == nil)
    }

    @Test("All together make exactly as many calls as the day has", arguments: Kind.here)
    func dayLimit(kind: Kind) async throws {
        let pair = try await kind.pair()
        let counted = await withTaskGroup(of: Int.self) { group in
            for store in [pair.first, pair.second] {
                for _ in 0..<50 {
                    group.addTask { await store.countForTests(limit: 60) == .counted ? 1 : 0 }
                }
            }
            return await group.reduce(0, +)
        }
        // A replica may end with a call of its block not made; none makes one too many.
        #expect(counted <= 60)
        #expect(counted >= 58)
        #expect(await pair.first.countForTests(limit: 48) == .refused)
    }

    @Test(
        "A cooldown that one is told of holds for the other with its code, until either ends it",
        arguments: Kind.here
    )
    func cooldown(kind: Kind) async throws {
        let pair = try await kind.pair()
        let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded())
        let cooldown = Cooldown(until: now.addingTimeInterval(600), code: .rateLimited)
        #expect(await pair.second.cooldown(of: .shortTerm, scope: .forTests) == nil)
        await pair.first.setCooldown(cooldown, of: .shortTerm, scope: .forTests)
        try await until("the cooldown") {
            await pair.second.cooldown(of: .shortTerm, scope: .forTests) == cooldown
        }
        #expect(await pair.second.cooldown(of: .midTerm, scope: .forTests) == nil)
        let ended = Cooldown(until: now, code: .rateLimited)
        await pair.second.setCooldown(ended, of: .shortTerm, scope: .forTests)
        try await until("the end of the cooldown") {
            await pair.first.cooldown(of: .shortTerm, scope: .forTests) == ended
        }
    }
}

/// Clock of the machine, which tells that somebody has begun to wait.
private final class NotedClock: WaitingClock {
    typealias Instant = ContinuousClock.Instant

    private let sleeps = LockedValue(0)

    var now: Instant { .now }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        sleeps.withLock { $0 += 1 }
        try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
    }

    func hasSlept() async throws { try await until("somebody waits") { sleeps.withLock { $0 } > 0 } }
}

/// A turn that should have been granted, or told its end, was not.
struct NotGranted: Error {}
