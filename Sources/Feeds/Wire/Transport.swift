#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// Sends requests over HTTP. Each program has its own: URLSession, async-http-client, samples.
///
/// Every transport follows the same rules: no redirects (the key is in the query), one overall deadline,
/// at most ``maximumBody`` bytes, a `User-Agent`, and no tracing headers (data.go.kr refuses some with 400).
public struct Transport: Sendable {
    /// The most bytes of a body that are accepted. The largest real answer, 1,052 short-term rows, has 140 kB.
    public static let maximumBody = 4 * 1024 * 1024

    /// The `User-Agent`; some gateways refuse a client without one.
    public static let userAgent = "kma/\(Version.current)"

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
    public var body: Data
    /// The upstream's time, from the `Date` header.
    public var date: Date?

    /// An answer from its parts.
    public init(status: Int, body: Data, date: Date? = nil) {
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
    /// The body went past ``Transport/maximumBody``.
    case oversized
}

extension Date {
    /// Reads a `Date` header, `Sun, 04 Oct 2026 06:00:00 GMT` (RFC 9110, 5.6.7); `nil` for any other form.
    public init?(httpDate text: String) {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]),
            (1...9_999).contains(year), let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let clock = parts[4].split(separator: ":").compactMap { Int($0) }
        guard clock.count == 3, (1...31).contains(day), (0...23).contains(clock[0]),
            (0...59).contains(clock[1]),
            (0...60).contains(clock[2])
        else { return nil }
        let midnight = KoreanDate(year: year, month: month + 1, day: day).start
        let seconds = clock[0] * 3_600 + clock[1] * 60 + clock[2]
        self = midnight.addingTimeInterval(KoreanTime.offset + Double(seconds))
    }
}

/// The version of the project.
public enum Version {
    /// The current one, as CHANGELOG.md names it.
    public static let current = "0.1.0"
}
