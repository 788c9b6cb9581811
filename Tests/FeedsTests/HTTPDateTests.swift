import Forecast
import Foundation
import Testing

@testable import Feeds

@Suite("A date in a header of HTTP")
struct HTTPDateTests {
    @Test(
        "A date is read in each of the three forms of RFC 9110",
        arguments: [
            ("Sun, 04 Oct 2026 06:00:00 GMT", "2026-10-04T06:00:00Z"),
            ("Thu, 31 Dec 2026 23:59:59 GMT", "2026-12-31T23:59:59Z"),
            ("Tue, 29 Feb 2028 00:00:00 GMT", "2028-02-29T00:00:00Z"),
            ("Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"),
            ("Sunday, 04-Oct-26 06:00:00 GMT", "2026-10-04T06:00:00Z"),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"),
            ("Sun Oct  4 06:00:00 2026", "2026-10-04T06:00:00Z"),
            ("Sun Oct 04 06:00:00 2026", "2026-10-04T06:00:00Z"),
            ("Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"),
        ]
    )
    func reading(text: String, instant: String) throws {
        #expect(Date(httpDate: text) == (try Date(instant, strategy: .iso8601)))
    }

    @Test(
        "The time to come back is one ahead, in seconds or as a date, and at most a day ahead",
        arguments: [
            ("30", 30), ("0", nil), ("-30", nil), ("86400", 86_400), ("90000", 86_400), ("", nil),
            ("soon", nil),
            (nil, nil), ("Sun, 04 Oct 2026 06:00:20 GMT", 20), ("Sun, 04 Oct 2026 05:59:00 GMT", nil),
            ("Sun, 11 Oct 2026 06:00:00 GMT", 86_400),
        ] as [(String?, Double?)]
    )
    func retry(after text: String?, seconds: Double?) throws {
        let now = try Date("2026-10-04T06:00:00Z", strategy: .iso8601)
        let answer = HTTPAnswer(status: 429, body: [], retryAfter: text)
        #expect(answer.retryTime(at: now) == seconds.map { now + $0 })
    }

    @Test(
        "A year of two digits is the latest that is not more than fifty years ahead",
        arguments: [
            (2026, "76", 2076), (2026, "77", 1977), (2026, "26", 2026), (1999, "49", 2049),
            (1999, "50", 1950),
        ]
    )
    func century(now: Int, digits: String, year: Int) {
        let date = Date(
            httpDate: "Sunday, 04-Oct-\(digits) 06:00:00 GMT",
            now: KoreanDate(year: now, month: 7, day: 1).start
        )
        #expect(date.map { KoreanDate(of: $0).civil.year } == year)
    }

    @Test(
        "Any other text is not a date, however large its numbers are",
        arguments: [
            "", "now", "2026-10-04T06:00:00Z", "Sunday, 04-Oct-2026-1 06:00:00 GMT",
            "Sunday, 31-Feb-26 06:00:00 GMT", "Sunday 04-Oct-26 06:00:00 GMT", "Sun Oct 32 06:00:00 2026",
            "Sun Oct  4 06:00:00 2026 GMT", "Sun Oct  4 06:00 2026", "Tue, 31 Feb 2026 06:00:00 GMT",
            "Sun, 04 Oct 2026 06:00:00 KST", "Sun, 04 Okt 2026 06:00:00 GMT", "Sun, 00 Oct 2026 06:00:00 GMT",
            "Sun, 32 Oct 2026 06:00:00 GMT", "Sun, 04 Oct 2026 24:00:00 GMT", "Sun, 04 Oct 2026 06:60:00 GMT",
            "Sun, 04 Oct 2026 06:00:61 GMT", "Sun, 04 Oct 2026 06:00 GMT", "Sun, 04 Oct 2026 -6:00:00 GMT",
            "Sun, 04 Oct 9223372036854775807 06:00:00 GMT", "Sun, 04 Oct 2026 9223372036854775807:00:00 GMT",
        ]
    )
    func noDate(text: String) {
        #expect(Date(httpDate: text) == nil)
    }
}
