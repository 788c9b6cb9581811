import Feeds
import Forecast
import Foundation
import Testing

@testable import Feeds

/// Bytes on the wire, and their reading by the feeds.
enum Wire {
    /// 06:00 of 2026-10-04 in Korea.
    static let issue = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 6)

    static func answer(_ body: String, status: Int = 200) -> HTTPAnswer {
        HTTPAnswer(status: status, body: Array(body.utf8))
    }

    /// KMA's envelope of a good answer around the text of its items.
    static func service(items: String, code: String = #""00""#) -> String {
        #"{"response":{"header":{"resultCode":\#(code),"resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON","#
            + #""items":\#(items),"pageNo":1,"numOfRows":10,"totalCount":1}}}"#
    }

    /// The same around the fields of one item.
    static func service(fields: String) -> String {
        service(items: #"{"item":[{"regId":"11B20601",\#(fields)}]}"#)
    }

    static func gateway(_ kind: KMAGateway.Kind = .dataPortal, key: String = "abc") throws -> KMAGateway {
        KMAGateway(kind: kind, baseURL: kind.baseURL, key: try #require(ServiceKey(key)))
    }

    static func midTemperature(_ body: String, status: Int = 200, issue: Date = issue) throws
        -> MidTemperature
    {
        try FeedRequest.midTemperature(zone: "11B20601", gateway: gateway())
            .read(answer(body, status: status), issue)
    }

    static func midLand(_ body: String, issue: Date = issue) throws -> MidLand {
        // The bodies of these tests all name one zone.
        try FeedRequest.midLand(zone: "11B20601", gateway: gateway()).read(answer(body), issue)
    }

    static func outlook(_ body: String) throws -> Outlook {
        try FeedRequest.outlook(station: "109", gateway: gateway()).read(answer(body), issue)
    }

    static func current(_ body: String, status: Int = 200) throws -> ObservedWeather {
        let gateway = OpenWeatherGateway(key: try #require(ServiceKey("abc")))
        return try FeedRequest.openWeatherCurrent(latitude: 37.26, longitude: 127.03, gateway: gateway)
            .read(answer(body, status: status), issue)
    }

    static func forecast(_ body: String, status: Int = 200) throws -> SlotForecast {
        let gateway = OpenWeatherGateway(key: try #require(ServiceKey("abc")))
        return try FeedRequest.openWeatherForecast(latitude: 37.26, longitude: 127.03, gateway: gateway)
            .read(answer(body, status: status), issue)
    }
}

extension Origin {
    /// An issue that is fetched as soon as it is out.
    init(_ feed: Feed, _ issuedAt: Date) { self.init(feed, issuedAt: issuedAt, fetchedAt: issuedAt) }
}

extension FeedRequest {
    /// Reads the answer of an issue.
    func read(_ answer: HTTPAnswer, _ issuedAt: Date) throws(FeedError) -> Value {
        try read(answer, Origin(feed, issuedAt))
    }
}

extension ShortTermResponse {
    static func read(_ answer: HTTPAnswer, _ issuedAt: Date) throws(FeedError) -> SlotForecast {
        try read(answer, Origin(.shortTerm, issuedAt))
    }
}

extension NowcastResponse {
    static func read(_ answer: HTTPAnswer, _ issuedAt: Date) throws(FeedError) -> ObservedWeather {
        try read(answer, Origin(.nowcast, issuedAt))
    }
}

extension NextHoursResponse {
    static func read(_ answer: HTTPAnswer, _ issuedAt: Date) throws(FeedError) -> SlotForecast {
        try read(answer, Origin(.nowcast, issuedAt))
    }
}

/// Mid-term answers in the documented forms of 06시 and 18시, for tests to read.
enum MidTermBodies {
    /// `getMidTa` of 06시: days 4 to 10, 43 keys.
    static let temperature06 = Wire.service(
        fields: """
            "taMin4":9,"taMin4Low":1,"taMin4High":2,"taMax4":24,"taMax4Low":0,"taMax4High":3,
            "taMin5":8,"taMin5Low":1,"taMin5High":1,"taMax5":23,"taMax5Low":1,"taMax5High":1,
            "taMin6":7,"taMin6Low":1,"taMin6High":1,"taMax6":22,"taMax6Low":1,"taMax6High":1,
            "taMin7":0,"taMin7Low":2,"taMin7High":1,"taMax7":12,"taMax7Low":1,"taMax7High":1,
            "taMin8":-3,"taMin8Low":2,"taMin8High":2,"taMax8":0,"taMax8Low":2,"taMax8High":2,
            "taMin9":-11,"taMin9Low":2,"taMin9High":2,"taMax9":-2,"taMax9Low":2,"taMax9High":3,
            "taMin10":5,"taMin10Low":3,"taMin10High":3,"taMax10":17,"taMax10Low":3,"taMax10High":3
            """
    )

    /// `getMidTa` of 18시: days 5 to 10, day 4 absent.
    static let temperature18 = Wire.service(
        fields: (5...10).map { day in
            #""taMin\#(day)":\#(day),"taMin\#(day)Low":1,"taMin\#(day)High":2,"#
                + #""taMax\#(day)":\#(day + 10),"taMax\#(day)Low":0,"taMax\#(day)High":3"#
        }
        .joined(separator: ",")
    )

    /// `getMidLandFcst` of 06시: halves of days 4 to 7, days 8 to 10 undivided, 23 keys.
    static let land06 = Wire.service(
        fields: """
            "rnSt4Am":10,"rnSt4Pm":20,"rnSt5Am":30,"rnSt5Pm":60,"rnSt6Am":70,"rnSt6Pm":80,"rnSt7Am":0,"rnSt7Pm":10,
            "rnSt8":40,"rnSt9":60,"rnSt10":90,
            "wf4Am":"맑음","wf4Pm":"구름많음","wf5Am":"흐림","wf5Pm":"흐리고 비","wf6Am":"구름많고 비/눈",
            "wf6Pm":"흐리고 눈","wf7Am":"맑음","wf7Pm":"맑음","wf8":"구름많음","wf9":"구름많고 소나기","wf10":"흐리고 비"
            """
    )

    /// `getMidLandFcst` of 18시: halves of days 5 to 7, 19 keys.
    static let land18 = Wire.service(
        fields: """
            "rnSt5Am":10,"rnSt5Pm":20,"rnSt6Am":30,"rnSt6Pm":40,"rnSt7Am":50,"rnSt7Pm":60,
            "rnSt8":70,"rnSt9":80,"rnSt10":90,
            "wf5Am":"맑음","wf5Pm":"맑음","wf6Am":"맑음","wf6Pm":"맑음","wf7Am":"맑음","wf7Pm":"맑음",
            "wf8":"흐림","wf9":"흐림","wf10":"흐림"
            """
    )
}

/// A time in Korea as KMA writes it: `202610012300`.
func korean(_ compact: String) throws -> Date {
    try #require(KoreanTime.instant(compact: compact))
}

/// Rows of a short-term body in KMA's own form, written value by value.
struct GridBody {
    /// Base echoed in each row; the API hub echoes another than requested.
    var base: String
    var rows: [String] = []
    /// `totalCount`, where it is not the number of rows.
    var total: Int?

    init(base: String) {
        self.base = base
    }

    /// Adds the values of one time step: category, value, category, value.
    mutating func step(_ time: String, _ values: KeyValuePairs<String, String>) {
        for (category, value) in values { row(time, category, "\"\(value)\"") }
    }

    /// Adds one row with a value written as it stands.
    mutating func row(_ time: String, _ category: String, _ json: String) {
        rows.append(
            """
            {\(echo),"category":"\(category)","fcstDate":"\(time.prefix(8))","fcstTime":"\(time.suffix(4))",\
            "fcstValue":\(json),"nx":60,"ny":127}
            """
        )
    }

    /// Adds one row of what is observed.
    mutating func observed(_ category: String, _ value: String?) {
        let value = value.map { "\"\($0)\"" } ?? "null"
        rows.append(#"{\#(echo),"category":"\#(category)","nx":60,"ny":127,"obsrValue":\#(value)}"#)
    }

    var answer: HTTPAnswer {
        let text = """
            {"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON",\
            "items":{"item":[\(rows.joined(separator: ","))]},"pageNo":1,"numOfRows":1500,\
            "totalCount":\(total ?? rows.count)}}}
            """
        return HTTPAnswer(status: 200, body: Array(text.utf8))
    }

    private var echo: String {
        #""baseDate":"\#(base.prefix(8))","baseTime":"\#(base.suffix(4))""#
    }
}

extension SlotForecast {
    /// The step of a time, which is written `202610050300`.
    func slot(_ time: String) throws -> Slot {
        let instant = try korean(time)
        return try #require(slots.first { $0.time == instant })
    }

    func extremes(_ date: String) throws -> Extremes {
        let date = try #require(KoreanDate(date))
        return Extremes(minimum: lows[date]?.value, maximum: highs[date]?.value)
    }
}
