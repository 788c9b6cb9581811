import Foundation
import Testing

@testable import Forecast

@Suite("Changes since yesterday")
struct ForecastChangeTests {
    private static let today = KoreanDate(year: 2026, month: 10, day: 5)
    private static let now = today.at(hour: 9)

    private static func condition(_ theme: Theme) -> Condition {
        switch theme {
        case .clear: Condition(.sky(.clear), LocalizedText("맑음", "Clear"))
        case .cloudy: Condition(.sky(.overcast), LocalizedText("흐림", "Cloudy"))
        case .rain: Condition(.rain, LocalizedText("비", "Rain"))
        case .snow: Condition(.snow, LocalizedText("눈", "Snow"))
        }
    }

    private static func half(_ theme: Theme?, _ percent: Double?) -> HalfDay? {
        HalfDay(
            condition: theme.map(condition),
            precipitationProbability: percent.flatMap(Probability.init(percent:))
        )
    }

    /// A shown day: five days ahead, of the mid-term forecast.
    private static func shown(
        _ theme: Theme?,
        _ percent: Double?,
        _ low: Double? = 10,
        _ high: Double? = 20,
        offset: Int = 5
    ) -> Day {
        var day = Day(date: today + offset)
        day.source = .midTerm
        day.said = StatedDay(day.date, low: low, high: high, .of(.midTemperature))
        day.said.undivided = half(theme, percent).map { Stated($0, .of(.midLand), of: day.date.hours) }
        return day
    }

    private static func said(
        _ theme: Theme?,
        _ percent: Double?,
        _ low: Double? = 10,
        _ high: Double? = 20,
        offset: Int = 5,
        hoursAgo: Double = 27,
        source: Provider = .midTerm
    ) -> IssuedForecast {
        let issuedAt = now.addingTimeInterval(-hoursAgo * 3_600)
        let origin = Origin.of(source == .shortTerm ? .shortTerm : .midLand, at: issuedAt)
        var said = StatedDay(today + offset, low: low, high: high, origin)
        said.undivided = half(theme, percent).map { Stated($0, origin, of: (today + offset).hours) }
        return IssuedForecast(source: source, issuedAt: issuedAt, availableAt: issuedAt, said: said)
    }

    private static let newest: [Provider: Date] = [
        .midTerm: today.at(hour: 6), .shortTerm: today.at(hour: 8),
    ]

