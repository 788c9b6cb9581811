import Foundation

extension Sequence {
    /// Every tenth element, or all where `KMA_WHOLE_TABLES=1` is in the environment, as in CI: where each is
    /// compared with the boundaries of all districts, a build for debugging takes ten seconds a table.
    public var sampled: [Element] {
        let isWhole = ProcessInfo.processInfo.environment["KMA_WHOLE_TABLES"] == "1"
        return enumerated().filter { isWhole || $0.offset % 10 == 0 }.map(\.element)
    }
}
