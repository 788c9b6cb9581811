import Feeds
import Forecast
import Foundation
import StubUpstream

@testable import KMAForecast

/// A forecaster that answers in the forms of KMA: every issue of a day has a body of its own, with the hours, lows and highs
/// that KMA gives in it, down to the 24:00 at its end.
struct ForecastOffice: Sendable {
    /// Rain or not, and its chance.
    struct Sky: Sendable, Equatable {
        var isWet: Bool
        var chance: Int
    }

    /// °C of an hour.
    var temperature: @Sendable (_ issue: Date, _ time: Date) -> Int
    /// Low and high of a day, °C.
    var extremes: @Sendable (_ issue: Date, _ date: KoreanDate) -> (low: Int, high: Int)
    /// The sky of an hour.
    var sky: @Sendable (_ issue: Date, _ time: Date) -> Sky

    /// Answers for the three forecasts; there is no observation and no nowcast.
    func serve(_ upstream: Upstream) {
        upstream.answers[.shortTerm] = shortTerm
        upstream.answers[.midTemperature] = midTemperature
        upstream.answers[.midLand] = midLand
        upstream.fault(.header(.noData), on: [.nowcast, .nextHours])
    }

    /// A number that is another one for each issue and each thing it is about.
    static func hash(_ parts: Any...) -> Int {
        let text = parts.map { "\($0)" }.joined(separator: "|")
        let sum = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return Int((sum ^ sum >> 29) % 1_000)
    }

    /// One whose values tell their issue.
    static func telling(_ seed: Int) -> ForecastOffice {
        ForecastOffice(
            temperature: { hash(seed, $0, $1, "t") % 20 },
            extremes: { issue, date in
                (hash(seed, issue, date, "low") % 30 - 30, 20 + hash(seed, issue, date, "high") % 25)
            },
            sky: { issue, time in
                let chance = hash(seed, issue, time, "sky") % 11 * 10
                return Sky(isWet: chance >= 60, chance: chance)
            }
        )
    }

    /// The hours that the short-term forecast of an issue has: by the hour to the end of D+2, from 17:00 on of D+3, then
    /// by three hours to the end of the day after.
    static func times(of issue: Date) -> [Date] {
        let (date, hour) = (KoreanDate(of: issue), KoreanTime(issue).hour)
        let hourlyEnd = (date + (hour >= 17 ? 4 : 3)).start
        let end = hourlyEnd.addingTimeInterval(86_400)
        let hourly = stride(from: issue.addingTimeInterval(3_600), through: hourlyEnd, by: 3_600)
        return Array(hourly)
            + stride(from: hourlyEnd.addingTimeInterval(3 * 3_600), through: end, by: 3 * 3_600)
    }

    /// Low and high that the short-term forecast of an issue states for a day.
    func stated(_ issue: Date, _ date: KoreanDate) -> (low: Int?, high: Int?) {
        let lead = date - KoreanDate(of: issue)
        let hour = KoreanTime(issue).hour
        guard (0...(hour >= 17 ? 4 : 3)).contains(lead) else { return (nil, nil) }
        let said = extremes(issue, date)
        return (lead > 0 || hour == 2 ? said.low : nil, lead > 0 || hour <= 11 ? said.high : nil)
    }

    private func shortTerm(_ request: Request) -> StubAnswer {
        let (day, time) = (request["base_date"] ?? "", request["base_time"] ?? "")
        guard let issue = KoreanTime.instant(compact: day + time) else { return .noData }
        let echo =
            #""baseDate":"\#(day)","baseTime":"\#(time)","nx":\#(request["nx"] ?? ""),"ny":\#(request["ny"] ?? "")"#
        let rows = ForecastOffice.times(of: issue).flatMap { time -> [String] in
            let sky = sky(issue, time)
            var values = [
                ("TMP", temperature(issue, time)), ("POP", sky.chance), ("SKY", sky.isWet ? 4 : 1),
                ("PTY", sky.isWet ? 1 : 0),
            ]
            let stated = stated(issue, KoreanDate(of: time))
            if KoreanTime(time).hour == 6, let low = stated.low { values.append(("TMN", low)) }
            if KoreanTime(time).hour == 15, let high = stated.high { values.append(("TMX", high)) }
            let compact = KoreanTime(time).compact
            return values.map { category, value in
                #"{\#(echo),"category":"\#(category)","fcstDate":"\#(compact.prefix(8))","#
                    + #""fcstTime":"\#(compact.suffix(4))","fcstValue":"\#(value)"}"#
            }
        }
        let limit = Int(request["numOfRows"] ?? "") ?? 1_500
        return ForecastOffice.envelope(Array(rows.prefix(limit)), total: rows.count)
    }

    /// The days that a mid-term issue has.
    static func midTermDays(of issue: Date) -> ClosedRange<Int> {
        KoreanTime(issue).hour == 6 ? 4...10 : 5...10
    }

    private func midTemperature(_ request: Request) -> StubAnswer {
        midTerm(request) { issue, day in
            let said = extremes(issue, KoreanDate(of: issue) + day)
            return #""taMin\#(day)":\#(said.low),"taMax\#(day)":\#(said.high)"#
        }
    }

    private func midLand(_ request: Request) -> StubAnswer {
        midTerm(request) { issue, day in
            let date = KoreanDate(of: issue) + day
            let halves = day < 8 ? [("Am", 0), ("Pm", 12)] : [("", 0)]
            return halves.map { name, hour in
                let sky = sky(issue, date.at(hour: hour))
                return
                    #""rnSt\#(day)\#(name)":\#(sky.chance),"wf\#(day)\#(name)":"\#(sky.isWet ? "흐리고 비" : "맑음")""#
            }
            .joined(separator: ",")
        }
    }

    private func midTerm(_ request: Request, _ fields: (Date, Int) -> String) -> StubAnswer {
        guard let issue = KoreanTime.instant(compact: request["tmFc"] ?? "") else { return .noData }
        let days = ForecastOffice.midTermDays(of: issue).map { fields(issue, $0) }
        return ForecastOffice.envelope([
            #"{"regId":"\#(request["regId"] ?? "")",\#(days.joined(separator: ","))}"#
        ])
    }

    private static func envelope(_ items: [String], total: Int? = nil) -> StubAnswer {
        .json(
            #"{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON","#
                + #""items":{"item":[\#(items.joined(separator: ","))]},"pageNo":1,"numOfRows":1500,"#
                + #""totalCount":\#(total ?? items.count)}}}"#
        )
    }
}
