import Foundation
import SQLiteStore
import StubUpstream
import TestSupport

/// The service under test: started, ended and killed, always over the same cache folder.
actor ServiceProcess {
    private let oracle: Oracle
    private let folder: TemporaryFolder
    private let prefetched: String
    private let environment: [String: String]
    /// The keys so far, the newest last.
    private var keys: [Keys]
    private var downtimes: [(begin: Date, end: Date, isKill: Bool)] = []
    private(set) var running: RunningService?

    init(oracle: Oracle, prefetched places: [String]) throws {
        self.oracle = oracle
        folder = try TemporaryFolder()
        prefetched = places.joined(separator: ",")
        environment = [
            "AIRKOREA_BASE_URL": oracle.upstream.airKoreaURL,
            "KMA_BASE_URL": oracle.upstream.portalURL, "OPENWEATHER_BASE_URL": oracle.upstream.url,
            "KMA_CACHE_DIR": folder.path + "/cache", "KMA_LEDGER": folder.path + "/state/ledger.db",
            "KMA_TIMEOUT": "\(TestHarness.timeout)",
        ]
        keys = [oracle.upstream.keys]
    }

    /// The keys so far, plain and as they stand in a URL.
    var secrets: Set<String> {
        let plain = keys.flatMap { [$0.portal, $0.openWeather] }
        return Set(plain + plain.map(RequestCase.escaped))
    }

    /// Makes the upstream accept other keys only, and the service use them from the next start on.
    func changeKeys(to keys: Keys) {
        oracle.upstream.accept(keys)
        self.keys.append(keys)
    }

    /// Starts the service behind a proxy, so that clients have addresses other than loopback; at a fixed time and
    /// without prefetching, if one is given.
    func start(at now: Date? = nil) async throws {
        var environment = environment
        environment["KMA_SERVICE_KEY"] = keys.last?.portal
        environment["OPENWEATHER_API_KEY"] = keys.last?.openWeather
        var arguments = ["--behind-proxy", "--limit", "20", "--log-level", "trace"]
        if let now {
            environment["KMA_NOW"] = now.formatted(.iso8601)
        } else {
            arguments += ["--keep", prefetched]
        }
        running = try await RunningService(arguments, environment: environment, in: folder)
        if !downtimes.isEmpty { downtimes[downtimes.count - 1].end = Date() }
    }

    /// Ends the service by a signal and returns what is wrong with its end and with what it leaves.
    func end(by signal: Int32) async throws -> [String] {
        guard let service = running else { return ["no service to end"] }
        var findings = service.isRunning ? [] : ["the service had crashed"]
        let began = Date()
        downtimes.append((began, .distantFuture, signal == SIGKILL))
        let end = try await service.end(by: signal)
        running = nil
        if signal == SIGTERM, end.status != 0 { findings.append("status \(end.status) after SIGTERM") }
        if end.time > .seconds(10) { findings.append("ended \(end.time) after the signal") }
        let (log, secrets) = (service.log, secrets)
        if secrets.contains(where: log.contains) { findings.append("a key in the log") }
        if log.contains("Fatal error") { findings.append("a crash in the log") }
        oracle.processEnded(at: began)
        return findings + (try folderFindings())
    }

    private func folderFindings() throws -> [String] {
        let (cache, state, secrets) = (folder.path + "/cache", folder.path + "/state", secrets)
        let files = try [cache, state].flatMap { try TemporaryFolder.files(below: $0) }
        let leaks = files.filter { name, contents in
            secrets.contains { name.contains($0) || contents.firstRange(of: Data($0.utf8)) != nil }
        }
        let ledger = try Database(path: state + "/ledger.db", busyTimeout: .seconds(10))
        let lines = try ledger?.rows("PRAGMA integrity_check") { row throws(SQLiteError) in row.text(0) }
        return leaks.map { "a key in \($0.key)" }
            + (try StoredFiles(below: cache).damaged.map { "a torn file: \($0)" })
            + (lines ?? ["cannot be opened"]).filter { $0 != "ok" }.map { "a torn ledger: \($0)" }
    }

    /// Whether a request between two moments must be answered.
    ///
    /// A kill answers nobody. What reached the service before a SIGTERM is answered, and a quarter of a second is
    /// enough to reach it, also on a busy machine.
    func owesAnswer(from start: Date, to end: Date) -> Bool {
        downtimes.allSatisfy { down in
            let hadArrived = !down.isKill && start <= down.begin.addingTimeInterval(-0.25)
            return start >= down.end || end <= down.begin || hadArrived
        }
    }
}
