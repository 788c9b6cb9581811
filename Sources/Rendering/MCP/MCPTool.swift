import Feeds
import Forecast

/// The tools that an assistant can call. What each is for and takes stands in `Tools/tools.json`, as `tools/list` tells
/// it; arguments are held to the same schemas (`MCPArguments`).
public enum MCPTool: String, Sendable, Hashable, CaseIterable {
    case week
    case now
    case rain
    case alerts
    case nation
    case history
    case accuracy
    case findPlace = "find_place"

    /// The array of all tools as JSON in one line: on standard input and output a message is a line.
    static let definitions = "\(Tools.toolsJson)".split(separator: "\n")
        .flatMap { $0.utf8.drop { $0 == UInt8(ascii: " ") } }

    /// What the tool takes.
    var schema: MCPInputSchema { MCPTool.schemas[rawValue] ?? MCPInputSchema(.null) }

    private static let schemas: [String: MCPInputSchema] = {
        guard case .array(let tools) = JSONValue(definitions, depth: 16) else { return [:] }
        let named = tools.compactMap { tool in
            tool.object.flatMap { members in
                members["name"]?.text.map { ($0, MCPInputSchema(members["inputSchema"] ?? .null)) }
            }
        }
        return Dictionary(named) { first, _ in first }
    }()
}

/// The arguments that a tool takes, as far as its JSON Schema says it in the words that `tools.json` uses.
struct MCPInputSchema: Sendable {
    /// What one argument may be.
    struct Rule: Sendable {
        /// `string`, `number` or `integer`.
        let type: String
        /// The values there are, where they are listed.
        let values: [String]?
        /// Letters of a text.
        let lengths: ClosedRange<Int>
        /// The least and the greatest number, and what a number must exceed.
        let minimum: Double?
        let maximum: Double?
        let exclusiveMinimum: Double?

        fileprivate init(_ schema: JSONValue) {
            let members = schema.object ?? [:]
            type = members["type"]?.text ?? ""
            if case .array(let values) = members["enum"] {
                self.values = values.compactMap(\.text)
            } else {
                values = nil
            }
            lengths = Int(members["minLength"]?.number ?? 0)...Int(members["maxLength"]?.number ?? 1_000)
            minimum = members["minimum"]?.number
            maximum = members["maximum"]?.number
            exclusiveMinimum = members["exclusiveMinimum"]?.number
        }
    }

    /// The arguments by their names.
    let rules: [String: Rule]
    /// The names of those that must be given.
    let required: [String]

    fileprivate init(_ schema: JSONValue) {
        rules = (schema.object?["properties"]?.object ?? [:]).mapValues(Rule.init)
        if case .array(let names) = schema.object?["required"] {
            required = names.compactMap(\.text)
        } else {
            required = []
        }
    }
}
