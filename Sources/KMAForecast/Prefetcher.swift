import Feeds
import Forecast
import Regions

/// Fetches targets at each issue, spread over ten minutes, for an answer without a wait, and in an outage.
public struct Prefetcher: Sendable {
    /// A call in three seconds for 186 zones.
    static let spread = 600.0
    static let firstPace = 0.3

    private let forecaster: Forecaster
    private let targets: [PrefetchTarget]

    /// Creates a prefetcher of targets.
    public init(_ forecaster: Forecaster, _ targets: [PrefetchTarget]) { (self.forecaster, self.targets) = (forecaster, targets) }

    /// Refreshes until the task is cancelled.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            for (index, target) in targets.enumerated() { group.addTask { await keepFresh(target, index: index) } }
        }
    }

    private func keepFresh(_ target: PrefetchTarget, index: Int) async {
        let offset = Prefetcher.offset(of: index, among: targets.count) + Prefetcher.stagger(of: forecaster.configuration.kma?.scope)
        let (clock, now) = (forecaster.configuration.clock, forecaster.configuration.now)
        do {
            try await clock.sleep(for: .seconds(Double(index) * Prefetcher.firstPace))
            while true {
                let due = await forecaster.refresh(target).addingTimeInterval(offset)
                try await clock.sleep(until: due, by: now)
            }
        } catch { return }
    }

    /// Seconds of a minute by key, so that programs do not call in one second.
    static func stagger(of scope: StoreScope?) -> Double {
        guard let scope, let number = Int(scope.name.prefix(4), radix: 16) else { return 0 }
        return 60 * Double(number) / 65_536
    }

    static func offset(of index: Int, among count: Int) -> Double { spread * Double(index) / Double(max(count, 1)) }
}

extension Forecaster {
    /// Seconds a waiting program adds after an issue, so that not all call at once.
    public var stagger: Double { Prefetcher.stagger(of: configuration.kma?.scope) }

    private static let retryPause = 300.0

    func refresh(_ target: PrefetchTarget) async -> Date {
        let retry = configuration.now().addingTimeInterval(Forecaster.retryPause)
        switch target {
        case .place(let place):
            // One service may be down or without a key.
            let outlook = await nextChange(of: .outlook, at: place)
            let week = await nextChange(of: .week, at: place)
            return [outlook, week].compactMap { $0 }.min() ?? retry
        case .zone(let feed, let zone):
            guard let report = await feeds[feed]?.refresh(zone: zone), report.hasValue, report.status != .stale else { return retry }
            return report.nextChange ?? retry
        }
    }

    private func nextChange(of question: Question, at place: Place) async -> Date? {
        guard question.feeds.contains(where: { feeds[$0] != nil }) else { return nil }
        return (try? await report(question, at: place).nextChange) ?? configuration.now().addingTimeInterval(Forecaster.retryPause)
    }
}

extension [PrefetchTarget] {
    /// True if zones of the whole country are prefetched.
    public var areOfCountry: Bool { contains { if case .zone = $0 { true } else { false } } }

    /// Stations for scores of the targets: those of places, all for zones of the country.
    public var surfaceStations: [Int] {
        let stations = compactMap { target -> Int? in if case .place(let place) = target { place.surfaceStation?.station.id } else { nil } }
        return areOfCountry ? SurfaceStation.all.map(\.id) : Array<Int>(Set(stations)).sorted()
    }
}

/// Prefetched place or zone.
public enum PrefetchTarget: Sendable, Hashable {
    case place(Place)
    case zone(Feed, String)

    /// Reads `--keep`: `all` for the country's zones, else places with commas.
    public static func named(_ list: String) throws(ForecastError) -> [PrefetchTarget] {
        if list == "all" {
            return FeedCatalog.feeds.flatMap { traits -> [PrefetchTarget] in
                guard case .zone(let codes) = traits.coverage else { return [] }
                return codes().map { .zone(traits.feed, $0) }
            }
        }
        var targets: [PrefetchTarget] = []
        for name in list.split(separator: ",") { targets.append(.place(try PlaceRequest.area(String(name)).place())) }
        return targets
    }

    /// Calls a day by service. Places of a province share its measurements, and count as if they shared no zone.
    public static func callsADay(of targets: [PrefetchTarget]) -> [UpstreamAPI: Int] {
        var calls: [UpstreamAPI: Int] = [:]
        var counted: Set<[String]> = []
        for (number, target) in targets.enumerated() {
            for traits in FeedCatalog.feeds {
                let subject: String? =
                    switch target {
                    case .zone(let feed, let code): feed == traits.feed ? code : nil
                    case .place(let place): traits.isNationwide ? "" : traits.region?(place) ?? "\(number)"
                    }
                guard let subject, counted.insert([traits.feed.rawValue, subject]).inserted else { continue }
                calls[traits.feed.service, default: 0] += traits.callsADay
            }
        }
        return calls
    }
}
