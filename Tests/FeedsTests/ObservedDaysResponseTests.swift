import Forecast
import Foundation
import StubUpstream
import Testing

@testable import Feeds

@Suite("Measurements of a station")
struct ObservedDaysResponseTests {
    private static let days =
        KoreanDate(
            year: 2026,
            month: 10,
            day: 1
        )...KoreanDate(
            year: 2026,
            month: 10,
            day: 3
        )
    private static let fetchedAt = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 11, minute: 10)

    private func read(_ items: String, total: Int = 1) throws -> [ObservedDay] {
        let body =
            #"{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON","#
            + #""items":{"item":\#(items)},"pageNo":1,"numOfRows":999,"totalCount":\#(total)}}}"#
        return try answer(body)
    }

    private func answer(_ body: String) throws -> [ObservedDay] {
        try FeedRequest.observedDays(station: 108, on: Self.days, gateway: Wire.gateway())
            .read(Wire.answer(body), Self.fetchedAt)
    }

    private func item(
        _ low: String = "12.3",
        _ high: String = "21.0",
        _ rain: String = "",
        day: String = "2026-10-01"
    ) -> String {
        #"{"stnId":"108","stnNm":"서울","tm":"\#(day)","avgTa":"","minTa":"\#(low)","minTaHrmt":"2400","#
            + #""maxTa":"\#(high)","maxTaHrmt":"-2351","sumRn":"\#(rain)","n99Rn":"3.5","iscs":""}"#
    }

    @Test("A single item may stand without the list around it, and values are texts")
    func bare() throws {
        for items in [item(), "[\(item())]"] {
            let day = try #require(try read(items).first)
            #expect(day.station == 108 && day.date == Self.days.lowerBound)
            #expect(day.minimum == 12.3 && day.maximum == 21 && day.fetchedAt == Self.fetchedAt)
        }
    }

    @Test(
        "No rain noted, a trace and an amount are three things, and only 0.1 mm makes a day wet",
        arguments: [
            ("", ObservedDay.Rain.blank, false), (" ", .blank, false), ("0.0", .trace, false),
            (" 0.1 ", .measured(0.1), true),
            ("0.1", .measured(0.1), true), ("310.5", .measured(310.5), true),
        ]
    )
    func rain(text: String, rain: ObservedDay.Rain, isWet: Bool) throws {
        let day = try #require(try read(item("1", "2", text)).first)
        #expect(day.rain == rain && day.rain.isWet == isWet)
    }

    @Test(
        "A low or high that was not measured is absent, and one that cannot be is none",
        arguments: ["", "-99.9", "-50", "-99", "50.1", "x"]
    )
    func missing(text: String) throws {
        let day = try #require(try read(item(text, "21.0")).first)
        #expect(day.minimum == nil)
        #expect(day.maximum == 21)
        #expect(try read(item("22", "21")).first?.minimum == nil, "a low above its high")
    }

    @Test(
        "A day whose rain cannot be read keeps its low and high, and is neither wet nor dry",
        arguments: [#""-9.0""#, #""900.0""#, #""x""#, #""-""#, "null", "[1]", "{}", nil]
    )
    func unreadableRain(json: String?) throws {
        let rain = json.map { #""sumRn":\#($0)"# } ?? #""sumRnDur":"""#
        let first = item("1", "2", "").replacing(#""sumRn":"""#, with: rain)
        let day = try #require(try read(first).first)
        #expect(day.minimum == 1 && day.maximum == 2)
        #expect(day.rain == .unknown && day.rain.isWet == nil && day.rain.amount == nil)
        // Nothing of it can be read.
        let bare = item("x", "", "").replacing(#""sumRn":"""#, with: rain)
        // A blank is no rain only beside what was measured.
        for bare in [bare, item("", "", ""), item("-99.9", "x", "")] {
            let items = "[\(bare),\(item(day: "2026-10-02"))]"
            #expect(try read(items, total: 2).map(\.date.description) == ["2026-10-02"])
        }
    }

    @Test("Blanks around values are none of them, and of two rows of one day a value that differs is none")
    func blanks() throws {
        let padded = item(" 12.3", "21.0 ").replacing(#""108""#, with: #"" 108 ""#)
        let day = try #require(try read(padded.replacing("2026-10-01", with: " 2026-10-01 ")).first)
        #expect(day.minimum == 12.3 && day.maximum == 21)
        let twice = try read("[\(item("1", "9")),\(item("2", "9"))]", total: 2)
        #expect(twice.map(\.minimum) == [nil] && twice.map(\.maximum) == [9])
        let rains = try read("[\(item("1", "9", "2")),\(item("1", "9"))]", total: 2).map(\.rain)
        #expect(rains == [.unknown])
    }

    @Test("Up to a quarter of the rows may be of another station or day, and are left out")
    func foreign() throws {
        let own = (1...3).map { item(day: "2026-10-0\($0)") }
        for other in [item(day: "2026-09-30"), item().replacing("\"108\"", with: "\"105\"")] {
            #expect(try read("[\((own + [other]).joined(separator: ","))]", total: 4).count == 3)
            #expect(throws: FeedError(.malformedResponse, "stnId, tm")) {
                try read("[\((own.prefix(2) + [other]).joined(separator: ","))]", total: 3)
            }
        }
    }

    @Test("Fewer rows than there are, another station and another day are no answer")
    func wrong() {
        #expect(throws: FeedError(.malformedResponse, "totalCount")) { try read("[\(item())]", total: 3) }
        for items in [item(day: "2026-09-30"), item(day: "x"), item().replacing("\"108\"", with: "\"105\"")] {
            #expect(throws: FeedError(.malformedResponse, "stnId, tm")) { try read(items) }
        }
    }

    @Test(
        "Code 99 means an unfinished day if it says so, else an error; 03 is a station without days"
    )
    func codes() {
        func envelope(_ code: String, _ message: String) -> String {
            #"{"response":{"header":{"resultCode":"\#(code)","resultMsg":"\#(message)"}}}"#
        }
        #expect(throws: FeedError(.noData)) { try answer(envelope("99", "전날 자료까지 제공됩니다.")) }
        #expect(throws: FeedError(.upstreamError, "99 UNKNOWN_ERROR")) {
            try answer(envelope("99", "UNKNOWN_ERROR"))
        }
        #expect(throws: FeedError(.noData, "03 NO_DATA")) { try answer(envelope("03", "NO_DATA")) }
    }

    @Test("One call asks for a year of one station, in one page")
    func url() throws {
        let request = FeedRequest.observedDays(station: 108, on: Self.days, gateway: try Wire.gateway())
        let url = request.url(Self.fetchedAt)
        #expect(
            url.hasPrefix(
                "https://apis.data.go.kr/1360000/AsosDalyInfoService/getWthrDataList?numOfRows=999&"
            )
        )
        #expect(url.contains("dataCd=ASOS&dateCd=DAY&startDt=20261001&endDt=20261003&stnIds=108"))
    }

    @Test("The day before yesterday is that of the instant of the request, and its answer is of no other")
    func dayBeforeYesterday() throws {
        let request = FeedRequest.dayBeforeYesterday(station: 108, gateway: try Wire.gateway())
        #expect(request.url(Self.fetchedAt).contains("startDt=20261002&endDt=20261002&stnIds=108"))
        func read(_ day: String) throws -> [ObservedDay] {
            try request.read(
                Wire.answer(Wire.service(items: #"{"item":\#(item(day: day))}"#)),
                Self.fetchedAt
            )
        }
        #expect(try read("2026-10-02").map(\.date) == [KoreanDate(year: 2026, month: 10, day: 2)])
        #expect(throws: FeedError(.malformedResponse, "stnId, tm")) { try read("2026-10-03") }
    }
}
