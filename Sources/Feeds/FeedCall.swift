#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// One call to one feed: where to ask, how to read the answer, and under what to keep it.
public struct FeedCall<Value: Sendable>: Sendable {
    /// The feed that is asked.
    public var feed: Feed
    /// What it is asked about: a zone code, a station, a grid cell or a coordinate.
    public var subject: String
    /// The issue that is asked for; `nil` where a feed has no issues but only a latest state.
    public var issuedAt: Date?
    /// The whole URL. It holds the key: for a ``Transport``, and for nothing else.
    public var url: String
    /// Reads an answer, or throws the fault it carries.
    public var read: @Sendable (HTTPAnswer) throws(FeedError) -> Value

    init(
        feed: Feed,
        subject: String,
        issuedAt: Date? = nil,
        url: String,
        read: @escaping @Sendable (HTTPAnswer) throws(FeedError) -> Value
    ) {
        self.feed = feed
        self.subject = subject
        self.issuedAt = issuedAt
        self.url = url
        self.read = read
    }
}

extension FeedCall: CustomStringConvertible, CustomDebugStringConvertible {
    /// The feed, the subject and the issue, without the URL and its key.
    public var description: String {
        [feed.rawValue, subject, issuedAt.map { KoreanTime($0).compact }].compactMap { $0 }.joined(
            separator: " "
        )
    }

    /// The same as ``description``.
    public var debugDescription: String { description }
}
