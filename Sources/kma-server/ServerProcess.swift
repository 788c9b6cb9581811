import AsyncHTTPClient
import CommandLineSupport
import Rendering
import Settings
import EtcdStore
import CLibrary
import Feeds
import Forecast
import Hummingbird
import KMAForecast
import Logging
import NIOCore
import ServiceLifecycle
import Watching

struct ServerProcess: Service {
    private let client: HTTPClient
    let dependencies: ServerDependencies
    private let options: ServerOptions
    private let forecasts: ForecastOptions
    private let serving: Serving
    private let sharedStore: EtcdStore?
    private let store: (any Store)?
    private let ledger: LedgerRecorder?

    private var isSample: Bool { forecasts.sample }

    /// Time for upstreams after the signal, so that clients still get a response.
    private static let upstreamGracePeriod = Duration.seconds(7)
    private static let gracePeriod = Duration.seconds(8.5)
    /// Limit for hanging work, such as a name server; container runtimes kill after ten seconds.
    private static let exitDeadline = Duration.seconds(9.5)

    init(_ settings: Settings, _ listening: ListeningOptions, _ forecasts: ForecastOptions, _ logger: Logger, client: HTTPClient) throws {
        let serving = try Serving(settings, forecasts)
        (self.serving, self.forecasts, self.client) = (serving, forecasts, client)
        var options = listening.serverOptions(settings)
        // Samples cost no calls.
        if forecasts.sample { options.missRate = nil }
        self.options = options
        let metrics = ServerMetrics()
        var configuration =
            forecasts.sample
            ? ForecasterConfiguration(samplesFor: settings)
            : ForecasterConfiguration(
                settings,
                transport: .httpClient(client, contact: settings.contact),
                observeStore: logger.logStore,
                observeLedger: { problem in logger.logLedger(problem, at: settings.ledgerPath) },
                observeRecording: metrics.recordIssues
            )
        if let cluster = settings.cluster, let local = configuration.store {
            let store = try EtcdStore(cluster, local: local, now: settings.clock) { event in
                metrics.recordCluster(event)
                logger.logCluster(event)
            }
            configuration.store = store
            sharedStore = store
        } else {
            sharedStore = nil
        }
        configuration.prefetchTargets = serving.prefetchTargets
        (store, ledger) = (configuration.store, configuration.ledger)
        dependencies = ServerDependencies(configuration, preference: forecasts.prefer, defaults: serving.defaults, metrics: metrics, logger: logger)
    }

    func runUntilSignal() async throws(ListeningError) {
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: self, successTerminationBehavior: .gracefullyShutdownGroup)],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: Logger(label: "kma-server") { _ in SwiftLogNoOpLogHandler() }
        )
        let deadline = ExitDeadline(after: ServerProcess.exitDeadline, signals: [SIGTERM, SIGINT]) {
            say(text("끝나지 않은 작업을 두고 종료합니다.", "ended with work that did not finish in time."))
            _exit(ExitStatus.success.rawValue)
        }
        defer { withExtendedLifetime(deadline) {} }
        configuration.maximumGracefulShutdownDuration = ServerProcess.gracePeriod
        do { try await ServiceGroup(configuration: configuration).run() } catch let error as ListeningError { throw error } catch is CancellationError
        {
            return
        } catch { throw ListeningError(host: options.host, port: options.port, setting: .port, fault: error) }
    }

    func run() async throws {
        if let store, let problem = await store.problem() { say(problem.notice(about: store.location ?? "")[dependencies.defaults.language]) }
        let (metricsListening, metricsListen) = AsyncStream.makeStream(of: Void.self)
        let (addresses, announceAddress) = AsyncStream.makeStream(of: ServerHealthCheck.self)
        if options.metricsPort == nil { metricsListen.yield() }
        var application = buildApplication(dependencies, options) { channel in
            // If the metrics' port is in use, the service ends before it listens.
            for await _ in metricsListening {
                announceAddress.yield(ServerHealthCheck(options, port: channel.localAddress?.port))
                return announce(channel)
            }
        }
        if let port = options.metricsPort {
            application.addServices(MetricsService(dependencies: dependencies, options: options, port: port, listens: metricsListen))
        }
        sayCost(of: serving)
        application.addServices(BackgroundService { await work(untilNextOf: Hangups()) })
        if let manager = ServiceManager(ProcessContext.current.environment, process: getpid()) {
            application.addServices(
                BackgroundService { [client, dependencies] in
                    for await health in addresses { await manager.follow(health, by: dependencies.clock, client, dependencies.logger) }
                }
            )
        }
        if let sharedStore {
            application.addServices(
                BackgroundService { [dependencies] in
                    async let news: Void = dependencies.followNews()
                    // At once: the ledger wants every issue.
                    await sharedStore.follow(dependencies.forecaster.scopes)
                    await sharedStore.run()
                    await news
                }
            )
        }
        let clientShutdown = Task {
            try await gracefulShutdown()
            try await Task.sleep(for: ServerProcess.upstreamGracePeriod)
            // Calls under way fail with it, and their requests get a problem document.
            try await client.shutdown()
        }
        defer { clientShutdown.cancel() }
        try await application.run()
    }
}

