import Foundation
import Testing

@testable import Forecast

@Suite("A day in Korea")
struct KoreanDateTests {
    @Test(
        "An instant falls on the day that a calendar in Korea shows",
        arguments: [
            ("2026-10-04T14:59:59Z", "2026-10-04"),
            ("2026-10-04T15:00:00Z", "2026-10-05"),
            ("2026-10-04T23:59:59+09:00", "2026-10-04"),
            ("2026-10-05T00:00:00+09:00", "2026-10-05"),
            ("2026-10-04T08:00:00-07:00", "2026-10-05"),
            ("2025-12-31T15:00:00Z", "2026-01-01"),
            ("2028-02-28T15:00:00Z", "2028-02-29"),
            ("1970-01-01T00:00:00Z", "1970-01-01"),
            ("1969-12-31T14:59:59Z", "1969-12-31"),
        ]
    )
    func dayOfInstant(instant: String, day: String) throws {
        #expect(KoreanDate(of: try Date(instant, strategy: .iso8601)).description == day)
    }

    @Test(
        "The last moment before midnight in Korea is still the old day",
        arguments: [0.000_001, 0.5, 1, 86_399, 86_400]
    )
    func lastMoment(seconds: Double) {
        #expect(KoreanDate(of: today.start.addingTimeInterval(-seconds)) == today + -1)
    }

    @Test("Every day from 1900 to 2100 is the day Foundation's Gregorian calendar has")
    func gregorian() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 9 * 3_600))
        for number in -25_567...47_847 {
            let date = KoreanDate(dayNumber: number)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date.start)
            let (year, month, day) = date.civil
            let isSame =
                parts.year == year && parts.month == month && parts.day == day
                && parts.weekday == date.weekday + 1
            guard isSame, KoreanDate(year: year, month: month, day: day) == date else {
                Issue.record("\(number): \(date)")
                return
            }
        }
    }

    @Test("Before the year 0, too, each day reads back, and its year has a sign")
    func beforeChrist() {
        // Around the beginnings of two periods of 400 years: 0000-03-01 and -0400-03-01.
        for number in Array(-720_300 ... -718_900) + Array(-866_400 ... -864_900) {
            let date = KoreanDate(dayNumber: number)
            let (year, month, day) = date.civil
            let next = (date + 1).civil
            let isNext = next.day == day + 1 && next.month == month || next.day == 1 && day > 27
            guard isNext, KoreanDate(year: year, month: month, day: day) == date else {
                Issue.record("\(number): \(date)")
                return
            }
        }
        #expect(KoreanDate(dayNumber: -719_528).description == "0000-01-01")
        #expect(KoreanDate(dayNumber: -719_529).description == "-0001-12-31")
        #expect(KoreanDate(dayNumber: -865_625).description == "-0400-01-01")
    }

    @Test(
        "A day reads back from its text",
        arguments: ["2026-10-04", "2028-02-29", "2000-02-29", "1999-12-31", "2026-01-01", "0999-03-01"]
    )
    func roundTrip(text: String) {
        #expect(KoreanDate(text)?.description == text)
    }

    @Test(
        "A date outside the calendar is no day",
        arguments: [
            "2026-02-29", "2100-02-29", "2026-02-30", "2026-04-31", "2026-13-01", "2026-00-10",
            "2026-10-00",
            "2026-10-32", "2026-1-4", "26-10-04", "20261004", "2026/10/04", "2026-10-04T00",
            "2026-10-04 ",
            " 2026-10-04", "-2026-10-04", "+026-10-04", "2026-+1-04", "2026-10-+4", "２０２６-10-04", "오늘",
            "",
        ]
    )
    func noDay(text: String) {
        #expect(KoreanDate(text) == nil)
    }

    @Test("A day has 24 hours, whatever the season", arguments: [0, 90, 172, 265, 355])
    func length(offset: Int) {
        let date = today + offset
        #expect((date + 1).start.timeIntervalSince(date.start) == 86_400)
        #expect(date.at(hour: 23, minute: 59).timeIntervalSince(date.start) == 86_340)
    }

    @Test("Days are counted across months and leap years")
    func distance() {
        let leap = KoreanDate(year: 2028, month: 2, day: 28)
        #expect((leap + 2).description == "2028-03-01")
        #expect(
            KoreanDate(year: 2027, month: 1, day: 1) - KoreanDate(year: 2026, month: 1, day: 1) == 365
        )
        #expect(today < today + 1)
        #expect(KoreanDate(year: 12_026, month: 3, day: 1).description == "12026-03-01")
    }

    @Test(
        "The week is named from Sunday on, in both languages",
        arguments: zip(0...6, ["일 Sun", "월 Mon", "화 Tue", "수 Wed", "목 Thu", "금 Fri", "토 Sat"])
    )
    func weekday(offset: Int, words: String) {
        let weekday = (today + offset).weekdayName
        #expect("\(weekday.korean) \(weekday.english)" == words)
    }

    @Test(
        "Near days are called by their distance, far ones by their date",
        arguments: [
            (0, "오늘", "Today"), (1, "내일", "Tomorrow"), (2, "모레", "Tuesday"), (3, "글피", "Wednesday"),
            (4, "10월 8일", "Oct 8"), (10, "10월 14일", "Oct 14"), (-1, "10월 3일", "Oct 3"),
        ]
    )
    func label(offset: Int, korean: String, english: String) {
        #expect((today + offset).label(offset: offset) == LocalizedText(korean, english))
    }
}
