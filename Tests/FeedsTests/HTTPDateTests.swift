import Foundation
import Testing

@testable import Feeds

@Suite("An upstream's Date header")
struct HTTPDateTests {
    @Test(
        "A date in the form of RFC 9110 is read",
        arguments: [
            ("Sun, 04 Oct 2026 06:00:00 GMT", "2026-10-04T06:00:00Z"),
            ("Thu, 31 Dec 2026 23:59:59 GMT", "2026-12-31T23:59:59Z"),
            ("Tue, 29 Feb 2028 00:00:00 GMT", "2028-02-29T00:00:00Z"),
            ("Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"),
        ]
    )
    func reading(text: String, instant: String) throws {
        #expect(Date(httpDate: text) == (try Date(instant, strategy: .iso8601)))
    }

    @Test(
        "Any other text is not a date, however large its numbers are",
        arguments: [
            "", "now", "2026-10-04T06:00:00Z", "Sunday, 04-Oct-26 06:00:00 GMT", "Sun Oct  4 06:00:00 2026",
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
