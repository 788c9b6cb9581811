#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast
import HTTPTypes
import Hummingbird

/// A request as it stands at the door, with the time it came.
struct Visit: Sendable {
    /// What it asks for, and how.
    let head: HTTPRequest
    /// What comes after; it also tells when the one who asked has gone.
    let body: RequestBody
    /// Path and query as they came.
    let target: String
    /// What stands before the `?`.
    let path: Substring
    /// What stands behind it.
    let query: Substring
    /// When it came, by the clock of the forecasts.
    let now: Date

    init(_ head: HTTPRequest, body: RequestBody = RequestBody(buffer: ByteBuffer()), now: Date) {
        self.head = head
        self.body = body
        self.now = now
        let target = head.path ?? "/"
        let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
        self.target = target
        path = target[..<(mark ?? target.endIndex)]
        query = mark.map { target[target.utf8.index(after: $0)...] } ?? ""
    }

    /// Whether the headers are enough.
    var isForHeadOnly: Bool { head.method == .head }

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
