#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A feed's answer as a process holds it: read, with what is needed to tell its age.
struct CachedValue<Value: Sendable>: Sendable {
    var value: Value
    /// The issue it is; the stretch of three hours it was fetched in where a feed has no issues.
    var issue: Date
    var fetchedAt: Date
    /// When the upstream last said that the next issue is not there yet, where it did.
    var nothingNewerAt: Date?
}

extension CachedValue {
    /// Whether it was at hand before the upstream said that there is nothing newer, and was not fetched again.
    var wasKept: Bool {
        nothingNewerAt.map { fetchedAt < $0 } ?? false
    }

    /// Whether nothing better can be had at a moment; with a `maximumAge` in seconds, also whether it is younger.
    func isCurrent(_ freshness: Freshness, now: Date, maximumAge: Double?) -> Bool {
        if let maximumAge, !(0..<maximumAge).contains(now.timeIntervalSince(fetchedAt)) { return false }
        if let nothingNewerAt, (0..<Freshness.emptyPause).contains(now.timeIntervalSince(nothingNewerAt)) {
            return true
        }
        return freshness.isCurrent(issue: issue, fetchedAt: fetchedAt, now: now)
    }

    /// When something newer can be there.
    func nextChange(_ freshness: Freshness, now: Date) -> Date {
        let next = freshness.nextChange(issue: issue, fetchedAt: fetchedAt, now: now)
        guard let nothingNewerAt else { return next }
        return min(next, nothingNewerAt.addingTimeInterval(Freshness.emptyPause))
    }
}
