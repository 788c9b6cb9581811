import Forecast
import Hummingbird
import HummingbirdCore
import KMAForecast
import Logging
import NIOCore

/// Builds the application, for the program and for its tests.
func buildApplication(
    _ dependencies: ServerDependencies,
    _ options: ServerOptions,
    logger: Logger,
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) -> Application<RouterResponder<AppRequestContext>> {
    let limits = ClientLimits(options, logger: logger)
    return Application(
        router: buildRouter(dependencies, options, limits, logger: logger),
        server: buildServer(
            CachedResponder(dependencies: dependencies, limits: limits, logger: logger),
            options
        ),
        configuration: ApplicationConfiguration(
            address: .hostname(options.host, port: options.port),
            // As many may wait to be taken as are taken: past the framework's 256 the kernel drops the last step of
            // connecting, and the client, who takes himself for connected, is answered seconds later.
            backlog: ServerOptions.acceptedConnections,
            availableConnectionsDelegate: MaximumAvailableConnections(ServerOptions.acceptedConnections)
        ),
        onServerRunning: onServerRunning,
        logger: logger.ofFramework
    )
}

/// Builds the application that serves `/metrics`, and nothing else, on a port of its own.
func buildMetricsApplication(
    _ dependencies: ServerDependencies,
    _ options: ServerOptions,
    port: Int,
    logger: Logger,
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) -> Application<RouterResponder<AppRequestContext>> {
    var dependencies = dependencies
    let limits = ClientLimits(options, logger: logger)
    // What the service has cached is not served here.
    dependencies.responseCache = ResponseCache()
    let router = buildEmptyRouter(dependencies, logger: logger)
    OperationsController(dependencies: dependencies).addMetricsRoute(to: router)
    addMethodMiddleware(to: router)
    return Application(
        router: router,
        server: buildServer(
            CachedResponder(dependencies: dependencies, limits: limits, logger: logger),
            options
        ),
        configuration: ApplicationConfiguration(
            address: .hostname(options.host, port: port),
            availableConnectionsDelegate: MaximumAvailableConnections(ServerOptions.metricsConnections)
        ),
        onServerRunning: onServerRunning,
        logger: logger.ofFramework
    )
}

/// Builds the router. Middleware applies to the routes that are added after it.
func buildRouter(
    _ dependencies: ServerDependencies,
    _ options: ServerOptions,
    _ limits: ClientLimits,
    logger: Logger
) -> Router<AppRequestContext> {
    let router = buildEmptyRouter(dependencies, logger: logger)
    // Probes and the files of the page are not limited.
    let operations = OperationsController(dependencies: dependencies)
    operations.addRoutes(to: router)
    if options.metricsPort == nil { operations.addMetricsRoute(to: router) }
    let handler = AskHandler(dependencies: dependencies, limits: limits)
    let texts = TextController(handler: handler, isBehindProxy: options.isBehindProxy)
    PageController(
        dependencies: dependencies,
        texts: options.hasIntegrations ? texts : nil,
        isBehindProxy: options.isBehindProxy
    ).addRoutes(to: router)

    handler.addRoute(AccuracyPageEndpoint(), to: router)
    for endpoint in endpoints { handler.addRoute(endpoint, to: router) }
    StreamController(handler: handler, heartbeat: options.heartbeat).addRoutes(to: router)
    if options.hasIntegrations {
        // For programs that speak a protocol of their own: terminals, weather apps, assistants.
        texts.addRoutes(to: router)
        for api in OpenMeteoAPI.allCases { handler.addRoute(OpenMeteoEndpoint(api: api), to: router) }
        handler.addRoute(GeocodingSearchEndpoint(), to: router)
        handler.addRoute(GeocodingPlaceEndpoint(), to: router)
        handler.addRoute(HomeAssistantEndpoint(isBehindProxy: options.isBehindProxy), to: router)
        MCPController(handler: handler).addRoutes(to: router)
    }

    addMethodMiddleware(to: router)
    return router
}

