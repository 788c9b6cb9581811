#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast
import KMAForecast
import NIOConcurrencyHelpers

/// Everything that is counted, behind one lock: each request takes it once, for less than a microsecond.
final class Measures: Sendable {
    struct RequestKind: Hashable {
        var route: String
        var status: Int
    }

    struct CallKind: Hashable {
        var feed: Feed
        var fault: ErrorCode?
    }

    struct State {
        var requests: [RequestKind: Histogram] = [:]
        var answers: [CachedResponse.Freshness: Int] = [:]
        var calls: [CallKind: Histogram] = [:]
        var issues: [Feed: Date] = [:]
        var streams = 0
    }

    private let state = NIOLockedValueBox(State())

    /// Counts a request that has been answered.
    func note(route: String, status: Int, freshness: CachedResponse.Freshness?, seconds: Double) {
        state.withLockedValue { state in
            state.requests[RequestKind(route: route, status: status), default: Histogram()].note(seconds)
            if let freshness { state.answers[freshness, default: 0] += 1 }
        }
    }

    /// Counts a call to an upstream.
    func note(_ call: UpstreamCall) {
        state.withLockedValue { state in
            let kind = CallKind(feed: call.feed, fault: call.fault)
            state.calls[kind, default: Histogram()].note(call.duration.inSeconds)
        }
    }

    /// Takes note of how new the feeds are; of a feed with many zones, the newest counts.
    func note(_ sources: [SourceReport]) {
        state.withLockedValue { state in
            for source in sources {
                guard let instant = source.issuedAt ?? source.fetchedAt else { continue }
                state.issues[source.feed] = max(instant, state.issues[source.feed] ?? instant)
            }
        }
    }

    /// Counts the streams that are open.
    func streams(opened: Bool) {
        state.withLockedValue { $0.streams += opened ? 1 : -1 }
    }

    /// All of it as it is now.
    var snapshot: State { state.withLockedValue { $0 } }
}

extension Duration {
    /// The duration as a number of seconds.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
