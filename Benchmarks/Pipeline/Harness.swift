/// Times pieces of work on the one clock that never jumps.
enum Harness {
    /// Batches of each piece, of which the median counts: the odd slow one, when the machine does something else,
    /// changes nothing.
    static let batches = 201
    /// How long a batch should run: so long that reading the clock weighs nothing, and shorter than the turn a busy
    /// machine gives a process, so that most batches are not interrupted.
    static let batchLength = Duration.milliseconds(1)

    /// Times several pieces of work in turn, batch by batch, so that whatever slows the machine slows them alike.
    static func time(_ works: [Work]) throws -> [Timing] {
        let counts = try works.map { try repetitions(of: $0.body) }
        var nanoseconds: [[Double]] = works.map { _ in [] }
        for _ in 0..<batches {
            for (index, work) in works.enumerated() {
                let spent = try duration(of: work.body, repeated: counts[index])
                nanoseconds[index].append(spent.nanoseconds / Double(counts[index]))
            }
        }
        return zip(works, nanoseconds).map { Timing(name: $0.name, nanoseconds: $1.median) }
    }

    /// How often a piece of work has to be done to fill a batch. Finding it out warms everything up.
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

/// A piece of work with a name.
struct Work {
    var name: String
    var body: () throws -> Void

    init(_ name: String, _ body: @escaping () throws -> Void) {
        self.name = name
        self.body = body
    }
}

/// What one piece of work took.
struct Timing {
    var name: String
    /// For doing it once.
    var nanoseconds: Double
}

/// Keeps the optimizer from leaving out work whose result nobody reads.
@inline(never)
func keep<Value>(_ value: Value) {}

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
