import CommandLineSupport
import Feeds
import Forecast
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import KMAForecast
import Logging
import NIOConcurrencyHelpers
import NIOCore
import SampleFeeds
import Settings
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

/// A service whose clock a test moves, over sample feeds or over an upstream of its own.
struct TestService: Sendable {
    /// 2026-10-04 15:00 in Korea, a Sunday.
    static let afternoon = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 15)

    let clock = NIOLockedValueBox(TestService.afternoon)
    let dependencies: ServerDependencies
    /// Where its upstreams' answers are kept.
    let folder: TemporaryFolder
    /// Its application without options, made when it is first asked: router and page take a while.
    private let made = NIOLockedValueBox<Application<RouterResponder<AppRequestContext>>?>(nil)

    /// A service over sample feeds.
    init(area: String? = nil, language: Language = .korean) throws {
        let folder = try TemporaryFolder()
        let settings = try Settings(environment: ["KMA_CACHE_DIR": folder.path], readFile: { _ in "" })
        self.init(ForecasterConfiguration(samplesFor: settings), folder, area: area, language: language)
    }

    /// A service over sources; their clock is the test's.
    init(
        _ sources: ForecasterConfiguration,
        _ folder: TemporaryFolder,
        area: String? = nil,
        language: Language = .korean
    ) {
        self.folder = folder
        var sources = sources
        let clock = clock
        sources.now = { clock.withLockedValue { $0 } }
        if sources.areSamples { sources.transport = .sample(clock: sources.now) }
        dependencies = ServerDependencies(
            sources,
            defaults: Defaults(area: area, language: language),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    /// A service over an upstream, with keys for its feeds.
    ///
    /// The timeout is long enough for a busy machine; tests of silence make either short.
    init(
        over upstream: Upstream,
        kma: Bool = true,
        openWeather: Bool = true,
        timeout: Duration = .seconds(60),
        optionalTimeout: Duration = .seconds(60)
    ) throws {
        let folder = try TemporaryFolder()
        var environment = [
            "AIRKOREA_BASE_URL": upstream.airKoreaURL,
            "KMA_BASE_URL": upstream.portalURL, "OPENWEATHER_BASE_URL": upstream.url,
            "KMA_CACHE_DIR": folder.path,
        ]
        if kma { environment["KMA_SERVICE_KEY"] = upstream.keys.portal }
        if openWeather { environment["OPENWEATHER_API_KEY"] = upstream.keys.openWeather }
        let settings = try Settings(environment: environment, readFile: { _ in "" })
        var sources = ForecasterConfiguration(settings, transport: .forTests)
        sources.timeout = timeout
        sources.optionalTimeout = optionalTimeout
        self.init(sources, folder)
    }

    /// Lets time pass.
    func wait(seconds: Double) {
        clock.withLockedValue { $0 += seconds }
    }

    /// The application of the program, with whatever options.
    func application(_ options: ServerOptions = ServerOptions()) -> Application<
        RouterResponder<AppRequestContext>
    > {
        buildApplication(dependencies, options)
    }

    /// The value of a metric, by its name and labels as they are written.
    func metric(_ name: String) async throws -> Double {
        let lines = try await get("/metrics").text.split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix(name + " ") })
        return try #require(Double(line.dropFirst(name.count + 1)))
    }

    /// Puts a request to the service and gives what comes back.
    func get(
        _ target: String,
        method: HTTPRequest.Method = .get,
        headers: HTTPFields = [:],
        body: ByteBuffer? = nil
    ) async throws -> TestResponse {
        let application = made.withLockedValue { made in
            made = made ?? self.application()
            return made
        }
        return try await #require(application).test(.router) { client in
            try await client.execute(uri: target, method: method, headers: headers, body: body)
        }
    }
}

extension Logger {
    /// One that writes nothing.
    static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}

extension String {
    /// Encoded for a query.
    var encoded: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? self
    }
}

extension TestResponse {
    /// The body as JSON.
    var json: [String: Any] {
        get throws {
            try #require(JSONSerialization.jsonObject(with: Data(body.readableBytesView)) as? [String: Any])
        }
    }

    /// The body as text.
    var text: String { String(buffer: body) }
}
