import Feeds
import Foundation
import KMAForecast
import Settings
import StubUpstream
import TestSupport
import Testing

@testable import EtcdStore

@Suite(
    "A cluster that fails in part",
    .enabled(if: EtcdProcess.isInstalled, Comment(rawValue: EtcdProcess.hint)),
    .takesSlots(programs: 1, listeners: 1)
)
struct ClusterFailureTests {
    @Test(
        "A replica cut off calls out of its block, and all together make no more calls than the day has"
    )
    func cutOff() async throws {
        let etcd = try EtcdProcess()
        let relay = try Relay(to: etcd.port)
        let cutOff = try await Replica(leaving: "http://127.0.0.1:\(relay.port)")
        let others = [try await Replica(etcd.endpoint), try await Replica(etcd.endpoint)]
        #expect(await cutOff.store.countForTests(limit: 60) == .counted)
        relay.cut()
        let counted = await withTaskGroup(of: Int.self) { group in
            group.addTask { await cutOff.countAll(limit: 60) }
            for replica in others {
                group.addTask { await replica.countAll(limit: 60, waitsForCluster: true) }
            }
            return await group.reduce(1, +)
        }
        #expect(counted <= 60)
        // On a busy machine a block may have been drawn without an answer in time.
        #expect(counted >= 40)
        #expect(await cutOff.store.countForTests(limit: 60) == .withheld)
        relay.mend()
        try await until("the cluster answers") { cutOff.isUp }
        #expect(counted + (await cutOff.countAll(limit: 60)) <= 60)
        #expect(await cutOff.store.countForTests(limit: 60) == .refused)
    }

    @Test(
        "A replica that was cut off takes up what it missed, also where the cluster no longer has the changes",
        arguments: [false, true]
    )
    func missed(isCompacted: Bool) async throws {
        let etcd = try EtcdProcess()
        let relay = try Relay(to: etcd.port)
        let cutOff = try await Replica(leaving: "http://127.0.0.1:\(relay.port)")
        let other = try await Replica(etcd.endpoint)
        for replica in [cutOff, other] { _ = await replica.store.cooldown(of: .midTerm, scope: .forTests) }
        relay.cut()
        try await until("the cluster no longer answers") { !cutOff.isUp }

        guard case .granted(let turn) = await other.store.turnForTests() else { throw NotGranted() }
        await turn.finish(.answered(.forTests("missed")))
        if isCompacted {
            let revision = try await etcd.revision
            try await etcd.tell("kv/compaction", ["revision": "\(revision)"])
        }
        relay.mend()
        try await until("the issues are known") { await cutOff.disk.issues(of: .forTests).count == 1 }
        let item = StoredNews(subject: .forTests, issue: .issueForTests, fetchedAt: .issueForTests)
        let news = try #require(cutOff.store.news)
        #expect(await news.first { _ in true } == [item])
    }

    @Test("A caller waiting for a lane when the cluster freezes gets one of the machine in time")
    func frozenLanes() async throws {
        let etcd = try EtcdProcess()
        let (first, second) = (
            try await Replica(etcd.endpoint), try Replica(ClusterSettings(endpoints: [etcd.endpoint]))
        )
        try await until("the cluster answers") { second.isUp }
        let held = [await first.store.heldLane(), await first.store.heldLane()]
        #expect(held.allSatisfy { $0 != nil })
        async let third = second.store.lane(
            of: .openWeather,
            scope: .forTests,
            limit: .seconds(30),
            within: .seconds(30)
        )
        try await settle(for: .milliseconds(500))
        etcd.signal(SIGSTOP)
        #expect(await third != nil)
    }

    @Test(
        "A turn or a lane whose grant was lost on its way counts as one's own at the next request"
    )
    func lostAnswer() async throws {
        let etcd = try EtcdProcess()
        let relay = try Relay(to: etcd.port)
        var options = ClusterSettings(endpoints: ["http://127.0.0.1:\(relay.port)", etcd.endpoint])
        options.timeout = .seconds(2)
        let replica = try Replica(options)
        try await until("the cluster answers") { replica.isUp }
        relay.loseAnswers()
        guard case .granted(let turn) = await replica.store.turnForTests(limit: .seconds(5)) else {
            throw NotGranted()
        }
        await turn.finish(.notSent)

        relay.mend()
        let second = try Replica(options)
        try await until("the cluster answers") { second.isUp }
        relay.loseAnswers()
        let lanes = [await second.store.heldLane(), await second.store.heldLane()]
        #expect(lanes.allSatisfy { $0 is ClusterLane })
        for lane in lanes { await lane?.release() }
        try await until("no lane is held") {
            try await etcd.entries.keys.allSatisfy { !$0.contains("/lanes/") && !$0.contains("/turns/") }
        }
    }

    @Test(
        "A member that is ended in order is left for the next, and the cluster does not count as away",
        .takesSlots(programs: 3, listeners: 1)
    )
    func endedMember() async throws {
        let members = try EtcdProcess.members(3)
        defer { withExtendedLifetime(members) {} }
        let leader = try await EtcdProcess.leader(of: members)
        let followers = members.filter { $0 !== leader }
        var options = ClusterSettings(endpoints: (followers + [leader]).map(\.endpoint))
        options.timeout = .seconds(2)
        let replica = try Replica(options)
        try await until("the cluster answers") { replica.isUp }
        let asking = (1...8).map { number in
            Task {
                while !Task.isCancelled {
                    let subject = StoredSubject(scope: .forTests, feed: .midLand, name: "\(number)")
                    guard case .granted(let turn) = await replica.store.turnForTests(subject) else {
                        continue
                    }
                    await turn.finish(.notSent)
                }
            }
        }
        try await settle(for: .milliseconds(500))
        followers[0].signal(SIGTERM)
        try await settle(for: .seconds(2))
        for task in asking { task.cancel() }
        for task in asking { await task.value }
        #expect(replica.reasons == [])
    }

