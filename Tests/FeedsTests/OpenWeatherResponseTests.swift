import Forecast
import Foundation
import Testing

@testable import Feeds

@Suite("OpenWeather's current weather")
struct CurrentReadingTests {
    private func body(_ rest: String) -> String {
        #"{"dt":1791093600,"main":{"temp":21.4},\#(rest)}"#
    }

    @Test("Every field is read, in the units of Forecast")
    func whole() throws {
        let now = try Wire.current(
            """
            {"coord":{"lon":127.03,"lat":37.26},
            "weather":[{"id":501,"main":"Rain","description":"보통 비","icon":"10n"},
            {"id":701,"main":"Mist","description":"박무","icon":"50n"}],
            "base":"stations","main":{"temp":21.4,"feels_like":21,"temp_min":19,"temp_max":23.5,"pressure":1012,
            "humidity":54,"sea_level":1012,"grnd_level":1003},"visibility":10000,
            "wind":{"speed":2.1,"deg":270,"gust":4},"rain":{"1h":1.25},"clouds":{"all":75},"dt":1791093600,
            "sys":{"type":1,"id":8105,"country":"KR","sunrise":1791063120,"sunset":1791105240},
            "timezone":32400,"id":1835553,"name":"Suwon","cod":200}
            """
        )
        #expect(now.observedAt == Date(timeIntervalSince1970: 1_791_093_600))
        #expect(now.feed == .openWeatherCurrent)
        #expect(now.temperature == 21.4)
        #expect(now.feelsLike == FeelsLike(openWeather: 21))
        #expect(now.humidity?.percent == 54)
        #expect(now.windSpeed == 2.1)
        #expect(now.windDirection?.degrees == 270)
        #expect(now.windGust == 4)
        #expect(now.visibility == 10_000)
        #expect(now.precipitation == Amount(1.25))
        #expect(now.condition?.code == 501)
        #expect(now.condition?.text.korean == "비")
        #expect(now.sunrise == Date(timeIntervalSince1970: 1_791_063_120))
        #expect(now.sunset == Date(timeIntervalSince1970: 1_791_105_240))
    }

