#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
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
    let limits = ClientLimits(options)
    let router = buildRouter(dependencies, limits, logger: logger)
    // What the framework says of itself is for when something is wrong.
    var frameworkLogger = logger
    frameworkLogger.logLevel = max(logger.logLevel, .warning)
    return Application(
        router: router,
        server: buildServer(
            CachedResponder(dependencies: dependencies, limiter: limits.requests, logger: logger),
            limits,
            options
        ),
        configuration: ApplicationConfiguration(
            address: .hostname(options.host, port: options.port),
            availableConnectionsDelegate: MaximumAvailableConnections(ServerOptions.acceptedConnections)
        ),
        onServerRunning: onServerRunning,
        logger: frameworkLogger
    )
}

/// Builds the router. Middleware applies to the routes that are added after it.
func buildRouter(
    _ dependencies: ServerDependencies,
    _ limits: ClientLimits,
    logger: Logger
) -> Router<AppRequestContext> {
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
    // Probes and the files of the page are not limited.
    OperationsController(dependencies: dependencies).addRoutes(to: router)
    PageController(dependencies: dependencies).addRoutes(to: router)

    if let limiter = limits.requests { router.add(middleware: RateLimitMiddleware(limiter: limiter)) }
    let forecasts = ForecastController(dependencies: dependencies)
    forecasts.addRoutes(to: router)
    StreamController(forecasts: forecasts, limits: limits).addRoutes(to: router)
    AreaController(dependencies: dependencies).addRoutes(to: router)

    router.add(middleware: MethodMiddleware(paths: Set(router.routes.map(\.path.description))))
    return router
}

/// Builds the server: HTTP/1.1 whose cached responses leave before the router.
private func buildServer(
    _ responder: CachedResponder,
    _ limits: ClientLimits,
    _ options: ServerOptions
) -> HTTPServerBuilder {
    let dependencies = responder.dependencies
    let configuration = HTTP1Channel.Configuration(
        additionalChannelHandlers: [
            CachedResponseHandler(responder),
            ConnectionGuard(
                language: dependencies.defaults.language,
                writeTimeout: TimeAmount(options.idleTimeout),
                metrics: dependencies.metrics,
                logger: responder.logger
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
            limits: limits
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
    /// Whether there is a feed to ask: one key at least, or samples.
    let isReady: Bool
    /// The clock.
    let now: @Sendable () -> Date
    /// Responses that may be sent again.
    let responseCache = ResponseCache()
    /// What is counted.
    let metrics: ServerMetrics

    /// Dependencies over a configuration; each call to an upstream is counted and logged.
    init(
        _ configuration: ForecasterConfiguration,
        preference: Preference = .kma,
        defaults: Defaults,
        logger: Logger
    ) {
        let metrics = ServerMetrics()
        var configuration = configuration
        configuration.observeCall = { call in
            metrics.recordCall(call)
            logger.logCall(call)
        }
        forecaster = Forecaster(configuration)
        self.preference = preference
        self.defaults = defaults
        self.metrics = metrics
        isReady = configuration.kma != nil || configuration.openWeather != nil
        now = configuration.now
    }
}
