#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds

extension Transport {
    /// A transport that never leaves the program: it answers from ``SampleFeeds``, by the given clock.
    public static func sample(clock: @escaping @Sendable () -> Date) -> Transport {
        Transport { url, _ throws(TransportFault) in SampleFeeds.answer(to: url, at: clock()) }
    }

    /// A transport that answers from ``SampleFeeds`` as at one instant.
    public static func sample(now: Date) -> Transport {
        sample { now }
    }
}
