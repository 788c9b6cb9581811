import Forecast
import Foundation
import Testing

@testable import Feeds

@Suite("OpenWeather's steps of three hours")
struct ForecastReadingTests {
    private let clear = #""weather":[{"id":800,"icon":"01d"}]"#

    private func read(_ entries: String...) throws -> [Slot] {
        try Wire.forecast(#"{"cod":"200","message":0,"cnt":40,"list":[\#(entries.joined(separator: ","))]}"#)
            .slots
    }

    private func entry(_ rest: String, temperature: String = "19.5") -> String {
        #"{"dt":1791093600,"main":{"temp":\#(temperature)},\#(rest)}"#
    }

    @Test("Every field of a step is read, in our units")
    func whole() throws {
        let slots = try read(
            """
            {"dt":1791093600,"main":{"temp":19,"feels_like":18.6,"temp_min":18,"temp_max":19,"pressure":1015,
            "sea_level":1015,"grnd_level":1007,"humidity":60,"temp_kf":0.4,"dew_point":11.2},
            "weather":[{"id":600,"main":"Snow","description":"가벼운 눈","icon":"13d"},{"id":511,"icon":"13d"}],
            "clouds":{"all":90},"wind":{"speed":1.2,"deg":315,"gust":3},"visibility":10000,"pop":0.93,
            "rain":{"3h":0.4},"snow":{"3h":1.1},"sys":{"pod":"n"},"dt_txt":"2026-10-04 06:00:00"}
            """
        )
        let slot = try #require(slots.first)
        #expect(slot.feed == .openWeatherForecast)
        #expect(KoreanTime(slot.time).rfc3339 == "2026-10-04T15:00:00+09:00")
        #expect(slot.hours == 3)
        #expect(slot.temperature == 19)
        #expect(slot.humidity == 60)
        #expect(slot.precipitationProbability == 93)
        #expect(slot.precipitation == Amount(1.5))
        #expect(slot.windSpeed == 1.2)
        #expect(slot.windDirection == 315)
        #expect(slot.condition?.text.korean == "약한 눈")
        #expect(slot.isNight == true)
    }

    @Test("The time is the one of dt; dt_txt is UTC without saying so, and is not read")
    func time() throws {
        let slots = try read(entry(clear + #","dt_txt":"1999-01-01 00:00:00""#))
        #expect(slots.map { KoreanTime($0.time).rfc3339 } == ["2026-10-04T15:00:00+09:00"])
    }

    @Test(
        "A chance comes as 0, 1 or a fraction, and where it is missing there is none",
        arguments: [
            (#""pop":0"#, 0), (#""pop":1"#, 100), (#""pop":0.29"#, 29), (#""pop":0.58"#, 58),
            (#""pop":"0.5""#, 50),
            (#""x":0"#, nil), (#""pop":null"#, nil), (#""pop":{}"#, nil), (#""pop":1e300"#, nil),
        ] as [(String, Int?)]
    )
    func chance(rest: String, percent: Int?) throws {
        #expect(try read(entry("\(clear),\(rest)")).first?.precipitationProbability == percent)
    }

    @Test(
        "What falls may be missing, null, empty, or both kinds at once",
        arguments: [
            (#""x":0"#, nil), (#""rain":null,"snow":null"#, nil), (#""rain":{}"#, nil),
            (#""rain":{"1h":3}"#, nil),
            (#""rain":{"3h":0.4}"#, 0.4), (#""snow":{"3h":2}"#, 2), (#""rain":{"3h":1},"snow":{"3h":2}"#, 3),
            (#""rain":{"3h":0}"#, 0),
        ] as [(String, Double?)]
    )
    func amount(rest: String, amount: Double?) throws {
        #expect(try read(entry("\(clear),\(rest)")).first?.precipitation == amount.map { Amount($0) })
    }

    @Test(
        "Night is what the step says of itself, else what its icon does, else nobody knows",
        arguments: [
            (#""weather":[{"id":800,"icon":"01d"}],"sys":{"pod":"n"}"#, true),
            (#""weather":[{"id":800,"icon":"01n"}],"sys":{"pod":"d"}"#, false),
            (#""weather":[{"id":800,"icon":"01n"}],"sys":{}"#, true),
            (#""weather":[{"id":800,"icon":"01n"}],"sys":null"#, true),
            (#""weather":[{"id":800}]"#, nil),
        ] as [(String, Bool?)]
    )
    func night(rest: String, isNight: Bool?) throws {
        #expect(try read(entry(rest)).first?.isNight == isNight)
    }

    @Test(
        "A bad step costs itself and not the list",
        arguments: [
            "null", "{}", "1", #"{"dt":1791093600}"#, #"{"dt":1791093600,"main":{"temp":1}}"#,
            #"{"dt":1791093600,"main":{"temp":1},"weather":[]}"#,
            #"{"dt":1791093600,"main":{},"weather":[{"id":800}]}"#,
            #"{"dt":1791093600,"main":{"temp":null},"weather":[{"id":800}]}"#,
            #"{"dt":"soon","main":{"temp":1},"weather":[{"id":800}]}"#,
            #"{"dt":1e300,"main":{"temp":1},"weather":[{"id":800}]}"#,
            #"{"dt":1791093600,"main":{"temp":-1e300},"weather":[{"id":800}]}"#,
            #"{"dt":1791093600,"main":{"temp":1},"weather":[{"id":"clear"}]}"#,
        ]
    )
    func badStep(step: String) throws {
        let slots = try read(entry(clear), step, entry(clear, temperature: "20"))
        #expect(slots.map(\.temperature) == [19.5, 20])
    }

    @Test(
        "A list with no step that can be used is no data",
        arguments: ["", "null", #"{"dt":1,"main":{"temp":1},"weather":[]}"#]
    )
    func nothingUsable(entries: String) {
        #expect(throws: FeedError(.noData)) { try read(entries) }
    }

    @Test(
        "A body without a list makes no sense",
        arguments: ["{}", #"{"list":null}"#, #"{"list":{}}"#, "[]", "", "<html>", #"{"list":[{"dt":17910"#]
    )
    func noList(body: String) {
        #expect(throws: FeedError(.malformedResponse)) { try Wire.forecast(body) }
    }

    @Test("Forty steps are not asked for, and their order is ours")
    func order() throws {
        let late = #"{"dt":1791104400,"main":{"temp":15},\#(clear)}"#
        #expect(try read(late, entry(clear)).map(\.temperature) == [19.5, 15])
    }
}
