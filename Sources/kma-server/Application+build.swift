import Forecast
import HTTPTypes
import Hummingbird
import HummingbirdCore
import KMAForecast
import Logging
import NIOCore

func buildApplication(
    _ dependencies: ServerDependencies,
    _ options: ServerOptions,
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) -> Application<RouterResponder<AppRequestContext>> {
    let handler = AskHandler(dependencies, options)
    return Application(
        buildRouter(handler, options),
        handler,
        options,
        port: options.port,
        connections: ServerOptions.acceptedConnections,
        onServerRunning: onServerRunning
    )
}

func buildMetricsApplication(
    _ dependencies: ServerDependencies,
    _ options: ServerOptions,
    port: Int,
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) -> Application<RouterResponder<AppRequestContext>> {
    var dependencies = dependencies
    dependencies.responseCache = ResponseCache()
    let router = buildEmptyRouter(dependencies)
    OperationsController(dependencies: dependencies).addMetricsRoute(to: router)
    addMethodMiddleware(to: router)
    return Application(
        router,
        AskHandler(dependencies, options),
        options,
        port: port,
        connections: ServerOptions.metricsConnections,
        onServerRunning: onServerRunning
    )
}

extension Application<RouterResponder<AppRequestContext>> {
    fileprivate init(
        _ router: Router<AppRequestContext>,
        _ handler: AskHandler,
        _ options: ServerOptions,
        port: Int,
        connections: Int,
        onServerRunning: @escaping @Sendable (any Channel) async -> Void
    ) {
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                CachedResponseHandler(handler), ConnectionGuard(handler.dependencies, writeTimeout: TimeAmount(options.idleTimeout)),
            ],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: ServerOptions.headerLimit,
                maxHeaderListSize: ServerOptions.headerLimit,
                maxHeaderFieldCount: 100
            )
        )
        var logger = handler.dependencies.logger
        logger.logLevel = max(logger.logLevel, .warning)
        self.init(
            router: router,
            server: HTTPServerBuilder { responder in
                ServerChannel(
                    base: HTTP1Channel(responder: responder, configuration: configuration),
                    idleTimeout: TimeAmount(options.idleTimeout),
                    limits: handler.limits
                )
            },
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: port),
                // Past the framework's 256 the kernel drops the last step of connecting.
                backlog: ServerOptions.acceptedConnections,
                availableConnectionsDelegate: MaximumAvailableConnections(connections)
            ),
            onServerRunning: onServerRunning,
            logger: logger
        )
    }
}

func buildRouter(_ handler: AskHandler, _ options: ServerOptions) -> Router<AppRequestContext> {
    let dependencies = handler.dependencies
    let router = buildEmptyRouter(dependencies)
    // Probes and the files of the page are not limited.
    let operations = OperationsController(dependencies: dependencies)
    operations.addRoutes(to: router)
    if options.metricsPort == nil { operations.addMetricsRoute(to: router) }
    let texts = TextController(handler: handler, isBehindProxy: options.isBehindProxy)
    PageController(dependencies: dependencies, texts: options.hasIntegrations ? texts : nil, isBehindProxy: options.isBehindProxy).addRoutes(
        to: router
    )

    for endpoint in endpoints { handler.addRoute(endpoint, to: router) }
    StreamController(handler: handler, heartbeat: options.heartbeat).addRoutes(to: router)
    if options.hasIntegrations {
        texts.addRoutes(to: router)
        for endpoint in integrationEndpoints { handler.addRoute(endpoint, to: router) }
        handler.addRoute(HomeAssistantEndpoint(isBehindProxy: options.isBehindProxy), to: router)
        MCPController(handler: handler).addRoutes(to: router)
    }

    addMethodMiddleware(to: router)
    return router
}

private func buildEmptyRouter(_ dependencies: ServerDependencies) -> Router<AppRequestContext> {
    let router = Router(context: AppRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.addMiddleware {
        RecordMiddleware(dependencies: dependencies)
        HeaderMiddleware()
        ProblemMiddleware(dependencies: dependencies)
        TargetMiddleware()
    }
    return router
}

private func addMethodMiddleware(to router: Router<AppRequestContext>) {
    let posts = router.routes.filter { $0.method == .post }
    router.add(middleware: MethodMiddleware(paths: Set(router.routes.map(\.path.description)), posts: Set(posts.map(\.path.description))))
}

struct ServerDependencies: Sendable {
    private struct Source: Sendable {
        let forecaster: Forecaster
        let defaults: Defaults
        let now: @Sendable () -> Date
        let isReady: Bool
    }

    private let source: Replaceable<Source>
    let preference: Preference
    var forecaster: Forecaster { source.value.forecaster }
    var defaults: Defaults { source.value.defaults }
    var currentDefaults: Defaults {
        var current = defaults
        current.now = now()
        return current
    }
    var isReady: Bool { source.value.isReady }
    let news: AsyncStream<[StoredNews]>?
    let now: @Sendable () -> Date
    let clock: any WaitingClock
    var responseCache = ResponseCache(constants: [OperationsController.health])
    let accuracySlots = Slots(2)
    let metrics: ServerMetrics
    let logger: Logger

    init(
        _ configuration: ForecasterConfiguration,
        preference: Preference = .kma,
        defaults: Defaults,
        metrics: ServerMetrics = ServerMetrics(),
        logger: Logger
    ) {
        let source = Replaceable(ServerDependencies.source(configuration, defaults, metrics, logger))
        self.source = source
        news = configuration.store?.news
        (self.preference, self.metrics, self.logger) = (preference, metrics, logger)
        now = { source.value.now() }
        clock = configuration.clock
    }

    private static func source(_ configuration: ForecasterConfiguration, _ defaults: Defaults, _ metrics: ServerMetrics, _ logger: Logger) -> Source {
        var configuration = configuration
        configuration.observeCall = { call in
            metrics.recordCall(call)
            logger.logCall(call)
        }
        return Source(
            forecaster: Forecaster(configuration),
            defaults: defaults,
            now: configuration.now,
            isReady: configuration.kma != nil || configuration.openWeather != nil
        )
    }

    /// Requests under way end by the earlier configuration.
    func replace(by configuration: ForecasterConfiguration, defaults: Defaults) {
        source.value = ServerDependencies.source(configuration, defaults, metrics, logger)
        responseCache.removeAll()
    }

    func record(_ method: String, route: String, status: HTTPResponse.Status, _ duration: Duration, bytes: Int?) {
        metrics.recordRequest(route: route, status: status.code, duration: duration)
        logger.logRequest(method, route: route, status: status, duration: duration, bytes: bytes)
    }

    func followNews() async {
        guard let news else { return }
        for await batch in news {
            await forecaster.apply(batch)
            responseCache.apply(batch)
        }
    }
}
