import Feeds
import Foundation
import KMAForecast
import SQLiteStore
import Settings
import StubUpstream
import TestSupport

@testable import EtcdStore

/// A store on a cluster with a disk of its own, as one replica of the service has it.
final class Replica: Sendable {
    let store: EtcdStore
    let disk: SQLiteStore
    private let folder: TemporaryFolder
    private let run: Task<Void, Never>
    private let state: LockedValue<(isUp: Bool, reasons: [String], operations: [String])>

    /// A replica whose cluster answers, and which a busy machine does not part from it.
    convenience init(_ endpoint: String) async throws {
        var options = ClusterSettings(endpoints: [endpoint])
        options.timeout = .seconds(60)
        try self.init(options, sessionLength: 60)
        try await until("the cluster answers") { self.isUp }
    }

    /// A replica that soon does without its cluster.
    convenience init(leaving endpoint: String) async throws {
        var options = ClusterSettings(endpoints: [endpoint])
        options.timeout = .seconds(2)
        try self.init(options)
        try await until("the cluster answers") { self.isUp }
    }

    /// A replica of which it is not known whether its cluster answers.
    init(_ options: ClusterSettings, sessionLength: Int64 = 3) throws {
        let state = LockedValue((isUp: false, reasons: [String](), operations: [String]()))
        self.state = state
        folder = try TemporaryFolder()
        disk = SQLiteStore(directory: folder.path)
        let observe: @Sendable (ClusterEvent) -> Void = { event in
            state.withLock { state in
                switch event {
                case .isUp: state.isUp = true
                case .isDown(let reason):
                    state.isUp = false
                    state.reasons.append(reason)
                case .operation(let name, _, _): state.operations.append(name)
                case .callsDrawn: break
                }
            }
        }
        // The day that the tests count calls of: blocks of days that are over are forgotten.
        let store = try EtcdStore(
            options,
            local: disk,
            sessionLength: sessionLength,
            now: { .issueForTests },
            observe: observe
        )
        self.store = store
        run = Task { await store.run() }
    }

    deinit { run.cancel() }

    var isUp: Bool { state.withLock { $0.isUp } }

    /// Why the cluster did not answer, each time it no longer did.
    var reasons: [String] { state.withLock { $0.reasons } }

    /// Counts calls until it may make no more; how many that were. `waitsForCluster`: until the day has no more, also where
    /// the cluster does not answer in between, as on a busy machine.
    func countAll(limit: Int, waitsForCluster: Bool = false) async -> Int {
        var counted = 0
        while !Task.isCancelled {
            switch await store.countForTests(limit: limit) {
            case .counted: counted += 1
            case .withheld where waitsForCluster: try? await settle(for: .milliseconds(10))
            default: return counted
            }
        }
        return counted
    }

    /// The operations since the last look.
    func takeOperations() -> [String] {
        state.withLock { state in
            defer { state.operations = [] }
            return state.operations
        }
    }

    /// Ends as a service does that is told to.
    func end() async {
        run.cancel()
        await run.value
    }
}

extension StoreScope {
    static let forTests = StoreScope(gateway: "test", key: ServiceKey("seCret-key")!)
}

extension Date {
    /// 2026-10-04 15:00 in Korea.
    static let issueForTests = Date(timeIntervalSince1970: 1_791_093_600)
}

extension StoredSubject {
    static let forTests = StoredSubject(scope: .forTests, feed: .midLand, name: "11B00000")
}

extension StoredAnswer {
    /// An answer that was fetched when the issue of the tests was new: older ones are removed from the disk.
    static func forTests(_ text: String = "{}", at date: Date = .issueForTests) -> StoredAnswer {
        StoredAnswer(fetchedAt: date, status: 200, body: Array(text.utf8))
    }
}

extension Store {
    /// The turn to fetch, where any answer will do.
    func turnForTests(_ subject: StoredSubject = .forTests, limit: Duration = .seconds(20)) async -> FetchTurn
    {
        await turn(for: subject, issue: .issueForTests, limit: limit) { _ in true }
    }

    func countForTests(limit: Int) async -> CountedCall {
        let day = CallCount(scope: .forTests, service: .midTerm, period: "20261004")
        return await countCall(day, limit: limit)
    }
}
