import Foundation

/// A built program of this package, run without a key, without settings and in an empty folder.
struct Program {
    /// The moment of all examples in the documentation.
    static let now = "2026-11-29T15:00:00+09:00"

    var name: String

    struct Output {
        var text: String
        var errorText: String
        var status: Int32
    }

    func run(_ arguments: [String], settings: [String: String] = [:]) throws -> Output {
        let home = FileManager.default.temporaryDirectory.appending(path: "kma-documentation-\(UUID())")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }

        let process = Process()
        process.executableURL = Program.folder.appending(path: name)
        process.arguments = arguments
        process.currentDirectoryURL = home
        process.environment = settings.merging(["HOME": home.path(percentEncoded: false)]) { given, _ in given
        }
        // Files, not pipes: a full pipe that nobody reads stops the program.
        let (output, errors) = (home.appending(path: "output"), home.appending(path: "errors"))
        for file in [output, errors] { try Data().write(to: file) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return Output(
            text: try String(contentsOf: output, encoding: .utf8),
            errorText: try String(contentsOf: errors, encoding: .utf8),
            status: process.terminationStatus
        )
    }

    /// The folder of built products, where the tests are as well.
    private static var folder: URL {
        #if os(macOS)
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        return tests.bundleURL.deletingLastPathComponent()
        #else
        return Bundle.main.bundleURL
        #endif
    }
}

/// The commands and options of a program, as `--experimental-dump-help` lists them.
struct Options: Decodable {
    private var command: Command

    private struct Command: Decodable {
        var commandName: String
        var arguments: [Argument]?
        var subcommands: [Command]?
    }

    private struct Argument: Decodable {
        var names: [Name]?
    }

    private struct Name: Decodable {
        var kind: String
        var name: String
    }

    init(of program: Program) throws {
        let dump = try program.run(["--experimental-dump-help"]).text
        self = try JSONDecoder().decode(Options.self, from: Data(dump.utf8))
    }

    /// Every long option of every command, with its dashes.
    var all: Set<String> { Set(Options.names(in: command)) }

    /// The commands, but for `help`, which comes with the parser.
    var commands: [String] { (command.subcommands ?? []).map(\.commandName).filter { $0 != "help" } }

    private static func names(in command: Command) -> [String] {
        let own = (command.arguments ?? []).flatMap { $0.names ?? [] }
            .filter { $0.kind == "long" }
            .map { "--\($0.name)" }
        return own + (command.subcommands ?? []).filter { $0.commandName != "help" }.flatMap(names)
    }
}
