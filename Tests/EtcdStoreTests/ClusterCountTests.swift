import Feeds
import Forecast
import Foundation
import KMAForecast
import Settings
import StubUpstream
import TestSupport
import Testing

@testable import EtcdStore

@Suite(
    "The count of the day among replicas",
    .enabled(if: EtcdProcess.isInstalled, Comment(rawValue: EtcdProcess.hint)),
    .takesSlots(programs: 1, listeners: 1)
)
struct ClusterCountTests {
    private static let day = CallCount(scope: .forTests, service: .midTerm, period: "20261004")
    private let etcd: EtcdProcess

    init() throws {
        etcd = try EtcdProcess()
    }

    @Test(
        "A cluster that comes back empty gets the highest count of any replica, whichever draws first"
    )
    func emptied() async throws {
        let (knowing, calling) = (try await Replica(etcd.endpoint), try await Replica(etcd.endpoint))
        #expect(await knowing.store.countForTests(limit: 200) == .counted)
        var counted = 1
        for _ in 1...100 where await calling.store.countForTests(limit: 200) == .counted { counted += 1 }
        #expect(counted == 101)
        // Until it has heard of the other's blocks.
        try await until("the calls are known") { await knowing.store.calls(of: Self.day) ?? 0 >= 101 }
        await calling.end()
        try await etcd.restart(empty: true)

        let fresh = try await Replica(etcd.endpoint)
        #expect(await fresh.store.countForTests(limit: 200) == .counted)
        counted += 1
        try await until("the cluster answers") { knowing.isUp }
        // The next draw knows the earlier count, whether it was there or not.
        try await until("the calls are known") { await fresh.store.calls(of: Self.day) ?? 0 >= 101 }
        for replica in [fresh, knowing] { counted += await replica.countAll(limit: 200) }
        #expect(counted <= 200 + CallBlock.largest)
        #expect(await fresh.store.countForTests(limit: 200) == .refused)
    }

    @Test(
        "A replica that ends gives back its unused calls of days in one step, and none of past minutes"
    )
    func givenBack() async throws {
        let replica = try await Replica(etcd.endpoint)
        let minutes = (1...30).map { String(format: "2026100414%02d", $0) }
        for period in minutes + ["202610041500", "20261004"] {
            for service in [UpstreamAPI.midTerm, .openWeather] {
                let count = CallCount(scope: .forTests, service: service, period: period)
                #expect(await replica.store.countCall(count, limit: 60) == .counted)
            }
        }
        _ = replica.takeOperations()
        await replica.end()
        #expect(replica.takeOperations().filter { $0 == "txn" }.count <= 2)
        let entries = try await etcd.entries
        for (key, value) in entries where minutes.contains(where: key.contains) {
            #expect(Int(String(decoding: value, as: UTF8.self)) ?? 0 > 1, "\(key)")
        }
        let other = try await Replica(etcd.endpoint)
        _ = await other.store.cooldown(of: .midTerm, scope: .forTests)
        try await until("the calls are known") { await other.store.calls(of: Self.day) == 1 }
    }

    @Test("Calls given back twice, because the first answer was lost, are given back once")
    func givenBackTwice() async throws {
        let relay = try Relay(to: etcd.port)
        var options = ClusterSettings(endpoints: ["http://127.0.0.1:\(relay.port)", etcd.endpoint])
        options.timeout = .seconds(2)
        let ending = try Replica(options)
        try await until("the cluster answers") { ending.isUp }
        let other = try await Replica(etcd.endpoint)
        for _ in 1...15 { #expect(await other.store.countForTests(limit: 200) == .counted) }
        #expect(await ending.store.countForTests(limit: 200) == .counted)
        relay.loseAnswers()
        await ending.end()
        try await until("the calls are known") { await other.store.calls(of: Self.day) == 16 }
        try await settle(for: .milliseconds(300))
        #expect(await other.store.calls(of: Self.day) == 16)
    }

    @Test("A replica that ends a moment after the cluster was away gives back its unused calls")
    func givenBackAfterAbsence() async throws {
        let relay = try Relay(to: etcd.port)
        let ending = try await Replica(leaving: "http://127.0.0.1:\(relay.port)")
        #expect(await ending.store.countForTests(limit: 200) == .counted)
        relay.loseAnswers()
        try await until("the cluster is away") { !ending.isUp }
        relay.mend()
        await ending.end()
        let other = try await Replica(etcd.endpoint)
        _ = await other.store.cooldown(of: .midTerm, scope: .forTests)
        try await until("the calls are known") { await other.store.calls(of: Self.day) == 1 }
    }

    @Test("A count of a minute is gone from the cluster within minutes")
    func minuteExpires() async throws {
        let replica = try await Replica(etcd.endpoint)
        let minute = CallCount(scope: .forTests, service: .midTerm, period: "202610041500")
        #expect(await replica.store.countCall(minute, limit: 60) == .counted)
        #expect(await replica.store.countForTests(limit: 60) == .counted)
        let leases: Leases = try await etcd.ask("lease/leases", [String: String]())
        var lengths: [Int64] = []
        for lease in leases.leases {
            let left: EtcdLease = try await etcd.ask("kv/lease/timetolive", lease)
            lengths.append(left.TTL?.value ?? 0)
        }
        // The session's, the minute's and that of all that is kept for two days.
        #expect(lengths.count == 3)
        #expect(lengths.contains { (61...180).contains($0) })
    }

    @Test("A caller with all calls of a day is not refused beside one with a part of them")
    func otherLimit() async throws {
        for _ in 1...20 {
            let replica = try await Replica(etcd.endpoint)
            let scope = StoreScope(gateway: UUID().uuidString, key: ServiceKey("key")!)
            let count = CallCount(scope: scope, service: .midTerm, period: "20261004")
            for _ in 1...2 { #expect(await replica.store.countCall(count, limit: 2) == .counted) }
            async let part = replica.store.countCall(count, limit: 2)
            async let whole = replica.store.countCall(count, limit: 10)
            #expect(await part == .refused)
            #expect(await whole == .counted)
        }
    }

    private struct Leases: Decodable, Sendable {
        var leases: [EtcdLease]
    }
}
