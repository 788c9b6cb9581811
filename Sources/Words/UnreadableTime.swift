/// Words of a time to which there is no answer.
public struct UnreadableTime: Sendable, Hashable {
    /// Words as given.
    public let text: String
    /// Reason that there is no answer.
    public let reason: Reason

    /// Reason that words are no time.
    public enum Reason: Sendable, Hashable {
        /// A date or an hour that does not exist: 2월 30일.
        case impossible
        /// Words that leave something out: 내일 빼고.
        case leavesOut
        /// One slip away from a word of time: 모래, for 모레.
        case slip(of: String)
        /// Words that name no span of time here.
        case unknown
    }

    package init(_ text: String, _ reason: Reason? = nil) {
        self.text = text
        self.reason = reason ?? TimeWords.near(text).map(Reason.slip) ?? .unknown
    }
}
