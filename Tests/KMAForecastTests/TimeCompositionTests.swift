import Forecast
import Testing

@testable import KMAForecast
@testable import Words

@Suite("Words of time beside each other")
struct TimeCompositionTests {
    /// A Thursday, 15:00.
    private static let now = KoreanDate(year: 2026, month: 11, day: 26).at(hour: 15)

    private static let wordsOfTime: [(words: String, from: String, to: String)] = [
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
        ("등교시간", "11-27 6", "11-27 9"), ("하굣길", "11-26 12", "11-27 0"),
        ("14시부터 2시간", "11-26 14", "11-26 16"), ("내일 오전 9시부터 3시간", "11-27 9", "11-27 12"),
        ("내일부터 3일간", "11-27 0", "11-30 0"), ("24시간", "11-26 15", "11-27 15"),
        ("2박3일", "11-26 0", "11-29 0"), ("내일부터 2박 3일", "11-27 0", "11-30 0"),
        ("주말 1박2일", "11-28 0", "11-30 0"),
        ("이박삼일", "11-26 0", "11-29 0"), ("half past seven", "11-26 19", "11-26 20"),
        ("quarter to six", "11-26 17", "11-26 18"), ("tomorrow at seven", "11-27 7", "11-27 8"),
        ("seven pm", "11-26 19", "11-26 20"), ("nine o'clock tomorrow", "11-27 9", "11-27 10"),
        ("half past twelve tomorrow", "11-27 12", "11-27 13"),
        ("a week from today", "12-03 0", "12-04 0"),
        ("week from today", "12-03 0", "12-04 0"), ("a fortnight from now", "12-10 0", "12-11 0"),
        ("after work", "11-26 18", "11-26 21"), ("tonight after 10", "11-26 22", "11-27 0"),
        ("a couple of days from now", "11-28 0", "11-29 0"), ("한 시간 반 뒤", "11-26 16", "11-26 17"),
        ("in an hour and a half", "11-26 16", "11-26 17"), ("first thing tomorrow", "11-27 6", "11-27 9"),
        ("weekend after this one", "12-05 0", "12-07 0"), ("내일 아침저녁으로", "11-27 6", "11-27 21"),
        ("내일 새벽 다섯 시 오십 분", "11-27 5", "11-27 6"), ("월요일 학교 끝나고", "11-30 12", "12-01 0"),
        ("반시간 뒤", "11-26 15", "11-26 16"), ("두세 시간 안에", "11-26 15", "11-26 18"),
        ("지금부터 3시간", "11-26 15", "11-26 18"),
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
        // Hours of the day, said with its part.
        ("내일 낮 2시", "11-27 14", "11-27 15"), ("토요일 점심 1시", "11-28 13", "11-28 14"),
        ("내일 한낮 3시부터 5시까지", "11-27 15", "11-27 17"), ("내일 낮 11시", "11-27 11", "11-27 12"),
        ("by 6pm", "11-26 15", "11-26 18"), ("tomorrow 5 o'clock", "11-27 17", "11-27 18"),
        ("between 2 and 5 pm tomorrow", "11-27 14", "11-27 17"),
        ("2pm-5pm tomorrow", "11-27 14", "11-27 17"),
        ("6pm to 9am tomorrow", "11-26 18", "11-27 9"), ("early next week", "11-30 0", "12-02 0"),
        // Counts of days, and weeks with a day of them.
        ("2~3일 뒤", "11-28 0", "11-30 0"), ("2,3일 안에", "11-26 0", "11-30 0"),
        ("5일 안에", "11-26 0", "12-02 0"),
        ("5일 내로", "11-26 0", "12-02 0"), ("사나흘 뒤", "11-29 0", "12-01 0"), ("하루 뒤", "11-27 0", "11-28 0"),
        ("2-3 days later", "11-28 0", "11-30 0"), ("2주 뒤 토요일", "12-12 0", "12-13 0"),
        ("1주 뒤 금요일", "12-04 0", "12-05 0"), ("삼주 후", "12-17 0", "12-18 0"),
        ("a week from Saturday", "12-05 0", "12-06 0"), ("주말 지나고", "11-30 0", "12-07 0"),
        ("한 달 뒤", "12-26 0", "12-27 0"), ("3개월 후", "02-24 0", "02-25 0"),
        ("12월 1주차", "12-01 0", "12-08 0"), ("12월 둘째 주", "12-08 0", "12-15 0"),
        // Weeks by other names.
        ("다음번 토요일", "12-05 0", "12-06 0"), ("그다음 주말", "12-05 0", "12-07 0"),
        ("다음 다음 주말", "12-12 0", "12-14 0"), ("Saturday after next", "12-12 0", "12-13 0"),
        ("next next weekend", "12-12 0", "12-14 0"), ("later this week", "11-26 0", "11-30 0"),
        // A date within a wider word.
        ("주말 28일", "11-28 0", "11-29 0"), ("28일 주말", "11-28 0", "11-29 0"),
        ("이번 달 말일", "11-30 0", "12-01 0"),
        ("early December", "12-01 0", "12-06 0"), ("end of November", "11-26 0", "12-01 0"),
        // Numbers of two words are two.
        ("12/1 3pm", "12-01 15", "12-01 16"), ("12/5 9시", "12-05 9", "12-05 10"),
        ("12.5 15:00", "12-05 15", "12-05 16"), ("3-5pm 12/1", "12-01 15", "12-01 17"),
        ("2026. 12. 1. 3pm", "12-01 15", "12-01 16"),
        // A mark of a range between words of several letters, and an end of another day.
        ("오늘~다음 주 수요일", "11-26 0", "12-03 0"), ("내일~이번 주말", "11-27 0", "11-30 0"),
        ("내일부터 월요일 3시까지", "11-27 0", "11-30 15"), ("Friday 6pm to Saturday", "11-27 18", "11-29 0"),
        ("going to tomorrow", "11-27 0", "11-28 0"),
        ("Friday 6pm until Saturday", "11-27 18", "11-29 0"),
        ("between tomorrow morning and Saturday", "11-27 0", "11-29 0"),
        // An hour before its day, whatever names the day.
        ("3pm Tuesday Dec 1", "12-01 15", "12-01 16"), ("오후 3시 12월 1일(화)", "12-01 15", "12-01 16"),
        ("오후 3시 다음 주 화요일", "12-01 15", "12-01 16"), ("아침 다음 주 화요일", "12-01 6", "12-01 9"),
        ("내년 첫 토요일", "01-02 0", "01-03 0"), ("this wknd", "11-28 0", "11-30 0"),
        // Dates as they are written elsewhere.
        ("26/12/02", "12-02 0", "12-03 0"), ("11/30/2026", "11-30 0", "12-01 0"),
        ("30.11.2026", "11-30 0", "12-01 0"), ("12월 이일", "12-02 0", "12-03 0"),
        ("12월 2일 (수)", "12-02 0", "12-03 0"), ("28-30 November", "11-28 0", "12-01 0"),
        ("November 28 to 30", "11-28 0", "12-01 0"), ("'26년 12월 2일", "12-02 0", "12-03 0"),
        // A day behind a range is of both ends; a length behind an hour from now begins there.
        ("저녁 7시부터 9시까지 토요일", "11-28 19", "11-28 21"), ("오후 5시부터 3시까지 내일", "11-27 17", "11-28 3"),
        ("2시간 뒤부터 3시간", "11-26 17", "11-26 20"), ("1시간 뒤부터 4시간 동안", "11-26 16", "11-26 20"),
        ("밤 9시부터 새벽 2시까지 내일", "11-27 21", "11-28 2"),
        ("from 7pm to 9pm Saturday", "11-28 19", "11-28 21"),
        ("내일 9시 이전", "11-27 0", "11-27 9"), ("this Tuesday", "12-01 0", "12-02 0"),
        // Each day of the forecast.
        ("매일 아침", "11-27 6", "12-06 9"), ("every morning", "11-27 0", "12-06 12"),
        ("저녁마다", "11-26 18", "12-06 21"), ("주말마다", "11-28 0", "12-07 0"),
        ("매일 오후 3시", "11-26 15", "12-06 16"), ("매일", "11-26 0", "12-07 0"),
        // Counts of days in words, weeks after a holiday, days off.
        ("열하루 뒤", "12-07 0", "12-08 0"), ("열사흘 뒤", "12-09 0", "12-10 0"), ("여드레 뒤", "12-04 0", "12-05 0"),
        ("아흐레 뒤", "12-05 0", "12-06 0"), ("스무날 뒤", "12-16 0", "12-17 0"), ("3주", "11-26 0", "12-17 0"),
        ("2 weeks", "11-26 0", "12-10 0"), ("크리스마스 다음 주", "12-28 0", "01-04 0"),
        ("크리스마스 다음 주 토요일", "01-02 0", "01-03 0"), ("대체공휴일", "02-09 0", "02-10 0"),
        ("불금", "11-27 18", "11-28 0"), ("황금연휴", "12-25 0", "12-28 0"),
        // A length behind its first day, and a month's end as an end.
        ("내일부터 3일", "11-27 0", "11-30 0"), ("모레부터 4일", "11-28 0", "12-02 0"),
        ("토요일부터 2일", "11-28 0", "11-30 0"),
        ("내일부터 30일까지", "11-27 0", "12-01 0"), ("28일부터 30일", "11-28 0", "12-01 0"),
        ("이달 말까지", "11-26 15", "12-01 0"),
        ("3일 내", "11-26 0", "11-30 0"), ("4일내", "11-26 0", "12-01 0"), ("2시간내", "11-26 15", "11-26 17"),
        // Days of a list whose hours are over, and weekdays alone.
        ("목금토 출근길", "11-27 6", "11-28 9"), ("weekday mornings", "11-27 0", "11-27 12"),
        ("weekday morning next week", "11-30 0", "12-04 12"), ("late next week", "12-03 0", "12-06 0"),
        ("3일 내내", "11-26 0", "11-29 0"), ("돌아오는 주말", "11-28 0", "11-30 0"),
        ("오후 15시", "11-26 15", "11-26 16"), ("내일 밤 12시", "11-28 0", "11-28 1"),
        ("내일 새벽 12시", "11-27 0", "11-27 1"),
        // Marks of a range, and of a tone of voice.
        ("내일~", "11-27 0", "11-28 0"), ("주말~?", "11-28 0", "11-30 0"), ("오늘 ~", "11-26 0", "11-27 0"),
        ("28일~", "11-28 0", "12-07 0"), ("내일 ~ 모레", "11-27 0", "11-29 0"), ("내일~ 모레", "11-27 0", "11-29 0"),
        // Within a week, ordinals, the last of some days.
        ("이번 주 중에", "11-26 0", "11-30 0"), ("다음 주 안에", "11-30 0", "12-07 0"),
        ("이번 주중에", "11-26 0", "11-28 0"),
        ("다음주 중으로", "11-30 0", "12-07 0"), ("12월 첫째 일요일", "12-06 0", "12-07 0"),
        ("이번 달 마지막 토요일", "11-28 0", "11-29 0"), ("올해 마지막 날", "12-31 0", "01-01 0"),
        ("연휴 마지막날", "12-27 0", "12-28 0"), ("설 연휴 마지막 날", "02-09 0", "02-10 0"),
        ("까치설날", "02-06 0", "02-07 0"), ("해 질 무렵", "11-26 17", "11-26 20"),
        ("다음달 1일, 2일", "12-01 0", "12-03 0"), ("일주일 후 오늘", "12-03 0", "12-04 0"),
        ("담주부터 담담주까지", "11-30 0", "12-14 0"),
        // Over.
        ("빼빼로데이", "11-11 0", "11-12 0"), ("수능 아침", "11-19 6", "11-19 9"), ("추석", "09-25 0", "09-26 0"),
        ("지난달", "10-01 0", "11-01 0"), ("작년 오늘", "11-26 0", "11-26 0"), ("지난 6일", "11-26 0", "11-26 0"),
        ("그끄저께", "11-23 0", "11-24 0"), ("엊저녁", "11-25 18", "11-26 0"),
        ("11/25", "11-25 0", "11-26 0"), ("25일", "11-25 0", "11-26 0"), ("11월 1일", "11-01 0", "11-02 0"),
        ("last weekend", "11-21 0", "11-23 0"), ("지난번 주말", "11-21 0", "11-23 0"),
        ("전번 토요일", "11-21 0", "11-22 0"),
        ("일주일 전 토요일", "11-21 0", "11-22 0"),
        ("아까", "11-26 14", "11-26 15"), ("조금 전에", "11-26 14", "11-26 15"),
        ("3일 전", "11-23 0", "11-24 0"), ("지난 토요일", "11-21 0", "11-22 0"), ("지난주", "11-16 0", "11-23 0"),
        ("오늘 새벽", "11-26 0", "11-26 6"), ("last Friday", "11-20 0", "11-21 0"),
        ("2 days ago", "11-24 0", "11-25 0"),
    ]

