import Forecast
import Foundation
import Testing

@testable import Feeds

@Suite("What KMA observes now")
struct NowcastTests {
    private func observation(_ values: KeyValuePairs<String, String>, base: String = "202610011400") throws
        -> Observation
    {
        var body = GridBody(base: base)
        for (category, value) in values { body.observed(category, value) }
        return try NowcastResponse.read(body.answer, try korean("202610011400"))
    }

    @Test("Its eight rows are an observation of the full hour, without a sky")
    func whole() throws {
        let now = try observation([
            "PTY": "0", "REH": "24", "RN1": "0", "T1H": "21.4", "UUU": "3.2", "VEC": "299", "VVV": "-1.7",
            "WSD": "3.6",
        ])
        var expected = Observation(feed: .nowcast, observedAt: try korean("202610011400"))
        expected.temperature = 21.4
        expected.humidity = 24
        expected.precipitation = 0
        expected.windSpeed = 3.6
        expected.windDirection = 299
        #expect(now == expected)
    }

    @Test(
        "What falls is told by the codes of the nowcasts",
        arguments: [
            ("1", "비", Theme.rain), ("2", "비/눈", .snow), ("3", "눈", .snow), ("5", "빗방울", .rain),
            ("6", "빗방울눈날림", .snow), ("7", "눈날림", .snow),
        ]
    )
    func falling(code: String, words: String, theme: Theme) throws {
        let now = try observation(["T1H": "1.0", "PTY": code, "RN1": "2.5"])
        #expect(now.condition?.text.korean == words)
        #expect(now.condition?.theme == theme)
        #expect(now.precipitation == 2.5)
    }

    @Test("A code of no meaning says nothing of the weather", arguments: ["0", "8", "-999", "", "비"])
    func strangeCodes(code: String) throws {
        #expect(try observation(["T1H": "1.0", "PTY": code]).condition == nil)
    }

    @Test("The base time that the API hub echoes is not heard")
    func echoedBase() throws {
        let now = try observation(["T1H": "21.4"], base: "202610011300")
        #expect(now.observedAt == (try korean("202610011400")))
    }

    @Test("Values marked missing are nil, and a station that measures nothing has no data")
    func missing() throws {
        let now = try observation(["T1H": "-998.9", "REH": "55", "RN1": "-999", "VEC": "-999", "WSD": "900"])
        #expect(now.temperature == nil && now.humidity == 55)
        #expect(now.precipitation == nil && now.windDirection == nil && now.windSpeed == nil)
        #expect(throws: FeedError(.noData)) { try observation(["T1H": "-999", "REH": "-999", "PTY": "0"]) }
    }

    @Test("North is 0 and never 360")
    func north() throws {
        #expect(try observation(["T1H": "1", "VEC": "360"]).windDirection == 0)
    }
}
