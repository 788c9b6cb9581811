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
        let offset =
            Prefetcher.offset(of: index, among: targets.count)
            + Prefetcher.stagger(of: forecaster.configuration.kma?.scope)
        let (clock, now) = (forecaster.configuration.clock, forecaster.configuration.now)
        do {
            try await clock.sleep(for: .seconds(Double(index) * Prefetcher.firstPace))
            while true {
                let due = await forecaster.refresh(target).addingTimeInterval(offset)
                try await clock.sleep(until: due, by: now)
            }
        } catch {
            // Cancelled with the task that ran it.
            return
        }
    }

    /// Seconds by which all targets of a gateway and key wait after a change: an issue comes out for everybody at once, and
    /// those who keep it would all ask in the same second. It follows from the key, within a minute.
    static func stagger(of scope: StoreScope?) -> Double {
        // Sixteen bits of the hash.
        guard let scope, let number = Int(scope.name.prefix(4), radix: 16) else { return 0 }
        return 60 * Double(number) / 65_536
    }

    /// Seconds after a change at which the target of a place in the list has its turn.
    static func offset(of index: Int, among count: Int) -> Double {
        spread * Double(index) / Double(max(count, 1))
    }
}

extension Forecaster {
    /// Seconds by which a program that waits for an issue waits longer, so that not all ask in the same second.
    public var stagger: Double { Prefetcher.stagger(of: configuration.kma?.scope) }

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
            guard let report = await feeds[feed]?.refresh(zone: zone), report.hasValue,
                report.status != .stale
            else { return retry }
            return report.nextChange ?? retry
        }
    }

    /// Fetches the answer to a question and tells when it can next change; after a pause where there is none. `nil` where
    /// no key is set for any of its feeds.
    private func nextChange(of question: Question, at place: Place) async -> Date? {
        guard question.feeds.contains(where: { feeds[$0] != nil }) else { return nil }
        return (try? await report(question, at: place).nextChange)
            ?? configuration.now().addingTimeInterval(Forecaster.retryPause)
    }
}

extension [PrefetchTarget] {
    /// Whether zones of the whole country are kept.
    public var areOfCountry: Bool { contains { if case .zone = $0 { true } else { false } } }

    /// The stations that forecasts of the targets are held against: those of the places, and all where zones of the whole
    /// country are kept.
    public var surfaceStations: [Int] {
        let stations = compactMap { target -> Int? in
            if case .place(let place) = target { place.surfaceStation?.station.id } else { nil }
        }
        return areOfCountry ? SurfaceStation.all.map(\.id) : Array<Int>(Set(stations)).sorted()
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
            return FeedCatalog.feeds.flatMap { traits -> [PrefetchTarget] in
                guard case .zone(let codes) = traits.coverage else { return [] }
                return codes().map { .zone(traits.feed, $0) }
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
    public static func callsADay(of targets: [PrefetchTarget]) -> [UpstreamAPI: Int] {
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
