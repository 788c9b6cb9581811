import Foundation
import Testing

@testable import Forecast

@Suite("Sunrise and sunset")
struct SunTests {
    /// Times in Korea made with PyEphem 4.2.1, whose sun is VSOP87 and not the series used here, in the way of the
    /// almanacs: centre of the disc 34′ and its own radius below the horizon, no other refraction, height 0.
    static let almanac: [(city: String, date: String, rise: String, set: String)] = [
        ("Seoul", "2026-01-01", "07:46:52", "17:24:13"),
        ("Seoul", "2026-02-11", "07:26:26", "18:06:33"),
        ("Seoul", "2026-03-20", "06:36:22", "18:43:29"),
        ("Seoul", "2026-05-05", "05:32:50", "19:25:18"),
        ("Seoul", "2026-06-21", "05:11:00", "19:56:39"),
        ("Seoul", "2026-08-15", "05:47:35", "19:25:07"),
        ("Seoul", "2026-09-23", "06:20:21", "18:28:12"),
        ("Seoul", "2026-11-03", "06:58:40", "17:32:08"),
        ("Seoul", "2026-12-22", "07:43:25", "17:17:31"),
        ("Seoul", "2028-02-29", "07:04:45", "18:24:53"),
        ("Busan", "2026-01-01", "07:32:04", "17:22:13"),
        ("Busan", "2026-02-11", "07:14:26", "18:01:44"),
        ("Busan", "2026-03-20", "06:28:02", "18:34:59"),
        ("Busan", "2026-05-05", "05:28:58", "19:12:20"),
        ("Busan", "2026-06-21", "05:09:33", "19:41:19"),
        ("Busan", "2026-08-15", "05:43:08", "19:12:52"),
        ("Busan", "2026-09-23", "06:12:05", "18:19:44"),
        ("Busan", "2026-11-03", "06:46:24", "17:27:40"),
        ("Busan", "2026-12-22", "07:28:29", "17:15:40"),
        ("Busan", "2028-02-29", "06:54:27", "18:18:22"),
        ("Jeju", "2026-01-01", "07:37:59", "17:36:40"),
        ("Jeju", "2026-02-11", "07:22:11", "18:14:19"),
        ("Jeju", "2026-03-20", "06:38:14", "18:45:06"),
        ("Jeju", "2026-05-05", "05:42:09", "19:19:28"),
        ("Jeju", "2026-06-21", "05:24:19", "19:46:54"),
        ("Jeju", "2026-08-15", "05:55:56", "19:20:27"),
        ("Jeju", "2026-09-23", "06:22:21", "18:29:51"),
        ("Jeju", "2026-11-03", "06:54:00", "17:40:27"),
        ("Jeju", "2026-12-22", "07:34:18", "17:30:12"),
        ("Jeju", "2028-02-29", "07:03:21", "18:29:48"),
    ]

    private static let cities = [
        "Seoul": (37.5665, 126.9780), "Busan": (35.1796, 129.0756), "Jeju": (33.4996, 126.5312),
    ]

    @Test("Both are within five seconds of an independent almanac through the year", arguments: almanac)
    func agreesWithAlmanac(city: String, date: String, rise: String, set: String) throws {
        let (latitude, longitude) = try #require(SunTests.cities[city])
        let day = try #require(KoreanDate(date))
        let sun = try #require(Sun(on: day, latitude: latitude, longitude: longitude))
        #expect(abs(sun.rise.timeIntervalSince(try instant(date, rise))) <= 5)
        #expect(abs(sun.set.timeIntervalSince(try instant(date, set))) <= 5)
        #expect(sun.isDown(at: sun.rise - 0.001) && !sun.isDown(at: sun.rise))
        #expect(!sun.isDown(at: sun.set - 0.001) && sun.isDown(at: sun.set))
    }

    /// KASI gives these to the press every year's end; they are the same to the minute each year.
    @Test(
        "The first sunrise of the year is the one that KASI announces",
        arguments: [("서울", 37.5665, 126.9780, "07:47"), ("독도", 37.2426, 131.8597, "07:26")]
    )
    func newYear(place: String, latitude: Double, longitude: Double, rise: String) throws {
        let day = KoreanDate(year: 2026, month: 1, day: 1)
        let sun = try #require(Sun(on: day, latitude: latitude, longitude: longitude))
        #expect(abs(sun.rise.timeIntervalSince(try instant("2026-01-01", rise + ":00"))) <= 60)
    }

    @Test("Every day of the year rises before noon and sets after it, on the same Korean day")
    func everyDay() throws {
        for offset in 0..<366 {
            let date = today + offset
            let sun = try #require(Sun(on: date, latitude: 33.4996, longitude: 126.5312))
            #expect(KoreanDate(of: sun.rise) == date && sun.rise < date.at(hour: 8))
            #expect(KoreanDate(of: sun.set) == date && sun.set > date.at(hour: 17))
        }
    }

    @Test(
        "It is night from sunset to sunrise, and midnight changes nothing about it",
        arguments: [
            ("00:00:00", true), ("06:20:00", true), ("06:45:00", false), ("12:00:00", false),
            ("18:00:00", false), ("18:20:00", true), ("23:59:59", true),
        ]
    )
    func night(time: String, isDown: Bool) throws {
        let instant = try instant("2026-10-04", time)
        #expect(Sun.isDown(at: instant, latitude: 37.5665, longitude: 126.9780) == isDown)
    }

    @Test("If the sun does not rise or does not set there is neither", arguments: [70, 80, -70, -80])
    func polar(latitude: Double) {
        let date = KoreanDate(year: 2026, month: 12, day: 22)
        #expect(Sun(on: date, latitude: latitude, longitude: 127) == nil)
        #expect(!Sun.isDown(at: date.at(hour: 12), latitude: latitude, longitude: 127))
    }

    private func instant(_ date: String, _ time: String) throws -> Date {
        try Date("\(date)T\(time)+09:00", strategy: .iso8601)
    }
}
