import Feeds

/// Knows whether an upstream takes a key at all, from the services that every key is made for.
///
/// data.go.kr's gateway of 2026 refuses a key without approval for a service in the same words as a key it does not
/// know yet. Only what the other services of the key say tells the two apart: an approval is applied for when somebody
/// wants it, a new key works within an hour or two.
actor KeyStanding {
    /// Whether the last of those services took the key; `nil` before one has answered.
    private var isAccepted: Bool?
    /// Refused services whose reason is not known yet, and when they were refused.
    private var undecided: [(quota: QuotaTracker, refusedAt: Date)] = []

    /// Seconds until a service that a key has no approval for is called again; `kma doctor` calls it at once.
    static let pauseWithoutApproval = 6 * 3_600.0
    /// Seconds until a service that does not know the key is called again.
    static let pauseOfUnknownKey = 900.0

    /// Records that the upstream took the key.
    func accepted() async {
        isAccepted = true
        for (quota, refusedAt) in undecided { await quota.lacksApproval(since: refusedAt) }
        undecided = []
    }

    /// Records that the upstream did not.
    func rejected() {
        isAccepted = false
        undecided = []
    }

    /// Seconds for which a service that refused the key is left alone.
    func pause(after code: ErrorCode, of quota: QuotaTracker, at now: Date) -> Double {
        if code == .notSubscribed || isAccepted == true { return KeyStanding.pauseWithoutApproval }
        if isAccepted == nil { undecided.append((quota, now)) }
        return KeyStanding.pauseOfUnknownKey
    }
}

extension ErrorCode {
    /// Whether it says that a key has no approval. data.go.kr's gateway of 2026 answers a key without one as it does an
    /// unknown key.
    var deniesApproval: Bool { self == .notSubscribed || self == .keyRejected }
}
