import CommandLineSupport
import Feeds
import Forecast
import Foundation
import Regions
import Rendering
import SampleFeeds
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

/// Odd answers that upstreams have been seen to give, over real HTTP and through the formats that people read.
@Suite("Odd answers of the upstreams", .takesSlots(listeners: 1))
struct OddAnswersTests {
    private static let style = Style(
        language: .korean,
        ansi: ANSIStyle(isColored: false, hasTrueColor: false),
        columns: 80
    )

    static func text(_ report: Report, _ question: Question, _ format: Format) -> String {
        Output(question).text(report, in: format, style)
    }

    /// `getUltraSrtNcst` with rows of these values, of the cell and the hour that are asked for.
    private static func nowcast(_ values: [(String, String)]) -> @Sendable (Request) -> StubAnswer {
        let rows = values.map { #""category":"\#($0)","obsrValue":"\#($1)""# }
        return { request in
            let echo =
                #""baseDate":"\#(request["base_date"] ?? "")","baseTime":"\#(request["base_time"] ?? "")","#
                + #""nx":\#(request["nx"] ?? ""),"ny":\#(request["ny"] ?? "")"#
            return service(
                #"{"item":[\#(rows.map { "{\(echo),\($0)}" }.joined(separator: ","))]}"#,
                count: rows.count
            )
        }
    }

    private static func service(_ items: String, count: Int) -> StubAnswer {
        .json(
            #"{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON","#
                + #""items":\#(items),"pageNo":1,"numOfRows":10,"totalCount":\#(count)}}}"#
        )
    }

    private static let emptyList: @Sendable (Request) -> StubAnswer = { _ in service(#""""#, count: 0) }

    @Test(
        "An observation without a temperature, or with a mark of missing, is shown in every format",
        arguments: [nil, "-50", "-99.9", "-999"]
    )
    func withoutTemperature(mark: String?) async throws {
        let harness = try TestHarness(15, 20)
        var rows: [(String, String)] = [
            ("PTY", "1"), ("REH", "66"), ("RN1", "12.5"), ("UUU", "1.2"), ("VEC", "85"), ("VVV", "-0.8"),
            ("WSD", "2.4"),
        ]
        if let mark { rows.append(("T1H", mark)) }
        harness.upstream.answers = [.nowcast: Self.nowcast(rows)]
        let report = try await harness.forecaster(openWeather: false).seoul(.now)
        let current = try #require(report.week.current)
        #expect(
            current.temperature == nil && current.precipitation == Amount(12.5)
                && current.condition?.kind == .rain
        )
        #expect(report[.nowcast]?.status == .partial && report.degraded.contains(.nowcast))
        let json = Self.text(report, .now, .ndjson)
        #expect(json.contains(#""temperature":null"#) && json.contains(#""precipitation_1h":12.5"#))
        #expect(Self.text(report, .now, .csv).contains(",12.5,비,rain,"))
        let table = Self.text(report, .now, .table)
        #expect(table.contains("12.5mm") && table.contains("66%"))
        #expect(!table.split(separator: "\n").contains { $0.hasPrefix(" ☂ 비") && $0.contains("°") })
        #expect(!Self.text(report, .now, .line).contains("°"))
        #expect(!Self.text(report, .now, .waybar).contains(#""text":"☂ 1"#))
    }

    @Test(
        "OpenWeather's observation of another time is not now, and a forecast temperature says so",
        arguments: [-1_123_200, -100_800, -4_260, 93_600] as [Double]
    )
    func oldObservation(offset: Double) async throws {
        let harness = try TestHarness(15, 20)
        let time = Int(TestHarness.time(15, 20, offset).timeIntervalSince1970)
        harness.upstream.answers = [
            .current: { _ in
                .json(#"{"dt":\#(time),"main":{"temp":-7.7},"weather":[{"id":502,"icon":"10d"}],"cod":200}"#)
            }
        ]
        let report = try await harness.forecaster(kma: false).seoul(.now)
        #expect(report.week.current == nil && report.week.themeSelection.feed == .openWeatherForecast)
        #expect(
            report[.openWeatherCurrent]?.status == .failed
                && report[.openWeatherCurrent]?.error?.code == .noData
        )
        for format in [Format.table, .line, .csv, .ndjson, .waybar] {
            let text = Self.text(report, .now, format)
            #expect(!text.contains("-7.7") && !text.contains("강한 비"), "\(text)")
            if [.table, .line, .waybar].contains(format) { #expect(text.contains("예보 "), "\(text)") }
        }
    }

    @Test("An observation of KMA from seventy minutes ago is not now, though nothing newer can be had")
    func oldNowcast() async throws {
        let harness = try TestHarness(22, 20)
        harness.upstream.answers = [
            .nowcast: Self.nowcast([("T1H", "12"), ("REH", "90"), ("PTY", "1"), ("RN1", "2")])
        ]
        let forecaster = try harness.forecaster(openWeather: false)
        #expect(try await forecaster.seoul(.now).week.current?.condition?.kind == .rain)
        harness.upstream.fault(.html(status: 502), on: .nowcast)
        harness.passes(24, 48)
        let report = try await forecaster.seoul(.now)
        #expect(report.week.current == nil && report.week.themeSelection.feed != nil)
        #expect(report[.nowcast]?.error?.code == .upstreamError && report.degraded.contains(.nowcast))
    }

    @Test("An observation that is not there yet is asked for again after a minute")
    func lateNowcast() async throws {
        let harness = try TestHarness(15, 10)
        harness.upstream.fault(.header(.noData), on: .nowcast)
        let forecaster = try harness.forecaster(openWeather: false)
        #expect(try await forecaster.seoul(.now).week.current == nil)
        harness.upstream.clearFaults()
        harness.passes(15, 11)
        #expect(try await forecaster.seoul(.now).week.current?.observedAt == TestHarness.time(15))
    }

    @Test("A low and a high of six hours are none of a day where nothing marks them")
    func lowOfSixHours() async throws {
        let harness = try TestHarness(15, 20)
        harness.upstream.fault(.html(status: 502), on: .shortTerm)
        let report = try await harness.forecaster(openWeather: false).seoul(.now)
        #expect(report.week.days.first?.extremes.maximum != nil)
        let city = NationReport.City(city: NationCity.all[0], result: .success(report), isLate: false)
        for day in [city.day(on: TestHarness.day), city.dayAhead(on: TestHarness.day)] {
            #expect(day?.extremes == Extremes() && day?.whole != nil)
        }
        let json = Self.text(report, .now, .ndjson)
        #expect(json.contains(#""today":{"temperature_min":null,"temperature_max":null}"#))
        #expect(try Template("{temperature_min}{temperature_max}").text(report, Self.style) == "--")
        #expect(Self.text(report, .week, .line).contains("(일부 시간)"))
    }

    @Test("A week of which the weather now alone came has it in its line")
    func nowAlone() async throws {
        let harness = try TestHarness(15, 20)
        harness.upstream.fault(.html(status: 502), on: .forecast)
        let report = try await harness.forecaster(kma: false).seoul()
        #expect(report.week.days.isEmpty && report.week.current != nil)
        #expect(Self.text(report, .week, .line) == Self.text(report, .now, .line))
    }

    @Test("A list that ended before now is no data, and with nothing else there is nothing to show")
    func oldList() async throws {
        let harness = try TestHarness(15, 20)
        let steps = (1...8).map { index in
            let time = Int(TestHarness.time(15).timeIntervalSince1970) - 10_800 * (index + 1)
            return #"{"dt":\#(time),"main":{"temp":19},"weather":[{"id":803,"icon":"04d"}]}"#
        }
        harness.upstream.answers = [
            .forecast: { _ in .json(#"{"cod":"200","list":[\#(steps.joined(separator: ","))]}"#) }
        ]
        let report = try await harness.forecaster(kma: false).seoul()
        #expect(report[.openWeatherForecast]?.error?.code == .noData && !report.degraded.isEmpty)
        harness.upstream.fault(.html(status: 502), on: .current)
        for question in [Question.week, .now, .hours] {
            let error = await #expect(throws: ForecastError.self) {
                try await harness.forecaster(kma: false, isKept: false).seoul(question)
            }
            guard case .nothingToShow(let sources)? = error else {
                Issue.record("\(question): \(String(describing: error))")
                continue
            }
            #expect(sources.contains { $0.error?.code == .noData })
        }
    }

    @Test("One step at midnight is no day, and an empty list is asked for once and then the issue before")
    func lastMidnight() async throws {
        let harness = try TestHarness(15, 20)
        harness.upstream.answers = [.midTemperature: Self.emptyList, .midLand: Self.emptyList]
        let report = try await harness.forecaster(openWeather: false).seoul()
        #expect(report.week.days.map { $0.date - TestHarness.day } == [0, 1, 2, 3])
        for (feed, endpoint) in [(Feed.midTemperature, Endpoint.midTemperature), (.midLand, .midLand)] {
            #expect(report[feed]?.error?.code == .noData)
            #expect(harness.upstream.count(of: endpoint) == 2)
        }
    }

    @Test("A day between a late short-term issue and the mid-term issue of 18:00 is told as missing")
    func gap() async throws {
        let harness = try TestHarness(18, 20)
        harness.upstream.answers = [
            .shortTerm: { [upstream = harness.upstream] request in
                if request["base_time"] == "1700" { return .noData }
                let sample = SampleFeeds.answer(to: request.target, at: upstream.now)
                return .json(String(decoding: sample.body, as: UTF8.self), status: sample.status)
            }
        ]
        let report = try await harness.forecaster(openWeather: false).seoul()
        #expect(report.week.days[4].source == nil && report.week.days.count == 11)
        let source = try #require(report[.shortTerm])
        #expect(source.issuedAt == TestHarness.time(14) && source.status == .partial)
        #expect(source.error?.code == .noData && report.degraded.contains(.shortTerm))
        let notices = Notices(reports: [report], style: Self.style).lines
        #expect(notices.contains { $0.hasPrefix("기상청 단기예보 일부 없음: ") }, "\(notices)")
    }

    @Test("After an empty list the issue before is shown")
    func stepsBack() async throws {
        let harness = try TestHarness(15, 20)
        harness.upstream.answers = [
            .midTemperature: { [upstream = harness.upstream] request in
                if request["tmFc"]?.hasSuffix("0600") == true { return Self.service("null", count: 0) }
                let sample = SampleFeeds.answer(to: request.target, at: upstream.now)
                return .json(String(decoding: sample.body, as: UTF8.self), status: sample.status)
            }
        ]
        let report = try await harness.forecaster(openWeather: false).seoul()
        #expect(report[.midTemperature]?.issuedAt == TestHarness.time(-6))
        #expect(report.week.days.count == 11 && report.week.days[8].extremes.minimum != nil)
    }

    @Test(
        "A text without a word of weather is none in any format, and a composed one has no Korean in English"
    )
    func words() async throws {
        let harness = try TestHarness(15, 20)
        harness.upstream.answers = [
            .midLand: { request in
                Self.service(
                    #"{"item":[{"regId":"\#(request["regId"] ?? "")","wf8":"-","rnSt8":40,"wf9":"없음","rnSt9":40,"#
                        + #""wf10":"구름많고 한때 비","rnSt10":40}]}"#,
                    count: 1
                )
            }
        ]
        let report = try await harness.forecaster(openWeather: false).seoul()
        let days = report.week.days.filter { (8...10).contains($0.date - TestHarness.day) }
        #expect(days.map { $0.whole?.condition == nil } == [true, true, false])
        #expect(days.allSatisfy { $0.whole?.precipitationProbability?.percent == 40 })
        #expect(!Self.text(report, .week, .table).contains("없음 "))
        let english = Output(.week).text(
            report,
            in: .csv,
            Style(language: .english, ansi: ANSIStyle(isColored: false, hasTrueColor: false), columns: 80)
        )
        #expect(english.contains("\"Mostly cloudy, rain at times\",rain,40"))
    }

    @Test("A fault that is named without a code is that of the name, and another place's answer is malformed")
    func otherFaults() async throws {
        let harness = try TestHarness(15, 20)
        harness.upstream.answers = [
            .midTemperature: { _ in
                .json(
                    #"{"OpenAPI_ServiceResponse":{"cmmMsgHeader":{"errMsg":"SERVICE_KEY_IS_NOT_REGISTERED_ERROR"}}}"#,
                    status: 403
                )
            },
            .current: { _ in
                .json(#"{"coord":{"lon":129,"lat":35.1},"dt":1791094800,"main":{"temp":3},"cod":200}"#)
            },
            .forecast: { _ in .json(#"{"cod":429,"message":"blocked"}"#) },
        ]
        let report = try await harness.forecaster().seoul()
        #expect(report[.midTemperature]?.error?.code == .keyRejected)
        #expect(report[.openWeatherCurrent]?.error?.code == .malformedResponse)
        #expect(report[.openWeatherForecast]?.error?.code == .rateLimited)
    }

    @Test(
        "A flagged value is no reading, and the grade of 24 hours does not stand beside the value of an hour",
        arguments: [
            (#""pm10Value":"985","pm10Grade1h":"4","pm10Flag":"자료이상""#, 1, 38.0, AirGrade.moderate),
            (#""pm10Value":"-","pm10Grade":"1","pm10Flag":null"#, 1, 38, .moderate),
            (#""pm10Value":"160","pm10Grade":"1","pm10Grade1h":null,"pm10Flag":null"#, 0, 160, nil),
            (#""pm10Value":"160","pm10Grade":"1","pm10Grade1h":"4","pm10Flag":"""#, 0, 160, .veryBad),
        ] as [(String, Int, Double, AirGrade?)]
    )
    func air(value: String, station: Int, pm10: Double, grade: AirGrade?) async throws {
        let harness = try TestHarness(15, 30)
        let place = try Gazetteer.place(named: "서울 강남구")
        let names = place.airStations.map(\.station.name)
        let rest = #""dataTime":"2026-10-04 15:00","pm25Value":"21","pm25Grade1h":"2""#
        let items =
            #"[{"stationName":"\#(names[0])",\#(rest),\#(value)},"#
            + #"{"stationName":"\#(names[1])",\#(rest),"pm10Value":"38","pm10Grade1h":"2"}]"#
        harness.upstream.answers = [.airMeasured: { _ in Self.service(items, count: 2) }]
        let report = try await harness.forecaster(openWeather: false).report(.now, at: place)
        let measurement = try #require(report.air?.measurement)
        #expect(measurement.station == names[station])
        #expect(measurement.pm10.amount == pm10 && measurement.pm10.grade == grade)
        for format in [Format.table, .line, .csv, .ndjson] {
            let text = Self.text(report, .now, format)
            #expect(!text.contains("985") && !text.contains("160µg/m³ 좋음"), "\(text)")
        }
    }

    /// The sample's answer with other rows in place of those of a category, or without their values.
    private static func rows(of upstream: Upstream, without category: String, isNull: Bool)
        -> @Sendable (Request) -> StubAnswer
    {
        { request in
            let sample = SampleFeeds.answer(to: request.target, at: upstream.now)
            let rows = String(decoding: sample.body, as: UTF8.self).split(separator: "{").map(String.init).map
            { row in
                guard row.contains(#""category":"\#(category)""#) else { return row }
                return isNull
                    ? row.replacing(/"fcstValue":"[^"]*"/, with: #""fcstValue":null"#)
                    : row.replacing(#""category":"\#(category)""#, with: #""category":"XXX""#)
            }
            return .json("{" + rows.joined(separator: "{"), status: sample.status)
        }
    }

    @Test(
        "Forecasts without the row of precipitation do not say that nothing falls",
        arguments: [false, true]
    )
    func withoutPrecipitation(isNull: Bool) async throws {
        let harness = try TestHarness(15, 20)
        harness.upstream.answers = [
            .shortTerm: Self.rows(of: harness.upstream, without: "PTY", isNull: isNull),
            .nextHours: Self.rows(of: harness.upstream, without: "PTY", isNull: isNull),
        ]
        harness.upstream.fault(.html(status: 502), on: .nowcast)
        let report = try await harness.forecaster(openWeather: false).seoul()
        #expect(!report.week.hours.isEmpty && report.week.hours.allSatisfy { $0.condition == nil })
        for format in [Format.table, .line, .ndjson] {
            #expect(!Self.text(report, .week, format).contains("비나 눈 예보 없음"))
        }
    }

    @Test(
        "An observation of which the precipitation cannot be read observes no sky",
        arguments: ["8", "-1", "-999", "비", ""]
    )
    func unreadablePrecipitation(mark: String) async throws {
        let harness = try TestHarness(15, 20)
        harness.upstream.answers = [
            .nowcast: Self.nowcast([("T1H", "22.3"), ("REH", "66"), ("RN1", "4.5"), ("PTY", mark)])
        ]
        let report = try await harness.forecaster(openWeather: false).seoul(.now)
        #expect(report.week.current?.temperature == 22.3 && report.week.current?.condition == nil)
        #expect(report[.nowcast]?.status == .partial && report.degraded.contains(.nowcast))
        #expect(!Self.text(report, .now, .table).contains("지금 맑음"))
        #expect(
            report.week.themeSelection.feed == nil
                && report.week.falls(within: 3_600, of: TestHarness.time(15, 20)) == nil
        )
        #expect(!Self.text(report, .now, .line).contains("비나 눈 예보 없음"))
    }
}
