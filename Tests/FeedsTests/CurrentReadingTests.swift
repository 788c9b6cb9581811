import Forecast
import Foundation
import Testing

@testable import Feeds

@Suite("OpenWeather's weather now")
struct CurrentReadingTests {
    private func body(_ rest: String) -> String {
        #"{"dt":1791093600,"main":{"temp":21.4},\#(rest)}"#
    }

    @Test("Every field is read, in our units")
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
        #expect(now.feelsLike == 21)
        #expect(now.humidity == 54)
        #expect(now.windSpeed == 2.1)
        #expect(now.windDirection == 270)
        #expect(now.windGust == 4)
        #expect(now.visibility == 10_000)
        #expect(now.precipitation == 1.25)
        #expect(now.condition?.code == 501)
        #expect(now.condition?.text.korean == "비")
        #expect(now.isNight == true)
        #expect(now.sunrise == Date(timeIntervalSince1970: 1_791_063_120))
        #expect(now.sunset == Date(timeIntervalSince1970: 1_791_105_240))
    }

    @Test("All but the time and the temperature may be missing, and is nil then, never 0")
    func bare() throws {
        let now = try Wire.current(#"{"dt":1791093600,"main":{"temp":0}}"#)
        var expected = Observation(
            feed: .openWeatherCurrent,
            observedAt: Date(timeIntervalSince1970: 1_791_093_600)
        )
        expected.temperature = 0
        #expect(now == expected)
    }

    @Test(
        "Rain and snow may be missing, null, empty, of an hour, of three, or both",
        arguments: [
            (#""x":1"#, nil), (#""rain":null"#, nil), (#""rain":{}"#, nil), (#""rain":{"3h":4}"#, nil),
            (#""rain":{"1h":null}"#, nil), (#""rain":{"1h":0.5}"#, 0.5), (#""rain":{"1h":"0.5"}"#, 0.5),
            (#""rain":{"1h":0.5,"3h":4}"#, 0.5), (#""snow":{"1h":2}"#, 2),
            (#""rain":{"1h":0.5},"snow":{"1h":2}"#, 2.5),
            (#""rain":[]"#, nil), (#""rain":0.5"#, nil),
        ] as [(String, Double?)]
    )
    func volumes(rest: String, amount: Double?) throws {
        #expect(try Wire.current(body(rest)).precipitation == amount)
    }

    @Test(
        "The wind may lack any of its parts; north is 0, also where it comes as 360",
        arguments: [
            (#""x":1"#, nil), (#""wind":null"#, nil), (#""wind":{}"#, nil), (#""wind":{"speed":3}"#, nil),
            (#""wind":{"deg":0}"#, 0), (#""wind":{"deg":360}"#, 0), (#""wind":{"deg":359.7}"#, 0),
            (#""wind":{"deg":212.232}"#, 212), (#""wind":{"deg":-90}"#, 270), (#""wind":{"deg":"45"}"#, 45),
        ] as [(String, Int?)]
    )
    func direction(rest: String, degrees: Int?) throws {
        let now = try Wire.current(body(rest))
        #expect(now.windDirection == degrees)
        #expect(now.windGust == nil)
    }

    @Test(
        "A number out of this world is missing, and harms nothing",
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
        "One field of a wrong kind costs only itself",
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
        "Without a time or a temperature it makes no sense",
        arguments: [
            #"{"main":{"temp":21.4}}"#, #"{"dt":1791093600}"#, #"{"dt":1791093600,"main":{}}"#,
            #"{"dt":1791093600,"main":{"temp":null}}"#, #"{"dt":1791093600,"main":{"temp":1e300}}"#,
            #"{"dt":1e300,"main":{"temp":21.4}}"#, #"{"dt":-1,"main":{"temp":21.4}}"#,
            #"{"dt":"now","main":{"temp":1}}"#,
        ]
    )
    func senseless(body: String) {
        #expect(throws: FeedError(.malformedResponse)) { try Wire.current(body) }
    }
}
