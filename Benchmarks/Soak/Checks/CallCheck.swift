import Feeds
import Foundation

/// Whether the upstream was asked no more than it has to be.
struct CallCheck {
    private(set) var calls = 0
    private(set) var good = 0
    private(set) var empty = 0
    private(set) var faulty = 0
    /// When a URL was last answered, and when its answer was last that there is nothing.
    private var goodAt: [String: Date] = [:]
    private var emptyAt: [String: Date] = [:]

    /// What was one call too many. A KMA issue is fetched once and for all, OpenWeather once in ten minutes a place;
    /// an answer that there is nothing counts for five minutes; and a fault is worth one more try.
    mutating func complaints(about minute: [Call]) -> [String] {
        var complaints: [String] = []
        var faults: [String: Int] = [:]
        for call in minute where call.outcome == .faulty { faults[call.url, default: 0] += 1 }
        let counts = minute.reduce(into: [String: Int]()) { $0[$1.url, default: 0] += 1 }
        for (url, count) in counts where count > 1 + faults[url, default: 0] {
            complaints.append(
                "\(count) calls for \(faults[url, default: 0]) faults: \(CallCheck.name(of: url))"
            )
        }
        for call in minute {
            calls += 1
            switch call.outcome {
            case .faulty: faulty += 1
            case .good:
                good += 1
                let isOnce = call.url.contains("/1360000/")
                if let last = goodAt[call.url], isOnce || call.at.timeIntervalSince(last) < 600 {
                    complaints.append("asked again: \(CallCheck.name(of: call.url))")
                }
                goodAt[call.url] = call.at
            case .empty:
                empty += 1
                if let last = emptyAt[call.url], call.at.timeIntervalSince(last) < 300 {
                    complaints.append("asked again for nothing: \(CallCheck.name(of: call.url))")
                }
                emptyAt[call.url] = call.at
            }
        }
        return complaints
    }

    /// Takes back what was answered since a moment: whoever asked was killed before it could be kept.
    mutating func forgive(since moment: Date) {
        goodAt = goodAt.filter { $0.value < moment }
        emptyAt = emptyAt.filter { $0.value < moment }
    }

    /// When a URL was last answered.
    func answered(_ url: String) -> Date? { goodAt[url] }

    /// Issues, zones and places that were asked for.
    var subjects: Int { goodAt.count }

    /// A URL without its last parameter, the key.
    private static func name(of url: String) -> Substring {
        url[..<(url.lastIndex(of: "&") ?? url.endIndex)]
    }
}
