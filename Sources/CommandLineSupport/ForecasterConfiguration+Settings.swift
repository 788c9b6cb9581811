#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import KMAForecast
import SQLiteStore
import SampleFeeds

extension ForecasterConfiguration {
    /// Live feeds after the settings, over a transport; `isKept` false neither reads nor stores answers
    /// and counts calls all the same. `observeStore` is told of a problem of the cache folder, and `nil` when it is over.
    public init(
        _ settings: Settings,
        transport: Transport,
        isKept: Bool = true,
        observeStore: @escaping @Sendable (StoreProblem?) -> Void = { _ in }
    ) {
        self.init(
            kma: settings.kma,
            kmaGateway: settings.kmaGateway,
            airKorea: settings.airKorea,
            openWeather: settings.openWeather,
            transport: transport,
            store: SQLiteStore(
                directory: settings.cacheDirectory,
                keepsAnswers: isKept,
                observe: observeStore
            ),
            timeout: settings.timeout,
            now: settings.clock
        )
    }

    /// The built-in sample feeds: no key, no network, nothing stored and nothing counted.
    public init(samplesFor settings: Settings) {
        let key = ServiceKey("sample")
        let kind = KMAGateway.Kind.dataPortal
        self.init(
            kma: key.map { KMAGateway(kind: kind, baseURL: kind.baseURL, key: $0) },
            airKorea: key.map { AirKoreaGateway(key: $0) },
            openWeather: key.map { OpenWeatherGateway(key: $0) },
            transport: .sample(clock: settings.clock),
            store: nil,
            timeout: settings.timeout,
            areSamples: true,
            now: settings.clock
        )
    }
}

extension Settings {
    /// The current time: the instant that is set, else the clock's.
    public var clock: @Sendable () -> Date {
        let fixedNow = fixedNow
        return { fixedNow ?? Date() }
    }
}
