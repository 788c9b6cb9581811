#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

extension SampleFeeds {
    /// `getMidTa`: low and high of each day at a city, with their spreads.
    static func midTemperature(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        guard let issue = SampleIssue(request, at: now), let code = request["regId"],
            let point = SamplePoint(temperatureZone: code)
        else { return .kmaNoData }
        let weather = SampleWeather(point)
        var item = #"{"regId":"\#(code)""#
        for day in issue.days {
            let date = issue.date + day
            let temperatures = weather.day(date)
            item += field("taMin\(day)", temperatures.low, spread: spread(day, date, in: 0))
            item += field("taMax\(day)", temperatures.high, spread: spread(day, date, in: 1))
        }
        return .kma(items: item + "}", rows: request.integer("numOfRows") ?? 10, total: 1)
    }

    private static func field(_ name: String, _ value: Double, spread: (low: Int, high: Int)) -> String {
        #","\#(name)":\#(value.whole),"\#(name)Low":\#(spread.low),"\#(name)High":\#(spread.high)"#
    }

    /// Even and narrow up to the seventh day, wider upwards after it, as KMA's are.
    private static func spread(_ day: Int, _ date: KoreanDate, in column: Int) -> (low: Int, high: Int) {
        let draw = SampleNoise.unit(.spread, column, date.dayNumber)
        return switch day {
        case ...7: (1, draw < 0.8 ? 1 : 2)
        case 10: (0, draw < 0.5 ? 2 : 3)
        default: (draw < 0.7 ? 0 : 1, 2)
        }
    }
}