    @Test(
        "A wider word picks the week of a narrower one, and each way to write a date is that date",
        arguments: wordsOfTime
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
        arguments: [
            "2월 30일", "11월 31일", "십일월 삼십일일", "내일 말고", "다음 주 내일", "12월", "다음달", "32일", "13월 1일",
            "Nov 31", "첫 주말",
            "마지막 주", "둘째 토요일",
            "여름", "올겨울", "this winter", "in January",
            "옛날", "다음날", "전날",
            // The end before its beginning, a half left out, days that are not known here.
            "12월 11일부터 9일까지", "모레부터 내일까지", "from 11 December to 9 December", "오후 말고 내일", "내일 오후 빼고",
            "크리스마스 지난 주", "한로", "하지", "대서", "청명", "단오", "쉬는 날", "임시공휴일", "이틀마다", "10월 32일", "25시",
            // Hours outside of their part, days that there are not, and a weekday of another date.
            "내일 오전 14시", "내일 새벽 10시", "내일 저녁 2시", "내일 낮 8시", "내일 아침 3시", "13/25", "2/30", "9/31",
            "not tomorrow", "2026년 12월",
        ]
    )
    func unreadable(words: String) throws {
        let sentence = Sentence(["서울", words], at: Self.now)
        let fault = try #require(sentence.unreadableTime)
        #expect(sentence.time == nil && fault.text == words)
        #expect(throws: ForecastError.invalidRequest(.unreadableTime(fault))) { try sentence.requests() }
    }

