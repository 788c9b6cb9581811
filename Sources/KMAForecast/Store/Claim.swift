/// Claims of deeds done once among several processes, such as a delivery.
public protocol DeedStore: Sendable {
    /// Claims a deed, and waits while another process has the claim.
    func claim(_ deed: String) async -> Claim
}

/// Result of a claim.
public enum Claim: Sendable {
    case granted(any GrantedClaim)
    case done
    case cancelled
}

/// Right to do a deed, which ends with its process.
public protocol GrantedClaim: Sendable {
    /// Ends the claim, and records the deed if done.
    func end(isDone: Bool) async
}
