#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A request as the samples read it: which operation, and its parameters.
struct SampleRequest {
    /// The path's last two parts, such as `MidFcstInfoService/getMidTa` or `2.5/weather`.
    let operation: Substring
    /// Whether it came by the API hub's path, which is laxer about base times than data.go.kr.
    let isHub: Bool
    private let parameters: [Substring: Substring]

    /// Reads a whole URL or a bare target (`/path?query`).
    init(url: String) {
        let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first ?? ""
        let folders = path.split(separator: "/")
        let names = folders.suffix(2)
        operation = names.count == 2 ? path[names[names.startIndex].startIndex...] : path
        isHub = folders.contains("typ02")
        let pairs = parts.count == 2 ? parts[1].split(separator: "&") : []
        parameters = Dictionary(
            pairs.map { pair in
                let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (sides[0], sides.count == 2 ? sides[1] : "")
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// A parameter as it stands in the query; no value the samples read needs percent-decoding.
    subscript(name: Substring) -> String? {
        parameters[name].map(String.init)
    }

    /// A parameter that is a whole number.
    func integer(_ name: Substring) -> Int? {
        parameters[name].flatMap { Int($0) }
    }

    /// A parameter that is a number.
    func number(_ name: Substring) -> Double? {
        parameters[name].flatMap { Double($0) }
    }
}
