/// Sender of HTTP requests: no redirects (the key is in the query), one deadline, no tracing headers (data.go.kr refuses some with 400).
public struct Transport: Sendable {
    /// Bytes of a body; the largest, 1,052 short-term rows, has 140 kB.
    public static let maximumBody = 4 * 1024 * 1024

    /// Builds the `User-Agent`, which some gateways require, with the operator's contact.
    public static func userAgent(contact: String? = nil) -> String { "kma/\(Version.current)" + (contact.map { " (\($0))" } ?? "") }

    /// Fetches a URL within a time; throws if no answer comes.
    public var fetch: @Sendable (_ url: String, _ timeout: Duration) async throws(TransportFault) -> HTTPAnswer

    /// Creates a transport from its closure.
    public init(fetch: @escaping @Sendable (_ url: String, _ timeout: Duration) async throws(TransportFault) -> HTTPAnswer) { self.fetch = fetch }
}

/// HTTP answer of any status.
public struct HTTPAnswer: Sendable, Equatable {
    /// HTTP status.
    public var status: Int
    /// Body, at most ``Transport/maximumBody`` bytes.
    public var body: [UInt8]
    /// Upstream's time, from the `Date` header.
    public var date: Date?
    /// `Retry-After` header: seconds or a date (RFC 9110, 10.2.3).
    public var retryAfter: String?

    /// Creates an answer.
    public init(status: Int, body: [UInt8], date: Date? = nil, retryAfter: String? = nil) {
        (self.status, self.body, self.date, self.retryAfter) = (status, body, date, retryAfter)
    }

    /// Time to come back that the upstream names, a day at most.
    package func retryTime(at now: Date) -> Date? {
        let time = retryAfter.flatMap { text in Int(text).map { now + Double($0) } ?? Date(httpDate: text, now: now) }
        return time.flatMap { now < $0 ? min($0, now + 86_400) : nil }
    }
}

/// Reason for a missing HTTP answer.
public enum TransportFault: Error, Sendable, Equatable {
    case timedOut
    /// The reason never holds the URL.
    case unreachable(reason: String)
    /// Another protocol, two lengths, an unknown coding.
    case malformed(reason: String)
    case oversized
}

/// Version of the project.
public enum Version {
    /// Current version, as in CHANGELOG.md.
    public static let current = "0.1.0"
}
