import Forecast
import Foundation
import Regions
import Testing

@testable import Feeds

@Suite("Answers of 에어코리아")
struct AirKoreaResponseTests {
    private static let gateway = AirKoreaGateway(key: ServiceKey("Ab+Cd==")!)

    /// Items in 에어코리아's envelope: a list at once, the body before the header.
    private static func envelope(_ items: String, count: Int = 1) -> HTTPAnswer {
        Wire.answer(
            #"{"response":{"body":{"totalCount":\#(count),"items":[\#(items)],"pageNo":1,"numOfRows":100},"#
                + #""header":{"resultMsg":"NORMAL_CODE","resultCode":"00"}}}"#
        )
    }

    private static func measured(
        _ items: String,
        count: Int = 1,
        fetchedAt: Date = .distantFuture
    ) throws(FeedError) -> [AirMeasurement] {
        let origin = Origin(.airMeasured, issuedAt: .distantPast, fetchedAt: fetchedAt)
        return try FeedRequest.airMeasured(province: "서울", gateway: gateway).read(
            envelope(items, count: count),
            origin
        )
    }

    private static func row(_ fields: String) -> String {
        #"{"so2Grade":null,"coFlag":"통신장애","khaiValue":"-","stationName":"도봉구","dataTime":"2024-03-06 12:00",\#(fields)}"#
    }

    /// The measured part of a row, and what is read of it.
    struct Case: Sendable, CustomTestStringConvertible {
        var fields: String
        var pm10 = AirValue()
        var pm25 = AirValue()
        var ozone = AirValue()

        var testDescription: String { fields }
    }