    @Test(
        "A day that short-term has reached is compared with the newest mid-term issue as well"
    )
    func reached() {
        var day = Self.shown(.rain, 80)
        day.source = .shortTerm
        #expect(
            fields([day], [Self.said(.clear, 20, hoursAgo: 3)]) == ["theme", "precipitation_probability"]
        )
        #expect(fields([Self.shown(.rain, 80)], [Self.said(.clear, 20, hoursAgo: 3)]) == nil)
    }

    private func fields(_ days: [Day], _ said: [IssuedForecast]) -> [String]? {
        ForecastChange.all(
            shown: days,
            said: said,
            newest: ForecastChangeTests.newest,
            at: ForecastChangeTests.now
        )?.map(\.values.field)
    }

    private static let rowsOfChanges: [(said: IssuedForecast, shown: Day, expected: [String])] = [
        (said(.clear, 20), shown(.rain, 30), ["theme"]),
        (said(.rain, 60), shown(.cloudy, 40), ["theme"]),
        (said(.rain, 60), shown(.snow, 60), ["theme"]),
        (said(.snow, 60), shown(.rain, 60), ["theme"]),
        (said(.clear, 20), shown(.cloudy, 20), []), (said(.cloudy, 20), shown(.clear, 20), []),
        (said(.rain, 60), shown(.rain, 90), ["precipitation_probability"]),
        (said(.rain, 90), shown(.rain, 60), ["precipitation_probability"]),
        (said(.rain, 60), shown(.rain, 89), []),
        (said(.clear, 10, 10, 20), shown(.clear, 10, 13, 20), ["temperature_min"]),
        (said(.clear, 10, 10, 20), shown(.clear, 10, 7, 17), ["temperature_min", "temperature_max"]),
        (said(.clear, 10, 10, 20), shown(.clear, 10, 12.9, 22.9), []),
        (said(.clear, 10, nil, 20), shown(.clear, 10, 2, 20), []),
        (said(.clear, 10, 10, 20), shown(.clear, 10, 2, nil), ["temperature_min"]),
        (said(nil, nil), shown(.rain, 90), []), (said(.clear, nil), shown(.rain, 90), ["theme"]),
        (said(.clear, 0, 10, 20), shown(nil, nil, 10, 20), []),
        (
            said(.clear, 0, 10, 20), shown(.snow, 80, -5, 2),
            ["theme", "precipitation_probability", "temperature_min", "temperature_max"]
        ),
    ]

    @Test(
        "Changes are a day turned wet or dry, snow for rain, thirty points and three degrees, and no less",
        arguments: rowsOfChanges
    )
    func table(said: IssuedForecast, shown: Day, expected: [String]) {
        #expect(fields([shown], [said]) == expected)
    }

    @Test(
        "A day is compared with the issue shown a day ago, else the oldest of 36 hours, never with itself"
    )
    func baseline() {
        typealias Tests = ForecastChangeTests
        let dry = Tests.shown(.clear, 0)
        // The newest of those a day old.
        #expect(
            fields([dry], [Tests.said(.clear, 0, hoursAgo: 35), Tests.said(.rain, 90, hoursAgo: 25)])
                == ["theme", "precipitation_probability"]
        )
        #expect(
            fields([dry], [Tests.said(.rain, 90, hoursAgo: 35), Tests.said(.clear, 0, hoursAgo: 25)]) == []
        )
        // The short-term forecast was shown where it had the day.
        #expect(
            fields(
                [dry],
                [
                    Tests.said(.clear, 0, hoursAgo: 25),
                    Tests.said(.rain, 90, hoursAgo: 28, source: .shortTerm),
                ]
            ) == ["theme", "precipitation_probability"]
        )
        // None a day old: the oldest.
        #expect(
            fields([dry], [Tests.said(.rain, 90, hoursAgo: 15), Tests.said(.clear, 0, hoursAgo: 5)])
                == ["theme", "precipitation_probability"]
        )
        // Too old, of another day, from the future, or the one that is shown.
        #expect(fields([dry], [Tests.said(.rain, 90, hoursAgo: 37)]) == nil)
        #expect(fields([dry], [Tests.said(.rain, 90, offset: 6)]) == nil)
        #expect(fields([dry], [Tests.said(.rain, 90, hoursAgo: -1)]) == nil)
        #expect(fields([dry], [Tests.said(.rain, 90, hoursAgo: 3)]) == nil)
        #expect(fields([dry], []) == nil)
        // An earlier issue whose low and high are still those shown.
        var kept = Tests.said(nil, nil, hoursAgo: 25)
        var today = dry
        (today.said.low, today.said.high) = (kept.said.low, kept.said.high)
        #expect(fields([today], [kept]) == nil)
        kept.said.low?.value = 1
        kept.said.low?.origin.issuedAt -= 3_600
        #expect(fields([today], [kept]) == ["temperature_min"])
    }

    @Test("The rest of a day, half a day of yesterday's issue, and OpenWeather's days are not compared")
    func notCompared() {
        typealias Tests = ForecastChangeTests
        var partial = Tests.shown(.clear, 0, 15, 20, offset: 0)
        let left = Tests.now.addingTimeInterval(3_600)..<partial.date.hours.upperBound
        partial.said.low?.span = left
        partial.said.high?.span = left
        partial.said.undivided?.span = left
        #expect(fields([partial], [Tests.said(.rain, 90, 10, 20, offset: 0)]) == [])
        var other = Tests.shown(.clear, 0)
        other.source = .openWeather
        other.said.low?.origin.feed = .openWeatherForecast
        #expect(fields([other], [Tests.said(.rain, 90)]) == nil)
        var halfDay = Tests.said(nil, nil)
        let afternoon = halfDay.date.at(hour: 12)..<halfDay.date.hours.upperBound
        halfDay.said.afternoon = Tests.half(.rain, 90).map { Stated($0, .of(.midLand), of: afternoon) }
        #expect(fields([Tests.shown(.clear, 0)], [halfDay]) == [])
    }

    @Test(
        "Words name at most two changes, wet or dry before degrees before chances, and none without changes",
        arguments: [
            (
                [shown(.rain, 70)], [said(.clear, 20)],
                ["어제와 달라진 예보: 토요일 맑음 → 비(70%).", "Changed since yesterday: Saturday clear → rain (70%)."]
            ),
            (
                [shown(.clear, 0, 10, 24, offset: 1), shown(.snow, 60, offset: 9)],
                [said(.clear, 0, 10, 20, offset: 1), said(.rain, 60, offset: 9)],
                [
                    "어제와 달라진 예보: 10월 14일 비 → 눈(60%), 내일 최고 20° → 24°.",
                    "Changed since yesterday: Oct 14 rain → snow (60%), Tomorrow high 20° → 24°.",
                ]
            ),
            (
                [shown(.rain, 90, 5, 9, offset: 2), shown(.rain, 90, offset: 4)],
                [said(.rain, 60, 10, 20, offset: 2), said(.clear, 0, offset: 4)],
                [
                    "어제와 달라진 예보: 금요일 맑음 → 비(90%), 모레 최저 10° → 5°.",
                    "Changed since yesterday: Friday clear → rain (90%), Wednesday low 10° → 5°.",
                ]
            ),
            (
                [shown(.rain, 90)], [said(.rain, 60)],
                [
                    "어제와 달라진 예보: 토요일 강수확률 60 → 90%.",
                    "Changed since yesterday: Saturday chance of rain 60 → 90%.",
                ]
            ),
            ([shown(.rain, 60)], [said(.rain, 60)], []),
        ] as [([Day], [IssuedForecast], [String])]
    )
    func words(days: [Day], said: [IssuedForecast], expected: [String]) throws {
        let changes = try #require(
            ForecastChange.all(
                shown: days,
                said: said,
                newest: ForecastChangeTests.newest,
                at: ForecastChangeTests.now
            )
        )
        let text = WeatherSummary.changes(changes, today: ForecastChangeTests.today)
        #expect([text?.korean, text?.english].compactMap { $0 } == expected)
    }
}
