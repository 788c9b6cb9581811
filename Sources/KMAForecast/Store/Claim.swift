/// Claims of deeds done once among several processes, such as a delivery.
public protocol DeedStore: Sendable {
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
    func end(isDone: Bool) async
}
