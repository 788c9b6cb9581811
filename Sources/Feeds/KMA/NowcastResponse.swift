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
        for row in try KMAResponse.items(ObservationRow.self, in: answer) {
            guard let value = row.obsrValue else { continue }
            switch row.category {
            case "T1H": now.temperature = gridNumber(value)
            case "REH": now.humidity = wholeGridNumber(value)
            case "RN1": now.precipitation = gridNumber(value)
            case "WSD": now.windSpeed = gridNumber(value)
            case "VEC": now.windDirection = wholeGridNumber(value).map { $0 % 360 }
            case "PTY": now.condition = Condition(kmaPrecipitation: value)
            default: break
            }
        }
        guard now.temperature != nil || now.humidity != nil else { throw FeedError(.noData) }
        return now
    }
}
