#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// `getMidFcst`: one item with `wfSv`, a text of several lines with runs of spaces in it.
struct OutlookResponse: Decodable {
    var wfSv: String?

    static func read(_ answer: HTTPAnswer, _ issuedAt: Date) throws(FeedError) -> Outlook {
        let text = try KMAResponse.items(Self.self, in: answer).first?.wfSv.map(tidied)
        guard let text, !text.isEmpty else { throw FeedError(.noData) }
        return Outlook(issuedAt: issuedAt, text: text)
    }

    /// One line a statement: KMA breaks long ones and pads what follows with spaces.
    private static func tidied(_ text: String) -> String {
        var statements: [String] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if words.isEmpty { continue }
            let startsStatement = words.hasPrefix("○") || words.hasPrefix("*") || statements.isEmpty
            if startsStatement {
                statements.append(words)
            } else {
                statements[statements.count - 1] += " " + words
            }
        }
        return statements.joined(separator: "\n")
    }
}
