import Forecast

/// One request to one feed of a service: the URL of each issue of the answer, and how the answer is decoded.
public struct FeedRequest<Service: FeedService, Value: Sendable>: Sendable {
    /// The feed that is requested.
    public var feed: Feed
    /// What is requested: a zone code, a station, a grid cell or a coordinate. It is usable as a file name.
    public var subject: String
    /// The whole URL for an issue; a feed without issues has one URL for all. It contains the key: pass it to a
    /// ``Transport`` and to nothing else.
    public var url: @Sendable (_ issuedAt: Date) -> String
    /// Decodes the answer for an issue, or throws the fault it carries: `noData` also where the answer says that it is of an
    /// older issue, and `malformedResponse` where it answers another question.
    public var read: @Sendable (_ answer: HTTPAnswer, _ issuedAt: Date) throws(FeedError) -> Value
    /// What could not be read of a value that is good in part; `nil` where all of it could.
    public var gap: @Sendable (_ value: Value) -> FeedError? = { _ in nil }

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
