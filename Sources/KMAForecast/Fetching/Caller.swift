import Feeds

/// Caller of upstreams: a client, and its claim to the calls there are.
public struct Caller: Sendable {
    /// Claim to the calls of a service, the strongest first.
    public enum Claim: Sendable, Hashable {
        /// Of the program itself: the command line, and what is fetched ahead. It may make every call there is.
        case kept
        /// Of a place of which something is stored.
        case known
        /// Of a place of which nothing is stored.
        case new
        /// Of an answer that is whole without it. It waits for a lane no longer than an answer for an optional feed.
        case beside
        /// To stored answers alone, and the reason.
        case storedOnly(FeedError)
    }

    /// The client. The calls of different clients take turns.
    public var client: String
    /// Its claim.
    public var claim: Claim
    /// Called for each call that is made for it.
    public var recordCall: @Sendable () -> Void
    /// Seconds that an answer at hand may be old; `nil` if it may be as old as its feed allows.
    var maximumAge: Double?

    /// A caller from its parts.
    public init(client: String, claim: Claim, recordCall: @escaping @Sendable () -> Void = {}) {
        self.client = client
        self.claim = claim
        self.recordCall = recordCall
    }

    /// The program itself: the command line, and what is fetched ahead.
    public static let program = Caller(client: "", claim: .kept)

    /// The program itself, which is to call nothing.
    public static let offline = Caller(client: "", claim: .storedOnly(.offline))

    /// The reason for which no call is made for it; `nil` if calls are.
    var refusal: FeedError? { if case .storedOnly(let fault) = claim { fault } else { nil } }

    /// The same caller, for what an answer is whole without.
    var beside: Caller {
        var caller = self
        if refusal == nil { caller.claim = .beside }
        return caller
    }

    /// The same caller, who takes an answer of at most an age.
    func taking(_ maximumAge: Double?) -> Caller {
        var caller = self
        caller.maximumAge = maximumAge
        return caller
    }
}
