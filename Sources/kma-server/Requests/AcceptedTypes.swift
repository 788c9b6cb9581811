import HTTPTypes
import Rendering

/// Media types that an `Accept` header takes, with their weights (RFC 9110, 12.4.2 and 12.5.1).
struct AcceptedTypes {
    /// Weights of the ranges named; `nil` without a header, which takes everything.
    private let weights: [String: Double]?

    init(_ field: String?) {
        let items = (field ?? "").lowercased().split(separator: ",").map { item in
            item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
        }
        let weights = items.compactMap { parts in
            parts.first.map { range in
                let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap {
                    Double($0.dropFirst(2))
                }
                return (range, weight ?? 1)
            }
        }
        self.weights = weights.isEmpty ? nil : Dictionary(weights, uniquingKeysWith: max)
    }

    /// Weight of a type, by the range that fits it most closely.
    func weight(of type: String) -> Double {
        guard let weights else { return 1 }
        let ranges = [type, type.prefix { $0 != "/" } + "/*", "*/*"]
        return ranges.lazy.compactMap { weights[$0] }.first ?? 0
    }

    /// Whether a type is named, with another weight than 0.
    func names(_ type: String) -> Bool { weights?[type] ?? 0 > 0 }
}

extension HTTPFields {
    /// Media types that the sender takes.
    var acceptedTypes: AcceptedTypes { AcceptedTypes(self[.accept]) }

    /// Whether an `Accept` header asks for JSON objects a line each.
    var acceptLines: Bool { acceptedTypes.names(Format.ndjson.mediaType) }
}
