/// Prometheus' text format, version 0.0.4.
struct MetricsText: Sendable {
    /// What has been written.
    private(set) var text = ""
    private var name = ""

    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    /// Begins a family of samples.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Writes a sample of the family. Label values are names of ours: none holds a quote or a line break.
    mutating func sample(_ labels: KeyValuePairs<String, String>, _ value: Double, suffix: String = "") {
        let list = labels.map { "\($0.key)=\"\($0.value)\"" }.joined(separator: ",")
        let isWhole = value == value.rounded() && abs(value) < 1e15
        text += name + suffix + (list.isEmpty ? "" : "{\(list)}") + " "
        text += (isWhole ? String(Int(value)) : value.description) + "\n"
    }

    /// Writes a histogram of the family; `labels` without the bucket's own.
    mutating func samples(_ labels: [(String, String)], _ histogram: Histogram) {
        let list = labels.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ",")
        var total = 0
        for (bound, count) in zip(Histogram.bounds, histogram.counts) {
            total += count
            text += "\(name)_bucket{\(list),le=\"\(bound)\"} \(total)\n"
        }
        text += "\(name)_bucket{\(list),le=\"+Inf\"} \(histogram.count)\n"
        text += "\(name)_sum{\(list)} \(histogram.sum)\n"
        text += "\(name)_count{\(list)} \(histogram.count)\n"
    }
}
