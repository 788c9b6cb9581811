import Feeds
import Foundation
import KMAForecast
import Settings
import StubUpstream
import TestSupport
import Testing

@testable import EtcdStore

@Suite(
    "The store of several machines",
    .enabled(if: EtcdProcess.isInstalled, Comment(rawValue: EtcdProcess.hint)),
    .takesSlots(programs: 1)
)
struct EtcdStoreTests {
    private let etcd: EtcdProcess

    init() throws {
        etcd = try EtcdProcess()
    }

    @Test("A request waits until the replica knows whether its cluster answers")
    func firstMoment() async throws {
        // Answered as soon as it runs.
        _ = try await etcd.revision
        var options = ClusterSettings(endpoints: [etcd.endpoint])
        options.timeout = .seconds(10)
        for _ in 1...5 {
            let replica = try Replica(options)
            guard case .granted(let turn) = await replica.store.turnForTests() else { throw NotGranted() }
            #expect(await replica.store.countForTests(limit: 200) == .counted)
            await turn.finish(.notSent)
        }
        // Where it does not answer, that is known as soon.
        try await etcd.stop()
        let alone = try Replica(options)
        guard case .granted = await alone.store.turnForTests() else { throw NotGranted() }
        #expect(await alone.store.countForTests(limit: 200) == .withheld)
    }

    @Test("An answer comes to the disks of all other replicas, and to that of one that starts later")
    func answersArrive() async throws {
        let (first, second) = (try await Replica(etcd.endpoint), try await Replica(etcd.endpoint))
        _ = await second.store.cooldown(of: .midTerm, scope: .forTests)
        guard case .granted(let turn) = await first.store.turnForTests() else { throw NotGranted() }
        let answer = StoredAnswer.forTests(String(repeating: "맑음 ", count: 30_000))
        await turn.finish(.answered(answer))
        try await until("the issues are known") { await second.disk.issues(of: .forTests).count == 1 }
        let third = try await Replica(etcd.endpoint)
        guard case .answered(answer) = await third.store.turnForTests() else { throw NotGranted() }
    }

    @Test(
        "A cold answer waits for three operations, turn, lane and answer; a fourth gives back the lane"
    )
    func roundTrips() async throws {
        let replica = try await Replica(etcd.endpoint)
        // The block and the lease are there before, as for all calls but one in twenty.
        #expect(await replica.store.countForTests(limit: 9_500) == .counted)
        _ = try await replica.store.fetchForTests("a")
        // The lane is given back while nobody waits for it.
        try await until("no lane is held") {
            try await etcd.entries.keys.allSatisfy { !$0.contains("/lanes/") }
        }
        _ = replica.takeOperations()
        _ = try await replica.store.fetchForTests("b")
        #expect(replica.takeOperations().filter { $0 == "txn" }.count <= 4)
    }

    @Test("A turn that was lost stores its answer only where no other is")
    func lateAnswer() async throws {
        let (late, other) = (try await Replica(etcd.endpoint), try await Replica(etcd.endpoint))
        guard case .granted(let lost) = await late.store.turnForTests() else { throw NotGranted() }
        // As when its session has ended.
        let key = ClusterKeys(.forTests).turn(.forTests, .issueForTests)
        let client = try EtcdClient(ClusterSettings(endpoints: [etcd.endpoint]))
        let _: EtcdTransactionAnswer = try await client.send(
            "kv/txn",
            EtcdTransaction(compare: [], success: [.delete(key)])
        )
        try await client.shutdown()
        guard case .granted(let turn) = await other.store.turnForTests() else { throw NotGranted() }
        await turn.finish(.answered(.forTests("right")))
        await lost.finish(.answered(.forTests("late")))
        try await settle(for: .seconds(2))
        let third = try await Replica(etcd.endpoint)
        guard case .answered(let answer) = await third.store.turnForTests() else { throw NotGranted() }
        #expect(answer.body == Array("right".utf8))
    }

    @Test(
        "Without the cluster calls come out of the block alone; it returns by itself, and nothing is lost"
    )
    func away() async throws {
        let (first, second) = (
            try await Replica(leaving: etcd.endpoint), try await Replica(leaving: etcd.endpoint)
        )
        #expect(await first.store.countForTests(limit: 200) == .counted)
        etcd.signal(SIGSTOP)
        var counted = await first.countAll(limit: 200) + 1
        #expect(counted == 20)
        #expect(await first.store.countForTests(limit: 200) == .withheld)
        #expect(await second.store.countForTests(limit: 200) == .withheld)
        // Turns and lanes are those of the machine.
        _ = try await first.store.fetchForTests("while away")
        #expect(!first.isUp)

        etcd.signal(SIGCONT)
        try await until("the cluster answers") { first.isUp && second.isUp }
        let rest = await withTaskGroup(of: Int.self) { group in
            for replica in [first, second] {
                group.addTask { await replica.countAll(limit: 200, waitsForCluster: true) }
            }
            return await group.reduce(0, +)
        }
        counted += rest
        #expect(counted <= 200)
        // Two blocks may have been drawn without an answer.
        #expect(counted >= 160)
        // Answers fetched meanwhile go up afterwards.
        try await until("the issues are known") {
            if case .answered(let answer) = await second.store.turnForTests(
                .named("while away"),
                limit: .zero
            ) {
                answer.body == Array("{}".utf8)
            } else {
                false
            }
        }
    }

