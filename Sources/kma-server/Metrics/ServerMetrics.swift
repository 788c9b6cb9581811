import EtcdStore
import Feeds
import Forecast
import KMAForecast
import NIOConcurrencyHelpers

final class ServerMetrics: Sendable {
    private let state = NIOLockedValueBox(State())
    private static let processInterval = Duration.seconds(5)

    private struct State {
        var values: [Metric: [String: Double]] = [
            .buildInfo: [PrometheusText.labels([("version", Version.current)]): 1], .streamsOpen: ["": 0],
            .refusals: Dictionary(uniqueKeysWithValues: Problem.RefusalReason.allCases.map { (PrometheusText.labels([("reason", $0.rawValue)]), 0) }),
        ]
        var times: [Metric: [String: Histogram]] = [:]
        var requests: [RequestKey: Histogram] = [:]
        var answers: [CachedResponse.Freshness: Int] = [:]
        /// Newest issue, or last fetch without issues.
        var newestIssues: [Feed: Date] = [:]
        var processMeasuredAt: ContinuousClock.Instant?
    }

    private struct RequestKey: Hashable {
        var route: String
        var status: Int
    }

    /// `route` is `-` outside of all routes: a made-up path must not become a label.
    func recordRequest(route: String, status: Int, duration: Duration) {
        let key = RequestKey(route: route, status: status)
        state.withLockedValue { $0.requests[key, default: Histogram()].record(duration.inSeconds) }
    }

    func recordResponse(_ freshness: CachedResponse.Freshness?) {
        guard let freshness else { return }
        state.withLockedValue { $0.answers[freshness, default: 0] += 1 }
    }

    func recordRefusal(_ reason: Problem.RefusalReason) { add(1, to: .refusals, [("reason", reason.rawValue)]) }

    func recordCall(_ call: UpstreamCall) {
        record(.upstreamCall, [("feed", call.feed.rawValue), ("outcome", call.fault?.rawValue ?? "ok")], call.duration)
    }

    func recordSources(_ sources: [FeedReport]) {
        state.withLockedValue { state in
            for source in sources {
                guard let instant = source.issuedAt ?? source.fetchedAt else { continue }
                state.newestIssues[source.feed] = max(instant, state.newestIssues[source.feed] ?? instant)
            }
        }
    }

    func streamOpened() { add(1, to: .streamsOpen) }

    func streamClosed() { add(-1, to: .streamsOpen) }

    func setCallsLeft(_ calls: Int, of service: String) { set(.upstreamCallsLeft, [("service", service)], to: Double(calls)) }

    func recordCluster(_ event: ClusterEvent) {
        switch event {
        case .isUp: set(.clusterUp, to: 1)
        case .isDown: set(.clusterUp, to: 0)
        case .operation(let name, let duration, let isAnswered):
            record(.clusterOperation, [("operation", name), ("outcome", isAnswered ? "ok" : "failed")], duration)
        case .callsDrawn(let calls, let service): add(calls, to: .clusterCallsDrawn, [("service", service)])
        }
    }

    @Sendable func recordIssues(kept: Int) { if kept > 0 { add(kept, to: .ledgerIssues, [("result", "kept")]) } }
}

extension ServerMetrics {
    func text(at now: Date) -> String {
        set(.logLinesDropped, to: Double(LogOutput.standardError.droppedLines))
        measureProcess()
        let state = state.withLockedValue { $0 }
        var (values, times) = (state.values, state.times)
        for (feed, issue) in state.newestIssues {
            let labels = PrometheusText.labels([("feed", feed.rawValue)])
            values[.issueAge, default: [:]][labels] = now.timeIntervalSince(issue).rounded()
        }
        for freshness in CachedResponse.Freshness.allCases {
            let labels = PrometheusText.labels([("freshness", freshness.rawValue)])
            values[.answers, default: [:]][labels] = Double(state.answers[freshness] ?? 0)
        }
        for (key, histogram) in state.requests {
            let labels = PrometheusText.labels([("route", key.route), ("status", "\(key.status)")])
            times[.httpRequest, default: [:]][labels] = histogram
        }
        var text = PrometheusText()
        for metric in Metric.allCases {
            let (kind, help) = metric.traits
            text.begin(metric.rawValue, kind, help: help)
            for (labels, value) in (values[metric] ?? [:]).sorted(by: { $0.key < $1.key }) { text.write(metric.rawValue, labels, value) }
            for (labels, histogram) in (times[metric] ?? [:]).sorted(by: { $0.key < $1.key }) { text.write(metric.rawValue, labels, histogram) }
        }
        return text.text
    }

