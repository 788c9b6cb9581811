#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

/// Keeps targets fresh at each issue, so that people never wait and an outage finds the newest data on disk.
///
/// Every target has its own moment within a stretch of time after a change, so that a whole country asks an upstream
/// evenly and not at once.
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
                    let wait = due.timeIntervalSince(forecaster.sources.now())
                    try await Task.sleep(for: .seconds(min(max(wait, 1), Prefetcher.longestSleep)))
                } while forecaster.sources.now() < due
            }
        } catch {
            // Cancelled: whoever ran this has had enough.
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
        let retry = sources.now().addingTimeInterval(Forecaster.retryPause)
        switch target {
        case .place(let place):
            do throws(ForecastError) {
                _ = try await report(.outlook, at: place)
                return try await report(.week, at: place).nextChange
            } catch {
                return retry
            }
        case .temperatureZone(let zone):
            guard let kma = sources.kma else { return retry }
            let answer = await repositories.midTemperature.answer(.midTemperature(zone: zone, gateway: kma))
            return answer.report.isCurrent ? answer.report.nextChange ?? retry : retry
        case .landZone(let zone):
            guard let kma = sources.kma else { return retry }
            let answer = await repositories.midLand.answer(.midLand(zone: zone, gateway: kma))
            return answer.report.isCurrent ? answer.report.nextChange ?? retry : retry
        }
    }
}

extension SourceReport {
    /// Whether it is as new as can be.
    fileprivate var isCurrent: Bool { status != .stale && hasValue }
}
