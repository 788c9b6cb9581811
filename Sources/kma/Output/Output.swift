import ArgumentParser
import CommandLineSupport

/// The formats an answer can be printed in.
enum Format: String, Sendable, CaseIterable, ExpressibleByArgument {
    /// A table, a card or a text for people.
    case table
    /// The JSON object of the contract, indented.
    case json
    /// One flat row a day or an hour, header first.
    case csv
    /// One short line for a status bar.
    case line
}

/// The answer of a command in its formats. Only the one that is written is rendered.
struct Output {
    private let table: () -> String
    private let json: () -> [UInt8]
    private let csv: () -> String
    private let line: () -> String

    /// An answer in the formats of a command; one that the command refuses may be left out.
    init(
        table: @escaping @autoclosure () -> String,
        json: @escaping @autoclosure () -> [UInt8],
        csv: @escaping @autoclosure () -> String = "",
        line: @escaping @autoclosure () -> String = ""
    ) {
        self.table = table
        self.json = json
        self.csv = csv
        self.line = line
    }

    /// Writes the answer in a format to standard output.
    func write(_ format: Format) throws(OutputError) {
        switch format {
        case .table: try StandardOutput.write(table())
        case .json: try StandardOutput.write(json())
        case .csv: try StandardOutput.write(csv())
        case .line: try StandardOutput.write(line())
        }
    }
}