    @Test("Every field but time and temperature may be missing, and is nil then, never 0")
    func bare() throws {
        let now = try Wire.current(#"{"dt":1791093600,"main":{"temp":0}}"#)
        var expected = ObservedWeather(
            feed: .openWeatherCurrent,
            observedAt: Date(timeIntervalSince1970: 1_791_093_600)
        )
        expected.temperature = 0
        expected.fetchedAt = Wire.issue
        expected.isInPart = true
        expected.isFallingUnknown = true
        #expect(now == expected)
    }

    @Test(
        "Rain and snow may be missing, null, empty, of one hour, of three, or both",
        arguments: [
            (#""x":1"#, nil), (#""rain":null"#, nil), (#""rain":{}"#, nil), (#""rain":{"3h":4}"#, nil),
            (#""rain":{"1h":null}"#, nil), (#""rain":{"1h":0.5}"#, 0.5), (#""rain":{"1h":"0.5"}"#, 0.5),
            (#""rain":{"1h":0.5,"3h":4}"#, 0.5), (#""snow":{"1h":2}"#, 2),
            (#""rain":{"1h":0.5},"snow":{"1h":2}"#, 2.5),
            (#""rain":[]"#, nil), (#""rain":0.5"#, nil), (#""rain":{"1h":-1}"#, nil),
            (#""rain":{"1h":1},"snow":{"1h":"viel"}"#, nil), (#""rain":{"1h":1},"snow":{}"#, 1),
        ] as [(String, Double?)]
    )
    func volumes(rest: String, amount: Double?) throws {
        #expect(try Wire.current(body(rest)).precipitation == amount.flatMap { Amount($0) })
    }

    @Test(
        "The wind may lack any of its parts; north is 0, also from 360",
        arguments: [
            (#""x":1"#, nil), (#""wind":null"#, nil), (#""wind":{}"#, nil), (#""wind":{"speed":3}"#, nil),
            (#""wind":{"deg":0}"#, 0), (#""wind":{"deg":360}"#, 0), (#""wind":{"deg":359.7}"#, 0),
            (#""wind":{"deg":212.232}"#, 212), (#""wind":{"deg":-90}"#, nil), (#""wind":{"deg":361}"#, nil),
            (#""wind":{"deg":"45"}"#, 45),
        ] as [(String, Int?)]
    )
    func direction(rest: String, degrees: Int?) throws {
        let now = try Wire.current(body(rest))
        #expect(now.windDirection?.degrees == degrees)
        #expect(now.windGust == nil)
    }

    @Test(
        "An implausible number is missing, and the rest is read",
        arguments: ["1e300", "-1e300", "99999999999999999999", "1e19", "-999"]
    )
    func hugeNumbers(number: String) throws {
        let now = try Wire.current(
            """
            {"dt":1791093600,"main":{"temp":21.4,"feels_like":\(number),"humidity":\(number)},
            "wind":{"speed":\(number),"deg":\(number),"gust":\(number)},"rain":{"1h":\(number)},
            "sys":{"sunrise":\(number),"sunset":1791105240}}
            """
        )
        #expect(now.temperature == 21.4)
        #expect(now.feelsLike == nil && now.humidity == nil && now.precipitation == nil)
        #expect(now.windSpeed == nil && now.windDirection == nil && now.windGust == nil)
        #expect(now.sunrise == nil)
    }

    @Test(
        "A value that weather cannot have is missing",
        arguments: [
            #""wind":{"speed":-1,"deg":-90,"gust":121},"visibility":-1"#,
            #""wind":{"speed":500,"deg":361,"gust":-1},"visibility":1e300"#,
        ]
    )
    func impossible(rest: String) throws {
        let now = try Wire.current(body(rest))
        #expect(now.windSpeed == nil && now.windDirection == nil && now.windGust == nil)
        #expect(now.visibility == nil)
        #expect(try Wire.current(#"{"dt":1791093600,"main":{"temp":1,"feels_like":-200}}"#).feelsLike == nil)
        #expect(try Wire.current(#"{"dt":1791093600,"main":{"temp":1,"humidity":101}}"#).humidity == nil)
        #expect(throws: FeedError(.malformedResponse)) {
            try Wire.current(#"{"dt":1791093600,"main":{"temp":99}}"#)
        }
    }

    @Test(
        "A field of a wrong type is missing, and the rest is read",
        arguments: [
            #""visibility":"far""#, #""visibility":null"#, #""sys":[]"#, #""sys":null"#, #""wind":"strong""#,
            #""weather":null"#,
            #""weather":[]"#, #""weather":[{}]"#, #""weather":{"id":800}"#,
            #""clouds":7,"cod":"200","message":0.1"#,
        ]
    )
    func wrongKinds(rest: String) throws {
        let now = try Wire.current(body(rest))
        #expect(now.temperature == 21.4)
        #expect(now.condition == nil && now.visibility == nil && now.sunrise == nil && now.windSpeed == nil)
    }

    @Test(
        "An answer without a time, or with neither a temperature nor a condition, is malformed",
        arguments: [
            #"{"main":{"temp":21.4}}"#, #"{"dt":1791093600}"#, #"{"dt":1791093600,"main":{}}"#,
            #"{"dt":1791093600,"main":{"temp":null}}"#, #"{"dt":1791093600,"main":{"temp":1e300}}"#,
            #"{"dt":1e300,"main":{"temp":21.4}}"#, #"{"dt":-1,"main":{"temp":21.4}}"#,
            #"{"dt":253402300800,"main":{"temp":21.4}}"#,
            #"{"dt":"now","main":{"temp":1}}"#,
        ]
    )
    func senseless(body: String) {
        #expect(throws: FeedError(.malformedResponse)) { try Wire.current(body) }
    }
}

@Suite("OpenWeather's forecast")
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
        #expect(slot.humidity?.percent == 60)
        #expect(slot.precipitationProbability?.percent == 93)
        #expect(slot.precipitation == Amount(1.5))
        #expect(slot.windSpeed == 1.2)
        #expect(slot.windDirection?.degrees == 315)
        #expect(slot.condition?.text.korean == "약한 눈")
    }

    @Test("The time is that of dt; dt_txt, which is UTC without a mark, is not read")
    func time() throws {
        let slots = try read(entry(clear + #","dt_txt":"1999-01-01 00:00:00""#))
        #expect(slots.map { KoreanTime($0.time).rfc3339 } == ["2026-10-04T15:00:00+09:00"])
    }

    @Test(
        "A probability is read from 0, 1 or a fraction, and is nil where it is missing",
        arguments: [
            (#""pop":0"#, 0), (#""pop":1"#, 100), (#""pop":0.29"#, 29), (#""pop":0.58"#, 58),
            (#""pop":"0.5""#, 50),
            (#""x":0"#, nil), (#""pop":null"#, nil), (#""pop":{}"#, nil), (#""pop":1e300"#, nil),
            (#""pop":1.5"#, nil),
            (#""pop":-0.1"#, nil),
        ] as [(String, Int?)]
    )
    func chance(rest: String, percent: Int?) throws {
        #expect(try read(entry("\(clear),\(rest)")).first?.precipitationProbability?.percent == percent)
    }

    @Test(
        "Precipitation may be missing, null, empty, or of both kinds",
        arguments: [
            (#""x":0"#, nil), (#""rain":null,"snow":null"#, nil), (#""rain":{}"#, nil),
            (#""rain":{"1h":3}"#, nil),
            (#""rain":{"3h":0.4}"#, 0.4), (#""snow":{"3h":2}"#, 2), (#""rain":{"3h":1},"snow":{"3h":2}"#, 3),
            (#""rain":{"3h":0}"#, 0), (#""rain":{"3h":-1}"#, nil), (#""rain":{"3h":900}"#, nil),
            (#""rain":{"3h":1},"snow":{"3h":"viel"}"#, nil), (#""rain":{"3h":1},"snow":[]"#, nil),
            (#""rain":{"3h":1},"snow":{}"#, 1), (#""rain":{"3h":1},"snow":null"#, 1),
        ] as [(String, Double?)]
    )
    func amount(rest: String, amount: Double?) throws {
        #expect(try read(entry("\(clear),\(rest)")).first?.precipitation == amount.flatMap { Amount($0) })
    }

    @Test(
        "An absent amount is none if nothing falls, and unknown if it rains or cannot be read",
        arguments: [
            (800, #""x":0"#, true), (800, #""rain":null,"snow":{}"#, true),
            (800, #""rain":{"3h":"viel"}"#, false),
            (800, #""rain":[]"#, false), (800, #""rain":{"1h":3}"#, false),
            (800, #""rain":{"3h":-1}"#, false),
            (800, #""rain":{"3h":0.4}"#, false), (741, #""snow":{"3h":0}"#, false),
            (500, #""rain":{"3h":1}"#, false), (200, #""x":0"#, false), (600, #""x":0"#, false),
            (741, #""x":0"#, true),
        ]
    )
    func dryness(id: Int, rest: String, isDry: Bool) throws {
        let slot = try #require(read(entry(#""weather":[{"id":\#(id)}],\#(rest)"#)).first)
        #expect(slot.isDry == isDry)
    }

    @Test(
        "A value that weather cannot have is missing",
        arguments: [
            #""wind":{"speed":-1}"#, #""wind":{"speed":500}"#, #""wind":{"deg":-90}"#, #""wind":{"deg":361}"#,
        ]
    )
    func impossible(rest: String) throws {
        let slot = try #require(read(entry("\(clear),\(rest)")).first)
        #expect(slot.windSpeed == nil && slot.windDirection == nil && slot.temperature == 19.5)
    }

    @Test(
        "A felt temperature over 25° from the air is none",
        arguments: [(-5.0, true), (-6, false), (45, true), (46, false)]
    )
    func felt(feelsLike: Double, isTaken: Bool) throws {
        let now = try Wire.current(
            #"{"dt":1791093600,"main":{"temp":20,"feels_like":\#(feelsLike)},\#(clear)}"#
        )
        #expect(now.statedFeelsLike == (isTaken ? feelsLike : nil) && now.isInPart == !isTaken)
    }

    @Test(
        "A temperature no weather has, and a mark of missing, is missing, and the rest of the step is read",
        arguments: ["99", "-101", "-50", "-99", "-99.9", "-90", "-999"]
    )
    func impossibleTemperature(temperature: String) throws {
        let slot = try #require(read(entry(clear, temperature: temperature)).first)
        #expect(slot.temperature == nil && slot.condition != nil)
        let body =
            #"{"dt":1791093600,"main":{"temp":\#(temperature),"feels_like":\#(temperature),"humidity":50},\#(clear)}"#
        let now = try Wire.current(body)
        #expect(now.temperature == nil && now.humidity?.percent == 50 && now.isInPart)
        #expect((now.statedFeelsLike == nil) == (temperature != "99") || temperature == "99")
    }

    @Test(
        "A step without a time, or with neither temperature nor condition, is dropped, and the answer partial",
        arguments: [
            "null", "{}", "1", #"{"dt":1791104400}"#, #"{"dt":1791104400,"main":{"temp":null},"weather":[]}"#,
            #"{"dt":"soon","main":{"temp":1},"weather":[{"id":800}]}"#,
            #"{"dt":1e300,"main":{"temp":1},"weather":[{"id":800}]}"#,
        ]
    )
    func badStep(step: String) throws {
        let last = #"{"dt":1791115200,"main":{"temp":20},\#(clear)}"#
        let forecast = try Wire.forecast(#"{"list":[\#(entry(clear)),\#(step),\#(last)]}"#)
        #expect(forecast.slots.map(\.temperature) == [19.5, 20] && forecast.isInPart)
    }

    @Test(
        "Of two steps of one time a value that differs is none, and an unreadable number makes it partial"
    )
    func doubled() throws {
        let forecast = try Wire.forecast(#"{"list":[\#(entry(clear)),\#(entry(clear, temperature: "20"))]}"#)
        #expect(forecast.slots.map(\.temperature) == [nil] && forecast.isInPart)
        #expect(forecast.slots.map(\.condition?.kind) == [.sky(.clear)])
        let later = #"{"dt":1791115200,"main":{"temp":20},\#(clear)}"#
        #expect(try Wire.forecast(#"{"list":[\#(entry(clear)),\#(later)]}"#).isInPart)
        let same = try Wire.forecast(#"{"list":[\#(entry(clear)),\#(entry(clear))]}"#)
        #expect(same.slots.map(\.temperature) == [19.5] && !same.isInPart)
        #expect(try Wire.forecast(#"{"list":[\#(entry(#""pop":1"#))]}"#).isInPart)
        #expect(try read(entry(clear, temperature: #"" 19.5 ""#)).map(\.temperature) == [19.5])
        #expect(try Wire.forecast(#"{"list":[\#(entry(clear + #","wind":{"speed":1e999}"#))]}"#).isInPart)
        #expect(try Wire.forecast(#"{"list":[\#(entry(clear + #","rain":{"3h":"x"}"#))]}"#).isInPart)
        for (main, isInPart) in [(#""temp":1"#, false), (#""temp":1,"humidity":1e999"#, true), ("", true)] {
            #expect(try Wire.current(#"{"dt":1791093600,"main":{\#(main)},\#(clear)}"#).isInPart == isInPart)
        }
    }

    @Test("An empty list is no data, and one without a usable step is malformed")
    func nothingUsable() {
        #expect(throws: FeedError(.noData)) { try read("") }
        #expect(throws: FeedError(.malformedResponse, "list")) { try read("null") }
        #expect(throws: FeedError(.malformedResponse, "list")) {
            try read(#"{"dt":"soon","main":{"temp":1}}"#)
        }
    }

    @Test(
        "A list begins within six hours of its answer and reaches four days, else it is in part",
        arguments: [
            (0, 40, false), (6, 40, false), (7, 40, true), (-6, 40, false), (-7, 40, true), (0, 33, false),
            (0, 32, true),
        ]
    )
    func reach(hours: Int, steps: Int, isCut: Bool) throws {
        let start = Int(Wire.issue.timeIntervalSince1970) + hours * 3_600
        let values = #""main":{"temp":9},"weather":[{"id":800}],"pop":0"#
        let entries = (0..<steps).map { #"{"dt":\#(start + $0 * 10_800),\#(values)}"# }
        let gateway = OpenWeatherGateway(key: try #require(ServiceKey("abc")))
        let request = FeedRequest.openWeatherForecast(latitude: 37.26, longitude: 127.03, gateway: gateway)
        let body = #"{"list":[\#(entries.joined(separator: ","))]}"#
        let forecast = try request.read(Wire.answer(body), Wire.issue)
        #expect((request.gap(forecast, Wire.issue) != nil) == isCut)
    }

    @Test(
        "An answer about a place more than a degree away is malformed; one that names none is taken",
        arguments: [
            (#"{"lat":37.3,"lon":127}"#, true), (#"{"lat":38.2,"lon":126.1}"#, true),
            (#"{"lat":35.1,"lon":129}"#, false),
            (#"{"lat":37.3,"lon":129}"#, false), (#"{"lat":0,"lon":0}"#, false),
            (#"{"lat":127.03,"lon":37.26}"#, false),
            ("null", true), ("{}", true), ("[127,37]", true),
        ]
    )
    func place(point: String, isTaken: Bool) throws {
        let reads: [() throws -> Void] = [
            { _ = try Wire.current(#"{"coord":\#(point),"dt":1791093600,"main":{"temp":1}}"#) },
            { _ = try Wire.forecast(#"{"list":[\#(entry(clear))],"city":{"name":"x","coord":\#(point)}}"#) },
        ]
        for read in reads {
            if isTaken {
                try read()
            } else {
                #expect(throws: FeedError(.malformedResponse, "coord"), performing: read)
            }
        }
    }

    @Test(
        "A sunrise or sunset that differs from the computed one is none: of another day, swapped, of UTC",
        arguments: [0, 1, -5, 1_790_000_000, 1_791_105_000, 1_791_063_120 + 32_400, 1_791_063_120 + 86_400]
    )
    func sun(seconds: Int) throws {
        let body = #"{"dt":1791093600,"main":{"temp":1},"sys":{"sunrise":\#(seconds),"sunset":1791105000}}"#
        let now = try Wire.current(body)
        #expect(now.sunrise == nil && now.sunset == Date(timeIntervalSince1970: 1_791_105_000))
    }

    @Test("A sunrise may be a quarter of an hour off the computed one")
    func sunWithinQuarter() throws {
        let noon = Date(timeIntervalSince1970: 1_791_093_600)
        let sun = try #require(Sun(on: KoreanDate(of: noon), latitude: 37.26, longitude: 127.03))
        let rise = Int(sun.rise.timeIntervalSince1970)
        for (seconds, isOwn) in [(-899, true), (-901, false), (900, true), (902, false)] {
            let sys = #"{"sunrise":\#(rise + seconds)}"#
            let now = try Wire.current(#"{"dt":1791093600,"main":{"temp":1},"sys":\#(sys)}"#)
            #expect((now.sunrise != nil) == isOwn, "\(seconds)")
        }
    }

    @Test(
        "A body without a list is malformed",
        arguments: ["{}", #"{"list":null}"#, #"{"list":{}}"#, "[]", "", "<html>", #"{"list":[{"dt":17910"#]
    )
    func noList(body: String) {
        #expect(throws: FeedError(.malformedResponse)) { try Wire.forecast(body) }
    }

    @Test("Any number of steps is read, and sorted by time")
    func order() throws {
        let late = #"{"dt":1791104400,"main":{"temp":15},\#(clear)}"#
        #expect(try read(late, entry(clear)).map(\.temperature) == [19.5, 15])
    }
}
