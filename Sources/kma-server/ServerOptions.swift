import Hummingbird

/// How the service listens, and how much it grants a client.
struct ServerOptions: Sendable {
    /// Address to listen on.
    var host = "127.0.0.1"
    /// Port to listen on; 0 takes a free one.
    var port = 0
    /// Requests a second that one client may make; `nil` for no limit.
    var rate: TokenBucket.Rate?
    /// Whether a proxy stands in front, whose `X-Forwarded-For` can be trusted.
    var isBehindProxy = false
    /// How long a connection may lie idle or take to send a head, and how long a client may leave a response untaken.
    var idleTimeout = Duration.seconds(30)

    /// Bytes of all headers together; curl sends 80, a browser under 2,000.
    static let headerLimit = 16 * 1024
    /// Connections at once: each costs a descriptor, and systems give 1,024 without being asked.
    static let connections = 900
}
