import Foundation
import StubUpstream

/// `kma`, run from a folder of its own in an environment that holds only what a test sets: inside the test, or as a process.
public struct Program: Sendable {
    /// End of a run.
    public struct Outcome: Sendable {
        /// The exit status, or 128 and the signal.
        public var status: Int32
        /// Standard output of the run.
        public var output: String
        /// Standard error of the run.
        public var standardError: String

        /// The lines of its standard output.
        public var lines: [String] { output.split(whereSeparator: \.isNewline).map(String.init) }
    }

    /// 2026-10-04 15:00 in Korea, a Sunday.
    public static let now = "2026-10-04T15:00:00+09:00"

    /// The folder it runs in.
    public let folder: TemporaryFolder
    /// The environment it runs in.
    public var environment: [String: String]

    /// A program without keys, whose clock stands at ``now``.
    public init(_ settings: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        environment = [
            "HOME": folder.path, "PATH": "/usr/local/bin:/usr/bin:/bin", "KMA_NOW": Program.now,
            // A crash shows in the status; a backtrace would take half a minute.
            "SWIFT_BACKTRACE": "enable=no",
        ]
        environment.merge(settings) { _, given in given }
    }

    /// A program with keys to an upstream.
    public init(_ upstream: Upstream, _ settings: [String: String] = [:]) throws {
        try self.init([
            "AIRKOREA_BASE_URL": upstream.airKoreaURL,
            "KMA_BASE_URL": upstream.portalURL, "KMA_SERVICE_KEY": upstream.keys.portal,
            "OPENWEATHER_BASE_URL": upstream.url, "OPENWEATHER_API_KEY": upstream.keys.openWeather,
            // Long enough for a busy machine; tests of silence make it short.
            "KMA_TIMEOUT": "60",
        ])
        environment.merge(settings) { _, given in given }
    }

    /// The folder of stored answers.
    public var cache: String { environment["KMA_CACHE_DIR"] ?? folder.path + "/.cache/kma" }

    /// The path of the built `kma`.
    public static let path = path(of: "kma")

    /// The path of a built program, which stands beside the tests.
    public static func path(of name: String) -> String {
        #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
        return bundle.bundleURL.deletingLastPathComponent().appendingPathComponent(name).path
        #else
        return Bundle.main.bundleURL.appendingPathComponent(name).path
        #endif
    }

    /// Runs it to its end as a process.
    public func process(_ arguments: String...) async throws -> Outcome {
        try await start(arguments).outcome()
    }

    /// Descriptors that stand for the standard streams of a run inside the test.
    public struct Streams: Sendable {
        /// Standard input.
        public var input: Int32
        /// Standard output.
        public var output: Int32
        /// Standard error.
        public var error: Int32
    }

    /// Runs a body in place of the process, with streams of its own: `input` to read, and files, or a terminal, to write to.
    public func inside(
        _ input: String = "",
        terminal: Int32? = nil,
        _ body: (Streams) async -> Int32
    ) async throws -> Outcome {
        let (given, output, error) = (try UnnamedFile(input), try UnnamedFile(), try UnnamedFile())
        let status = await body(
            Streams(
                input: given.descriptor,
                output: terminal ?? output.descriptor,
                error: terminal ?? error.descriptor
            )
        )
        return Outcome(status: status, output: output.text, standardError: error.text)
    }

    /// Runs a line of shell in which `kma` is the program.
    public func shell(_ line: String) async throws -> Outcome {
        let line = "kma() { '\(Program.path)' \"$@\"; }; kma=\(Program.path); \(line)"
        return try await start(["-c", line], program: "/bin/bash").outcome()
    }

    /// Starts it, with its output on a terminal if one is given.
    public func start(
        _ arguments: [String],
        program: String = Program.path,
        terminal: Int32? = nil
    ) throws -> RunningProcess {
        try RunningProcess(program, arguments, environment, in: folder, terminal: terminal)
    }
}
