#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// `getVilageFcst`: up to 1,052 rows in order of time, hourly first and then in steps of three hours.
enum ShortTermResponse {
    static func read(_ answer: HTTPAnswer, _ issuedAt: Date, rows wanted: Int) throws(FeedError)
        -> SlotForecast
    {
        let rows = try KMAResponse.items(ForecastRow.self, in: answer, atMost: wanted)
        let dialects = ShortTermDialects(issuedAt: issuedAt)
        var slots: [Slot] = []
        var extremes: [KoreanDate: Extremes] = [:]
        var stamp = ("", "")
        for row in rows {
            if stamp != (row.fcstDate, row.fcstTime) {
                guard let time = row.time else { continue }
                stamp = (row.fcstDate, row.fcstTime)
                slots.append(Slot(feed: .shortTerm, time: time, hours: dialects.hours(at: time)))
            }
            slots[slots.count - 1].take(row, dialects.dialect(at: slots[slots.count - 1].time), &extremes)
        }
        if slots.isEmpty { throw FeedError(.noData) }
        return SlotForecast(
            slots: slots.filter { $0.temperature != nil || $0.condition != nil },
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

extension Slot {
    fileprivate mutating func take(
        _ row: ForecastRow,
        _ dialect: AmountDialect,
        _ extremes: inout [KoreanDate: Extremes]
    ) {
        guard let value = row.fcstValue else { return }
        switch row.category {
        case "TMP": temperature = gridNumber(value)
        case "TMN": extremes[KoreanDate(of: time), default: Extremes()].minimum = gridNumber(value)
        case "TMX": extremes[KoreanDate(of: time), default: Extremes()].maximum = gridNumber(value)
        case "POP": precipitationProbability = wholeGridNumber(value)
        case "PCP": precipitation = Amount(kmaRain: value, dialect)
        case "SNO": snowfall = Amount(kmaSnow: value, dialect)
        // The extended period has a code in place of a speed, but both parts of it in m/s.
        case "WSD" where dialect != .code: windSpeed = gridNumber(value)
        case "UUU" where dialect == .code, "VVV" where dialect == .code:
            windSpeed = gridNumber(value).map { part in
                let known = windSpeed ?? 0
                return (known * known + part * part).squareRoot()
            }
        default: takeSkyAndAir(row.category, value)
        }
    }

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
