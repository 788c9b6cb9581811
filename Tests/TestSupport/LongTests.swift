import Foundation
import Testing

/// Whether tests that are long by nature run: with `KMA_LONG_TESTS=1` in the environment, as in a check of `.ci/run`.
public let runsLongTests = ProcessInfo.processInfo.environment["KMA_LONG_TESTS"] == "1"

extension Trait where Self == ConditionTrait {
    /// Trait of tests that are long by nature; see ``runsLongTests``.
    public static var isLong: Self { .enabled(if: runsLongTests, "It takes long: KMA_LONG_TESTS=1") }
}
