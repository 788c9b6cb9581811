#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A fault that comes in XML, of the service or of either generation of its gateway, or as a page of HTML.
///
/// Three tags are all that is wanted of it, so they are looked for, and no XML is parsed.
enum MarkupFault {
    static func error(in answer: HTTPAnswer) -> FeedError {
        // The longest known fault is 330 bytes; a page of HTML need not be read to its end.
        let text = String(decoding: answer.body.prefix(4_096), as: UTF8.self)
        if let code = text.content(of: "returnReasonCode") {
            let names = ["errMsg", "returnAuthMsg"].compactMap { text.content(of: $0) }
            return KMAFault.error(code: code, names: names) ?? FeedError(.malformedResponse)
        }
        if let code = text.content(of: "resultCode") {
            return KMAFault.error(code: code) ?? FeedError(.malformedResponse, "XML")
        }
        // A page that forbids is a firewall's; the services forbid in their own envelopes.
        if answer.status == 403 { return FeedError(.blocked, "HTTP 403") }
        return FeedError(status: answer.status)
    }
}

extension String {
    /// What stands between a tag and its end, without the space around it.
    fileprivate func content(of tag: String) -> String? {
        guard let open = firstRange(of: "<\(tag)>"),
            let close = self[open.upperBound...].firstRange(of: "</\(tag)>")
        else { return nil }
        let content = self[open.upperBound..<close.lowerBound]
        return content.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
