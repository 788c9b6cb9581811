import Feeds
import Foundation
import Testing

@testable import kma_server

@Suite("Dates in headers")
struct HTTPDateTests {
    @Test(
        "A date is written as RFC 9110 has it, and read back",
        arguments: [
            (784_111_777.0, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (1_709_164_799, "Wed, 28 Feb 2024 23:59:59 GMT"),
            (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
            (1_798_761_600, "Fri, 01 Jan 2027 00:00:00 GMT"),
        ]
    )
    func written(seconds: Double, text: String) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(date.httpDate == text)
        #expect(Date(httpDate: text) == date)
    }
}
