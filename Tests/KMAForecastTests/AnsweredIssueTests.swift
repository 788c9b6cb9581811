import Feeds
import Forecast
import Foundation
import Regions
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

/// An answer is of the issue and the place that it says, not of those that were asked for.
@Suite("Question and issue named in an answer", .takesSlots(listeners: 1))
struct AnsweredIssueTests {
    /// 에어코리아's envelope around items.
    private static func airKorea(_ items: [String]) -> StubAnswer {
        .json(
            #"{"response":{"body":{"totalCount":\#(items.count),"items":[\#(items.joined(separator: ","))],"#
                + #""pageNo":1,"numOfRows":300},"header":{"resultMsg":"NORMAL_CODE","resultCode":"00"}}}"#
        )
    }

    private static func dust(_ hour: String, _ word: String) -> String {
        #"{"informCode":"PM10","informData":"2026-10-04","informGrade":"서울 : \#(word)","dataTime":"2026-10-04 \#(hour)시 발표"}"#
    }

    @Test("A dust forecast that is out later than usual is shown as soon as it is there")
    func lateDustForecast() async throws {
        let harness = try TestHarness(11, 31)
        harness.upstream.answers[.dustForecast] = { [upstream = harness.upstream] _ in
            let early = Self.dust("05", "좋음")
            return Self.airKorea(
                upstream.now < TestHarness.time(11, 40) ? [early] : [early, Self.dust("11", "매우나쁨")]
            )
        }
        let forecaster = try harness.forecaster(openWeather: false)
        func grade() async throws -> AirGrade? {
            try await forecaster.seoul(.now).air?.forecast.first?.grades.pm10
        }
        #expect(try await grade() == .good)
        #expect(harness.upstream.count(of: .dustForecast) == 1)
        harness.passes(11, 39)
        #expect(try await grade() == .good)
        #expect(harness.upstream.count(of: .dustForecast) == 1)
        harness.passes(12)
        #expect(try await grade() == .veryBad)
        harness.passes(17, 29)
        #expect(try await grade() == .veryBad)
        #expect(harness.upstream.count(of: .dustForecast) == 2)
    }

    @Test(
        "Measurements of the hour before are told as that, by one call, and the next hour is asked for soon"
    )
    func lateMeasurement() async throws {
        let harness = try TestHarness(15, 30)
        harness.upstream.answers[.airMeasured] = { [upstream = harness.upstream] _ in
            let hour = upstream.now < TestHarness.time(15, 40) ? 14 : 15
            return Self.airKorea([
                #"{"stationName":"중구","dataTime":"2026-10-04 \#(hour):00","pm10Value":"20","pm10Grade1h":"1"}"#
            ])
        }
        let forecaster = try harness.forecaster(openWeather: false)
        let first = try await forecaster.seoul(.now)
        #expect(first[.airMeasured]?.issuedAt == TestHarness.time(14))
        #expect(first.degraded.isEmpty)
        #expect(harness.upstream.count(of: .airMeasured) == 1)
        harness.passes(15, 44)
        _ = try await forecaster.seoul(.now)
        #expect(harness.upstream.count(of: .airMeasured) == 1)
        harness.passes(15, 46)
        #expect(try await forecaster.seoul(.now)[.airMeasured]?.issuedAt == TestHarness.time(15))
        #expect(harness.upstream.count(of: .airMeasured) == 2)
    }

    @Test("A dust forecast for the week that was announced before today's is not taken for today's")
    func lateDustWeek() async throws {
        let harness = try TestHarness(18, 1)
        harness.upstream.answers[.dustWeek] = { request in
            let day = KoreanDate(request["searchDate"] ?? "") ?? TestHarness.day
            // Of the day before, whatever is asked for.
            let date = day == TestHarness.day ? TestHarness.day + -1 : day
            return Self.airKorea([
                #"{"presnatnDt":"\#(date)","frcstOneDt":"\#(date + 3)","frcstOneCn":"서울 : 낮음, 신뢰도 : 높음"}"#
            ])
        }
        let report = try await harness.forecaster(openWeather: false).seoul(.now)
        #expect(report[.airForecast]?.issuedAt == TestHarness.time(17, 30).addingTimeInterval(-86_400))
    }

    /// Change of an answer into one to another question.
    enum Mixup: CaseIterable, Sendable {
        case cell
        case issue
        case year

        func apply(to answer: SampleAnswer) -> SampleAnswer {
            switch self {
            case .cell: answer.replacing(#""nx":60"#, with: #""nx":61"#)
            case .issue: answer.replacing(pattern: #""baseTime":"..(..)""#, with: #""baseTime":"09$1""#)
            case .year: answer.replacing(#""fcstDate":"2026"#, with: #""fcstDate":"2027"#)
            }
        }
    }

    @Test(
        "An answer to another question is malformed, and nothing of it is shown or stored",
        arguments: Mixup.allCases
    )
    func mixedUp(mixup: Mixup) async throws {
        let harness = try TestHarness(15)
        for endpoint in [Endpoint.shortTerm, .nowcast, .nextHours] {
            harness.upstream.answers[endpoint] = {
                mixup.apply(to: SampleAnswer($0, at: TestHarness.time(15))).stub
            }
        }
        let report = try await harness.forecaster(openWeather: false).seoul()
        #expect(report[.shortTerm]?.error?.code == .malformedResponse)
        #expect(report[.shortTerm]?.hasValue == false)
        #expect(report[.nowcast]?.error?.code == .malformedResponse)
        #expect(report.week.hours.isEmpty)
        #expect(try harness.keptFiles().keys.allSatisfy { !$0.contains("kma.short") })
    }

    @Test("A mid-term answer about another zone is malformed")
    func otherZone() async throws {
        let harness = try TestHarness(15)
        for endpoint in [Endpoint.midTemperature, .midLand] {
            harness.upstream.answers[endpoint] = {
                SampleAnswer($0, at: TestHarness.time(15)).replacing(#""regId":"11B"#, with: #""regId":"11C"#)
                    .stub
            }
        }
        let report = try await harness.forecaster(openWeather: false).seoul()
        #expect(report[.midTemperature]?.error == FeedError(.malformedResponse, "regId"))
        #expect(report[.midLand]?.error == FeedError(.malformedResponse, "regId"))
    }

    @Test("The API hub, which echoes another time than it is asked for, is believed")
    func hubEcho() async throws {
        let harness = try TestHarness(15)
        harness.upstream.answers[.nextHours] = {
            Mixup.issue.apply(to: SampleAnswer($0, at: TestHarness.time(15))).stub
        }
        let report = try await harness.forecaster(openWeather: false, hub: true).seoul()
        #expect(report[.nowcast]?.status == .fresh)
    }

    @Test("An answer of which many numbers cannot be read is told as partial, with what can be read")
    func unreadable() async throws {
        let harness = try TestHarness(15)
        harness.upstream.answers[.shortTerm] = {
            SampleAnswer($0, at: TestHarness.time(15)).replacing(
                pattern: #""category":"TMP","fcstDate":"(\d+)","fcstTime":"(\d+)","fcstValue":"[^"]*""#,
                with: #""category":"TMP","fcstDate":"$1","fcstTime":"$2","fcstValue":"?""#
            ).stub
        }
        let report = try await harness.forecaster(openWeather: false).seoul(.hours)
        #expect(report[.shortTerm]?.status == .partial)
        #expect(report.degraded == [.shortTerm])
        #expect(report.week.hours.contains { $0.feed == .shortTerm && $0.humidity != nil })
    }
}
