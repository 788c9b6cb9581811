import Forecast
import Testing

@testable import KMAForecast
@testable import Words

@Suite("Words of time beside each other")
struct TimeCompositionTests {
    /// A Thursday, 15:00.
    private static let now = KoreanDate(year: 2026, month: 11, day: 26).at(hour: 15)

    @Test(
        "A wider word picks the week of a narrower one, and each way to write a date is that date",
        arguments: [
            // Week and narrower.
            ("다음 주 주말", "12-05 0", "12-07 0"), ("이번 주 주말", "11-28 0", "11-30 0"),
            ("다음주 토일", "12-05 0", "12-07 0"),
            ("주말 토요일", "11-28 0", "11-29 0"), ("다음 주 평일", "11-30 0", "12-05 0"),
            ("이번 주중", "11-26 0", "11-28 0"),
            ("평일", "11-26 0", "11-28 0"), ("이번주 수요일", "11-25 0", "11-26 0"), ("다음주 월화", "11-30 0", "12-02 0"),
            ("이번 주 금요일", "11-27 0", "11-28 0"), ("다음 주 수요일 오전", "12-02 0", "12-02 12"),
            ("토·일", "11-28 0", "11-30 0"), ("토,일", "11-28 0", "11-30 0"), ("토/일", "11-28 0", "11-30 0"),
            ("오늘,내일", "11-26 0", "11-28 0"), ("오늘·내일", "11-26 0", "11-28 0"), ("오늘/내일", "11-26 0", "11-28 0"),
            // Dates with their weekday.
            ("12월 3일 목요일", "12-03 0", "12-04 0"), ("목요일 12월 3일", "12-03 0", "12-04 0"),
            ("3일 목요일", "12-03 0", "12-04 0"), ("5일 토요일", "12-05 0", "12-06 0"),
            ("12/3(목)", "12-03 0", "12-04 0"), ("12월 3일(목)", "12-03 0", "12-04 0"),
            ("12.3(목)", "12-03 0", "12-04 0"),
            ("28일(토)", "11-28 0", "11-29 0"), ("Saturday 5 December", "12-05 0", "12-06 0"),
            // Dates.
            ("12.5", "12-05 0", "12-06 0"), ("2026. 12. 5.", "12-05 0", "12-06 0"),
            ("26.12.5", "12-05 0", "12-06 0"),
            ("11/28-30", "11-28 0", "12-01 0"), ("11/28-12/2", "11-28 0", "12-03 0"),
            ("11/28~12/2", "11-28 0", "12-03 0"),
            ("11월 28일-12월 2일", "11-28 0", "12-03 0"), ("28, 29일", "11-28 0", "11-30 0"),
            ("28,29일", "11-28 0", "11-30 0"),
            // Hours.
            ("오후 4시에서 6시 사이", "11-26 16", "11-26 18"), ("내일 오후 1시에서 3시 사이", "11-27 13", "11-27 15"),
            ("내일 1시에서 3시까지", "11-27 13", "11-27 15"), ("3시", "11-26 15", "11-26 16"),
            ("3시쯤", "11-26 15", "11-26 16"),
            ("1시", "11-27 13", "11-27 14"), ("2시", "11-27 14", "11-27 15"), ("내일 3시", "11-27 15", "11-27 16"),
            ("9시", "11-26 21", "11-26 22"), ("내일 이맘때", "11-27 15", "11-27 16"),
            ("오늘 밤 내일 아침", "11-26 18", "11-27 9"), ("between Friday and Sunday", "11-27 0", "11-30 0"),
            ("between 1pm and 5pm", "11-26 13", "11-26 17"),
            // Spans.
            ("앞으로 3시간", "11-26 15", "11-26 18"), ("2~3시간 안에", "11-26 15", "11-26 18"),
            ("한 주 뒤", "12-03 0", "12-04 0"), ("앞으로 3일", "11-26 0", "11-29 0"),
            ("향후 3일간", "11-26 0", "11-29 0"),
            ("앞으로 사흘", "11-26 0", "11-29 0"), ("십이월 삼일", "12-03 0", "12-04 0"),
            ("십일월삼십일", "11-30 0", "12-01 0"),
            ("삼일 뒤", "11-29 0", "11-30 0"), ("저녁에만", "11-26 18", "11-26 21"),
            ("1주일 뒤", "12-03 0", "12-04 0"), ("2주 뒤", "12-10 0", "12-11 0"), ("곧", "11-26 15", "11-26 16"),
            ("잠시 후", "11-26 15", "11-26 16"), ("퇴근할 때", "11-26 18", "11-26 21"),
            ("출근할때", "11-27 6", "11-27 9"),
            ("등교시간", "11-27 6", "11-27 9"), ("하굣길", "11-26 18", "11-26 21"),
            ("14시부터 2시간", "11-26 14", "11-26 16"), ("내일 오전 9시부터 3시간", "11-27 9", "11-27 12"),
            ("내일부터 3일간", "11-27 0", "11-30 0"), ("24시간", "11-26 15", "11-27 15"),
            ("반시간 뒤", "11-26 15", "11-26 16"), ("지금부터 3시간", "11-26 15", "11-26 18"),
            ("지금부터 저녁까지", "11-26 15", "11-26 21"), ("오늘로부터 3일 뒤", "11-29 0", "11-30 0"),
            ("2026-11-28T09:00", "11-28 9", "11-28 10"), ("이번 주 남은 날", "11-26 0", "11-30 0"),
            ("반나절", "11-26 15", "11-26 21"),
            // Parts of a week, of a month and of a night.
            ("주초", "11-30 0", "12-02 0"), ("다음주 초", "11-30 0", "12-02 0"), ("다음 주 후반", "12-03 0", "12-05 0"),
            ("다음 달 2일", "12-02 0", "12-03 0"), ("내달 1일부터 3일까지", "12-01 0", "12-04 0"),
            ("이번 달 30일", "11-30 0", "12-01 0"), ("다음달 초", "12-01 0", "12-06 0"),
            ("12월 초순", "12-01 0", "12-06 0"), ("11월 말", "11-26 0", "12-01 0"), ("월말", "11-26 0", "12-01 0"),
            ("초하루", "12-01 0", "12-02 0"), ("초저녁", "11-26 18", "11-26 21"), ("늦은 밤", "11-26 18", "11-27 0"),
            // English.
            ("from Friday to Sunday", "11-27 0", "11-30 0"), ("Friday through Sunday", "11-27 0", "11-30 0"),
            ("tomorrow before noon", "11-27 0", "11-27 12"), ("tomorrow at noon", "11-27 12", "11-27 13"),
            ("between 4 and 6 pm", "11-26 16", "11-26 18"), ("11-1pm", "11-27 11", "11-27 13"),
            ("from 9 to 5", "11-26 9", "11-26 17"), ("tonight at 9", "11-26 21", "11-26 22"),
            ("November 29, 2026", "11-29 0", "11-30 0"), ("29 November 2026", "11-29 0", "11-30 0"),
            ("Nov 29-30", "11-29 0", "12-01 0"), ("Nov 29 to Dec 2", "11-29 0", "12-03 0"),
            ("30/11", "11-30 0", "12-01 0"), ("in a week", "12-03 0", "12-04 0"),
            ("two days from now", "11-28 0", "11-29 0"), ("2 hours later", "11-26 17", "11-26 18"),
            // Over.
            ("아까", "11-26 14", "11-26 15"), ("조금 전에", "11-26 14", "11-26 15"),
            ("3일 전", "11-23 0", "11-24 0"), ("지난 토요일", "11-21 0", "11-22 0"), ("지난주", "11-16 0", "11-23 0"),
            ("오늘 새벽", "11-26 0", "11-26 6"), ("last Friday", "11-20 0", "11-21 0"),
            ("2 days ago", "11-24 0", "11-25 0"),
        ]
    )
    func spans(words: String, from: String, to: String) throws {
        let time = try #require(Sentence([words], at: Self.now).time)
        #expect((Self.text(time.from), Self.text(time.to)) == (from, to))
        let sentence = Sentence([words], at: Self.now)
        #expect(sentence.places.isEmpty && sentence.topic == nil)
        let apart = Sentence(words.split(separator: " ").map(String.init) + ["서울"], at: Self.now)
        #expect(apart.time?.from == time.from && apart.time?.to == time.to && apart.places == ["서울"])
    }

