import Feeds
import Forecast
import Foundation
import Testing

/// A time in Korea as KMA writes it: `202610012300`.
func korean(_ compact: String) throws -> Date {
    try #require(KoreanTime.instant(compact: compact))
}

/// Rows of a short-term body in KMA's own form, written value by value.
struct GridBody {
    /// What each row echoes for its base; the API hub echoes something else than it was asked for.
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
    mutating func observed(_ category: String, _ value: String) {
        rows.append(#"{\#(echo),"category":"\#(category)","nx":60,"ny":127,"obsrValue":"\#(value)"}"#)
    }

    var answer: HTTPAnswer {
        let text = """
            {"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON",\
            "items":{"item":[\(rows.joined(separator: ","))]},"pageNo":1,"numOfRows":1500,\
            "totalCount":\(total ?? rows.count)}}}
            """
        return HTTPAnswer(status: 200, body: Data(text.utf8))
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

    func extremes(_ date: String) throws -> Extremes? {
        extremes[try #require(KoreanDate(date))]
    }
}
