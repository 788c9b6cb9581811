import Feeds

/// The result of asking a store for the turn to fetch an issue.
public enum FetchTurn: Sendable {
    /// Nobody else fetches it. The process that has the turn fetches, and reports the result.
    case granted(any GrantedTurn)
    /// Somebody else has fetched it meanwhile.
    case answered(StoredAnswer)
    /// Somebody else had the turn, and the upstream gave no answer.
    case failed(FeedError)
}

/// The turn to fetch an issue. It also ends with the process that has it.
public protocol GrantedTurn: Sendable {
    /// Stores what came, tells it to those who wait, and gives the turn back.
    func finish(_ result: FetchResult) async
}

/// The result of a turn.
public enum FetchResult: Sendable {
    /// An answer, to be stored.
    case answered(StoredAnswer)
    /// A fault of the upstream, which those who waited are given as well.
    case failed(FeedError)
    /// No call was made; the next who waits has the turn.
    case notSent
}

/// The right to have one call in the air. It also ends with the process that has it.
public protocol CallLane: Sendable {
    /// Gives the lane to the next.
    func release() async
}

extension FeedError {
    /// The fault as it is told to those who waited for the call of another process: its code, and the upstream's own
    /// name for it where it has one.
    public var sharedText: String { [code.rawValue, detail].compactMap { $0 }.joined(separator: "\n") }

    /// A fault that another process met; `nil` where the text is none. This process called nobody, so that its circuit
    /// breaker has nothing to count.
    public init?(sharedText: String) {
        let lines = sharedText.split(separator: "\n", maxSplits: 1)
        guard let code = lines.first.flatMap({ ErrorCode(rawValue: String($0)) }) else { return nil }
        self.init(code, lines.count > 1 ? String(lines[1]) : nil)
        wasSent = false
    }
}

extension UpstreamAPI {
    /// The lanes that a call needs one of each of, by name, with their number: of those of its group a service never holds
    /// all.
    package var lanes: [(name: String, width: Int)] {
        let group = traits.group
        let ofGroup = (name: group.rawValue, width: group.callsAtOnce)
        return group.services.count > 1 ? [(rawValue, group.callsAtOnce - 1), ofGroup] : [ofGroup]
    }
}
