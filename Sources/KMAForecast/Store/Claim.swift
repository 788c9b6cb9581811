/// Shares out deeds that are done once among several processes, such as the delivery of a message.
public protocol DeedStore: Sendable {
    /// Claims a deed for this process, and waits while another process has the claim.
    func claim(_ deed: String) async -> Claim
}

/// The result of claiming a deed.
public enum Claim: Sendable {
    /// Nobody else does it. The process with the claim does it, and reports whether it is done.
    case granted(any GrantedClaim)
    /// It was done within the last two days, by whichever process.
    case done
    /// The task was cancelled while another process had the claim.
    case cancelled
}

/// The right to do a deed. It also ends with the process that has it: a claim is no deed.
public protocol GrantedClaim: Sendable {
    /// Records whether the deed is done, and gives the claim back.
    func end(isDone: Bool) async
}
