import KMAForecast
import Rendering

/// Description of the service, with the endpoints' parameters and lists of values.
enum OpenAPI {
    /// In the file a path stands for its parameters, and a name for a list of values.
    static let text: String = {
        var lines: [String: String] = [:]
        for endpoint in endpoints + [TextEndpoint(), HomeAssistantEndpoint()] {
            let references = endpoint.parameters.map { parameter in
                // A repeatable area is a list.
                let name = endpoint.repeatable.contains(parameter) ? parameter.rawValue + "s" : parameter.rawValue
                return "{\"$ref\": \"#/components/parameters/\(name)\"}"
            }
            lines["\"parameters\": \"\(endpoint.path)\","] = "\"parameters\": [\(references.joined(separator: ", "))],"
        }
        for (name, values) in [
            ("Format", Format.allCases.map(\.rawValue)), ("Question", Question.allCases.map(\.rawValue)),
            ("MapValue", NationMap.Value.allCases.map(\.rawValue)),
        ] {
            let list = values.map { "\"\($0)\"" }.joined(separator: ", ")
            lines["\"enum\": \"\(name)\","] = "\"enum\": [\(list)],"
        }
        return "\(Page.openapiJson)".split(separator: "\n", omittingEmptySubsequences: false).map { line in
            lines[String(line.drop { $0 == " " })] ?? String(line)
        }.joined(separator: "\n")
    }()
}
