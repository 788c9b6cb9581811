import CommandLineSupport
import Foundation
import TestSupport

@testable import kma

extension Program {
    /// The moment of all examples in the documentation.
    static let exampleMoment = "2026-11-29T15:00:00+09:00"

    /// Runs a program of this package at that moment, without a key and in an empty folder: `kma` inside the test.
    static func run(_ name: String, _ arguments: [String]) async throws -> Outcome {
        let program = try Program(["KMA_NOW": exampleMoment])
        guard name == "kma" else {
            return try await program.start(arguments, program: path(of: name)).outcome()
        }
        return try await program.inside { streams in
            let context = ProcessContext(
                arguments: arguments,
                environment: program.environment,
                folder: program.folder.path,
                standardOutput: streams.output,
                standardError: streams.error
            )
            return await ProcessContext.$current.withValue(context) { await KMA.run() }
        }
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
        /// `false` for one that help does not show.
        var shouldDisplay: Bool
    }

    private struct Name: Decodable {
        var kind: String
        var name: String
    }

    init(of program: String) async throws {
        let dump = try await Program.run(program, ["--experimental-dump-help"]).output
        self = try JSONDecoder().decode(Options.self, from: Data(dump.utf8))
    }

    /// Every long option of every command, with its dashes.
    var all: Set<String> { Set(Options.names(in: command, shown: false)) }
    /// Options shown by help.
    var shown: Set<String> { Set(Options.names(in: command, shown: true)) }

    /// The commands, but for `help`, which comes with the parser.
    var commands: [String] { (command.subcommands ?? []).map(\.commandName).filter { $0 != "help" } }

    private static func names(in command: Command, shown: Bool) -> [String] {
        let own = (command.arguments ?? []).filter { $0.shouldDisplay || !shown }.flatMap { $0.names ?? [] }
            .filter { $0.kind == "long" }
            .map { "--\($0.name)" }
        return own
            + (command.subcommands ?? []).filter { $0.commandName != "help" }
            .flatMap { names(in: $0, shown: shown) }
    }
}
