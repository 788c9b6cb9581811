/// How many took how long, in the cumulative buckets of Prometheus.
struct Histogram: Sendable {
    /// Upper ends of the buckets in seconds: from a ready answer to an upstream's deadline.
    static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 2.5, 10]

    private(set) var counts = [Int](repeating: 0, count: bounds.count)
    private(set) var count = 0
    private(set) var sum = 0.0

    /// Counts one that took so many seconds.
    mutating func note(_ seconds: Double) {
        count += 1
        sum += seconds
        if let bucket = Histogram.bounds.firstIndex(where: { seconds <= $0 }) { counts[bucket] += 1 }
    }
}