    @Test(
        "A date that there is not, or a word that turns it round, is refused, whatever stands beside it",
        arguments: ["2월 30일", "11월 31일", "십일월 삼십일일", "내일 말고", "12월", "다음달"]
    )
    func unreadable(words: String) {
        let sentence = Sentence(["서울", words], at: Self.now)
        #expect(sentence.time == nil && sentence.unreadableTime == words)
        #expect(throws: ForecastError.invalidRequest(.unreadableTime(words))) { try sentence.requests() }
    }

    @Test(
        "A date with another weekday is refused with its own",
        arguments: ["5일 금요일", "12/5(금)", "십이월 오일 금요일"]
    )
    func otherWeekday(words: String) {
        let fault = ForecastError.invalidRequest(.otherWeekday(KoreanDate(year: 2026, month: 12, day: 5)))
        #expect(throws: fault) { try Sentence(["서울", words], at: Self.now).requests() }
    }

    @Test(
        "A slip from a word of time is one of time, with the word that was meant",
        arguments: [
            ("대구 모래", "모래", "모레"), ("대구 모래 날씨", "모래", "모레"), ("서울 주마", "주마", "주말"),
            ("Seoul tomorow", "tomorow", "tomorrow"), ("weather Busan tommorow", "tommorow", "tomorrow"),
        ]
    )
    func slips(words: String, slip: String, meant: String) {
        let sentence = Sentence([words], at: Self.now)
        #expect(sentence.unreadableTime == slip && Sentence.usualTime(near: slip) == meant)
    }

    private static func text(_ instant: Date) -> String {
        let time = KoreanTime(instant)
        return "\(time.date)".dropFirst(5) + " \(time.hour)"
    }
}
