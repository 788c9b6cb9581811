import CommandLineSupport
import Feeds
import Foundation
import KMAForecast
import Regions
import SampleFeeds
import Settings
import StubUpstream
import TestSupport
import Testing
import Watching

@testable import EtcdStore
@testable import SQLiteStore

@Suite("Alarms of programs that share a store", .takesSlots(programs: 2))
struct AlarmClaimTests {
    /// Awaits of a decision, after one of which a program is killed.
    enum Step: String, CaseIterable, Sendable {
        case stateRead
        case claimed
        case sending
        /// Its receiver has acknowledged the message, and nobody here knows yet.
        case acknowledged
        case recorded
        case remembered
    }

    private static let cases = StoreContractTests.Kind.here.flatMap { kind in
        Step.allCases.map { (kind, $0) }
    }

    @Test(
        "A3: Killed after any await, a message is repeated unless its delivery was recorded",
        arguments: cases
    )
    func killed(kind: StoreContractTests.Kind, step: Step) async throws {
        let shared = try await kind.shared()
        defer { withExtendedLifetime(shared) {} }
        let receiver = LockedValue<[String]>([])
        let memories = [RuleStateMemory(), RuleStateMemory()]
        let first = MortalProgram(try await shared.program(), memories[0], diesAfter: step)
        let running = Task { try await watcher(first, receiver).decideOnce() }
        await first.death()
        await first.kill()
        let second = MortalProgram(try await shared.program(), memories[1])
        let outcome = try await watcher(second, receiver).decideOnce()
        let isRecorded = [.recorded, .remembered].contains(step)
        #expect(outcome.delivered == (isRecorded ? 0 : 1) && outcome.faults.isEmpty)
        // The program that was killed is started again, with what it remembers.
        let third = MortalProgram(try await shared.program(), memories[0])
        #expect(try await watcher(third, receiver).decideOnce().delivered == 0)
        #expect(receiver.withLock { $0.count } == (step == .acknowledged ? 2 : 1))
        #expect(Set(receiver.withLock { $0 }).count == 1)
        running.cancel()
    }

