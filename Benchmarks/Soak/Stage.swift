import Feeds
import Foundation
import KMAForecast
import Upstream

/// The stand-in upstream, the folder of kept answers, and a program between them that can be started anew.
final class Stage {
    let upstream: Upstream
    let log = CallLog()
    let folder: String
    let settings: Settings
    private(set) var forecaster: Forecaster

    init(now: Date) throws {
        let upstream = try Upstream(now: now)
        self.upstream = upstream
        folder = FileManager.default.temporaryDirectory.path + "/kma-soak-\(UUID().uuidString)"
        settings = try Settings(
            environment: [
                "KMA_BASE_URL": upstream.portalURL, "KMA_SERVICE_KEY": upstream.keys.portal,
                "OPENWEATHER_BASE_URL": upstream.url, "OPENWEATHER_API_KEY": upstream.keys.openWeather,
                "KMA_CACHE_DIR": folder, "KMA_TIMEOUT": "1",
            ]
        ) { $0 }
        forecaster = Stage.forecaster(settings, upstream, log)
    }

    /// What is kept on disk goes on, what is in memory is gone.
    func restart() {
        forecaster = Stage.forecaster(settings, upstream, log)
    }

    /// The keys, plain and as they stand in a URL.
    var secrets: [String] {
        let plain = [upstream.keys.portal, upstream.keys.openWeather]
        return plain + plain.compactMap { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) }
    }

    /// Files that hold a key in their name or contents.
    func leakyFiles() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { name in
            let contents = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
            return secrets.contains { name.contains($0) || contents.firstRange(of: Data($0.utf8)) != nil }
        }
    }

    func clear() throws {
        upstream.stop()
        try FileManager.default.removeItem(atPath: folder)
    }

    private static func forecaster(_ settings: Settings, _ upstream: Upstream, _ log: CallLog) -> Forecaster {
        let clock: @Sendable () -> Date = { [upstream] in upstream.now }
        var sources = ForecastSources(settings, transport: log.noting(.loopback(), clock: clock))
        sources.now = clock
        return Forecaster(sources)
    }
}
