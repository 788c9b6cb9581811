import Foundation
import Regions
import Testing

@testable import Forecast
@testable import KMAForecast

@Suite("Answers about rain or snow")
struct TopicAnswerTests {
    /// A Wednesday.
    private static let now = KoreanDate(year: 2026, month: 11, day: 25).at(hour: 15)

    /// Steps of one hour each: `.` is dry, `?` unknown, `_` a gap, the others rain, snow and both.
    private func answer(
        _ topic: Sentence.Topic,
        _ steps: String,
        current: Character? = nil,
        within seconds: Double? = nil,
        asked: String? = nil
    ) throws -> (falls: Bool?, sentence: LocalizedText?) {
        let kinds: [Character: Condition] = [
            ".": Condition(.sky(.clear), LocalizedText("맑음", "Clear")),
            "r": Condition(.rain, LocalizedText("비", "Rain")),
            "s": Condition(.snow, LocalizedText("눈", "Snow")),
            "m": Condition(.mixed, LocalizedText("비/눈", "Rain and snow")),
        ]
        let origin = Origin(.shortTerm, issuedAt: Self.now, fetchedAt: Self.now)
        var report = Report(
            place: try Gazetteer.place(named: "서울"),
            generatedAt: Self.now,
            week: .unknown,
            sources: []
        )
        report.week.hours = steps.enumerated().filter { $1 != "_" }.map { hour, kind in
            let time = Self.now.addingTimeInterval(Double(hour) * 3_600)
            var slot = Slot(origin: origin, time: time, hours: 1)
            slot.condition = kinds[kind]
            return slot
        }
        if let current {
            report.week.current = ObservedWeather(feed: .nowcast, observedAt: Self.now)
            report.week.current?.condition = kinds[current]
        }
        if let asked { report = try report.limited(to: #require(AskedTime(asked, at: Self.now))) }
        report.topic = topic
        return report.rainAnswer(within: seconds)
    }

    @Test(
        "A question about snow is answered with the first snow, and one about rain with the first rain",
        arguments: [
            (Sentence.Topic.snow, ".rr..ss.", true, "20시부터 22시까지 눈."),
            (.rain, ".ss..rr.", true, "20시부터 22시까지 비."),
            (.precipitation, ".rr..ss.", true, "16시부터 18시까지 비."),
            (.snow, ".rrmm...", true, "18시부터 20시까지 비나 눈."),
            (.rain, ".rrmm...", true, "16시부터 20시까지 비나 눈."),
            (.snow, ".rr.....", false, "눈은 오지 않고, 16시부터 18시까지 비."),
            (.rain, ".ss.....", false, "비는 오지 않고, 16시부터 18시까지 눈."),
            (.snow, "........", false, "23시까지 비나 눈 예보 없음."),
        ]
    )
    func first(topic: Sentence.Topic, steps: String, falls: Bool, korean: String) throws {
        let answer = try answer(topic, steps)
        #expect(answer.falls == falls && answer.sentence?.korean == korean)
    }

    @Test(
        "A time with an unknown hour is not dry, and one beside it is",
        arguments: [
            ("........", false), (".......?", nil), ("...?....", nil), ("..._....", nil), ("?.......", nil),
            ("...r?...", true), ("........?_.", false), ("__......", nil),
            ("......", nil),
        ] as [(String, Bool?)]
    )
    func unknownHours(steps: String, falls: Bool?) throws {
        let topics: [Sentence.Topic] = falls == true ? [.precipitation] : [.precipitation, .rain, .snow]
        for topic in topics {
            let answer = try answer(topic, steps, asked: "15시부터 23시까지")
            #expect(answer.falls == falls, "\(topic)")
        }
    }

    @Test(
        "A dry word beside a chance of 60 % and more denies nothing in an hour or a day",
        arguments: [(50, false, "내일 비나 눈 예보 없음."), (60, nil, "내일 강수확률 60%."), (80, nil, "내일 강수확률 80%.")]
            as [(Double, Bool?, String)]
    )
    func likely(percent: Double, falls: Bool?, korean: String) throws {
        let clear = Condition(.sky(.overcast), LocalizedText("흐림", "Cloudy"))
        var report = Report(
            place: try Gazetteer.place(named: "서울"),
            generatedAt: Self.now,
            week: .unknown,
            sources: []
        )
        var day = Day(date: KoreanDate(of: Self.now) + 1)
        let half = try #require(
            HalfDay(condition: clear, precipitationProbability: Probability(percent: percent))
        )
        let origin = Origin(.midLand, issuedAt: Self.now, fetchedAt: Self.now)
        day.said.undivided = Stated(half, origin, of: day.date.hours)
        report.week.days = [day]
        let asked = try report.limited(to: #require(AskedTime("내일", at: Self.now))).rainAnswer()
        #expect(asked.falls == falls && asked.sentence?.korean == korean)
        report.week.days = []
        report.week.hours = (0..<24).map { hour in
            let time = day.date.at(hour: hour)
            let origin = Origin(.shortTerm, issuedAt: Self.now, fetchedAt: Self.now)
            var slot = Slot(origin: origin, time: time, hours: 1)
            slot.condition = clear
            slot.precipitationProbability = Probability(percent: hour == 9 ? percent : 0)
            return slot
        }
        let hourly = try report.limited(to: #require(AskedTime("내일", at: Self.now))).rainAnswer()
        #expect(hourly.falls == falls && hourly.sentence?.korean == korean)
    }

    @Test("Dry steps of OpenWeather do not deny the rain of KMA's mid-term forecast")
    func denied() throws {
        let place = try Gazetteer.place(named: "서울")
        var report = Report(place: place, generatedAt: Self.now, week: .unknown, sources: [])
        var day = Day(date: KoreanDate(of: Self.now) + 5)
        let rain = Condition(.rain, LocalizedText("흐리고 비", "Cloudy with rain"))
        let half = try #require(HalfDay(condition: rain, precipitationProbability: Probability(percent: 80)))
        let origin = Origin(.midLand, issuedAt: Self.now, fetchedAt: Self.now)
        day.said.morning = Stated(half, origin, of: day.date.start..<day.date.at(hour: 12))
        report.week.days = [day]
        report.week.hours = (0..<40).map { step in
            let time = Self.now.addingTimeInterval(Double(step) * 10_800)
            let other = Origin(.openWeatherForecast, issuedAt: Self.now, fetchedAt: Self.now)
            var slot = Slot(origin: other, time: time, hours: 3)
            slot.condition = Condition(.sky(.clear), LocalizedText("맑음", "Clear"))
            return slot
        }
        let sentence = "11월 29일 24시까지 비나 눈 예보 없음."
        #expect(WeatherSummary.rain(of: report.week, at: Self.now)?.korean == sentence)
        #expect(report.week.falls(within: 5 * 86_400, of: Self.now) == nil)
        let asked = try report.limited(to: #require(AskedTime("11월 30일 오전", at: Self.now))).rainAnswer()
        #expect(asked.falls == true && asked.sentence?.korean == "11월 30일 흐리고 비, 80%.")
        // Dry steps and a word of rain are both without snow.
        var snow = try report.limited(to: #require(AskedTime("11월 30일 오전", at: Self.now)))
        snow.topic = .snow
        #expect(snow.rainAnswer().sentence?.korean == "눈은 오지 않고, 11월 30일 흐리고 비, 80%.")
        report.week.hours[38].condition = rain
        #expect(report.week.rainKnownUntil(from: Self.now) == Self.now.addingTimeInterval(5 * 86_400))
    }

    @Test("An hour at the end that no step reaches, and one at the beginning, leave the time unknown")
    func edges() throws {
        for asked in ["17시부터 19시까지", "18시부터 21시까지"] {
            #expect(try answer(.precipitation, ".__..", asked: asked).falls == nil, "\(asked)")
        }
    }

    @Test("Warnings asked for, and days beyond the forecast, stand in the answer")
    func warnings() throws {
        var report = Report(
            place: try Gazetteer.place(named: "제주"),
            generatedAt: Self.now,
            week: .unknown,
            alerts: [],
            sources: []
        )
        report.topic = .alerts
        #expect(report.topicAnswer?.korean == "발효 중인 특보 없음.")
        report.asked = AskedTime("앞으로 2주", at: Self.now)
        report.topic = nil
        #expect(report.topicAnswer?.korean == "12월 6일부터는 예보가 아직 없습니다.")
        report.asked = AskedTime("내일", at: Self.now)
        #expect(report.topicAnswer == nil)
    }

    @Test("A question about the sky is answered with that of each half, or of the half that was asked about")
    func sky() throws {
        let place = try Gazetteer.place(named: "서울")
        var report = Report(place: place, generatedAt: Self.now, week: .unknown, sources: [])
        var day = Day(date: KoreanDate(of: Self.now) + 1)
        let origin = Origin(.midLand, issuedAt: Self.now, fetchedAt: Self.now)
        func half(_ sky: Sky, _ text: LocalizedText, of hours: Range<Int>) throws -> Stated<HalfDay> {
            let half = HalfDay(condition: Condition(.sky(sky), text), precipitationProbability: nil)
            let (first, end) = (day.date.at(hour: hours.lowerBound), day.date.at(hour: hours.upperBound))
            return Stated(try #require(half), origin, of: first..<end)
        }
        day.said.morning = try half(.clear, LocalizedText("맑음", "Clear"), of: 0..<12)
        day.said.afternoon = try half(.overcast, LocalizedText("흐림", "Cloudy"), of: 12..<24)
        report.week.days = [day]
        report.topic = .sky
        #expect(report.topicAnswer?.korean == "내일 맑음, 흐림.")
        report.asked = AskedTime("내일 오후", at: Self.now)
        #expect(report.topicAnswer?.korean == "내일 12~24시 흐림.")
        report.week.days[0].said.afternoon?.value.condition = nil
        #expect(report.topicAnswer?.korean == "하늘 예보 없음.")
        report.asked = nil
        #expect(report.topicAnswer?.korean == "내일 맑음, 알 수 없음.")
        report.week.days = []
        #expect(report.topicAnswer?.korean == "하늘 예보 없음.")
    }

    @Test(
        "Values of a part of a day are told with its hours",
        arguments: [
            ("오늘 18시부터 21시까지", "오늘 18~21시 기온 -5~-3°.", "Today, 18:00 to 21:00: temperature -5 to -3°."),
            (
                "오늘 22시부터 내일 2시까지", "오늘 22~24시 기온 -8~-7°. 내일 0~2시 기온 -10~-9°.",
                "Today, 22:00 to 24:00: temperature -8 to -7°. Tomorrow, 00:00 to 02:00: temperature -10 to -9°."
            ),
            (
                "오늘, 내일", "오늘 기온 -8~0°. 내일 기온 -23~-9°.",
                "Today: temperature -8 to 0°. Tomorrow: temperature -23 to -9°."
            ),
        ]
    )
    func partsOfDays(asked: String, korean: String, english: String) throws {
        let place = try Gazetteer.place(named: "서울")
        var report = Report(place: place, generatedAt: Self.now, week: .unknown, sources: [])
        report.week.days = (0...1).map { Day(date: KoreanDate(of: Self.now) + $0) }
        let origin = Origin(.shortTerm, issuedAt: Self.now, fetchedAt: Self.now)
        report.week.hours = (0..<24).map { hour in
            var slot = Slot(origin: origin, time: Self.now.addingTimeInterval(Double(hour) * 3_600), hours: 1)
            slot.temperature = -Double(hour)
            return slot
        }
        report = try report.limited(to: #require(AskedTime(asked, at: Self.now)))
        report.topic = .temperature
        #expect(report.topicAnswer == LocalizedText(korean, english))
    }

    @Test("Snow after the span that was asked about is not in it, and snow that falls now is")
    func spans() throws {
        #expect(try answer(.snow, ".rr..ss.", within: 3 * 3_600).falls == false)
        #expect(try answer(.snow, ".rr..ss.", within: 6 * 3_600).falls == true)
        let now = try answer(.snow, "s.rr....", current: "s")
        #expect(now.falls == true && now.sentence?.korean == "16시까지 눈.")
        let other = try answer(.snow, "r...ss..", current: "r")
        #expect(other.falls == true && other.sentence?.korean == "19시부터 21시까지 눈.")
    }
}
