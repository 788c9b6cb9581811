import AsyncHTTPClient
import CommandLineSupport
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import Feeds
import Forecast
import Hummingbird
import KMAForecast
import Logging
import NIOCore
import ServiceLifecycle

/// The application with the client that asks upstreams and the prefetcher, started together and ended in order.
struct ServerProcess: Service {
    private let client: HTTPClient
    private let dependencies: ServerDependencies
    private let options: ServerOptions
    private let prefetchTargets: [PrefetchTarget]
    private let isSample: Bool
    private let logger: Logger

    /// After the signal to end: how long upstreams are waited for, so that those who asked still get a response.
    private static let upstreamGracePeriod = Duration.seconds(7)
    /// After how long connections are cut off.
    private static let gracePeriod = Duration.seconds(8.5)
    /// After how long the process ends, whatever hangs: a name server that does not answer keeps a thread that nothing
    /// interrupts. Container runtimes are told to wait ten seconds before they kill.
    private static let exitDeadline = Duration.seconds(9.5)

    /// Puts the parts together; throws where a place that is to be prefetched is none.
    init(
        _ settings: Settings,
        _ listening: ListeningOptions,
        _ forecasts: ForecastOptions,
        _ logger: Logger,
        client: HTTPClient
    ) throws(ForecastError) {
        prefetchTargets =
            try forecasts.keep.map { list throws(ForecastError) in try PrefetchTarget.named(list) } ?? []
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
        configuration.maximumGracefulShutdownDuration = ServerProcess.gracePeriod
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            // What was still running after the grace period has been cancelled: that, too, is an end in order.
            return
        } catch {
            throw ListeningError(host: options.host, port: options.port, fault: error)
        }
    }

    func run() async throws {
        var application = buildApplication(dependencies, options, logger: logger) { channel in
            announce(port: channel.localAddress?.port ?? options.port)
        }
        if !prefetchTargets.isEmpty {
            let prefetcher = Prefetcher(dependencies.forecaster, prefetchTargets)
            application.addServices(PrefetchService(prefetcher: prefetcher))
        }
        let clientShutdown = Task {
            try await gracefulShutdown()
            try await Task.sleep(for: ServerProcess.upstreamGracePeriod)
            // Calls that are still in flight fail with it, and requests that wait for them get a problem document.
            try await client.shutdown()
        }
        defer { clientShutdown.cancel() }
        // Not cancelled with the rest: the rest is what it does not trust.
        Task {
            try await gracefulShutdown()
            try await Task.sleep(for: ServerProcess.exitDeadline)
            StandardError.writeLine(
                "kma-server: " + text("끝나지 않은 작업을 두고 종료합니다.", "ended with work that did not finish in time.")
            )
            _exit(ExitStatus.success.rawValue)
        }
        try await application.run()
    }
}

extension ServerProcess {
    /// Tells the person who started the program where it listens.
    private func announce(port: Int) {
        let host = options.host.contains(":") ? "[\(options.host)]" : options.host
        let address = "http://\(host):\(port)"
        StandardError.writeLine(
            "kma-server: " + text("\(address) 에서 듣고 있습니다.", "listening at \(address)")
                + (isSample ? text(" 표본 자료입니다.", " This is sample data (표본 자료).") : "")
        )
        guard !dependencies.isReady else { return }
        StandardError.writeLine(
            "kma-server: "
                + text(
                    "인증키가 없어 날씨는 답하지 못합니다. KMA_SERVICE_KEY를 .env에 넣거나 --sample을 붙여 주세요.",
                    "no key is set, so there is no weather to tell. Put KMA_SERVICE_KEY into .env, or add --sample."
                )
        )
    }

    private func text(_ korean: String, _ english: String) -> String {
        LocalizedText(korean, english)[dependencies.defaults.language]
    }
}

/// Prefetches for as long as the program lives.
struct PrefetchService: Service {
    let prefetcher: Prefetcher

    func run() async {
        await cancelWhenGracefulShutdown { await prefetcher.run() }
    }
}

/// The address cannot be listened on.
struct ListeningError: ReportableError {
    /// What is wrong and what to do.
    let message: LocalizedText
    let exitStatus = ExitStatus.configuration

    init(host: String, port: Int, fault: any Error) {
        let reason = (fault as? IOError).map { "\($0.errnoCode)" } ?? "\(fault)"
        message = LocalizedText(
            "\(host):\(port) 에서 들을 수 없습니다 (\(reason)). 다른 프로그램이 쓰고 있지 않은지, KMA_HOST와 KMA_PORT가 맞는지 확인해 주세요.",
            "Cannot listen at \(host):\(port) (\(reason)). Is it in use, and are KMA_HOST and KMA_PORT right?"
        )
    }
}
