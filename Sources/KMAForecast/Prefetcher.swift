#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast
import Regions

/// Fetches targets at each issue, so that nobody waits and an outage finds the newest data in the store.
///
/// Every target has its own moment within ten minutes after a change, so that the calls for a whole country are
/// spread evenly.
public struct Prefetcher: Sendable {
    /// Seconds over which the targets are spread after a change: 186 zones in ten minutes are a call in three seconds.
    static let spread = 600.0
    /// Seconds between targets when the program starts with nothing at hand.
    static let firstPace = 0.3
    /// The longest sleep in seconds; a clock that is set while we sleep is noticed after it.
    private static let longestSleep = 300.0

    private let forecaster: Forecaster
    private let targets: [PrefetchTarget]

    /// Keeps targets fresh through an adapter.
    public init(_ forecaster: Forecaster, _ targets: [PrefetchTarget]) {
        self.forecaster = forecaster
        self.targets = targets
    }

    /// Refreshes until the task is cancelled.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            for (index, target) in targets.enumerated() {
                group.addTask { await keepFresh(target, index: index) }
            }
        }
    }

    private func keepFresh(_ target: PrefetchTarget, index: Int) async {
        let offset = Prefetcher.offset(of: index, among: targets.count)
        do {
            try await Task.sleep(for: .seconds(Double(index) * Prefetcher.firstPace))
            while true {
                let due = await forecaster.refresh(target).addingTimeInterval(offset)
                repeat {
                    let wait = due.timeIntervalSince(forecaster.configuration.now())
                    try await Task.sleep(for: .seconds(min(max(wait, 1), Prefetcher.longestSleep)))
                } while forecaster.configuration.now() < due
            }
        } catch {
            // Cancelled with the task that ran it.
            return
        }
    }

    /// Seconds after a change at which the target of a place in the list has its turn.
    static func offset(of index: Int, among count: Int) -> Double {
        spread * Double(index) / Double(max(count, 1))
    }
}

extension Forecaster {
    /// Seconds until a target that could not be refreshed has its next turn.
    private static let retryPause = 300.0

    /// Brings a target up to date, and tells when it can next change.
    func refresh(_ target: PrefetchTarget) async -> Date {
        let retry = configuration.now().addingTimeInterval(Forecaster.retryPause)
        switch target {
        case .place(let place):
            // Each on its own: a service that is down, or has no key, keeps nothing of the others from being fetched.
            let outlook = await nextChange(of: .outlook, at: place)
            let week = await nextChange(of: .week, at: place)
            return [outlook, week].compactMap { $0 }.min() ?? retry
        case .zone(let feed, let zone):
            guard let report = await refresh(feed, zone: zone), report.hasValue, report.status != .stale
            else {
                return retry
            }
            return report.nextChange ?? retry
        }
    }
}

extension Forecaster {
    /// Fetches the answer to a question and tells when it can next change; after a pause where there is none. `nil` where
    /// no key is set for any of its feeds.
    private func nextChange(of question: Question, at place: Place) async -> Date? {
        guard question.feeds.contains(where: hasKey) else { return nil }
        do throws(ForecastError) {
            return try await report(question, at: place).nextChange
        } catch {
            return configuration.now().addingTimeInterval(Forecaster.retryPause)
        }
    }
}

/// Something that is fetched before anybody asks for it.
public enum PrefetchTarget: Sendable, Hashable {
    /// All that a week at a place is made of.
    case place(Place)
    /// One feed for one of its zones, by the zone's code.
    case zone(Feed, String)

    /// What `--keep` names: `all` for every zone of the country, else places with commas between.
    public static func named(_ list: String) throws(ForecastError) -> [PrefetchTarget] {
        if list == "all" {
            return FeedCatalog.feeds.flatMap { traits in
                traits.zones().map { .zone(traits.feed, $0) }
            }
        }
        var targets: [PrefetchTarget] = []
        for name in list.split(separator: ",") {
            targets.append(.place(try PlaceRequest.area(String(name)).place()))
        }
        return targets
    }

    /// The calls a day that it takes to keep targets fresh, by service: a call an issue, or as often as a feed without
    /// issues is renewed. Places that share a zone are counted as if they did not.
    public static func callsADay(of targets: [PrefetchTarget]) -> [UpstreamService: Int] {
        targets.enumerated().reduce(into: [:]) { calls, target in
            for traits in FeedCatalog.feeds {
                let isFetched =
                    switch target.element {
                    case .zone(let feed, _): feed == traits.feed
                    // One answer about the whole country serves all places.
                    case .place: !traits.isNationwide || target.offset == 0
                    }
                if isFetched { calls[traits.feed.service, default: 0] += traits.callsADay }
            }
        }
    }
}
