#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast
import Regions

extension SampleFeeds {
    /// `getMidLandFcst`: chance of rain and sky, by half days to the seventh day and by days after it.
    static func midLand(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        guard let issue = SampleIssue(request, at: now),
            let zone = Gazetteer.landZones.first(where: { $0.code == request["regId"] })
        else { return .kmaNoData }
        let weather = SampleWeather(SamplePoint(zone))
        var chances = ""
        var words = ""
        for number in issue.days {
            let day = weather.day(issue.date + number)
            if number <= 7 {
                chances += #","rnSt\#(number)Am":\#(day.morning.probability)"#
                chances += #","rnSt\#(number)Pm":\#(day.afternoon.probability)"#
                let morning = midTermWords(day.morning.sky, day.fallingInMorning)
                let afternoon = midTermWords(day.afternoon.sky, day.fallingInAfternoon)
                words += #","wf\#(number)Am":"\#(morning)","wf\#(number)Pm":"\#(afternoon)""#
            } else {
                chances += #","rnSt\#(number)":\#(max(day.morning.probability, day.afternoon.probability))"#
                let sky = max(day.morning.sky, day.afternoon.sky)
                words += #","wf\#(number)":"\#(midTermWords(sky, day.falling))""#
            }
        }
        return .kma(
            items: #"{"regId":"\#(zone.code)""# + chances + words + "}",
            rows: request.integer("numOfRows") ?? 10,
            total: 1
        )
    }

    /// One of the eleven texts of `wf` (기상청 중기예보 조회서비스 활용가이드, 하늘상태와 현상의 조합).
    private static func midTermWords(_ sky: SampleHalfDay.Sky, _ falling: SampleFalling?) -> String {
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
    /// KMA's word for it.
    var word: String {
        switch self {
        case .rain: "비"
        case .sleet: "비/눈"
        case .snow: "눈"
        case .shower: "소나기"
        }
    }
}

extension SampleDay {
    /// What falls on the day as a whole: both forms if the halves differ, rain before a shower.
    var falling: SampleFalling? {
        switch (fallingInMorning, fallingInAfternoon) {
        case (let only, nil), (nil, let only): only
        case (let morning?, let afternoon?) where morning == afternoon: morning
        case (.rain, .shower), (.shower, .rain): .rain
        default: .sleet
        }
    }
}