    @Test("Days off that have begun last until their end, and a word of time is quoted alone")
    func running() {
        let sunday = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 15)
        #expect(Sentence(["개천절 연휴"], at: sunday).time?.days.dates.last?.description == "2026-10-05")
        #expect(Sentence(["한글날 다음 주"], at: sunday).time?.firstDay.description == "2026-10-12")
        #expect(Sentence(["그저께 비왔어? 서울"], at: sunday).time?.text == "그저께")
    }

    @Test(
        "A verb of the past makes a time that would come one that is over",
        arguments: [
            "월요일에 추웠어", "아침에 비 왔어", "새벽에 눈 왔나요", "밤사이 눈 왔어", "화요일에 비 많이 내렸어", "주말에 더웠나",
            "Was it cold on Monday",
            "how was the weather on Tuesday", "did it snow on Sunday", "Was it raining at 6am", "did it rain",
        ]
    )
    func past(words: String) throws {
        let time = try #require(Sentence([words, "서울"], at: Self.now).time)
        #expect(time.isOver(at: Self.now) && !time.text.isEmpty)
    }

    @Test(
        "A verb of the past leaves a time that runs, one named as to come, a wish, and what was said",
        arguments: [
            "오늘 비 왔어", "주말에 온다고 했어", "주말에 눈 왔으면", "내일 추웠으면", "다음 주 월요일 추웠어", "토요일 비 온댔어", "오늘 저녁에 비 그쳤어",
            "토요일 갔다 올 건데 비 와", "주말에 갔다올까", "토요일에 왔다갔다 하나", "주말에 비 온다고 들었는데",
            "I was wondering if it will rain Saturday", "새벽에 비 왔는데 지금도 와", "월요일에 비 왔는데 금요일엔",
            "It was cold on Sunday, how about tomorrow",
        ]
    )
    func notPast(words: String) throws {
        let time = try #require(Sentence([words, "서울"], at: Self.now).time)
        #expect(!time.isOver(at: Self.now))
    }

    @Test("Today is no other weekday", arguments: ["오늘 금요일", "내일 토요일"])
    func notToday(words: String) { #expect(Sentence(["서울", words], at: Self.now).otherWeekday != nil) }

    @Test(
        "A date with another weekday is refused with its own",
        arguments: ["5일 금요일", "12/5(금)", "12/5(일)", "2026-12-05(일)", "12.5(일)", "십이월 오일 금요일"]
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
        #expect(sentence.unreadableTime == UnreadableTime(slip, .slip(of: meant)))
    }

    private static func text(_ instant: Date) -> String {
        let time = KoreanTime(instant)
        return "\(time.date)".dropFirst(5) + " \(time.hour)"
    }
}
