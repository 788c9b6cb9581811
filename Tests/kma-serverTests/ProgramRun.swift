import StubUpstream
import TestSupport

/// A run of the program to its end.
struct ProgramRun {
    let status: Int32
    let log: String

    init(_ arguments: [String], environment: [String: String] = [:]) async throws {
        let folder = try TemporaryFolder()
        var settings = ["HOME": folder.path, "KMA_CACHE_DIR": folder.path + "/cache"]
        settings.merge(environment) { _, given in given }
        let outcome = try await RunningProcess(
            Program.path(of: "kma-server"),
            arguments,
            settings,
            in: folder
        )
        .outcome()
        status = outcome.status
        log = outcome.output + outcome.standardError
    }
}
