import Feeds

/// Caller of upstreams: a client, and its claim to the calls there are.
public struct Caller: Sendable {
    /// Claim to the calls of a service, the strongest first.
    public enum Claim: Sendable, Hashable {
        /// The program itself: the command line, and what is fetched ahead. It may make every call.
        case kept
        /// A place with stored answers.
        case known
        /// A place without.
        case new
        /// What an answer is whole without. It waits for a lane no longer than for an optional feed.
        case beside
        /// Stored answers alone, and the reason.
        case storedOnly(FeedError)
    }

    /// The client; calls of different clients take turns.
    public var client: String
    /// Claim to the calls.
    public var claim: Claim
    /// Called for each call that is made.
    public var recordCall: @Sendable () -> Void
    /// Seconds that a stored answer may be old.
    var maximumAge: Double?

    /// A caller from its parts.
    public init(client: String, claim: Claim, recordCall: @escaping @Sendable () -> Void = {}) {
        self.client = client
        self.claim = claim
        self.recordCall = recordCall
    }

    /// The program itself.
    public static let program = Caller(client: "", claim: .kept)

    /// The program itself, without calls.
    public static let offline = Caller(client: "", claim: .storedOnly(.offline))

    /// Reason for making no call.
    var refusal: FeedError? { if case .storedOnly(let fault) = claim { fault } else { nil } }

    /// Caller for what an answer is whole without.
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
