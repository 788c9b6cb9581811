import ArgumentParser
import CommandLineSupport

/// The formats an answer can be printed in.
enum Format: String, Sendable, CaseIterable, ExpressibleByArgument {
    /// A table, a card or a text for people.
    case table
    /// The JSON object of the contract, indented; of several places an array of them.
    case json
    /// The same object in one line, a line a place.
    case ndjson
    /// One flat row a day or an hour, header first.
    case csv
    /// One short line for a status bar.
    case line
}

/// The answer of a command in its formats. Only the one that is written is rendered.
struct Output {
    private let table: () -> String
    private let json: (_ pretty: Bool) -> [UInt8]
    private let csv: () -> String
    private let line: () -> String

    /// An answer in the formats of a command; one that the command refuses may be left out.
    init(
        table: @escaping @autoclosure () -> String,
        json: @escaping (_ pretty: Bool) -> [UInt8],
        csv: @escaping @autoclosure () -> String = "",
        line: @escaping @autoclosure () -> String = ""
    ) {
        self.table = table
        self.json = json
        self.csv = csv
        self.line = line
    }

    /// The answers for several places as one; that of one place as it is.
    init(_ outputs: [(place: String, output: Output)]) {
        if let only = outputs.first, outputs.count == 1 {
            self = only.output
            return
        }
        table = { outputs.map { $0.output.table() }.joined(separator: "\n\n") }
        json = { pretty in
            let objects = outputs.map { $0.output.json(pretty) }
            guard pretty else { return Array(objects.joined(separator: [UInt8(ascii: "\n")])) }
            return Array("[\n".utf8) + objects.joined(separator: Array(",\n".utf8)) + Array("\n]".utf8)
        }
        csv = { Output.csv(outputs.map { ($0.place, $0.output.csv()) }) }
        line = { outputs.map { "\($0.place) \($0.output.line())" }.joined(separator: "\n") }
    }

    /// Rows of several places under one header, the place in the first column.
    private static func csv(_ tables: [(place: String, text: String)]) -> String {
        let tables = tables.map { ($0.place, $0.text.split(separator: "\r\n")) }
        let header = tables.first?.1.first.map { "place,\($0)\r\n" } ?? ""
        return header
            + tables.flatMap { place, lines in lines.dropFirst().map { "\(CSV.cell(place)),\($0)\r\n" } }
            .joined()
    }

    /// Writes the answer in a format to standard output.
    func write(_ format: Format) throws(OutputError) {
        switch format {
        case .table: try StandardOutput.write(table())
        case .json: try StandardOutput.write(json(true))
        case .ndjson: try StandardOutput.write(json(false))
        case .csv: try StandardOutput.write(csv())
        case .line: try StandardOutput.write(line())
        }
    }
}