extension ServerProcess {
    private func work(untilNextOf hangups: Hangups) async {
        var serving = serving
        var task = Task { [serving] in await work(by: serving) }
        for await _ in hangups.stream {
            guard let next = await readAgain() else { continue }
            task.cancel()
            await task.value
            serving = next
            task = Task { [serving] in await work(by: serving) }
        }
        task.cancel()
        await task.value
        withExtendedLifetime(hangups) {}
    }

    private func work(by serving: Serving) async {
        let forecaster = dependencies.forecaster
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await forecaster.recordIssuesAsTheyCome() }
            if !serving.prefetchTargets.isEmpty { group.addTask { await Prefetcher(forecaster, serving.prefetchTargets).run() } }
            let stations = serving.prefetchTargets.surfaceStations
            if let fill = forecaster.observationFill, !stations.isEmpty { group.addTask { await fill.run(stations: stations) } }
            if !serving.alarms.isEmpty { group.addTask { await watch(serving) } }
        }
    }

    private func watch(_ serving: Serving) async {
        let watcher = Watcher(serving.alarms, serving.settings, dependencies, store: store, isSample: isSample, client: client)
        do throws(ForecastError) { try await watcher.run() } catch {
            dependencies.logger.warning("alarm", metadata: ["code": "\(error.code.rawValue)"])
        }
    }

    private func readAgain() async -> Serving? {
        let next: Serving
        do { next = try Serving(ProcessContext.current.again().settings(), forecasts) } catch {
            let lines = (error as? any ReportableError)?.lines ?? [LocalizedText("\(error)", "\(error)")]
            for line in lines { say(line[dependencies.defaults.language]) }
            say(text("앞의 설정으로 계속합니다.", "going on with the settings of before."))
            return nil
        }
        let fixed = self.serving.fixedSettings(changedIn: next.settings)
        dependencies.replace(by: configuration(of: next), defaults: next.defaults)
        await sharedStore?.follow(dependencies.forecaster.scopes)
        say(text("설정을 다시 읽었습니다.", "read the settings again."))
        if !fixed.isEmpty {
            let names = fixed.map(\.rawValue).joined(separator: ", ")
            say(text("\(names): 다시 시작해야 바뀝니다.", "\(names): takes a restart to change."))
        }
        sayCost(of: next)
        return next
    }

    private func configuration(of serving: Serving) -> ForecasterConfiguration {
        var configuration =
            isSample
            ? ForecasterConfiguration(samplesFor: serving.settings)
            : ForecasterConfiguration(serving.settings, transport: .httpClient(client, contact: serving.settings.contact), isKept: false)
        (configuration.store, configuration.ledger) = (store, ledger)
        configuration.prefetchTargets = serving.prefetchTargets
        return configuration
    }

    private func sayCost(of serving: Serving) {
        guard !serving.prefetchCost.isNothing, !isSample else { return }
        say(serving.prefetchCost.text[dependencies.defaults.language])
    }

    private func announce(_ channel: any Channel) {
        let address = options.address(port: channel.localAddress?.port ?? options.port)
        say(text("\(address) 에서 실행 중입니다.", "listening at \(address)") + (isSample ? text(" 예시 자료입니다.", " This is sample data.") : ""))
        if !options.isBehindProxy, ClientAddress(channel.localAddress)?.isLoopback == false {
            say(
                text(
                    "다른 컴퓨터에서도 접속할 수 있고 TLS는 없습니다. 앞에 프록시를 두었다면 --behind-proxy를 붙여 주세요.",
                    "open to other machines, without TLS. With a proxy in front, add --behind-proxy."
                )
            )
        }
        guard !dependencies.isReady else { return }
        say(
            text(
                "인증키가 없어 날씨를 보여 줄 수 없습니다. KMA_SERVICE_KEY를 .env에 넣거나 --sample을 붙여 주세요.",
                "no key is set, so there is no weather to show. Put KMA_SERVICE_KEY into .env, or add --sample."
            )
        )
    }

    private func say(_ sentence: String) { StandardError.writeLine("kma-server: " + sentence) }

    private func text(_ korean: String, _ english: String) -> String { LocalizedText(korean, english)[dependencies.defaults.language] }
}

