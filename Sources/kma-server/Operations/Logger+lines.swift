import KMAForecast
import Logging

extension Logger {
    /// A line for a call to an upstream: which feed, what came of it. Never the URL, which holds the key.
    func log(_ call: UpstreamCall) {
        log(
            level: call.fault == nil ? .info : .warning,
            "upstream",
            metadata: [
                "feed": "\(call.feed.rawValue)",
                "outcome": "\(call.fault?.rawValue ?? "ok")",
                "ms": "\(call.duration.inSeconds.milliseconds)",
            ]
        )
    }

    /// A line for a request that has been answered: the path as the service knows it, never the query.
    func log(_ method: String, _ route: String, status: Int, seconds: Double, bytes: Int?) {
        info(
            "request",
            metadata: [
                "method": "\(method)",
                "route": "\(route)",
                "status": "\(status)",
                "ms": "\(seconds.milliseconds)",
                "bytes": "\(bytes.map(String.init) ?? "-")",
            ]
        )
    }
}

extension Double {
    /// Seconds in milliseconds, to a hundredth.
    fileprivate var milliseconds: Double {
        (self * 100_000).rounded() / 100
    }
}
