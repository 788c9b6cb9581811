import Feeds

/// Tools, described by `Tools/tools.json`, which also checks arguments (`MCPArguments`).
package enum MCPTool: String, Sendable, Hashable, CaseIterable {
    case week
    case now
    case rain
    case alerts
    case nation
    case history
    case accuracy
    case findPlace = "find_place"

    /// One line, as a message on standard output is.
    static let definitions = "\(Tools.toolsJson)".split(separator: "\n").flatMap { $0.utf8.drop { $0 == UInt8(ascii: " ") } }

    var schema: MCPInputSchema { MCPTool.schemas[rawValue] ?? MCPInputSchema(.null) }

    private static let schemas: [String: MCPInputSchema] = {
        guard case .array(let tools) = JSONValue(definitions, depth: 16) else { return [:] }
        let named = tools.compactMap { tool in
            tool.object.flatMap { members in members["name"]?.text.map { ($0, MCPInputSchema(members["inputSchema"] ?? .null)) } }
        }
        return Dictionary(named) { first, _ in first }
    }()
}

struct MCPInputSchema: Sendable {
    struct Rule: Sendable {
        let type: String
        let values: [String]?
        let lengths: ClosedRange<Int>
        let minimum: Double?
        let maximum: Double?
        let exclusiveMinimum: Double?

        fileprivate init(_ schema: JSONValue) {
            let members = schema.object ?? [:]
            type = members["type"]?.text ?? ""
            if case .array(let values) = members["enum"] { self.values = values.compactMap(\.text) } else { values = nil }
            lengths = Int(members["minLength"]?.number ?? 0)...Int(members["maxLength"]?.number ?? 1_000)
            minimum = members["minimum"]?.number
            maximum = members["maximum"]?.number
            exclusiveMinimum = members["exclusiveMinimum"]?.number
        }
    }

    let rules: [String: Rule]
    let required: [String]

    fileprivate init(_ schema: JSONValue) {
        rules = (schema.object?["properties"]?.object ?? [:]).mapValues(Rule.init)
        if case .array(let names) = schema.object?["required"] { required = names.compactMap(\.text) } else { required = [] }
    }
}