    @Test(
        "A3: Of two that look at once one delivers, and both remember it",
        arguments: StoreContractTests.Kind.here
    )
    func atOnce(kind: StoreContractTests.Kind) async throws {
        let shared = try await kind.shared()
        defer { withExtendedLifetime(shared) {} }
        let receiver = LockedValue<[String]>([])
        let memories = [RuleStateMemory(), RuleStateMemory()]
        let outcomes = try await withThrowingTaskGroup(of: Watcher.Outcome.self) { group in
            for memory in memories {
                let program = MortalProgram(try await shared.program(), memory)
                group.addTask { try await watcher(program, receiver).decideOnce() }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.map(\.delivered).sorted() == [0, 1])
        for memory in memories {
            let program = MortalProgram(try await shared.program(), memory)
            #expect(try await watcher(program, receiver).decideOnce().delivered == 0)
        }
        #expect(receiver.withLock { $0.count } == 1)
    }

    @Test(
        "A3: What a receiver refused is remembered by nobody, and delivered by whoever looks next",
        arguments: StoreContractTests.Kind.here
    )
    func refused(kind: StoreContractTests.Kind) async throws {
        let shared = try await kind.shared()
        defer { withExtendedLifetime(shared) {} }
        let receiver = LockedValue<[String]>([])
        let memories = [RuleStateMemory(), RuleStateMemory()]
        for memory in memories {
            let program = MortalProgram(try await shared.program(), memory)
            #expect(try await watcher(program, receiver, status: 404).decideOnce().faults == [.status(404)])
        }
        // The first has gone for good.
        let second = MortalProgram(try await shared.program(), memories[1])
        #expect(try await watcher(second, receiver).decideOnce().delivered == 1)
    }

    /// A watcher of a rule that holds, of sample weather.
    private func watcher(
        _ program: MortalProgram,
        _ receiver: LockedValue<[String]>,
        status: Int = 200
    ) throws -> Watcher {
        let settings = try Settings(environment: ["HOME": "/nowhere"], readFile: { _ in "" })
        var configuration = ForecasterConfiguration(samplesFor: settings)
        configuration.now = { .issueForTests }
        configuration.transport = .sample(clock: configuration.now)
        let alarm = Alarm(
            place: try Gazetteer.place(named: "서울"),
            rule: try WeatherRule("최저<50", at: .issueForTests),
            receiver: .webhook(try #require(WebAddress("https://receiver.example/")))
        )
        let transport = PostTransport { request, _ in
            await program.reach(.sending)
            receiver.withLock { received in
                received += request.headers.filter { $0.name == "X-Kma-Message-Id" }.map(\.value)
            }
            await program.reach(.acknowledged)
            return status
        }
        let delivery = Delivery(
            transport,
            secret: nil,
            allowsPrivate: true,
            timeout: .seconds(60),
            language: .korean
        )
        return Watcher(
            Forecaster(configuration),
            [alarm],
            states: program,
            store: program,
            delivery: delivery,
            now: configuration.now,
            observe: { _ in }
        )
    }
}

extension StoreContractTests.Kind {
    /// State shared by programs.
    struct Shared: Sendable {
        /// A program that has just been started: its store, and the end of all it holds when its process is killed.
        let program:
            @Sendable () async throws -> (store: any DeedStore, kill: @Sendable () async throws -> Void)
        /// Ends with the test: a program that has stopped for ever holds on to what it has.
        var etcd: EtcdProcess?
    }

    func shared() async throws -> Shared {
        switch self {
        case .memory:
            let store = MemoryStore()
            return Shared { (store, {}) }
        case .sqlite:
            let folder = try TemporaryFolder()
            return Shared {
                (
                    SQLiteStore(directory: folder.path, keepsAnswers: false),
                    {
                        // Holds of this process become those of one that has ended.
                        let ended = try RunningProcess("/bin/sh", ["-c", "exit"], [:], in: folder)
                        _ = try await ended.outcome()
                        let owner = ProcessIdentity(
                            space: ProcessIdentity.current.space,
                            number: ended.process
                        )
                        let path = folder.path + "/cache.db"
                        // One that has claimed nothing holds nothing.
                        guard FileManager.default.fileExists(atPath: path) else { return }
                        let database = try #require(try Database(path: path, busyTimeout: .seconds(5)))
                        try database.run(
                            "UPDATE hold SET owner = ? WHERE name LIKE 'claim/%'",
                            .text(owner.text + "/x")
                        )
                    }
                )
            }
        case .etcd:
            let etcd = try EtcdProcess()
            let endpoint = etcd.endpoint
            return Shared(
                program: {
                    let replica = try await Replica(endpoint)
                    return (HeldStore(store: replica.store, held: [replica]), { await replica.end() })
                },
                etcd: etcd
            )
        }
    }
}

/// A store, and what it needs to live.
private struct HeldStore: DeedStore {
    let store: any DeedStore
    let held: [any Sendable]

    func claim(_ deed: String) async -> Claim { await store.claim(deed) }
}

/// A program that stops for ever after one of its awaits, as one does that is killed there.
private final class MortalProgram: DeedStore, RuleStateStore {
    private let program: (store: any DeedStore, kill: @Sendable () async throws -> Void)
    private let memory: RuleStateMemory
    private let lastStep: AlarmClaimTests.Step?
    private let claims = LockedValue<[any GrantedClaim]>([])
    private let (deaths, end) = AsyncStream.makeStream(of: Void.self)

    init(
        _ program: (store: any DeedStore, kill: @Sendable () async throws -> Void),
        _ memory: RuleStateMemory,
        diesAfter lastStep: AlarmClaimTests.Step? = nil
    ) {
        (self.program, self.memory, self.lastStep) = (program, memory, lastStep)
    }

    /// Goes on, unless this is its end.
    func reach(_ step: AlarmClaimTests.Step) async {
        guard step == lastStep else { return }
        end.finish()
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    /// Waits until it has stopped.
    func death() async { for await _ in deaths {} }

    /// Ends what a process holds that ends.
    func kill() async {
        await #expect(throws: Never.self) { try await program.kill() }
        // In memory a claim ends with the task.
        if program.store is MemoryStore {
            for claim in claims.withLock({ $0 }) { await claim.end(isDone: false) }
        }
    }

    func claim(_ deed: String) async -> Claim {
        guard case .granted(let claim) = await program.store.claim(deed) else {
            await reach(.claimed)
            return .done
        }
        claims.withLock { $0.append(claim) }
        await reach(.claimed)
        return .granted(MortalClaim(claim: claim, program: self))
    }

    func state(of id: String) async -> RuleState? {
        let state = await memory.state(of: id)
        await reach(.stateRead)
        return state
    }

    func store(_ state: RuleState, of id: String, name: String) async -> String? {
        _ = await memory.store(state, of: id, name: name)
        await reach(.remembered)
        return nil
    }
}

private struct MortalClaim: GrantedClaim {
    let claim: any GrantedClaim
    let program: MortalProgram

    func end(isDone: Bool) async {
        await claim.end(isDone: isDone)
        await program.reach(.recorded)
    }
}
