#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds

/// Where a ``Forecaster``'s answers come from and how they are kept.
public struct ForecasterConfiguration: Sendable {
    /// KMA's door; `nil` without a key.
    public var kma: KMAGateway?
    /// OpenWeather's door; `nil` without a key.
    public var openWeather: OpenWeatherGateway?
    /// The way there.
    public var transport: Transport
    /// Where answers are kept.
    public var kept: DiskStore
    /// Where calls are counted; `nil` counts none.
    public var countsDirectory: String?
    /// Time for one request.
    public var timeout: Duration
    /// Whether the answers are samples.
    public var areSamples: Bool
    /// The clock.
    public var now: @Sendable () -> Date
    /// The clock that pauses are measured by: one that never jumps.
    public var instant: @Sendable () -> ContinuousClock.Instant = { .now }
    /// Hears of every call to an upstream once it is over.
    public var heard: @Sendable (UpstreamCall) -> Void = { _ in }

    /// A configuration from its parts. `countsDirectory` is where calls are counted; `nil` counts none.
    public init(
        kma: KMAGateway?,
        openWeather: OpenWeatherGateway?,
        transport: Transport,
        kept: DiskStore,
        countsDirectory: String?,
        timeout: Duration = .seconds(10),
        areSamples: Bool = false,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.kma = kma
        self.openWeather = openWeather
        self.transport = transport
        self.kept = kept
        self.countsDirectory = countsDirectory
        self.timeout = timeout
        self.areSamples = areSamples
        self.now = now
    }
}
