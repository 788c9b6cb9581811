struct PrometheusText {
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    mutating func begin(_ name: String, _ kind: Kind, help: String) { text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n" }

    mutating func write(_ name: String, _ labels: String, _ value: Double) {
        let isWhole = value == value.rounded() && abs(value) < 1e15
        text += "\(name)\(PrometheusText.inBraces(labels)) \(isWhole ? String(Int(value)) : value.description)\n"
    }

    mutating func write(_ name: String, _ labels: String, _ histogram: Histogram) {
        let prefix = labels.isEmpty ? "" : labels + ","
        var total = 0
        for (bound, count) in zip(Histogram.bounds, histogram.counts) {
            total += count
            text += "\(name)_bucket{\(prefix)le=\"\(bound)\"} \(total)\n"
        }
        text += "\(name)_bucket{\(prefix)le=\"+Inf\"} \(histogram.count)\n"
        text += "\(name)_sum\(PrometheusText.inBraces(labels)) \(histogram.sum)\n"
        text += "\(name)_count\(PrometheusText.inBraces(labels)) \(histogram.count)\n"
    }

    static func labels(_ labels: [(String, String)]) -> String {
        labels.map { name, value in
            let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            return "\(name)=\"\(escaped)\""
        }.joined(separator: ",")
    }

    private static func inBraces(_ labels: String) -> String { labels.isEmpty ? "" : "{\(labels)}" }
}

/// Buckets here are not cumulative, unlike Prometheus'.
struct Histogram: Sendable {
    /// Seconds, from a cached response to an upstream's timeout.
    static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 2.5, 10]

    private(set) var counts = [Int](repeating: 0, count: bounds.count)
    private(set) var count = 0
    private(set) var sum = 0.0

    mutating func record(_ seconds: Double) {
        count += 1
        sum += seconds
        if let bucket = Histogram.bounds.firstIndex(where: { seconds <= $0 }) { counts[bucket] += 1 }
    }
}
