#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// One question to one feed: under which URL each issue of the answer stands, and how to read it.
public struct FeedRequest<Value: Sendable>: Sendable {
    /// The feed that is asked.
    public var feed: Feed
    /// What it is asked about: a zone code, a station, a grid cell or a coordinate. A file name as it stands.
    public var subject: String
    /// The whole URL for an issue; a feed without issues has one for all. It holds the key: it is for a
    /// ``Transport``, and for nothing else.
    public var url: @Sendable (_ issuedAt: Date) -> String
    /// Reads the answer for an issue, or throws the fault it carries.
    public var read: @Sendable (_ answer: HTTPAnswer, _ issuedAt: Date) throws(FeedError) -> Value

    init(
        feed: Feed,
        subject: String,
        url: @escaping @Sendable (_ issuedAt: Date) -> String,
        read: @escaping @Sendable (_ answer: HTTPAnswer, _ issuedAt: Date) throws(FeedError) -> Value
    ) {
        self.feed = feed
        self.subject = subject
        self.url = url
        self.read = read
    }
}
