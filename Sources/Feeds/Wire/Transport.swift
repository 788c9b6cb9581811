/// Sends requests over HTTP. Each program has its own: libcurl, URLSession, async-http-client, samples.
///
/// Every transport follows the same rules: no redirects (the key is in the query), one overall deadline,
/// at most ``maximumBody`` bytes, a `User-Agent`, and no tracing headers (data.go.kr refuses some with 400).
public struct Transport: Sendable {
    /// The most bytes of a body that are accepted. The largest real answer, 1,052 short-term rows, has 140 kB.
    public static let maximumBody = 4 * 1024 * 1024

    /// The `User-Agent`, with the operator's contact where there is one; some gateways refuse a client without a name.
    public static func userAgent(contact: String? = nil) -> String {
        "kma/\(Version.current)" + (contact.map { " (\($0))" } ?? "")
    }

    /// Fetches a URL within a time: returns an answer of any HTTP status, or throws why none came.
    public var fetch:
        @Sendable (_ url: String, _ timeout: Duration) async throws(TransportFault) -> HTTPAnswer

    /// A transport from the closure that does the work.
    public init(
        fetch:
            @escaping @Sendable (_ url: String, _ timeout: Duration) async throws(TransportFault) ->
            HTTPAnswer
    ) {
        self.fetch = fetch
    }
}

/// An HTTP answer of any status.
public struct HTTPAnswer: Sendable, Equatable {
    /// HTTP status.
    public var status: Int
    /// The body as it came, at most ``Transport/maximumBody`` bytes.
    public var body: [UInt8]
    /// The upstream's time, from the `Date` header.
    public var date: Date?

    /// An answer from its parts.
    public init(status: Int, body: [UInt8], date: Date? = nil) {
        self.status = status
        self.body = body
        self.date = date
    }
}

/// Why no HTTP answer came.
public enum TransportFault: Error, Sendable, Equatable {
    /// Nothing whole arrived within the deadline.
    case timedOut
    /// No connection, or it broke; the reason never holds the URL.
    case unreachable(reason: String)
    /// An answer came that is not of HTTP as it is asked for: another protocol, two lengths, a coding that cannot be undone.
    case malformed(reason: String)
    /// The body went past ``Transport/maximumBody``.
    case oversized
}

/// The version of the project.
public enum Version {
    /// The current one, as CHANGELOG.md names it.
    public static let current = "0.1.0"
}
