import CommandLineSupport
import TestSupport

@testable import kma

extension Program {
    /// Runs the program inside the test.
    func callAsFunction(_ arguments: String...) async throws -> Outcome { try await run(arguments) }

    /// Runs the program inside the test, with something to read from standard input, or on a terminal.
    func run(
        _ arguments: [String],
        input: String = "",
        terminal: Int32? = nil
    ) async throws -> Outcome {
        try await inside(input, terminal: terminal) { streams in
            let context = ProcessContext(
                arguments: arguments,
                environment: environment,
                folder: folder.path,
                standardInput: streams.input,
                standardOutput: streams.output,
                standardError: streams.error
            )
            return await ProcessContext.$current.withValue(context) { await KMA.run() }
        }
    }
}