    @Test("A cluster that comes back empty does not let a day have more calls than it has")
    func emptied() async throws {
        let replica = try await Replica(etcd.endpoint)
        var counted = 0
        for _ in 1...30 { counted += await replica.store.countForTests(limit: 60) == .counted ? 1 : 0 }
        #expect(counted == 30)
        try await etcd.restart(empty: true)
        // Asked once so that it is noticed that the cluster was away.
        _ = await replica.store.lane(of: .midTerm, scope: .forTests, limit: .seconds(1), within: .zero)
        try await until("the cluster answers") { replica.isUp }
        for _ in 1...100 where await replica.store.countForTests(limit: 60) == .counted { counted += 1 }
        #expect(counted <= 60)
        #expect(counted >= 50)
    }

    @Test("A replica that ends in order gives back the calls it has not made, and its turns")
    func givenBack() async throws {
        let (first, second) = (try await Replica(etcd.endpoint), try await Replica(etcd.endpoint))
        #expect(await first.store.countForTests(limit: 200) == .counted)
        guard case .granted = await first.store.turnForTests() else { throw NotGranted() }
        await first.end()
        guard case .granted = await second.store.turnForTests(limit: .seconds(5)) else { throw NotGranted() }
        let day = CallCount(scope: .forTests, service: .midTerm, period: "20261004")
        // Until it has heard of what was given back.
        try await until("the calls are known") { await second.store.calls(of: day) == 1 }
        #expect(await second.store.countForTests(limit: 200) == .counted)
        #expect(await second.store.calls(of: day) == 2)
    }

    @Test("A replica that ends while it renews its session gives back its calls all the same")
    func givenBackMeanwhile() async throws {
        let replica = try await Replica(leaving: etcd.endpoint)
        #expect(await replica.store.countForTests(limit: 200) == .counted)
        etcd.signal(SIGSTOP)
        // By then a renewal, of which there is one each second, waits for its answer; it does so for two seconds.
        try await settle(for: .milliseconds(1_300))
        async let end: Void = replica.end()
        try await settle(for: .milliseconds(100))
        etcd.signal(SIGCONT)
        await end
        #expect(try await etcd.calls(of: .midTerm) == 1)
    }

    @Test("Nothing that is stored names the key")
    func noKey() async throws {
        let replica = try await Replica(etcd.endpoint)
        _ = try await replica.store.fetchForTests("a")
        #expect(await replica.store.countForTests(limit: 60) == .counted)
        #expect(try etcd.contents.range(of: Data("seCret-key".utf8)) == nil)
        #expect(try etcd.contents.range(of: Data("kma.mid_land".utf8)) != nil)
    }
}

extension StoredSubject {
    /// A subject like that of the tests with another name.
    fileprivate static func named(_ name: String) -> StoredSubject {
        StoredSubject(scope: .forTests, feed: .midLand, name: name)
    }
}

extension EtcdStore {
    /// Fetches as a repository does: with a turn, a lane and a counted call.
    fileprivate func fetchForTests(_ name: String) async throws {
        guard case .granted(let turn) = await turnForTests(.named(name)) else { throw NotGranted() }
        let lane = await lane(of: .midTerm, scope: .forTests, limit: .seconds(5), within: .seconds(5))
        _ = await countForTests(limit: 9_500)
        await turn.finish(.answered(.forTests()))
        await lane?.release()
    }
}

extension EtcdStoreTests {
    @Test(
        "Without the cluster a machine claims for itself, and its deeds are recorded once the cluster is back"
    )
    func claimsWithoutCluster() async throws {
        let (first, second) = (try await Replica(etcd.endpoint), try await Replica(etcd.endpoint))
        try await etcd.stop()
        guard case .granted(let claim) = await first.store.claim("a-2026-10-04") else { throw NotGranted() }
        await claim.end(isDone: true)
        guard case .done = await first.store.claim("a-2026-10-04") else { throw NotGranted() }
        try await etcd.restart(empty: false)
        for replica in [first, second] { try await until("the cluster answers") { replica.isUp } }
        // Pending writes go up within a second of that.
        try await until("what one replica does is seen by the other") {
            guard case .granted(let claim) = await second.store.claim("a-2026-10-04") else { return true }
            await claim.end(isDone: false)
            return false
        }
    }
}
