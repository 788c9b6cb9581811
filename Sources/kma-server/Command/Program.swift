import CommandLineSupport
import AsyncHTTPClient
import Feeds
import Forecast
import Hummingbird
import KMAForecast
import Logging
import ServiceLifecycle

/// The program: its parts, started together and ended in order.
struct Program: ServiceLifecycle.Service {
    private let client: HTTPClient
    private let dependencies: ServerDependencies
    private let options: ServerOptions
    private let kept: [PrefetchTarget]
    private let isSample: Bool
    private let logger: Logger

    /// How long upstreams are waited for once the program is told to end, so that those who asked still get an
    /// answer; and after how long those who do not take theirs are left alone. Whoever stops us waits ten seconds.
    private static let (upstreamFarewell, clientFarewell) = (Duration.seconds(7), Duration.seconds(9))

    /// Puts the parts together; throws where a place that is to be kept is none.
    init(
        _ settings: Settings,
        _ listening: ListeningOptions,
        _ forecasts: ForecastOptions,
        _ logger: Logger,
        client: HTTPClient
    ) throws(ForecastError) {
        kept = try forecasts.keep.map { list throws(ForecastError) in try PrefetchTarget.named(list) } ?? []
        options = listening.serverOptions(settings)
        isSample = forecasts.sample
        self.client = client
        self.logger = logger
        dependencies = ServerDependencies(
            forecasts.sample
                ? ForecasterConfiguration(samplesFor: settings)
                : ForecasterConfiguration(settings, transport: .httpClient(client)),
            preference: forecasts.prefer,
            defaults: Defaults(area: settings.area, language: forecasts.lang ?? settings.language),
            logger: logger
        )
    }

    /// Runs until SIGTERM or SIGINT.
    func runUntilSignal() async throws(ListeningError) {
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: self, successTerminationBehavior: .gracefullyShutdownGroup)],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: Logger(label: "kma-server") { _ in SwiftLogNoOpLogHandler() }
        )
        configuration.maximumGracefulShutdownDuration = Program.clientFarewell
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            // Those who were still at it have been sent home: that, too, is how it ends.
            return
        } catch {
            throw ListeningError(host: options.host, port: options.port, fault: error)
        }
    }

    func run() async throws {
        var application = buildApplication(dependencies, options, logger: logger) { channel in
            welcome(port: channel.localAddress?.port ?? options.port)
        }
        if !kept.isEmpty {
            application.addServices(PrefetchService(ahead: Prefetcher(dependencies.forecaster, kept)))
        }
        let farewell = Task {
            try await gracefulShutdown()
            try await Task.sleep(for: Program.upstreamFarewell)
            // Calls that are still out fail with it, and those who wait for them are told.
            try await client.shutdown()
        }
        defer { farewell.cancel() }
        try await application.run()
    }
}

extension Program {
    private func welcome(port: Int) {
        let host = options.host.contains(":") ? "[\(options.host)]" : options.host
        let address = "http://\(host):\(port)"
        StandardError.writeLine(
            "kma-server: " + say("\(address) 에서 듣고 있습니다.", "listening at \(address)")
                + (isSample ? say(" 표본 자료입니다.", " This is sample data (표본 자료).") : "")
        )
        guard !dependencies.isReady else { return }
        StandardError.writeLine(
            "kma-server: "
                + say(
                    "인증키가 없어 날씨는 답하지 못합니다. KMA_SERVICE_KEY를 .env에 넣거나 --sample을 붙여 주세요.",
                    "no key is set, so there is no weather to tell. Put KMA_SERVICE_KEY into .env, or add --sample."
                )
        )
    }

    private func say(_ korean: String, _ english: String) -> String {
        LocalizedText(korean, english)[dependencies.defaults.language]
    }
}
