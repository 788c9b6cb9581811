import HTTPTypes
import Rendering

/// `Accept` or `Accept-Encoding` with weights (RFC 9110, 12.4.2, 12.5.1, 12.5.3).
struct AcceptedTypes {
    private let weights: [String: Double]?

    init(_ field: String?) {
        let items = (field ?? "").lowercased().split(separator: ",").map { item in
            item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
        }
        let weights = items.compactMap { parts in
            parts.first.map { range in
                let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
                return (range, weight ?? 1)
            }
        }
        self.weights = weights.isEmpty ? nil : Dictionary(weights, uniquingKeysWith: max)
    }

    func weight(of type: String) -> Double {
        guard let weights else { return 1 }
        let ranges = [type, type.prefix { $0 != "/" } + "/*", "*/*"]
        return ranges.lazy.compactMap { weights[$0] }.first ?? 0
    }

    /// True if the first of the names that is there has a weight.
    func names(_ types: String...) -> Bool { types.lazy.compactMap { weights?[$0] }.first ?? 0 > 0 }
}

extension HTTPFields {
    var acceptGzip: Bool { AcceptedTypes(self[.acceptEncoding]).names("gzip", "x-gzip", "*") }

    var acceptedTypes: AcceptedTypes { AcceptedTypes(self[.accept]) }

    /// True if lines are named, and not below JSON (RFC 9110, 12.4.2).
    var acceptLines: Bool {
        let (types, lines) = (acceptedTypes, Format.ndjson.mediaType)
        return types.names(lines) && types.weight(of: lines) >= types.weight(of: Format.json.mediaType)
    }
}
