import Feeds
import Forecast

/// One call that was made to an upstream, for counters and logs. It never holds the URL.
public struct UpstreamCall: Sendable, Hashable {
    /// The feed that was asked.
    public var feed: Feed
    /// What was wrong with the answer; `nil` where nothing was.
    public var fault: ErrorCode?
    /// How long the answer took.
    public var duration: Duration
}