    @Test("Where etcd's disk is full, replicas go on by themselves, and are back when there is room")
    func diskFull() async throws {
        let etcd = try EtcdProcess(["--quota-backend-bytes", "1000000"])
        let replica = try await Replica(etcd.endpoint)
        #expect(await replica.store.countForTests(limit: 200) == .counted)
        let junk = Data(repeating: 120, count: 100_000).base64EncodedString()
        var isFull = false
        while !isFull {
            do {
                try await etcd.tell("kv/put", ["key": "anVuaw==", "value": junk])
            } catch EtcdError.refused(8) {
                isFull = true
            }
        }
        guard case .granted(let turn) = await replica.store.turnForTests() else { throw NotGranted() }
        await turn.finish(.answered(.forTests("while full")))
        #expect(!replica.isUp)
        #expect(replica.reasons.last == "gRPC status 8")
        let rest = await replica.countAll(limit: 200)
        #expect(rest == 19)
        #expect(await replica.disk.issues(of: .forTests).count == 1)

        let revision = try await etcd.revision
        try await etcd.tell("kv/compaction", ["revision": "\(revision)"])
        // The old revisions are gone a moment after the answer.
        try await until("the cluster answers") {
            try await etcd.tell("maintenance/defragment")
            try await etcd.endAlarms()
            return replica.isUp
        }
        let other = try await Replica(etcd.endpoint)
        try await until("the issues are known") {
            guard case .answered(let answer) = await other.store.turnForTests(limit: .zero) else {
                return false
            }
            return answer.body == Array("while full".utf8)
        }
    }

    @Test(
        "Three replicas keep to the day's calls while the leader freezes and all members die, and return",
        .takesSlots(programs: 3, listeners: 1)
    )
    func members() async throws {
        let members = try EtcdProcess.members(3)
        // An optimised build would end those of them that are not named again.
        defer { withExtendedLifetime(members) {} }
        var options = ClusterSettings(endpoints: members.map(\.endpoint))
        options.timeout = .seconds(1)
        let replicas = [try Replica(options), try Replica(options), try Replica(options)]
        for replica in replicas { try await until("the cluster answers") { replica.isUp } }
        let limit = 1_000
        let counted = LockedValue(0)
        let counting = replicas.map { replica in
            Task {
                while !Task.isCancelled {
                    if await replica.store.countForTests(limit: limit) == .counted {
                        counted.withLock { $0 += 1 }
                    }
                    try? await settle(for: .milliseconds(50))
                }
            }
        }
        defer { for task in counting { task.cancel() } }
        let leader = try await EtcdProcess.leader(of: members)
        leader.signal(SIGSTOP)
        try await back(replicas)
        // Calls that were sent to the leader are counted once their time is over.
        try await until("a count") { counted.withLock { $0 } > 0 }
        for member in members { try await member.stop() }
        try await until("the cluster no longer answers") { replicas.allSatisfy { !$0.isUp } }
        for member in members { try await member.restart(empty: false) }
        try await back(replicas)
        for task in counting { task.cancel() }
        for task in counting { await task.value }
        let rest = await withTaskGroup(of: Int.self) { group in
            for replica in replicas {
                group.addTask { await replica.countAll(limit: limit, waitsForCluster: true) }
            }
            return await group.reduce(0, +)
        }
        let all = counted.withLock { $0 } + rest
        #expect(all <= limit)
        // A block that was drawn and whose drawing was not answered is lost.
        #expect(all >= limit - 9 * CallBlock.largest)
    }

    /// Waits until every replica counts calls through the cluster again.
    private func back(_ replicas: [Replica]) async throws {
        for replica in replicas {
            _ = replica.takeOperations()
            try await until("the issues are known") {
                // A new draw, not the rest of a block; and each time, since a call may be counted whose
                // answer is lost.
                let other = CallCount(
                    scope: .forTests,
                    service: .shortTerm,
                    period: "\(UInt32.random(in: 10_000_000...99_999_999))"
                )
                return await replica.store.countCall(other, limit: 1) == .counted && replica.isUp
            }
        }
    }
}

extension EtcdStore {
    /// A lane of OpenWeather's, if one is free.
    fileprivate func heldLane() async -> (any CallLane)? {
        await lane(of: .openWeather, scope: .forTests, limit: .seconds(30), within: .zero)
    }
}

@Suite("The breaker before the cluster")
struct ClusterBreakerTests {
    @Test(
        "The cluster is asked again within half a minute of its return, with time for one probe in vain"
    )
    func returns() {
        var breaker = ClusterBreaker()
        var now = ContinuousClock.now
        breaker.reconnected()
        breaker.failed(at: now)
        for _ in 0..<50 {
            var waited = 0
            while !breaker.wantsReconnect(at: now) {
                now += .seconds(1)
                waited += 1
            }
            #expect(waited <= 15)
            breaker.reconnectFailed(at: now)
        }
        #expect(!breaker.isClosed)
    }
}
