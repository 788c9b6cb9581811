import KMAForecast
import Rendering

/// The description of the service, with the parameters that the endpoints take and the values of those that are lists.
enum OpenAPI {
    /// The text of `/openapi.json`. In lines of its own the file has the path of an endpoint in place of its parameters, and
    /// the name of a list in place of its values.
    static let text: String = {
        var lines: [String: String] = [:]
        for endpoint in endpoints + [TextEndpoint(), HomeAssistantEndpoint()] {
            let references = endpoint.parameters.compactMap(\.component)
                .map { "{\"$ref\": \"#/components/parameters/\($0)\"}" }
            lines["\"parameters\": \"\(endpoint.path)\","] =
                "\"parameters\": [\(references.joined(separator: ", "))],"
        }
        for (name, values) in [
            ("Format", Format.allCases.map(\.rawValue)), ("Question", Question.allCases.map(\.rawValue)),
            ("MapValue", NationMap.Value.allCases.map(\.rawValue)),
        ] {
            let list = values.map { "\"\($0)\"" }.joined(separator: ", ")
            lines["\"enum\": \"\(name)\","] = "\"enum\": [\(list)],"
        }
        return "\(Page.openapiJson)".split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in lines[String(line.drop { $0 == " " })] ?? String(line) }
            .joined(separator: "\n")
    }()
}

extension Parameter {
    /// Its name among the parameters of the description. Area and coordinate are the forms of one.
    fileprivate var component: String? {
        switch self {
        case .area: "place"
        case .lat, .lon: nil
        default: rawValue
        }
    }
}
