import Feeds

/// Caller of upstreams, with a claim to their calls.
public struct Caller: Sendable {
    /// Claims, the strongest first.
    public enum Claim: Sendable, Hashable {
        /// Command line and prefetching: every call.
        case kept
        /// Place with stored answers.
        case known
        /// Place without.
        case new
        /// Part an answer is whole without; waits less for a lane.
        case beside
        /// Stored answers alone, with the reason.
        case storedOnly(FeedError)
    }

    /// Client, whose calls take turns with others'.
    public var client: String
    /// Claim to the calls.
    public var claim: Claim
    /// Observer of calls.
    public var recordCall: @Sendable () -> Void
    /// Greatest age of stored answers, in seconds.
    var maximumAge: Double?

    /// Creates a caller.
    public init(client: String, claim: Claim, recordCall: @escaping @Sendable () -> Void = {}) {
        (self.client, self.claim, self.recordCall) = (client, claim, recordCall)
    }

    /// Caller of the program itself.
    public static let program = Caller(client: "", claim: .kept)

    /// Caller of stored answers alone.
    public static let offline = Caller(client: "", claim: .storedOnly(.offline))

    var refusal: FeedError? { if case .storedOnly(let fault) = claim { fault } else { nil } }

    var beside: Caller {
        var caller = self
        if refusal == nil { caller.claim = .beside }
        return caller
    }

    func taking(_ maximumAge: Double?) -> Caller {
        var caller = self
        caller.maximumAge = maximumAge
        return caller
    }
}
