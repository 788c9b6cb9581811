#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// `getUltraSrtNcst`: eight rows of what is observed on the hour. There is no sky among them.
enum NowcastResponse {
    static func read(_ answer: HTTPAnswer, _ issuedAt: Date) throws(FeedError) -> Observation {
        var now = Observation(feed: .nowcast, observedAt: issuedAt)
        for row in try KMAResponse.items(GridRow.self, in: answer) {
            guard let value = row.obsrValue else { continue }
            switch row.category {
            case "T1H": now.temperature = GridRow.number(value)
            case "REH": now.humidity = GridRow.whole(value)
            case "RN1": now.precipitation = GridRow.number(value)
            case "WSD": now.windSpeed = GridRow.number(value)
            case "VEC": now.windDirection = GridRow.whole(value).map { $0 % 360 }
            case "PTY": now.condition = Condition(kmaPrecipitation: value)
            default: break
            }
        }
        guard now.temperature != nil || now.humidity != nil else { throw FeedError(.noData) }
        return now
    }
}
