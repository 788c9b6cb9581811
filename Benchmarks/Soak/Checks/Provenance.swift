import Forecast
import KMAForecast

/// What an answer tells of where it comes from.
struct Provenance {
    var question: Question
    var sources: [SourceReport]
    var isStale: Bool
    var degraded: [Feed]

    /// Where it is not what it should be.
    func complaints(_ check: SourceCheck) -> [String] {
        var complaints = sources.compactMap { source in
            check.complaint(about: source).map { "\(source.feed.rawValue): \($0)" }
        }
        if sources.map(\.feed) != question.feeds { complaints.append("not the feeds of the question") }
        if isStale != sources.contains(where: { $0.status == .stale }) {
            complaints.append("stale is not told")
        }
        if degraded != sources.filter({ !$0.hasValue }).map(\.feed) {
            complaints.append("degraded is not told")
        }
        return complaints
    }
}
