import Foundation

/// What a program takes, as it tells tools that ask (`--experimental-dump-help`).
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