private struct BackgroundService: Service {
    let work: @Sendable () async throws -> Void

    func run() async throws {
        try await cancelWhenGracefulShutdown { try await work() }
        // A service that returns ends the program.
        try? await gracefulShutdown()
    }
}

private struct MetricsService: Service {
    let dependencies: ServerDependencies
    let options: ServerOptions
    let port: Int
    let listens: AsyncStream<Void>.Continuation

    func run() async throws {
        defer { listens.finish() }
        let application = buildMetricsApplication(dependencies, options, port: port) { channel in
            let address = options.address(port: channel.localAddress?.port ?? port) + "/metrics"
            let sentence = LocalizedText("지표는 \(address) 에 있습니다.", "metrics are at \(address)")
            StandardError.writeLine("kma-server: " + sentence[dependencies.defaults.language])
            listens.yield()
        }
        do { try await application.run() } catch { throw ListeningError(host: options.host, port: port, setting: .metricsPort, fault: error) }
    }
}

extension ServerOptions { func address(port: Int) -> String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" } }

struct ListeningError: ReportableError {
    let message: LocalizedText
    let exitStatus = ExitStatus.configuration

    init(host: String, port: Int, setting: SettingName, fault: any Error) {
        let number = (fault as? IOError)?.errnoCode
        let unknownHost = fault as? SocketAddressError.UnknownHost
        let reason = unknownHost?.errorDescription ?? number.map { String(cString: strerror($0)) } ?? "\(fault)"
        let isOfHost = unknownHost != nil || number == EADDRNOTAVAIL
        let name = isOfHost ? "--host(KMA_HOST)" : setting == .port ? "--port(KMA_PORT)" : "--metrics-port(\(setting.rawValue))"
        let remedy =
            switch number {
            case EADDRINUSE: LocalizedText("다른 프로그램이 쓰고 있습니다. \(name) 값을 바꿔 주세요.", "Another program uses it; change \(name).")
            case EACCES: LocalizedText("이 사용자는 쓸 수 없습니다. \(name) 값을 바꿔 주세요.", "This user may not use it; change \(name).")
            default: LocalizedText("\(name) 값을 확인해 주세요.", "Check \(name).")
            }
        message = LocalizedText(
            "\(host):\(port) 에서 접속을 받을 수 없습니다 (\(reason)). \(remedy.korean)",
            "Cannot listen at \(host):\(port) (\(reason)). \(remedy.english)"
        )
    }
}
