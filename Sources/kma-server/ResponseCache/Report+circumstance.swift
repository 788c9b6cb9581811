#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast
import KMAForecast

extension Report {
    /// The report as it would be had it been put together at another moment of the day from the same answers: when,
    /// and whether a feed was asked just now or a moment ago, makes no other answer.
    var withoutCircumstance: Report {
        var report = self
        report.generatedAt = KoreanDate(of: generatedAt).start
        for index in report.sources.indices where report.sources[index].status == .cached {
            report.sources[index].status = .fresh
        }
        return report
    }

    /// How new it is.
    var freshness: CachedResponse.Freshness {
        if isSample { return .sample }
        if isStale { return .stale }
        return degraded.isEmpty ? .fresh : .partial
    }
}
