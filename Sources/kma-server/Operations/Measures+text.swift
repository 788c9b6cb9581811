#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

extension Measures {
    /// What is counted, as Prometheus reads it.
    func text(at now: Date) -> MetricsText {
        let state = snapshot
        var text = MetricsText()
        text.family("kma_build_info", .gauge, "The version that runs.")
        text.sample(["version": Version.current], 1)

        text.family("kma_http_request_seconds", .histogram, "Time to answer a request, by path and status.")
        for (kind, histogram) in state.requests.sorted(by: { $0.key < $1.key }) {
            text.samples([("route", kind.route), ("status", "\(kind.status)")], histogram)
        }
        text.family("kma_answers_total", .counter, "Answers about the weather, by how new they were.")
        for freshness in CachedResponse.Freshness.allCases {
            text.sample(["freshness": freshness.rawValue], Double(state.answers[freshness] ?? 0))
        }
        text.family("kma_upstream_call_seconds", .histogram, "Calls to an upstream, by feed and outcome.")
        for (kind, histogram) in state.calls.sorted(by: { $0.key < $1.key }) {
            text.samples([("feed", kind.feed.rawValue), ("outcome", kind.outcome)], histogram)
        }
        text.family("kma_issue_age_seconds", .gauge, "Age of the newest issue seen, or fetch, by feed.")
        for feed in Feed.allCases {
            guard let issue = state.issues[feed] else { continue }
            text.sample(["feed": feed.rawValue], now.timeIntervalSince(issue).rounded())
        }
        text.family("kma_streams_open", .gauge, "Event streams that are open.")
        text.sample([:], Double(state.streams))
        return text
    }
}

extension Measures.RequestKind: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        (left.route, left.status) < (right.route, right.status)
    }
}

extension Measures.CallKind: Comparable {
    /// `ok`, or the code of the fault.
    var outcome: String { fault?.rawValue ?? "ok" }

    static func < (left: Self, right: Self) -> Bool {
        (left.feed.rawValue, left.outcome) < (right.feed.rawValue, right.outcome)
    }
}
