#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast
import Hummingbird

/// A request as it stands at the door, with the time it came.
struct Visit: Sendable {
    /// The request.
    let request: Request
    /// Path and query as they came.
    let target: String
    /// What stands before the `?`.
    let path: Substring
    /// What stands behind it.
    let query: Substring
    /// When it came, by the clock of the forecasts.
    let now: Date

    init(_ request: Request, now: Date) {
        self.request = request
        self.now = now
        let target = request.head.path ?? "/"
        let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
        self.target = target
        path = target[..<(mark ?? target.endIndex)]
        query = mark.map { target[target.utf8.index(after: $0)...] } ?? ""
    }

    /// The language of whatever is said before the parameters are read.
    func language(or other: Language) -> Language {
        query.split(separator: "&").lazy
            .filter { $0.hasPrefix("lang=") }
            .compactMap { Language(rawValue: String($0.dropFirst("lang=".count))) }
            .first ?? other
    }

    /// Whether other pages may read the answer.
    var isForEveryone: Bool { path.hasPrefix("/v1/") || path == "/openapi.json" }
}
