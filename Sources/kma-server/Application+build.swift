import Forecast
import HTTPTypes
import Hummingbird
import HummingbirdCore
import KMAForecast
import Logging
import NIOCore

/// Builds the application, for the program and for its tests.
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

/// Builds the application that serves `/metrics`, and nothing else, on a port of its own.
func buildMetricsApplication(
    _ dependencies: ServerDependencies,
    _ options: ServerOptions,
    port: Int,
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) -> Application<RouterResponder<AppRequestContext>> {
    var dependencies = dependencies
    // What the service has cached is not served here.
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
    /// An application of HTTP/1.1 whose cached responses leave before the router.
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
                CachedResponseHandler(handler),
                ConnectionGuard(handler.dependencies, writeTimeout: TimeAmount(options.idleTimeout)),
            ],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: ServerOptions.headerLimit,
                maxHeaderListSize: ServerOptions.headerLimit,
                maxHeaderFieldCount: 100
            )
        )
        // What the framework says of itself is for when something is wrong.
        let logger = handler.dependencies.logger
        var frameworkLogger = Logger(label: logger.label) { _ in FrameworkLogHandler(logger.handler) }
        frameworkLogger.logLevel = max(logger.logLevel, .warning)
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
                // As many may wait to be taken as are taken: past the framework's 256 the kernel drops the last step of
                // connecting, and the client, who takes himself for connected, is answered seconds later.
                backlog: ServerOptions.acceptedConnections,
                availableConnectionsDelegate: MaximumAvailableConnections(connections)
            ),
            onServerRunning: onServerRunning,
            logger: frameworkLogger
        )
    }
}

/// Builds the router. Middleware applies to the routes that are added after it.
func buildRouter(_ handler: AskHandler, _ options: ServerOptions) -> Router<AppRequestContext> {
    let dependencies = handler.dependencies
    let router = buildEmptyRouter(dependencies)
    // Probes and the files of the page are not limited.
    let operations = OperationsController(dependencies: dependencies)
    operations.addRoutes(to: router)
    if options.metricsPort == nil { operations.addMetricsRoute(to: router) }
    let texts = TextController(handler: handler, isBehindProxy: options.isBehindProxy)
    PageController(
        dependencies: dependencies,
        texts: options.hasIntegrations ? texts : nil,
        isBehindProxy: options.isBehindProxy
    ).addRoutes(to: router)

    for endpoint in endpoints { handler.addRoute(endpoint, to: router) }
    StreamController(handler: handler, heartbeat: options.heartbeat).addRoutes(to: router)
    if options.hasIntegrations {
        // For programs that speak a protocol of their own: terminals, weather apps, assistants.
        texts.addRoutes(to: router)
        for endpoint in integrationEndpoints { handler.addRoute(endpoint, to: router) }
        handler.addRoute(HomeAssistantEndpoint(isBehindProxy: options.isBehindProxy), to: router)
        MCPController(handler: handler).addRoutes(to: router)
    }

    addMethodMiddleware(to: router)
    return router
}

/// A router without routes, with the middleware that every response passes through.
private func buildEmptyRouter(_ dependencies: ServerDependencies) -> Router<AppRequestContext> {
    let router = Router(context: AppRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.addMiddleware {
        RecordMiddleware(dependencies: dependencies)
        HeaderMiddleware()
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
    /// Clock of dates.
    let now: @Sendable () -> Date
    /// Clock that pauses go by.
    let clock: any WaitingClock
    /// Responses that may be sent again.
    var responseCache = ResponseCache()
    /// What is counted.
    let metrics: ServerMetrics
    let logger: Logger

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
        self.logger = logger
        isReady = configuration.kma != nil || configuration.openWeather != nil
        now = configuration.now
        clock = configuration.clock
    }

    /// Counts and logs a request that has been answered. `route` is the path as the router knows it, `-` where it knows
    /// none.
    func record(
        _ method: String,
        route: String,
        status: HTTPResponse.Status,
        _ duration: Duration,
        bytes: Int?
    ) {
        metrics.recordRequest(route: route, status: status.code, duration: duration)
        logger.logRequest(method, route: route, status: status, duration: duration, bytes: bytes)
    }

    /// Follows what others store, until the task is cancelled: first the forecaster, then what was made of its answers.
    func followNews() async {
        await forecaster.followNews { [responseCache] in responseCache.apply($0) }
    }
}
