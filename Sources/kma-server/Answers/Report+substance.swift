#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast
import KMAForecast

extension Report {
    /// What the report says, as a number: equal as long as no feed has said anything new.
    ///
    /// When it was put together, and whether a feed was asked just now or a moment ago, makes no other answer.
    var substance: Int {
        var hasher = Hasher()
        hasher.combine(KoreanDate(of: generatedAt))
        hasher.combine(week)
        hasher.combine(outlook)
        for var source in sources {
            source.nextChange = nil
            if source.status == .cached { source.status = .fresh }
            hasher.combine(source)
        }
        return hasher.finalize()
    }

    /// How new it is.
    var freshness: Answer.Freshness {
        if isSample { return .sample }
        if isStale { return .stale }
        return degraded.isEmpty ? .fresh : .partial
    }
}
