import CoreMetrics
import NIOConcurrencyHelpers

/// Keeps what is counted through swift-metrics and writes it in Prometheus' text format, version 0.0.4.
///
/// Counters, meters and timers are made with the registry as their factory (`Counter(label:dimensions:factory:)`),
/// not through `MetricsSystem.bootstrap`, which a process may call only once: each application of a test has a
/// registry of its own. Timers become histograms in seconds.
final class PrometheusRegistry: MetricsFactory {
    /// Everything that is told under one name.
    struct Family: Sendable {
        enum Kind: String {
            case counter
            case gauge
            case histogram
        }

        /// The name, with its unit as Prometheus wants it.
        let name: String
        let kind: Kind
        /// What it tells, in one line.
        let help: String
    }

    private let families: [Family]
    /// By name and labels as they are written.
    private let samples = NIOLockedValueBox<[String: [String: any PrometheusSample]]>([:])

    /// A registry that writes these families, in this order. A metric of another name is counted and not written.
    init(_ families: [Family]) {
        self.families = families
    }

    /// All of it as it is now; the samples of a family in the order of their labels.
    var text: String {
        let samples = samples.withLockedValue { $0 }
        var text = ""
        for family in families {
            text += "# HELP \(family.name) \(family.help)\n# TYPE \(family.name) \(family.kind.rawValue)\n"
            for (labels, sample) in (samples[family.name] ?? [:]).sorted(by: { $0.key < $1.key }) {
                sample.write(family.name, labels, to: &text)
            }
        }
        return text
    }
}

extension PrometheusRegistry {
    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        sample(label, dimensions) { CounterSample() }
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        sample(label, dimensions) { GaugeSample() }
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        sample(label, dimensions) { HistogramSample() }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        sample(label, dimensions) { HistogramSample() }
    }

    func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
    func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
    func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
    func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

    /// The sample of a name and labels, made where there is none.
    private func sample<Sample: PrometheusSample>(
        _ name: String,
        _ dimensions: [(String, String)],
        _ make: () -> Sample
    ) -> Sample {
        let labels = dimensions.map { "\($0.0)=\"\(PrometheusRegistry.escaped($0.1))\"" }.joined(
            separator: ","
        )
        return samples.withLockedValue { samples in
            if let known = samples[name]?[labels] as? Sample { return known }
            let sample = make()
            samples[name, default: [:]][labels] = sample
            return sample
        }
    }

    private func remove(_ handler: AnyObject) {
        samples.withLockedValue { samples in
            for name in samples.keys {
                samples[name] = samples[name]?.filter { $0.value !== handler }
            }
        }
    }

    /// A value, without a fraction where it has none.
    static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : value.description
    }

    /// A label's value, with what ends it escaped.
    static func escaped(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x22 || $0 == 0x5c || $0 == 0x0a }) else { return value }
        return value.reduce(into: "") { escaped, character in
            switch character {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            default: escaped.append(character)
            }
        }
    }
}

/// What is counted under one name and one set of labels.
private protocol PrometheusSample: AnyObject, Sendable {
    /// Writes its lines.
    func write(_ name: String, _ labels: String, to text: inout String)
}

private final class CounterSample: CounterHandler, PrometheusSample {
    private let value = NIOLockedValueBox<Int64>(0)

    func increment(by amount: Int64) { value.withLockedValue { $0 += amount } }
    func reset() { value.withLockedValue { $0 = 0 } }

    func write(_ name: String, _ labels: String, to text: inout String) {
        text += "\(name)\(labels.inBraces) \(value.withLockedValue { $0 })\n"
    }
}

private final class GaugeSample: MeterHandler, PrometheusSample {
    private let value = NIOLockedValueBox(0.0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLockedValue { $0 = value } }
    func increment(by amount: Double) { value.withLockedValue { $0 += amount } }
    func decrement(by amount: Double) { value.withLockedValue { $0 -= amount } }

    func write(_ name: String, _ labels: String, to text: inout String) {
        let value = value.withLockedValue { $0 }
        text += "\(name)\(labels.inBraces) \(PrometheusRegistry.number(value))\n"
    }
}

private final class HistogramSample: TimerHandler, RecorderHandler, PrometheusSample {
    private let histogram = NIOLockedValueBox(Histogram())

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) { histogram.withLockedValue { $0.record(value) } }

    func write(_ name: String, _ labels: String, to text: inout String) {
        let histogram = histogram.withLockedValue { $0 }
        let prefix = labels.isEmpty ? "" : labels + ","
        var total = 0
        for (bound, count) in zip(Histogram.bounds, histogram.counts) {
            total += count
            text += "\(name)_bucket{\(prefix)le=\"\(bound)\"} \(total)\n"
        }
        text += "\(name)_bucket{\(prefix)le=\"+Inf\"} \(histogram.count)\n"
        text += "\(name)_sum\(labels.inBraces) \(histogram.sum)\n"
        text += "\(name)_count\(labels.inBraces) \(histogram.count)\n"
    }
}

extension String {
    /// Labels as they stand behind a name.
    fileprivate var inBraces: String { isEmpty ? "" : "{\(self)}" }
}

/// How many took how long. Prometheus' buckets are cumulative; these count each value once.
struct Histogram: Sendable {
    /// Upper ends of the buckets in seconds: from a cached response to an upstream's timeout.
    static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 2.5, 10]

    private(set) var counts = [Int](repeating: 0, count: bounds.count)
    private(set) var count = 0
    private(set) var sum = 0.0

    /// Counts one that took so many seconds.
    mutating func record(_ seconds: Double) {
        count += 1
        sum += seconds
        if let bucket = Histogram.bounds.firstIndex(where: { seconds <= $0 }) { counts[bucket] += 1 }
    }
}
