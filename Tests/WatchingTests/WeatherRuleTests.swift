import Forecast
import Foundation
import Testing

@testable import KMAForecast
@testable import Watching

@Suite("Rules")
struct WeatherRuleTests {
    /// A Wednesday.
    static let now = KoreanDate(year: 2026, month: 11, day: 25).at(hour: 15, minute: 20)
    typealias Subject = WeatherRule.Subject

    static let rules: [(text: String, subject: Subject, time: String?)] = [
        ("alert", .alert(nil, atLeast: .advisory), nil), ("특보", .alert(nil, atLeast: .advisory), nil),
        ("ALERTS", .alert(nil, atLeast: .advisory), nil), ("기상특보", .alert(nil, atLeast: .advisory), nil),
        ("warnings", .alert(nil, atLeast: .advisory), nil), ("주의보", .alert(nil, atLeast: .advisory), nil),
        ("warning", .alert(nil, atLeast: .warning), nil), ("경보", .alert(nil, atLeast: .warning), nil),
        ("예비특보", .alert(nil, atLeast: .preliminary), nil),
        ("호우특보", .alert(.heavyRain, atLeast: .advisory), nil),
        ("호우 경보", .alert(.heavyRain, atLeast: .warning), nil),
        ("heavy rain alert", .alert(.heavyRain, atLeast: .advisory), nil),
        ("Heavy snow warning", .alert(.heavySnow, atLeast: .warning), nil),
        ("한파주의보", .alert(.coldWave, atLeast: .advisory), nil),
        ("cold wave advisory", .alert(.coldWave, atLeast: .advisory), nil),
        ("rain", .rain, nil), ("비", .rain, nil), ("rain tomorrow", .rain, "tomorrow"),
        ("tomorrow rain", .rain, "tomorrow"), ("내일 비", .rain, "내일"), ("비 내일 오전", .rain, "내일 오전"),
        ("rain within 3 hours", .rain, "within 3 hours"), ("3시간 안에 비", .rain, "3시간 안에"),
        ("우산 오늘", .rain, "오늘"), ("snow weekend", .snow, "weekend"), ("주말 눈", .snow, "주말"),
        ("snow", .snow, nil), ("clear weekend", .sky(.clear), "weekend"), ("내일 맑음", .sky(.clear), "내일"),
        ("흐림 토요일", .sky(.cloudy), "토요일"), ("low<0", .value(.low, .below, 0), nil),
        ("low < 0", .value(.low, .below, 0), nil), ("low<-5.5", .value(.low, .below, -5.5), nil),
        ("최저<0", .value(.low, .below, 0), nil), ("최저기온 ≤ −10도", .value(.low, .atMost, -10), nil),
        ("내일 최저 0도 미만", .value(.low, .below, 0), "내일"), ("high>=33", .value(.high, .atLeast, 33), nil),
        ("최고 33도 이상", .value(.high, .atLeast, 33), nil),
        ("high at least 33°C", .value(.high, .atLeast, 33), nil),
        ("low below 0 tomorrow", .value(.low, .below, 0), "tomorrow"),
        ("12/24 최저<-10", .value(.low, .below, -10), "12/24"),
        ("probability>=60 tomorrow", .value(.probability, .atLeast, 60), "tomorrow"),
        ("내일 강수확률>=60%", .value(.probability, .atLeast, 60), "내일"),
        ("강수 확률 60% 이상", .value(.probability, .atLeast, 60), nil),
        ("temperature<0", .value(.temperature, .below, 0), nil),
        ("기온 0 이하", .value(.temperature, .atMost, 0), nil),
        ("feels like<-10", .value(.feelsLike, .below, -10), nil),
        ("체감<-10", .value(.feelsLike, .below, -10), nil),
        ("wind>14m/s", .value(.wind, .above, 14), nil), ("바람 14 초과", .value(.wind, .above, 14), nil),
        ("dust", .dust(.bad), nil), ("dust bad", .dust(.bad), nil), ("미세먼지 나쁨", .dust(.bad), nil),
        ("미세먼지 매우나쁨 내일", .dust(.veryBad), "내일"), ("dust very bad tomorrow", .dust(.veryBad), "tomorrow"),
        ("changed", .change, nil), ("변경", .change, nil), ("주말 예보 변경", .change, "주말"),
    ]

    @Test("A rule in Korean or English says what is asked and of what time", arguments: rules)
    func rule(text: String, subject: Subject, time: String?) throws {
        for text in [text, "  " + text.replacing(" ", with: "  "), text.decomposedStringWithCanonicalMapping]
        {
            let rule = try WeatherRule(text, at: Self.now)
            #expect(rule.subject == subject)
            #expect(rule.time == time)
        }
    }

    @Test(
        "A text that is no rule is refused with the reason",
        arguments: [
            ("", RuleError.empty), ("   ", .empty), (String(repeating: "비", count: 81), .empty),
            ("서울", .unknown("서울")), ("rain in Seoul", .unknown("in seoul")), ("초미세먼지 나쁨", .unknown("초미세먼지")),
            ("low", .withoutNumber), ("최저 내일", .withoutNumber), ("내일", .unclear), ("<0", .unclear),
            ("rain snow", .unclear), ("rain<3", .unclear), ("나쁨", .unclear), ("dust<3", .unclear),
            ("특보 내일", .alertWithTime("내일")), ("rain yesterday", .past("yesterday")),
        ]
    )
    func refused(text: String, error: RuleError) {
        #expect(throws: error) { try WeatherRule(text, at: Self.now) }
    }

    @Test("A date that is over is no fault: the rule was one to wait for")
    func pastDate() throws {
        #expect(try WeatherRule("rain 2026-11-24", at: Self.now).time == "2026-11-24")
    }

    @Test("Every rule that is offered is one", arguments: WeatherRule.examples)
    func examples(text: String) throws {
        _ = try WeatherRule(text, at: Self.now)
    }

    private static let monday = KoreanDate(year: 2026, month: 11, day: 23)

    @Test("A rule fires where it comes true, once a day, and what is not known changes nothing")
    func turns() {
        // The day, the decision, and whether it fires.
        let steps: [(day: Int, holds: Bool?, fires: Bool)] = [
            (0, false, false), (0, nil, false), (0, true, true), (0, true, false), (0, false, false),
            (0, true, false),
            // It has held since yesterday.
            (1, true, false), (1, nil, false), (1, true, false), (1, false, false), (1, true, true),
            (2, nil, false), (2, false, false), (3, true, true), (3, false, false), (4, nil, false),
            (4, true, true),
        ]
        var state = RuleState()
        for (index, step) in steps.enumerated() {
            let (next, fires) = state.decided(step.holds, on: Self.monday + step.day)
            #expect(fires == step.fires, "step \(index)")
            state = next
        }
    }

    @Test("A rule that holds when it is first decided fires")
    func first() {
        #expect(RuleState().decided(true, on: Self.monday).fires)
        #expect(!RuleState(holds: true).decided(true, on: Self.monday).fires)
    }
}