/// A router without routes, with the middleware that every response passes through.
private func buildEmptyRouter(_ dependencies: ServerDependencies, logger: Logger) -> Router<AppRequestContext>
{
    let router = Router(context: AppRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.addMiddleware {
        MetricsMiddleware(metrics: dependencies.metrics)
        LogMiddleware(logger: logger)
        HeadMiddleware()
        NoSniffMiddleware()
        CrossOriginMiddleware()
        ProblemMiddleware(language: dependencies.defaults.language, metrics: dependencies.metrics)
        TargetMiddleware()
    }
    return router
}

/// Adds the last middleware, once all routes are there.
private func addMethodMiddleware(to router: Router<AppRequestContext>) {
    let posts = router.routes.filter { $0.method == .post }
    router.add(
        middleware: MethodMiddleware(
            paths: Set(router.routes.map(\.path.description)),
            posts: Set(posts.map(\.path.description))
        )
    )
}

extension Logger {
    /// What the framework says of itself is for when something is wrong.
    fileprivate var ofFramework: Logger {
        var logger = Logger(label: label) { _ in FrameworkLogHandler(handler) }
        logger.logLevel = max(logLevel, .warning)
        return logger
    }
}

/// Builds the server: HTTP/1.1 whose cached responses leave before the router.
private func buildServer(
    _ cachedResponder: CachedResponder,
    _ options: ServerOptions
) -> HTTPServerBuilder {
    let dependencies = cachedResponder.dependencies
    let configuration = HTTP1Channel.Configuration(
        additionalChannelHandlers: [
            CachedResponseHandler(cachedResponder),
            ConnectionGuard(
                language: dependencies.defaults.language,
                writeTimeout: TimeAmount(options.idleTimeout),
                metrics: dependencies.metrics,
                logger: cachedResponder.logger
            ),
        ],
        httpDecoderConfiguration: .init(
            maxHeaderFieldSize: ServerOptions.headerLimit,
            maxHeaderListSize: ServerOptions.headerLimit,
            maxHeaderFieldCount: 100
        )
    )
    return HTTPServerBuilder { responder in
        ServerChannel(
            base: HTTP1Channel(responder: responder, configuration: configuration),
            idleTimeout: TimeAmount(options.idleTimeout),
            limits: cachedResponder.limits
        )
    }
}

/// What controllers and middleware share. One of them lives as long as the program.
struct ServerDependencies: Sendable {
    /// Asks the feeds.
    let forecaster: Forecaster
    /// Which service counts where KMA and OpenWeather both have a value.
    let preference: Preference
    /// What holds where a request says nothing.
    let defaults: Defaults
    /// The same for a request of this moment.
    var currentDefaults: Defaults {
        var current = defaults
        current.now = now()
        return current
    }
    /// Whether there is a feed to ask: one key at least, or samples.
    let isReady: Bool
    /// Whether word comes of what others store.
    let hasNews: Bool
    /// The clock.
    let now: @Sendable () -> Date
    /// Responses that may be sent again.
    var responseCache = ResponseCache()
    /// What is counted.
    let metrics: ServerMetrics

    /// Dependencies over a configuration; each call to an upstream is counted and logged.
    init(
        _ configuration: ForecasterConfiguration,
        preference: Preference = .kma,
        defaults: Defaults,
        metrics: ServerMetrics = ServerMetrics(),
        logger: Logger
    ) {
        var configuration = configuration
        configuration.observeCall = { call in
            metrics.recordCall(call)
            logger.logCall(call)
        }
        forecaster = Forecaster(configuration)
        hasNews = forecaster.hasNews
        self.preference = preference
        self.defaults = defaults
        self.metrics = metrics
        isReady = configuration.kma != nil || configuration.openWeather != nil
        now = configuration.now
    }

    /// Follows what others store, until the task is cancelled: first the forecaster, then what was made of its answers.
    func followNews() async {
        await forecaster.followNews { [responseCache] in responseCache.apply($0) }
    }
}
