/// On whose behalf upstreams are called, which decides whose call goes first and what it may cost.
///
/// It travels with the task of a request and not through every signature on the way: a repository, a feed and a merge
/// have no use for it. A fetch that several requests wait for goes by the one that started it.
public struct RequestOrigin: Sendable, Hashable {
    /// Who asks. The calls of different clients take turns.
    public var client: String
    /// Whether nothing is stored of the place that is asked about. Known places go first, and a fifth of every quota is
    /// kept for them.
    public var isNewPlace: Bool
    /// Whether the answer is whole without what is asked for. Such a call goes last, and waits for a lane no longer than
    /// an answer waits for an optional feed.
    var isSupplementary = false

    /// An origin from its parts.
    public init(client: String, isNewPlace: Bool) {
        self.client = client
        self.isNewPlace = isNewPlace
    }

    /// The program itself: the command line, and what is fetched ahead.
    public static let program = RequestOrigin(client: "", isNewPlace: false)

    /// The origin of the task that is running.
    @TaskLocal static var current = program
}
