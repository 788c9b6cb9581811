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
    public var openWeather: OpenWeatherAPI?
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

    /// Live sources after the settings, over a transport; `isKept` false neither reads nor writes kept answers.
    public init(_ settings: Settings, transport: Transport, isKept: Bool = true) {
        kma = settings.kma
        openWeather = settings.openWeather
        self.transport = transport
        kept = DiskStore(directory: isKept ? settings.cacheDirectory : nil)
        countsDirectory = settings.cacheDirectory
        timeout = settings.timeout
        areSamples = false
        now = settings.clock
    }

    /// The built-in samples: no key, no network, nothing kept and nothing counted.
    public init(samplesFor settings: Settings) {
        let key = ServiceKey("sample")
        let kind = KMAGateway.Kind.dataPortal
        kma = key.map { KMAGateway(kind: kind, baseURL: kind.baseURL, key: $0) }
        openWeather = key.map { OpenWeatherAPI(key: $0) }
        transport = .sample(clock: settings.clock)
        kept = DiskStore(directory: nil)
        countsDirectory = nil
        timeout = settings.timeout
        areSamples = true
        now = settings.clock
    }
}

extension Settings {
    /// The time it is: the instant that is set, else the clock's.
    public var clock: @Sendable () -> Date {
        let fixedNow = fixedNow
        return { fixedNow ?? Date() }
    }
}