    @Test(
        "Value, grade and flag are read each on its own, as they come",
        arguments: [
            // Recorded on 2024-03-06 at 서울: a grade without a value, a value without a grade, one pollutant down.
            Case(
                fields:
                    #""pm10Value":"-","pm10Grade":"1","pm10Flag":"통신장애","pm25Value":"-","pm25Grade":null"#
            ),
            Case(
                fields:
                    #""pm10Value":"7","pm10Grade":null,"pm25Value":"1","pm25Grade":"1","o3Value":"0.046","o3Grade":"2""#,
                pm10: AirValue(amount: 7),
                pm25: AirValue(amount: 1),
                ozone: AirValue(amount: 0.046, grade: .moderate)
            ),
            Case(
                fields: #""pm10Value":"-","pm10Flag":"통신장애","pm25Value":"3","pm25Grade":"1""#,
                pm25: AirValue(amount: 3)
            ),
            // Without `ver`: no PM2.5 at all.
            Case(
                fields: #""pm10Value":"102","pm10Grade":"2""#,
                pm10: AirValue(amount: 102)
            ),
            // A grade of 24 hours does not stand beside the value of an hour.
            Case(
                fields: #""pm10Value":"102","pm10Grade":"2","pm10Grade1h":"3""#,
                pm10: AirValue(amount: 102, grade: .bad)
            ),
            // A flagged value is no reading, whatever its grade; a blank flag, or a dash, is none.
            Case(
                fields:
                    #""pm10Value":"985","pm10Grade1h":"4","pm10Flag":"자료이상","o3Value":"0.1","o3Flag":"장비점검""#
            ),
            Case(
                fields: #""pm10Value":"38","pm10Grade1h":"2","pm10Flag":"","pm25Value":"9","pm25Flag":"-""#,
                pm10: AirValue(amount: 38, grade: .moderate),
                pm25: AirValue(amount: 9)
            ),
            // Another grade than its amount's contradicts it.
            Case(fields: #""pm10Value":"160","pm10Grade1h":"1""#, pm10: AirValue(amount: 160)),
            Case(fields: #""pm10Value":"160","pm10Grade1h":"2""#, pm10: AirValue(amount: 160)),
            Case(
                fields: #""pm10Value":"82","pm10Grade1h":"2","pm25Value":"15","pm25Grade1h":"2""#,
                pm10: AirValue(amount: 82),
                pm25: AirValue(amount: 15)
            ),
            // At the bounds of the grades, 30, 80 and 150, 15, 35 and 75.
            Case(30, 15, number: 1, .good), Case(31, 16, number: 2, .moderate),
            Case(80, 35, number: 2, .moderate), Case(81, 36, number: 3, .bad), Case(150, 75, number: 3, .bad),
            Case(151, 76, number: 4, .veryBad), Case(150, 75, number: 4, nil),
            Case(fields: #""o3Value":"0.2","o3Grade":"1""#, ozone: AirValue(amount: 0.2)),
            // An hour without a reading has no grade.
            Case(fields: #""pm10Value":"-","pm10Grade1h":"4","pm25Grade1h":"3","o3Value":"","o3Grade":"4""#),
            // Blanks are none of a value, and a flag of the text null is none.
            Case(
                fields:
                    #""pm10Value":" 38","pm10Grade1h":"2 ","pm10Flag":"null","pm25Value":"9 ""#,
                pm10: AirValue(amount: 38, grade: .moderate),
                pm25: AirValue(amount: 9)
            ),
            // 0 is a reading; what no air holds is none.
            Case(fields: #""pm10Value":"0","pm25Value":"-1","o3Value":"9""#, pm10: AirValue(amount: 0)),
            Case(fields: #""pm10Value":"1e30","pm10Grade":"5","pm25Grade":"0","o3Grade":"x""#),
            // Zeros alone are of no sensor.
            Case(fields: #""pm10Value":"0","pm10Grade1h":"1","pm25Value":"0","o3Value":"0.000""#),
        ]
    )
    func values(_ test: Case) throws {
        let measurement = try #require(try Self.measured(Self.row(test.fields)).first)
        #expect(measurement.pm10 == test.pm10)
        #expect(measurement.pm25 == test.pm25)
        #expect(measurement.ozone == test.ozone)
    }

    @Test("Midnight is 24:00 of the day before, and a row without a time is left out")
    func times() throws {
        let rows = try Self.measured(
            #"{"stationName":"가","dataTime":"2026-08-12 24:00","pm10Value":"1"},"#
                + #"{"stationName":"나","dataTime":null,"pm10Value":"1"},"#
                + #"{"stationName":"다","dataTime":"2026-08-12 25:00","pm10Value":"1"},{"dataTime":"2026-08-12 01:00"},"#
                + #"{"stationName":"라","dataTime":"2026-08-12 12:60","pm10Value":"1"},"#
                + #"{"stationName":"마","dataTime":"2026-08-12 12:59","pm10Value":"1"},"#
                + #"{"stationName":" 바 ","dataTime":" 2026-08-12 13:00:00 ","pm10Value":"1"}"#,
            count: 7
        )
        let day = KoreanDate(year: 2026, month: 8, day: 12)
        #expect(
            rows.map(\.observedAt) == [(day + 1).start, day.at(hour: 12, minute: 59), day.at(hour: 13)]
        )
        #expect(rows.last?.station == "바")
    }

    @Test("An answer whose newest measurement is older than the hour that was asked for is no data")
    func newestHour() throws {
        let hours = ["11", "12"].map {
            Self.row(#""pm10Value":"1""#).replacing("03-06 12", with: "03-06 \($0)")
        }
        let request = FeedRequest.airMeasured(province: "서울", gateway: Self.gateway)
        let noon = KoreanDate(year: 2024, month: 3, day: 6).at(hour: 12)
        for rows in [hours, hours.reversed()] {
            let answer = Self.envelope(rows.joined(separator: ","), count: 2)
            // Of two hours of a station the newest counts.
            #expect(try request.read(answer, noon).map(\.observedAt) == [noon])
            #expect(throws: FeedError(.noData)) { try request.read(answer, noon + 1) }
        }
    }

    @Test("Of two rows of a station and hour a value that differs is none, and a missing one is filled")
    func contradiction() throws {
        func read(_ fields: String...) throws -> AirMeasurement? {
            try Self.measured(fields.map(Self.row).joined(separator: ","), count: fields.count).first
        }
        let twice = try read(
            #""pm10Value":"190","pm10Grade1h":"4","pm25Value":"9""#,
            #""pm10Value":"38","pm10Grade1h":"2","pm25Value":"9""#
        )
        #expect(twice?.pm10 == AirValue() && twice?.pm25 == AirValue(amount: 9))
        #expect(try read(#""pm10Value":"-""#, #""pm10Value":"38""#)?.pm10 == AirValue(amount: 38))
    }

    @Test("An answer is one in part without a known station, or with over a quarter of its rows unreadable")
    func inPart() throws {
        func isInPart(_ station: String, _ value: String, of name: String = "pm10Value") throws -> Bool {
            let request = FeedRequest.airMeasured(province: "서울", gateway: Self.gateway)
            let row = Self.row(#""\#(name)":"\#(value)""#).replacing("도봉구", with: station)
            let origin = Origin(.airMeasured, issuedAt: .distantPast, fetchedAt: .distantFuture)
            return request.gap(try request.read(Self.envelope(row), origin), .distantFuture) != nil
        }
        // Nothing was measured.
        #expect(try !isInPart("강남구", "38") && isInPart("강남구", "-"))
        #expect(try isInPart("없는역", "38") && isInPart("강남구", "38㎍/㎥"))
        #expect(try isInPart("강남구", "x", of: "pm25Value") && isInPart("강남구", "x", of: "o3Value"))
        for (unreadable, isInPart) in [(1, false), (2, true)] {
            let request = FeedRequest.airMeasured(province: "서울", gateway: Self.gateway)
            let rows = ["강남구", "강동구", "강북구", "강서구"].enumerated().map { index, station in
                let value = index < unreadable ? "?" : "38"
                return Self.row(#""pm10Value":"\#(value)""#).replacing("도봉구", with: station)
            }
            let answer = Self.envelope(rows.joined(separator: ","), count: 4)
            let origin = Origin(.airMeasured, issuedAt: .distantPast, fetchedAt: .distantFuture)
            #expect((request.gap(try request.read(answer, origin), .distantFuture) != nil) == isInPart)
        }
    }

    @Test("An answer without rows is no data, and one with fewer than it counts is incomplete")
    func counts() {
        #expect(throws: FeedError(.noData)) { try Self.measured("", count: 0) }
        #expect(throws: FeedError(.malformedResponse, "totalCount")) {
            try Self.measured(Self.row(#""pm10Value":"1""#), count: 2)
        }
    }

    private static let day = KoreanDate(year: 2023, month: 6, day: 3)

    private static func inform(_ code: String, _ grades: String, hour: String = "05") -> String {
        #"{"informCode":"\#(code)","actionKnack":null,"informData":"2023-06-03","informGrade":"\#(grades)","dataTime":"2023-06-03 \#(hour)시 발표","imageUrl1":null}"#
    }

    @Test("Of the issues of a day the newest counts, and what it leaves out is not taken from an older one")
    func newestIssue() throws {
        let answer = Self.envelope(
            [
                Self.inform("PM10", "서울 : 나쁨,영동:보통", hour: "23"),
                Self.inform("PM10", "서울 : 좋음,제주 : 좋음"), Self.inform("PM25", "서울 : 예보없음,제주 : 매우나쁨"),
                Self.inform("O3", "서울 : 매우나쁨"),
            ].joined(separator: ","),
            count: 4
        )
        let request = FeedRequest.dustForecast(gateway: Self.gateway)
        // The newest issue of any pollutant is that of 23:00.
        let forecast = try request.read(answer, Self.day.at(hour: 23))
        #expect(throws: FeedError(.noData)) { try request.read(answer, Self.day.at(hour: 23) + 1) }
        let zones = try #require(forecast.days[Self.day])
        #expect(zones["서울"] == DustGrades(pm10: .bad))
        #expect(zones["영동"] == DustGrades(pm10: .moderate))
        #expect(zones["제주"] == DustGrades(pm25: .veryBad))
    }

    @Test("A forecast is one in part where a zone is left out, contradicted or not understood")
    func zones() throws {
        let request = FeedRequest.dustForecast(gateway: Self.gateway)
        let whole = DustZone.englishNames.keys.sorted().map { "\($0) : 보통" }.joined(separator: ",")
        func gap(_ grades: String..., hour: String = "05") throws -> FeedError? {
            let rows = grades.map { Self.inform("PM10", $0, hour: hour) }.joined(separator: ",")
            let forecast = try request.read(Self.envelope(rows, count: grades.count), Self.day.at(hour: 5))
            // Nothing readable of today is another fault than nothing of today.
            let tomorrow = request.gap(forecast, (Self.day + 1).start)
            #expect(tomorrow?.code == (forecast.isInPart ? .malformedResponse : .noData))
            let isContradiction = grades.count > 1 || grades[0].contains(", 서울")
            #expect(!isContradiction || forecast.days[Self.day]?["서울"] == nil)
            return request.gap(forecast, Self.day.start)
        }
        #expect(try gap(whole) == nil && gap(whole.replacing("서울 : 보통", with: "서울 : 예보없음")) == nil)
        for grades in ["서울 : 보통", whole.replacing("서울 : 보통", with: "서울 : 양호"), whole + ", 서울 : 나쁨"] {
            #expect(try gap(grades)?.code == .malformedResponse, "\(grades)")
        }
        #expect(try gap(whole, whole.replacing("서울 : 보통", with: "서울 : 나쁨"))?.code == .malformedResponse)
        #expect(throws: FeedError(.malformedResponse, "informGrade")) { try gap(whole, hour: "07") }
    }

    @Test(
        "The forecast for the week has low and high by its own names of zones, and how sure it is is no zone"
    )
    func week() throws {
        let answer = Self.envelope(
            #"{"frcstOneDt":"2023-02-02","frcstOneCn":"서울 : 낮음, 강원영서 : 높음, 경남 : 보통, 신뢰도 : 높음","frcstTwoDt":null,"#
                + #""frcstThreeDt":"2023-02-04","gwthcnd":"2월 4일~5일은","presnatnDt":"2023-01-30"},"#
                + #"{"frcstOneDt":"2023-02-01","frcstOneCn":"서울 : 높음","presnatnDt":"2023-01-29"}"#
        )
        let request = FeedRequest.dustWeek(gateway: Self.gateway)
        let announced = KoreanDate(year: 2023, month: 1, day: 30)
        let forecast = try request.read(answer, announced.at(hour: 17, minute: 30))
        #expect(throws: FeedError(.noData)) { try request.read(answer, (announced + 1).start) }
        #expect(
            forecast.days == [
                KoreanDate(year: 2023, month: 2, day: 2): [
                    "서울": DustGrades(pm25Level: .low), "영서": DustGrades(pm25Level: .high),
                ]
            ]
        )
        // 보통 is no word of the week.
        #expect(forecast.isInPart)
    }

    @Test("Days that are none of an issue's, and two words for one day, are left out, and told as missing")
    func otherDays() throws {
        let announced = KoreanDate(year: 2023, month: 1, day: 30)
        func days(_ first: String, _ second: String) throws -> [Int] {
            let row =
                #"{"frcstOneDt":"\#(first)","frcstOneCn":"서울 : 낮음","frcstTwoDt":"\#(second)","frcstTwoCn":"서울 : 높음","#
                + #""frcstThreeDt":"2023-02-04","frcstThreeCn":"서울 : 낮음","presnatnDt":"\#(announced)"}"#
            let request = FeedRequest.dustWeek(gateway: Self.gateway)
            let forecast = try request.read(Self.envelope(row), announced.at(hour: 17, minute: 30))
            let isWhole = first == "2023-02-02" && second == "2023-02-03"
            #expect(forecast.isInPart == !isWhole)
            return forecast.days.keys.map { $0 - announced }.sorted()
        }
        #expect(try days("2023-02-02", "2023-02-03") == [3, 4, 5])
        #expect(try days("2023-02-02", "2023-02-02") == [5])
        #expect(try days("2023-01-30", "2023-02-03") == [4, 5])
        #expect(try days("2023-02-02", "2023-03-03") == [3, 5])
    }

    @Test("A body without what is asked for is malformed", arguments: [#"{}"#, #"{"informData":"x"}"#])
    func malformed(item: String) {
        #expect(throws: FeedError(.malformedResponse, "informGrade")) {
            try FeedRequest.dustForecast(gateway: Self.gateway).read(Self.envelope(item), .distantPast)
        }
        #expect(throws: FeedError(.malformedResponse, "frcstOneDt")) {
            try FeedRequest.dustWeek(gateway: Self.gateway).read(Self.envelope(item), .distantPast)
        }
    }

    @Test("A request names the province, asks for PM2.5 with grades of the hour, and has the key last")
    func url() {
        let request = FeedRequest.airMeasured(province: "서울", gateway: Self.gateway)
        #expect(
            request.url(.distantPast)
                == "https://apis.data.go.kr/B552584/ArpltnInforInqireSvc/getCtprvnRltmMesureDnsty?"
                + "sidoName=%EC%84%9C%EC%9A%B8&numOfRows=300&pageNo=1&ver=1.3&returnType=json&serviceKey=Ab%2BCd%3D%3D"
        )
    }

    @Test(
        "Rows of another province or kind of station, of an hour to come or without a time do not count",
        arguments: [
            #""sidoName":"부산","dataTime":"2024-03-06 12:00""#, #""dataTime":"2024-03-07 12:00""#,
            #""dataTime":"2024-03-06 13:00""#,
            #""sidoName":"전라남도","dataTime":"2024-03-06 12:00""#,
            #""dataTime":null"#, #""mangName":"도로변대기","dataTime":"2024-03-06 12:00""#,
        ]
    )
    func others(fields: String) throws {
        let now = KoreanDate(year: 2024, month: 3, day: 6).at(hour: 12, minute: 20)
        let row = #"{"stationName":"도봉구",\#(fields),"pm10Value":"150"}"#
        #expect(throws: FeedError.self) { try Self.measured(row, fetchedAt: now) }
        let town = #""mangName":"도시대기","sidoName":" 서울특별시 ""#
        let own = #"{"stationName":"중구",\#(town),"dataTime":"2024-03-06 12:00","pm10Value":"30"}"#
        let both = try Self.measured("\(own),\(row)", count: 2, fetchedAt: now)
        #expect(both.map(\.station) == ["중구"])
    }

    @Test(
        "Stations of other networks alone are no data, and one of an unknown network is unreadable",
        arguments: [
            ("도로변대기", ErrorCode.noData), ("항만", .noData), ("교외대기", .noData), ("국가배경농도", .noData),
            ("옥상", .malformedResponse),
        ]
    )
    func networks(kind: String, code: ErrorCode) {
        let row =
            #"{"stationName":"종로","mangName":"\#(kind)","dataTime":"2024-03-06 12:00","pm10Value":"30"}"#
        let error = #expect(throws: FeedError.self) { try Self.measured(row) }
        #expect(error?.code == code)
    }

    @Test(
        "A province is known by its short and its whole name, and by no other's",
        arguments: [
            ("충북", "충청북도", true), ("충북", "충북", true), ("충북", "충청남도", false), ("충북", "강원북도", false),
            ("서울", "서울특별시", true), ("경남", "경상북도", false), ("경남", "경상남도", true), ("전남", "전북", false),
        ]
    )
    func provinces(asked: String, named: String, isOwn: Bool) throws {
        let request = FeedRequest.airMeasured(province: asked, gateway: Self.gateway)
        let row = Self.row(#""sidoName":"\#(named)","pm10Value":"38""#)
        let origin = Origin(.airMeasured, issuedAt: .distantPast, fetchedAt: .distantFuture)
        #expect((try? request.read(Self.envelope(row), origin))?.count == (isOwn ? 1 : nil))
    }
}

extension AirKoreaResponseTests.Case {
    /// Amounts of dust with the number of a grade, and the grade that is read.
    fileprivate init(_ pm10: Int, _ pm25: Int, number: Int, _ grade: AirGrade?) {
        self.init(
            fields:
                #""pm10Value":"\#(pm10)","pm10Grade1h":"\#(number)","pm25Value":"\#(pm25)","pm25Grade1h":"\#(number)""#,
            pm10: AirValue(amount: Double(pm10), grade: grade),
            pm25: AirValue(amount: Double(pm25), grade: grade)
        )
    }
}
