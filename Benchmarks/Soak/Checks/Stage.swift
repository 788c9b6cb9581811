import CommandLineSupport
import Feeds
import Foundation
import KMAForecast
import StubUpstream

/// The stand-in upstream, the folder of kept answers, and the settings of a program between them.
struct Stage: Sendable {
    let upstream: Upstream
    let folder: String
    let environment: [String: String]
    let settings: Settings

    /// Sets it up, with an upstream's clock that stands at a moment and a timeout in seconds.
    init(now: Date, timeout: Int) throws {
        upstream = try Upstream(now: now)
        folder = FileManager.default.temporaryDirectory.path + "/kma-soak-\(UUID().uuidString)"
        environment = [
            "KMA_BASE_URL": upstream.portalURL, "KMA_SERVICE_KEY": upstream.keys.portal,
            "OPENWEATHER_BASE_URL": upstream.url, "OPENWEATHER_API_KEY": upstream.keys.openWeather,
            "KMA_CACHE_DIR": folder, "KMA_TIMEOUT": "\(timeout)",
        ]
        settings = try Settings(environment: environment) { $0 }
    }

    /// What the upstream says.
    func truth() -> Truth {
        guard let kma = settings.kma, let openWeather = settings.openWeather else {
            fatalError("the stage comes with both keys")
        }
        return Truth(kma: kma, openWeather: openWeather)
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
}
