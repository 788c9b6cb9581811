/// Measures workloads on a monotonic clock.
enum BenchmarkRunner {
    /// Batches of each workload. Their median counts, so that a slow one, while the machine does something else, changes
    /// nothing.
    static let batches = 201
    /// Length of a batch: long enough to hide the reading of the clock, and shorter than a busy machine's
    /// turn for a process.
    static let batchLength = Duration.milliseconds(1)

    /// Measures several workloads in turn, batch by batch, so that whatever slows the machine slows them alike.
    static func time(_ workloads: [Workload]) throws -> [Timing] {
        let counts = try workloads.map { try repetitions(of: $0.body) }
        var nanoseconds: [[Double]] = workloads.map { _ in [] }
        for _ in 0..<batches {
            for (index, workload) in workloads.enumerated() {
                let spent = try duration(of: workload.body, repeated: counts[index])
                nanoseconds[index].append(spent.nanoseconds / Double(counts[index]))
            }
        }
        return zip(workloads, nanoseconds).map { Timing(name: $0.name, nanoseconds: $1.median) }
    }

    /// Runs of a workload that fill a batch; finding them warms the caches.
    private static func repetitions(of body: () throws -> Void) throws -> Int {
        var count = 1
        while true {
            let spent = try duration(of: body, repeated: count)
            if spent >= batchLength { return count }
            count *= 2
        }
    }

    private static func duration(of body: () throws -> Void, repeated count: Int) rethrows -> Duration {
        let start = ContinuousClock.now
        for _ in 0..<count { try body() }
        return ContinuousClock.now - start
    }
}

/// A named piece of work to measure.
struct Workload {
    var name: String
    var body: () throws -> Void

    init(_ name: String, _ body: @escaping () throws -> Void) {
        self.name = name
        self.body = body
    }
}

/// Time of one workload.
struct Timing {
    var name: String
    /// Of one run.
    var nanoseconds: Double
}

/// Uses a value, so that the optimizer does not remove the work that made it.
@inline(never)
func blackHole<Value>(_ value: Value) {}

extension Duration {
    var nanoseconds: Double {
        Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
    }
}

extension [Double] {
    var median: Double {
        let sorted = sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }
}
