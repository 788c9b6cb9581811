import Forecast
import Hummingbird
import HummingbirdCore
import KMAForecast
import Logging
import NIOCore

/// How the service listens and whom it lets in.
struct ServerOptions: Sendable {
    /// Address to listen on.
    var host = "127.0.0.1"
    /// Port to listen on; 0 takes a free one.
    var port = 0
    /// Requests a second that one client may make; `nil` for no limit.
    var rate: TokenBucket.Rate?
    /// Whether a proxy stands in front, whose word on who asks can be trusted.
    var isBehindProxy = false
    /// How long a connection may lie idle or take to send a head, and how long a client may leave an answer untaken.
    var patience = Duration.seconds(30)

    /// Bytes of all headers together; curl sends 80, a browser under 2,000.
    static let headerLimit = 16 * 1024
    /// Connections at once: each costs a descriptor, and systems give 1,024 without being asked.
    static let connections = 900
}

/// Builds the application, for the program and for its tests.
func buildApplication(
    _ service: WeatherService,
    _ options: ServerOptions,
    logger: Logger,
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) -> Application<FrontDoor> {
    let limiter = options.rate.map { ClientLimiter($0, isBehindProxy: options.isBehindProxy) }
    let door = FrontDoor(service, limiter: limiter, logger: logger)
    let language = service.defaults.language
    // What the framework says of itself is for when something is wrong.
    var frameworkLogger = logger
    frameworkLogger.logLevel = max(logger.logLevel, .warning)
    return Application(
        responder: door,
        server: .http1(
            configuration: HTTP1Channel.Configuration(
                // The framework's own look at idleness does not see what is answered before it.
                additionalChannelHandlers: [
                    IdleStateHandler(allTimeout: TimeAmount(options.patience)), CachedResponseHandler(door),
                    ConnectionGuard(language, patience: TimeAmount(options.patience)),
                ],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: ServerOptions.headerLimit,
                    maxHeaderListSize: ServerOptions.headerLimit,
                    maxHeaderFieldCount: 100
                )
            )
        ),
        configuration: ApplicationConfiguration(
            address: .hostname(options.host, port: options.port),
            availableConnectionsDelegate: MaximumAvailableConnections(ServerOptions.connections)
        ),
        onServerRunning: onServerRunning,
        logger: frameworkLogger
    )
}
