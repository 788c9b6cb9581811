import Foundation
import KMAForecast
import StubUpstream
import TestSupport
import Testing

@testable import EtcdStore

@Suite(
    "Faults of a cluster, one after the other",
    .enabled(if: EtcdProcess.isInstalled, Comment(rawValue: EtcdProcess.hint)),
    .takesSlots(programs: 1, listeners: 1)
)
struct ClusterFaultOrderTests {
    /// Fault of a cluster's one member, or of a replica's way to it.
    private enum Fault: CaseIterable {
        case memberFreezes
        case memberGoesOn
        case memberDies
        case wayIsCut
        case wayLosesAnswers
        case wayIsMended
    }

    private static let limit = 1_000

    @Test(
        "Replicas keep to the day's calls in whatever order etcd and the ways to it fail, and return",
        arguments: [1, 2] as [UInt64]
    )
    func anyOrder(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let etcd = try EtcdProcess()
        let ways = try (1...3).map { _ in try Relay(to: etcd.port) }
        var replicas: [Replica] = []
        for way in ways { replicas.append(try await Replica(leaving: "http://127.0.0.1:\(way.port)")) }
        let counted = LockedValue(0)
        let counting = replicas.map { replica in
            Task {
                while !Task.isCancelled {
                    if await replica.store.countForTests(limit: Self.limit) == .counted {
                        counted.withLock { $0 += 1 }
                    }
                    try? await settle(for: .milliseconds(20))
                }
            }
        }
        for _ in 1...10 {
            let way = ways.randomElement(using: &generator)
            switch Fault.allCases.randomElement(using: &generator) {
            case .memberFreezes: etcd.signal(SIGSTOP)
            case .memberGoesOn: etcd.signal(SIGCONT)
            case .memberDies: try await etcd.restart(empty: false)
            case .wayIsCut: way?.cut()
            case .wayLosesAnswers: way?.loseAnswers()
            case .wayIsMended, nil: way?.mend()
            }
            try await settle(for: .milliseconds(.random(in: 50...800, using: &generator)))
        }
        for task in counting { task.cancel() }
        for task in counting { await task.value }

        etcd.signal(SIGCONT)
        for way in ways { way.mend() }
        let rest = try await withThrowingTaskGroup(of: Int.self) { group in
            for replica in replicas { group.addTask { try await countUntilRefused(replica) } }
            return try await group.reduce(0, +)
        }
        // A replica that is not back is never refused: it does not know.
        #expect(counted.withLock { $0 } + rest <= Self.limit)
        #expect(rest > 0)
    }

    /// Counts calls until the day has no more; how many that were.
    private func countUntilRefused(_ replica: Replica) async throws -> Int {
        var counted = 0
        while true {
            switch await replica.store.countForTests(limit: Self.limit) {
            case .counted: counted += 1
            case .withheld, .unavailable: try await settle(for: .milliseconds(20))
            case .refused: return counted
            }
        }
    }
}
