// Part of this library, in a target of its own.
@_exported import Words

#if canImport(FoundationEssentials)
@_exported import FoundationEssentials
#else
@_exported import Foundation
#endif