    /// Measures at intervals: `/proc` costs a system call a connection.
    private func measureProcess() {
        let now = ContinuousClock.now
        let isDue = state.withLockedValue { state in
            if let measuredAt = state.processMeasuredAt, now - measuredAt < ServerMetrics.processInterval { return false }
            state.processMeasuredAt = now
            return true
        }
        guard isDue else { return }
        if let bytes = ProcessMetrics.residentBytes { set(.residentMemory, to: Double(bytes)) }
        if let count = ProcessMetrics.openFiles { set(.openFiles, to: Double(count)) }
    }

    private func set(_ metric: Metric, _ labels: [(String, String)] = [], to value: Double) {
        let labels = PrometheusText.labels(labels)
        state.withLockedValue { $0.values[metric, default: [:]][labels] = value }
    }

    private func add(_ count: Int, to metric: Metric, _ labels: [(String, String)] = []) {
        let labels = PrometheusText.labels(labels)
        state.withLockedValue { $0.values[metric, default: [:]][labels, default: 0] += Double(count) }
    }

    private func record(_ metric: Metric, _ labels: [(String, String)], _ duration: Duration) {
        let labels = PrometheusText.labels(labels)
        state.withLockedValue { $0.times[metric, default: [:]][labels, default: Histogram()].record(duration.inSeconds) }
    }
}

private enum Metric: String, CaseIterable {
    case buildInfo = "kma_build_info"
    case httpRequest = "kma_http_request_seconds"
    case answers = "kma_answers_total"
    case upstreamCall = "kma_upstream_call_seconds"
    case issueAge = "kma_issue_age_seconds"
    case refusals = "kma_refusals_total"
    case streamsOpen = "kma_streams_open"
    case upstreamCallsLeft = "kma_upstream_calls_left"
    case clusterUp = "kma_cluster_up"
    case clusterOperation = "kma_cluster_operation_seconds"
    case clusterCallsDrawn = "kma_cluster_calls_drawn_total"
    case ledgerIssues = "kma_ledger_issues_total"
    case logLinesDropped = "kma_log_lines_dropped_total"
    case residentMemory = "process_resident_memory_bytes"
    case openFiles = "process_open_fds"

    var traits: (kind: PrometheusText.Kind, help: String) {
        switch self {
        case .buildInfo: (.gauge, "The version that runs.")
        case .httpRequest: (.histogram, "Time to answer a request, by path and status.")
        case .answers: (.counter, "Responses about the weather, by how new they were.")
        case .upstreamCall: (.histogram, "Calls to an upstream, by feed and outcome.")
        case .issueAge: (.gauge, "Age of the newest issue seen, or fetch, by feed.")
        case .refusals: (.counter, "Requests refused for a limit of this service or as malformed, by reason.")
        case .streamsOpen: (.gauge, "Event streams that are open.")
        case .upstreamCallsLeft: (.gauge, "Calls a service still has today.")
        case .clusterUp: (.gauge, "Whether the cluster answers: 1 or 0.")
        case .clusterOperation: (.histogram, "Operations of the cluster, by name and outcome.")
        case .clusterCallsDrawn: (.counter, "Calls this replica has drawn from the count of the day, by service.")
        case .ledgerIssues: (.counter, "Issues kept in the record.")
        case .logLinesDropped: (.counter, "Lines of the log that were dropped because nobody read standard error.")
        case .residentMemory: (.gauge, "Resident memory.")
        case .openFiles: (.gauge, "Open file descriptors.")
        }
    }
}

extension Duration { var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 } }

enum ProcessMetrics {
    /// `VmRSS` of proc(5), in kB.
    static var residentBytes: Int? {
        guard let status = FileManager.default.contents(atPath: "/proc/self/status") else { return nil }
        return String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmRSS:") }.flatMap { Int($0.filter(\.isNumber)) }
            .map { $0 * 1_024 }
    }

    static var openFiles: Int? { try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
}
