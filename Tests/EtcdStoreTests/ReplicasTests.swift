import AsyncHTTPClient
import Foundation
import StubUpstream
import TestSupport
import Testing

@Suite(
    "Replicas of the service on several machines",
    .enabled(if: EtcdProcess.isInstalled, Comment(rawValue: EtcdProcess.hint)),
    .timeLimit(.minutes(2))
)
struct ReplicasTests {
    private static let noon = Date(timeIntervalSince1970: 1_791_093_600)
    private static let week = "/v1/week?area=%EC%84%9C%EC%9A%B8"

    private let etcd: EtcdProcess
    private let upstream: Upstream

    init() throws {
        etcd = try EtcdProcess()
        upstream = try Upstream(now: Self.noon)
    }

    @Test(
        "Three replicas asked for one place three hundred times at once call each feed once, two at a time"
    )
    func oneFetch() async throws {
        upstream.fault(.late(milliseconds: 300))
        let replicas = [try await replica(), try await replica(), try await replica()]
        let statuses = try await withThrowingTaskGroup(of: UInt.self) { group in
            for number in 0..<300 { group.addTask { try await status(of: replicas[number % 3], Self.week) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(statuses == [200])
        let calls = Dictionary(grouping: upstream.requests, by: \.target).mapValues(\.count)
        #expect(calls.count >= 10)
        #expect(calls.filter { $0.value != 1 } == [:])
        #expect(upstream.mostInFlight(of: .midTerm) <= 2)
        #expect(upstream.mostInFlight(of: .shortTerm) <= 2)
        for replica in replicas {
            let metrics = try await text(of: replica, "/metrics")
            #expect(metrics.contains("kma_cluster_up 1\n"))
            #expect(!metrics.contains(upstream.keys.portal))
            #expect(!replica.log.contains(upstream.keys.portal))
        }
        #expect(try etcd.contents.range(of: Data(upstream.keys.portal.utf8)) == nil)
    }

    @Test("A replica killed amid its call leaves it to the next within five seconds, at one call more")
    func killed() async throws {
        let (dying, other) = (try await replica(), try await replica())
        upstream.fault(.hang, on: .outlook, times: 1)
        let outlook = "/v1/outlook?area=%EC%84%9C%EC%9A%B8"
        let lost = Task { try? await status(of: dying, outlook) }
        while upstream.count(of: .outlook) == 0 { try await Task.sleep(for: .milliseconds(5)) }
        let start = ContinuousClock.now
        async let answered = status(of: other, outlook)
        _ = try await dying.end(by: SIGKILL)
        #expect(try await answered == 200)
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(upstream.count(of: .outlook) == 2)
        _ = await lost.value
    }

    @Test(
        "Without etcd what is cached is answered, new places are fetched out of the block, and all is well after"
    )
    func away() async throws {
        let replica = try await replica()
        #expect(try await status(of: replica, Self.week) == 200)
        try await etcd.stop()
        #expect(try await status(of: replica, Self.week) == 200)
        // 대전
        #expect(try await status(of: replica, "/v1/week?area=%EB%8C%80%EC%A0%84") == 200)
        #expect(try await status(of: replica, "/readyz") == 200)
        try await etcd.restart(empty: true)
        while try await !text(of: replica, "/metrics").contains("kma_cluster_up 1\n") {
            try await Task.sleep(for: .milliseconds(100))
        }
        // A line at each change, and none between.
        let changes = replica.log.split(separator: "\n").filter {
            $0.contains("cluster") && $0.contains("up=")
        }
        .map { $0.contains("up=true") }
        #expect(changes.count >= 3)
        #expect(zip(changes, changes.dropFirst()).allSatisfy { $0 != $1 })
    }

    /// A service with a cache folder of its own that the cluster answers.
    private func replica() async throws -> RunningService {
        let program = try Program(upstream, ["KMA_CLUSTER": etcd.endpoint])
        let service = try await RunningService([], environment: program.environment, in: program.folder)
        while !service.log.contains("up=true") { try await Task.sleep(for: .milliseconds(20)) }
        return service
    }

    private func status(of service: RunningService, _ target: String) async throws -> UInt {
        let request = HTTPClientRequest(url: service.address + target)
        return try await HTTPClient.shared.execute(request, timeout: .seconds(60)).status.code
    }

    private func text(of service: RunningService, _ target: String) async throws -> String {
        let request = HTTPClientRequest(url: service.address + target)
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        return String(buffer: try await response.body.collect(upTo: 1 << 22))
    }
}
