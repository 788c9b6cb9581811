#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// `getUltraSrtNcst`: eight rows of observations on the hour. The sky is not among them.
enum NowcastResponse {
    static func read(_ answer: HTTPAnswer, _ issuedAt: Date) throws(FeedError) -> Observation {
        var now = Observation(feed: .nowcast, observedAt: issuedAt)
        for row in try KMAResponse.items(in: answer, { ObservationRow(&$0) }) {
            guard let value = row.value else { continue }
            switch row.category {
            case "T1H": now.temperature = gridNumber(value)?.within(.plausibleTemperature)
            case "REH": now.humidity = gridNumber(value).flatMap(Humidity.init(percent:))
            case "RN1": now.precipitation = gridNumber(value).flatMap { Amount($0) }
            case "WSD": now.windSpeed = gridNumber(value)?.within(.plausibleWindSpeed)
            case "VEC": now.windDirection = gridNumber(value).flatMap(WindDirection.init(degrees:))
            case "PTY": now.condition = Condition(kmaPrecipitation: value)
            default: break
            }
        }
        guard now.temperature != nil || now.humidity != nil else { throw FeedError(.noData) }
        return now
    }
}

/// `getUltraSrtFcst`: the next six hours, all of one category before the next; `POP` among them since 2026-06-23.
enum NextHoursResponse {
    static func read(_ answer: HTTPAnswer, _ issuedAt: Date) throws(FeedError) -> SlotForecast {
        var slots: [Date: Slot] = [:]
        for row in try KMAResponse.items(in: answer, { ForecastRow(&$0) }) {
            guard let time = row.time.instant, let value = row.value else { continue }
            slots[time, default: Slot(feed: .nowcast, time: time, hours: 1)].apply(row.category, value)
        }
        if slots.isEmpty { throw FeedError(.noData) }
        return SlotForecast(slots: Array(slots.values))
    }
}

extension Slot {
    fileprivate mutating func apply(_ category: ShortText, _ value: String) {
        switch category {
        case "T1H": temperature = gridNumber(value)?.within(.plausibleTemperature)
        case "POP": precipitationProbability = gridNumber(value).flatMap(Probability.init(percent:))
        case "RN1": precipitation = Amount(kmaRain: value, .text)
        case "WSD": windSpeed = gridNumber(value)?.within(.plausibleWindSpeed)
        // kA; KMA's guide calls it energy of lightning, and its scale is not documented. Above 0 it is expected.
        case "LGT": hasLightning = gridNumber(value).map { $0 > 0 }
        default: applySkyAndAir(category, value)
        }
    }
}
