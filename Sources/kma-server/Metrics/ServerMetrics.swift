import CoreMetrics
import Feeds
import Forecast
import KMAForecast
import NIOConcurrencyHelpers

/// What the service counts, under the names that `/metrics` tells it by.
final class ServerMetrics: Sendable {
    private let registry = PrometheusRegistry(ServerMetrics.families)
    /// Made when first used. A request costs a look in here, not a search by labels in the registry.
    private let requestTimers = NIOLockedValueBox<[RequestKey: CoreMetrics.Timer]>([:])
    private let freshnessCounters: [CachedResponse.Freshness: Counter]
    private let refusalCounters: [Problem.RefusalReason: Counter]
    private let openStreams: Meter
    /// The newest issue of each feed, or the last fetch where a feed names no issue.
    private let newestIssues = NIOLockedValueBox<[Feed: Date]>([:])

    private let processMeasuredAt = NIOLockedValueBox<ContinuousClock.Instant?>(nil)
    /// How long what is measured of the process stands: less than Prometheus leaves between two scrapes.
    private static let processInterval = Duration.seconds(5)

    private struct RequestKey: Hashable {
        var route: String
        var status: Int
    }

    init() {
        let registry = registry
        freshnessCounters = Dictionary(
            uniqueKeysWithValues: CachedResponse.Freshness.allCases.map { freshness in
                let dimensions = [("freshness", freshness.rawValue)]
                return (
                    freshness, Counter(label: "kma_answers_total", dimensions: dimensions, factory: registry)
                )
            }
        )
        refusalCounters = Dictionary(
            uniqueKeysWithValues: Problem.RefusalReason.allCases.map { reason in
                let dimensions = [("reason", reason.rawValue)]
                return (
                    reason, Counter(label: "kma_refusals_total", dimensions: dimensions, factory: registry)
                )
            }
        )
        openStreams = Meter(label: "kma_streams_open", factory: registry)
        Meter(label: "kma_build_info", dimensions: [("version", Version.current)], factory: registry).set(1)
    }

    /// Counts a response that was sent. `route` is the path as the router knows it, `-` where it knows none: a path
    /// somebody has made up must not become a label.
    func recordRequest(route: String, status: Int, duration: Duration) {
        let key = RequestKey(route: route, status: status)
        let known = requestTimers.withLockedValue { $0[key] }
        let timer = known ?? timer(for: key)
        timer.recordNanoseconds(duration.nanoseconds)
    }

    /// Counts a response about the weather.
    func recordResponse(_ freshness: CachedResponse.Freshness?) {
        guard let freshness else { return }
        freshnessCounters[freshness]?.increment()
    }

    /// Counts a request, a stream or a connection that was refused.
    func recordRefusal(_ reason: Problem.RefusalReason) {
        refusalCounters[reason]?.increment()
    }

    /// Counts a call to an upstream.
    func recordCall(_ call: UpstreamCall) {
        CoreMetrics.Timer(
            label: "kma_upstream_call_seconds",
            dimensions: [("feed", call.feed.rawValue), ("outcome", call.fault?.rawValue ?? "ok")],
            factory: registry
        )
        .recordNanoseconds(call.duration.nanoseconds)
    }

    /// Remembers how new the feeds are; of a feed with many zones, the newest counts.
    func recordSources(_ sources: [FeedReport]) {
        newestIssues.withLockedValue { issues in
            for source in sources {
                guard let instant = source.issuedAt ?? source.fetchedAt else { continue }
                issues[source.feed] = max(instant, issues[source.feed] ?? instant)
            }
        }
    }

    /// Counts an event stream as open.
    func streamOpened() { openStreams.increment() }

    /// Counts an event stream as closed.
    func streamClosed() { openStreams.decrement() }

    /// Sets how many calls a service still has today.
    func setCallsLeft(_ calls: Int, of service: String) {
        Meter(label: "kma_upstream_calls_left", dimensions: [("service", service)], factory: registry).set(
            calls
        )
    }

    /// Sets whether the cluster answers.
    func setClusterUp(_ isUp: Bool) {
        Meter(label: "kma_cluster_up", factory: registry).set(isUp ? 1 : 0)
    }

    /// Counts an operation of the cluster.
    func recordClusterOperation(_ name: String, _ duration: Duration, isAnswered: Bool) {
        CoreMetrics.Timer(
            label: "kma_cluster_operation_seconds",
            dimensions: [("operation", name), ("outcome", isAnswered ? "ok" : "failed")],
            factory: registry
        )
        .recordNanoseconds(duration.nanoseconds)
    }

    /// Counts calls that this replica has drawn from the count of the day.
    func recordCallsDrawn(_ calls: Int, of service: String) {
        Counter(label: "kma_cluster_calls_drawn_total", dimensions: [("service", service)], factory: registry)
            .increment(by: Int64(calls))
    }

    /// Counts issues that the ledger has kept, and those that it could not.
    @Sendable func recordIssues(kept: Int, lost: Int) {
        for (result, count) in [("kept", kept), ("lost", lost)] where count > 0 {
            Counter(label: "kma_ledger_issues_total", dimensions: [("result", result)], factory: registry)
                .increment(by: Int64(count))
        }
    }

