import Feeds

/// On whose behalf upstreams are called, which decides whose call goes first and what it may cost.
///
/// It travels with the task of a request and not through every signature on the way: a repository, a feed and a merge
/// have no use for it. A fetch that several requests wait for goes by the one that started it.
public struct RequestOrigin: Sendable {
    /// Who relies on an answer, and so which of the day's calls it may have. The first go first.
    public enum Purpose: Sendable, Hashable, CaseIterable {
        /// The program itself: the command line, and what is fetched ahead. It may have every call there is.
        case kept
        /// A place that an event stream follows, or that several clients ask about.
        case followed
        /// A place of which something is stored.
        case known
        /// A place of which nothing is stored.
        case new
        /// A client that has spent its share: it gets what is stored, and no call is made for it.
        case stored
        /// Somebody who wants what is stored alone.
        case offline

        /// Why no call is made for it; `nil` where calls are.
        var refusal: FeedError? {
            switch self {
            case .kept, .followed, .known, .new: nil
            case .stored: .unsent(.rateLimited, "own limit of the client")
            case .offline: .offline
            }
        }
    }

    /// Who asks. The calls of different clients take turns.
    public var client: String
    /// Who relies on the answer.
    public var purpose: Purpose
    /// Called for each call that is made on its behalf.
    public var recordCall: @Sendable () -> Void
    /// Whether the answer is whole without what is asked for. Such a call goes last, and waits for a lane no longer than
    /// an answer waits for an optional feed.
    var isSupplementary = false
    /// How many times its interval the answer that is renewed has been shown; 1 for one that is renewed at once.
    var lateness = 1.0

    /// An origin from its parts.
    public init(
        client: String,
        purpose: Purpose,
        recordCall: @escaping @Sendable () -> Void = {}
    ) {
        self.client = client
        self.purpose = purpose
        self.recordCall = recordCall
    }

    /// An origin that asks about a place, of which something is stored or not.
    public init(client: String, isNewPlace: Bool) {
        self.init(client: client, purpose: isNewPlace ? .new : .known)
    }

    /// Whether nothing is stored of the place that is asked about. Known places go first.
    public var isNewPlace: Bool { purpose == .new }

    /// The program itself: the command line, and what is fetched ahead.
    public static let program = RequestOrigin(client: "", purpose: .kept)

    /// The program itself, which is to call nothing.
    public static let offline = RequestOrigin(client: "", purpose: .offline)

    /// The origin of the task that is running.
    @TaskLocal static var current = program
}
