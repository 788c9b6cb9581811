import CommandLineSupport
import Feeds
import Forecast
import Foundation
import KMAForecast

/// An element of `sources`, as the contract has it.
struct SaidSource: Decodable {
    struct Fault: Decodable {
        var code: String
        var message: String
    }

    var feed: String
    var status: String
    var issuedAt: String?
    var fetchedAt: String?
    var error: Fault?

    /// What it means; `nil` for words that are not in the contract.
    var report: SourceReport? {
        guard let feed = Feed(rawValue: feed), let status = SourceReport.Status(rawValue: status) else {
            return nil
        }
        var report = SourceReport(feed: feed, status: status)
        report.issuedAt = issuedAt.flatMap(Date.init(rfc3339:))
        report.fetchedAt = fetchedAt.flatMap(Date.init(rfc3339:))
        guard let error else { return report }
        guard let kind = ErrorCode(rawValue: error.code), !error.message.isEmpty else { return nil }
        report.error = FeedError(kind)
        return report
    }
}

/// A body of a failure (RFC 9457), as the contract has it.
struct SaidProblem: Decodable {
    var type: String
    var title: String
    var status: Int
    var detail: String
    var code: String
    var candidates: [String]?
}

/// A body of `/healthz` and `/readyz`.
struct SaidStatus: Decodable {
    var status: String
}

extension Date {
    /// An instant with offset and whole seconds; `nil` where the text is none.
    init?(rfc3339 text: String) {
        guard let date = try? Date(text, strategy: .iso8601) else { return nil }
        self = date
    }
}

extension JSONDecoder {
    /// For the names of the contract.
    static var contract: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}
