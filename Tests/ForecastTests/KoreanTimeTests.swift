import Foundation
import Testing

@testable import Forecast

@Suite("A clock in Korea")
struct KoreanTimeTests {
    @Test(
        "An instant is written with Korea's own offset, parts of a second dropped",
        arguments: [
            ("2026-10-04T06:00:00Z", 0, "2026-10-04T15:00:00+09:00"),
            ("2026-10-04T14:59:59Z", 0.999, "2026-10-04T23:59:59+09:00"),
            ("2026-10-04T15:00:00Z", 0, "2026-10-05T00:00:00+09:00"),
            ("1969-12-31T14:59:59Z", 0.5, "1969-12-31T23:59:59+09:00"),
        ] as [(String, Double, String)]
    )
    func rfc3339(instant: String, fraction: Double, text: String) throws {
        let instant = try Date(instant, strategy: .iso8601).addingTimeInterval(fraction)
        #expect(KoreanTime(instant).rfc3339 == text)
    }

    @Test(
        "An instant is read with any offset, a part of a second left out",
        arguments: [
            ("2026-10-04T15:00:00+09:00", "2026-10-04T06:00:00Z"),
            ("2026-10-04T15:00:00+0900", "2026-10-04T06:00:00Z"),
            ("2026-10-04T06:00:07Z", "2026-10-04T06:00:07Z"),
            ("2026-10-04T06:00:07.987654Z", "2026-10-04T06:00:07Z"),
            ("2026-10-04T06:00:07.9Z", "2026-10-04T06:00:07Z"),
            ("2026-12-31T20:30:59-04:30", "2027-01-01T01:00:59Z"),
            ("2028-02-29T00:00:00Z", "2028-02-29T00:00:00Z"),
        ]
    )
    func readAsRFC3339(text: String, instant: String) throws {
        #expect(KoreanTime.instant(rfc3339: text) == (try Date(instant, strategy: .iso8601)))
    }

    @Test(
        "A text outside RFC 3339 is no instant",
        arguments: [
            "", "오늘", "2026-10-04", "2026-10-04T15:00:00", "2026-10-04T15:00Z", "2026-02-30T15:00:00Z",
            "2026-10-04T24:00:00Z", "2026-10-04T15:60:00Z", "2026-10-04T15:00:60Z", "2026-10-04T15:00:00.Z",
            "2026-10-04T15:00:00+9:00", "2026-10-04T15:00:00+24:00", "2026-10-04T15:00:00+09:60",
            "2026-10-04T15:00:00+09:00 ", "2026-10-04 15:00:00Z", "+026-10-04T15:00:00Z",
        ]
    )
    func noRFC3339(text: String) {
        #expect(KoreanTime.instant(rfc3339: text) == nil)
    }

    @Test("The clock has two digits for hours and minutes")
    func clock() {
        #expect(KoreanTime(today.at(hour: 6, minute: 5)).clock == "06:05")
        #expect(KoreanTime(today.at(hour: 23, minute: 59)).clock == "23:59")
    }

    @Test(
        "KMA's twelve digits read back",
        arguments: ["202610040600", "202610041800", "202801010000", "202802292359"]
    )
    func compact(text: String) throws {
        let time = KoreanTime(try #require(KoreanTime.instant(compact: text)))
        #expect(time.compact == text && text.hasPrefix(time.date.compact) && time.date.compact.count == 8)
    }

    @Test("KMA's digits are Korea's, not UTC's")
    func compactIsKorean() throws {
        let instant = try Date("2026-10-03T21:00:00Z", strategy: .iso8601)
        #expect(KoreanTime(instant).compact == "202610040600")
        #expect(KoreanTime.instant(compact: "202610040600") == instant)
    }

    @Test(
        "Twelve digits of no real time are no instant",
        arguments: [
            "202613010600", "202602290600", "202600100600", "202610000600", "202610042400",
            "202610040660",
            "20261004060", "2026100406000", "2026-10-0406", "20261004 600", "+02610040600", "오늘", "",
        ]
    )
    func noInstant(text: String) {
        #expect(KoreanTime.instant(compact: text) == nil)
    }
}
