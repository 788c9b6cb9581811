#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// What a Swift program costs before it does anything: the ground `kma` starts from. The library is used, so that it is
// linked.
precondition(Date.now > .distantPast)
