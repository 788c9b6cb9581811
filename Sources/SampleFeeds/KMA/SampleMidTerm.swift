import Feeds
import Forecast
import Regions

/// Computed apart from `IssueSchedule`, so that its errors show in tests.
package struct SampleIssue: Hashable, Sendable {
    let date: KoreanDate
    let hour: Int

    init(date: KoreanDate, hour: Int) { (self.date, self.hour) = (date, hour) }

    package init(newestAt now: Date) {
        let time = KoreanTime(now)
        date = time.hour < 6 ? time.date + -1 : time.date
        hour = (6..<18).contains(time.hour) ? 6 : 18
    }

    package init(before issue: SampleIssue) {
        date = issue.hour == 6 ? issue.date + -1 : issue.date
        hour = issue.hour == 6 ? 18 : 6
    }

    package var tmFc: String { KoreanTime(date.at(hour: hour)).compact }

    var days: ClosedRange<Int> { hour == 6 ? 4...10 : 5...10 }

    /// Days from a day's last issue, and the hours by which this one is earlier.
    func lead(to date: KoreanDate) -> Double { Double(date - self.date) + (hour == 6 && date - self.date > 4 ? 0.5 : 0) }

    init?(_ request: SampleRequest, at now: Date) {
        let newest = SampleIssue(newestAt: now)
        let candidates = [newest, SampleIssue(before: newest)]
        guard let issue = candidates.first(where: { $0.tmFc == request["tmFc"] }) else { return nil }
        self = issue
    }
}

extension SampleFeeds {
    static func midTemperature(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        guard let issue = SampleIssue(request, at: now), let code = request["regId"], let point = SamplePoint(temperatureZone: code) else {
            return .kmaNoData
        }
        let weather = SampleWeather(point)
        var item = #"{"regId":"\#(code)""#
        for day in issue.days {
            let date = issue.date + day
            let said = SampleForecast(of: date, in: weather, by: issue, zone: code).extremes
            item += field("taMin\(day)", said.low, spread: SampleSpread.spread(day, date, in: 0))
            item += field("taMax\(day)", said.high, spread: SampleSpread.spread(day, date, in: 1))
        }
        return .kma(items: (item + "}").utf8, rows: request.integer("numOfRows") ?? 10, total: 1)
    }

    private static func field(_ name: String, _ value: Double, spread: (low: Int, high: Int)) -> String {
        #","\#(name)":\#(value.whole),"\#(name)Low":\#(spread.low),"\#(name)High":\#(spread.high)"#
    }

    static func midLand(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        guard let issue = SampleIssue(request, at: now), let zone = Gazetteer.landZones.first(where: { $0.code == request["regId"] }) else {
            return .kmaNoData
        }
        let weather = SampleWeather(SamplePoint(zone))
        var chances = ""
        var words = ""
        for number in issue.days {
            let said = SampleForecast(of: issue.date + number, in: weather, by: issue, zone: zone.code).halves
            for part in said.parts(apart: number <= 7) {
                chances += #","rnSt\#(number)\#(part.suffix)":\#(part.probability)"#
                words += #","wf\#(number)\#(part.suffix)":"\#(midTermWords(part.sky, part.falling))""#
            }
        }
        return .kma(items: (#"{"regId":"\#(zone.code)""# + chances + words + "}").utf8, rows: request.integer("numOfRows") ?? 10, total: 1)
    }

    /// Eleven texts of `wf` (기상청 중기예보 조회서비스 활용가이드, 하늘상태와 현상의 조합).
    static func midTermWords(_ sky: SampleHalfDay.Sky, _ falling: SampleFalling?) -> String {
        guard let falling else {
            return switch sky {
            case .clear: "맑음"
            case .mostlyCloudy: "구름많음"
            case .overcast: "흐림"
            }
        }
        return (sky == .overcast ? "흐리고 " : "구름많고 ") + falling.word
    }
}

extension SampleFalling {
    var word: String {
        switch self {
        case .rain: "비"
        case .sleet: "비/눈"
        case .snow: "눈"
        case .shower: "소나기"
        }
    }
}

extension SampleForecast.Halves {
    typealias Part = (suffix: String, hour: Int, sky: SampleHalfDay.Sky, falling: SampleFalling?, probability: Int)

    func parts(apart: Bool) -> [Part] {
        guard apart else {
            let probability = max(morning.probability, afternoon.probability)
            return [("", 0, sky, falling, probability)]
        }
        return [("Am", 0, morning.sky, morning.falling, morning.probability), ("Pm", 12, afternoon.sky, afternoon.falling, afternoon.probability)]
    }

    var sky: SampleHalfDay.Sky { max(morning.sky, afternoon.sky) }

    var falling: SampleFalling? {
        switch (morning.falling, afternoon.falling) {
        case (let only, nil), (nil, let only): only
        case (let morning?, let afternoon?) where morning == afternoon: morning
        case (.rain, .shower), (.shower, .rain): .rain
        default: .sleet
        }
    }
}