    /// Counts days of issues that both the API hub and data.go.kr have, by whether they say the same.
    func recordTables(_ result: ImportResult) {
        let counts = [("same", result.compared - result.different), ("different", result.different)]
        for (outcome, count) in counts where count > 0 {
            let dimensions = [("result", outcome)]
            Counter(label: "kma_hub_days_compared_total", dimensions: dimensions, factory: registry)
                .increment(by: Int64(count))
        }
    }

    /// Everything as Prometheus reads it, with what is measured only when asked for: ages and the process.
    func text(at now: Date) -> String {
        for (feed, issue) in newestIssues.withLockedValue({ $0 }) {
            Meter(label: "kma_issue_age_seconds", dimensions: [("feed", feed.rawValue)], factory: registry)
                .set(now.timeIntervalSince(issue).rounded())
        }
        Meter(label: "kma_log_lines_dropped_total", factory: registry).set(
            LogOutput.standardError.droppedLines
        )
        measureProcess()
        return registry.text
    }

    /// Measures the process, unless that was done a moment ago: going through `/proc` costs as many system calls as
    /// there are connections, and a request for metrics must not make the service do that without end.
    private func measureProcess() {
        let now = ContinuousClock.now
        let isDue = processMeasuredAt.withLockedValue { measuredAt in
            if let measuredAt, now - measuredAt < ServerMetrics.processInterval { return false }
            measuredAt = now
            return true
        }
        guard isDue else { return }
        if let bytes = ProcessMetrics.residentBytes {
            Meter(label: "process_resident_memory_bytes", factory: registry).set(bytes)
        }
        if let count = ProcessMetrics.openFiles {
            Meter(label: "process_open_fds", factory: registry).set(count)
        }
    }

    private func timer(for key: RequestKey) -> CoreMetrics.Timer {
        let timer = CoreMetrics.Timer(
            label: "kma_http_request_seconds",
            dimensions: [("route", key.route), ("status", "\(key.status)")],
            factory: registry
        )
        requestTimers.withLockedValue { $0[key] = timer }
        return timer
    }
}

extension ServerMetrics {
    private static let families: [PrometheusRegistry.Family] = [
        .init(name: "kma_build_info", kind: .gauge, help: "The version that runs."),
        .init(
            name: "kma_http_request_seconds",
            kind: .histogram,
            help: "Time to answer a request, by path and status."
        ),
        .init(
            name: "kma_answers_total",
            kind: .counter,
            help: "Responses about the weather, by how new they were."
        ),
        .init(
            name: "kma_upstream_call_seconds",
            kind: .histogram,
            help: "Calls to an upstream, by feed and outcome."
        ),
        .init(
            name: "kma_issue_age_seconds",
            kind: .gauge,
            help: "Age of the newest issue seen, or fetch, by feed."
        ),
        .init(
            name: "kma_refusals_total",
            kind: .counter,
            help: "Requests refused for a limit of this service or as malformed, by reason."
        ),
        .init(name: "kma_streams_open", kind: .gauge, help: "Event streams that are open."),
        .init(name: "kma_upstream_calls_left", kind: .gauge, help: "Calls a service still has today."),
        .init(name: "kma_cluster_up", kind: .gauge, help: "Whether the cluster answers: 1 or 0."),
        .init(
            name: "kma_cluster_operation_seconds",
            kind: .histogram,
            help: "Operations of the cluster, by name and outcome."
        ),
        .init(
            name: "kma_cluster_calls_drawn_total",
            kind: .counter,
            help: "Calls this replica has drawn from the count of the day, by service."
        ),
        .init(
            name: "kma_ledger_issues_total",
            kind: .counter,
            help: "Issues that were read, by whether the record has kept or lost them."
        ),
        .init(
            name: "kma_hub_days_compared_total",
            kind: .counter,
            help: "Days of issues that the API hub and data.go.kr both have, by whether they say the same."
        ),
        .init(
            name: "kma_log_lines_dropped_total",
            kind: .counter,
            help: "Lines of the log that were dropped because nobody read standard error."
        ),
        .init(name: "process_resident_memory_bytes", kind: .gauge, help: "Resident memory."),
        .init(name: "process_open_fds", kind: .gauge, help: "Open file descriptors."),
    ]
}

extension Duration {
    /// The duration as a number of seconds.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }

    /// The duration as swift-metrics takes it.
    fileprivate var nanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}

/// What the process takes of the machine, read from `/proc`; other systems than Linux tell nothing.
enum ProcessMetrics {
    /// Bytes of resident memory: the `VmRSS` of proc(5), which the kernel gives in kB.
    static var residentBytes: Int? {
        guard let status = FileManager.default.contents(atPath: "/proc/self/status") else { return nil }
        return String(decoding: status, as: UTF8.self)
            .split(separator: "\n")
            .first { $0.hasPrefix("VmRSS:") }
            .flatMap { Int($0.filter(\.isNumber)) }
            .map { $0 * 1_024 }
    }

    /// Open file descriptors.
    static var openFiles: Int? {
        // Not there on other systems.
        try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
