#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// `getVilageFcst`: up to 1,052 rows in order of time, hourly first and then in steps of three hours.
enum ShortTermResponse {
    static func read(_ answer: HTTPAnswer, _ issuedAt: Date, rows wanted: Int = .max) throws(FeedError)
        -> SlotForecast
    {
        let rows = try KMAResponse.items(ForecastRow.self, in: answer, atMost: wanted)
        let dialects = ShortTermDialects(issuedAt: issuedAt)
        var steps: [Step] = []
        var places: [Date: Int] = [:]
        var extremes: [KoreanDate: Extremes] = [:]
        var stamp: (date: String?, time: String?) = (nil, nil)
        var place: Int?
        for row in rows {
            // A step's rows follow one another, so that its time is read once and not thirteen times.
            if place == nil || stamp != (row.fcstDate, row.fcstTime) {
                stamp = (row.fcstDate, row.fcstTime)
                place = row.time.map { time in
                    if let known = places[time] { return known }
                    places[time] = steps.count
                    steps.append(Step(time, dialects))
                    return steps.count - 1
                }
            }
            guard let place else { continue }
            steps[place].take(row, &extremes)
        }
        if steps.isEmpty { throw FeedError(.noData) }
        return SlotForecast(
            slots: steps.map(\.slot).filter { $0.temperature != nil || $0.condition != nil },
            extremes: extremes
        )
    }
}

/// Where in a short-term body which dialect is spoken.
struct ShortTermDialects {
    private let wordsEnd: Date
    private let hourlyEnd: Date

    /// Words to the end of D+2; the three evening issues go on by the hour to the end of D+3, in bare numbers; then
    /// steps of three hours, in codes. A day ends with its 24:00, which is written as the next day's 00:00.
    init(issuedAt: Date) {
        let issue = KoreanTime(issuedAt)
        wordsEnd = (issue.date + 3).start
        hourlyEnd = issue.hour >= 17 ? (issue.date + 4).start : wordsEnd
    }

    func dialect(at time: Date) -> AmountDialect {
        time <= wordsEnd ? .words : time <= hourlyEnd ? .number : .code
    }

    /// Hours from a step to the next.
    func hours(at time: Date) -> Int {
        time < hourlyEnd ? 1 : 3
    }
}

/// A step while its rows come in.
private struct Step {
    var slot: Slot
    private let dialect: AmountDialect
    private var eastward: Double?
    private var northward: Double?

    init(_ time: Date, _ dialects: ShortTermDialects) {
        slot = Slot(feed: .shortTerm, time: time, hours: dialects.hours(at: time))
        dialect = dialects.dialect(at: time)
    }

    mutating func take(_ row: ForecastRow, _ extremes: inout [KoreanDate: Extremes]) {
        switch row.category {
        // KMA's guide: an amount that is "-", null or 0 is none.
        case "PCP": slot.precipitation = Amount(kmaRain: row.fcstValue ?? "-", dialect)
        case "SNO": slot.snowfall = Amount(kmaSnow: row.fcstValue ?? "-", dialect)
        default:
            if let value = row.fcstValue { take(row.category, value, &extremes) }
        }
    }

    private mutating func take(
        _ category: String,
        _ value: String,
        _ extremes: inout [KoreanDate: Extremes]
    ) {
        let date = KoreanDate(of: slot.time)
        switch category {
        case "TMP": slot.temperature = gridNumber(value)
        case "TMN": extremes[date, default: Extremes()].minimum = gridNumber(value)
        case "TMX": extremes[date, default: Extremes()].maximum = gridNumber(value)
        case "POP": slot.precipitationProbability = wholeGridNumber(value)
        // The extended period has a code in place of a speed, but both parts of it in m/s.
        case "WSD" where dialect != .code: slot.windSpeed = gridNumber(value)
        case "UUU" where dialect == .code:
            eastward = gridNumber(value)
            slot.windSpeed = extendedWindSpeed
        case "VVV" where dialect == .code:
            northward = gridNumber(value)
            slot.windSpeed = extendedWindSpeed
        default: slot.takeSkyAndAir(category, value)
        }
    }

    private var extendedWindSpeed: Double? {
        guard let eastward, let northward else { return nil }
        return (eastward * eastward + northward * northward).squareRoot()
    }
}

extension Slot {
    /// Takes what all of KMA's grid forecasts write alike.
    mutating func takeSkyAndAir(_ category: String, _ value: String) {
        switch category {
        case "REH": humidity = wholeGridNumber(value)
        case "VEC": windDirection = wholeGridNumber(value).map { $0 % 360 }
        case "SKY":
            sky = Condition(kmaSky: value)
            if condition == nil { condition = sky }
        case "PTY":
            if let falling = Condition(kmaPrecipitation: value) { condition = falling }
        default: break
        }
    }
}
