import Feeds
import Forecast
import Hummingbird
import KMAForecast
import Logging
import ServiceLifecycle

/// The program: its parts, started together and ended in order.
struct Program {
    private let settings: Settings
    private let options: ServerOptions
    private let forecasts: ForecastOptions
    private let language: Language
    private let logger: Logger

    /// How long running requests may take once the program is told to end: the longest upstream call and its answer
    /// would take longer, and whoever stops us waits ten seconds.
    private static let farewell = Duration.seconds(8)

    init(
        _ settings: Settings,
        _ listening: ListeningOptions,
        _ forecasts: ForecastOptions,
        _ logger: Logger
    ) {
        self.settings = settings
        self.forecasts = forecasts
        self.logger = logger
        options = listening.serverOptions(settings)
        language = forecasts.lang ?? settings.language
    }

    /// Runs until SIGTERM or SIGINT.
    func run() async throws {
        let upstream = UpstreamClient()
        let service = WeatherService(
            forecasts.sample
                ? ForecastSources(samplesFor: settings)
                : ForecastSources(settings, transport: .httpClient(upstream.client)),
            preference: forecasts.prefer,
            defaults: Defaults(area: settings.area, language: language),
            logger: logger
        )
        let application = buildApplication(service, options, logger: logger) { channel in
            welcome(port: channel.localAddress?.port ?? options.port, isReady: service.isReady)
        }
        var parts: [any ServiceLifecycle.Service] = [upstream, application]
        if let places = forecasts.keep {
            let targets = try RefreshTarget.named(places)
            parts.append(RefreshingAhead(ahead: RefreshAhead(service.forecaster, targets)))
        }
        var configuration = ServiceGroupConfiguration(
            services: parts,
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: application.logger
        )
        configuration.maximumGracefulShutdownDuration = Program.farewell
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            // Those who were still at it have been sent home: that is how it ends.
            return
        } catch {
            throw ListeningError(host: options.host, port: options.port, fault: error)
        }
    }

    private func welcome(port: Int, isReady: Bool) {
        let host = options.host.contains(":") ? "[\(options.host)]" : options.host
        let sample = forecasts.sample ? say(" 표본 자료입니다.", " This is sample data (표본 자료).") : ""
        Aside.say(
            "kma-server: " + say("http://\(host):\(port) 에서 듣고 있습니다.", "listening at http://\(host):\(port)")
                + sample
        )
        guard !isReady else { return }
        Aside.say(
            "kma-server: "
                + say(
                    "인증키가 없어 날씨는 답하지 못합니다. KMA_SERVICE_KEY를 .env에 넣거나 --sample을 붙여 주세요.",
                    "no key is set, so there is no weather to tell. Put KMA_SERVICE_KEY into .env, or add --sample."
                )
        )
    }

    private func say(_ korean: String, _ english: String) -> String {
        Words(korean, english)[language]
    }
}
