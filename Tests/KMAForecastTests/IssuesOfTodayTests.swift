import Feeds
import Forecast
import Foundation
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("The hours that the newest issue no longer has", .takesSlots(listeners: 1))
struct IssuesOfTodayTests {
    /// A short-term body whose chance of rain tells its issue: the hour of the issue, times four.
    private static func body(_ request: Request) -> StubAnswer {
        let (date, time) = (request["base_date"] ?? "", request["base_time"] ?? "")
        guard let issue = KoreanTime.instant(compact: date + time) else { return .noData }
        let chance = KoreanTime(issue).hour * 4
        let rows = (1...30).flatMap { hour -> [String] in
            let compact = KoreanTime(issue.addingTimeInterval(Double(hour) * 3_600)).compact
            let values = [
                ("TMP", "10"), ("SKY", "1"), ("PTY", "0"), ("POP", "\(chance)"), ("PCP", "강수없음"),
                ("SNO", "적설없음"),
                ("REH", "60"), ("WSD", "1"),
            ]
            return values.map { category, value in
                #"{"baseDate":"\#(date)","baseTime":"\#(time)","category":"\#(category)","#
                    + #""fcstDate":"\#(compact.prefix(8))","fcstTime":"\#(compact.suffix(4))","#
                    + #""fcstValue":"\#(value)","nx":60,"ny":127}"#
            }
        }
        return .json(
            #"{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON","#
                + #""items":{"item":[\#(rows.joined(separator: ","))]},"pageNo":1,"numOfRows":1500,"#
                + #""totalCount":\#(rows.count)}}}"#
        )
    }

    @Test(
        "Each hour is told by the newest issue that has it, in one process and across restarts",
        arguments: [(true, true), (true, false), (false, true), (false, false)]
    )
    func runningHour(restarts: Bool, isKept: Bool) async throws {
        if restarts, !isKept { return }
        let harness = try TestHarness(2, 19)
        harness.upstream.answers[.shortTerm] = Self.body
        harness.upstream.fault(.header(.noData), on: [.nowcast, .nextHours])
        var forecaster = try harness.forecaster(openWeather: false, isKept: isKept)
        for hour in stride(from: 2, through: 23, by: 3) {
            harness.passes(hour, 19)
            if restarts { forecaster = try harness.forecaster(openWeather: false) }
            let report = try await forecaster.seoul(.hours)
            // The issue begins with the next hour; in the first of the day there is none before.
            let running = report.week.hours.first { $0.time == TestHarness.time(hour) }
            #expect(
                running?.precipitationProbability?.percent == (hour == 2 ? nil : (hour - 3) * 4),
                "\(hour)"
            )
            let next = report.week.hours.first { $0.time == TestHarness.time(hour + 1) }
            #expect(next?.precipitationProbability?.percent == hour * 4, "\(hour)")
        }
        harness.passes(24, 30)
        if restarts { forecaster = try harness.forecaster(openWeather: false) }
        let report = try await forecaster.seoul(.hours)
        #expect(report.week.hours.first?.precipitationProbability?.percent == 23 * 4)
    }

    @Test("After midnight the first hours of the day are those of the evening's last issue")
    func eve() async throws {
        let harness = try TestHarness(-1, 15)
        harness.upstream.answers[.shortTerm] = Self.body
        harness.upstream.fault(.header(.noData), on: [.nowcast, .nextHours])
        _ = try await harness.forecaster(openWeather: false).seoul(.hours)
        harness.passes(2, 19)
        let report = try await harness.forecaster(openWeather: false).seoul(.hours)
        #expect(report.week.hours.first?.time == TestHarness.time(2))
        #expect(report.week.hours.first?.precipitationProbability?.percent == 23 * 4)
    }

    @Test("The last hour of the day is that of the issue of 20:00, also for who looks for the first time")
    func lastHour() async throws {
        let harness = try TestHarness(23, 19)
        harness.upstream.answers[.shortTerm] = Self.body
        harness.upstream.fault(.header(.noData), on: [.nowcast, .nextHours])
        let report = try await harness.forecaster(openWeather: false).seoul()
        #expect(report.week.hours.first?.time == TestHarness.time(23))
        #expect(report.week.hours.first?.precipitationProbability?.percent == 20 * 4)
        #expect(report.week.days.first?.afternoon?.precipitationProbability?.percent == 20 * 4)
    }

    @Test("The hour that is running is that of 02:00 where only an older issue was read before")
    func runningHourOfTwo() async throws {
        let harness = try TestHarness(-1, 15)
        harness.upstream.answers[.shortTerm] = Self.body
        harness.upstream.fault(.header(.noData), on: [.nowcast, .nextHours])
        _ = try await harness.forecaster(openWeather: false).seoul(.hours)
        harness.passes(5, 19)
        let report = try await harness.forecaster(openWeather: false).seoul(.hours)
        #expect(report.week.hours.first?.time == TestHarness.time(5))
        #expect(report.week.hours.first?.precipitationProbability?.percent == 2 * 4)
    }

    @Test(
        "If the newest issue fails, that of 02:00 is shown before an older one, which has the hours after it",
        arguments: [true, false]
    )
    func newestFails(restarts: Bool) async throws {
        let harness = try TestHarness(-1, 15)
        harness.upstream.answers[.shortTerm] = Self.body
        harness.upstream.fault(.header(.noData), on: [.nowcast, .nextHours])
        var forecaster = try harness.forecaster(openWeather: false)
        _ = try await forecaster.seoul(.hours)
        harness.upstream.answers[.shortTerm] = { request in
            request["base_time"] == "0200" ? Self.body(request) : .json(SampleAnswer.invalidParameter)
        }
        harness.passes(5, 19)
        if restarts { forecaster = try harness.forecaster(openWeather: false) }
        let report = try await forecaster.seoul(.hours)
        let chances = report.week.hours.map { $0.precipitationProbability?.percent }
        #expect(report.week.hours.first?.time == TestHarness.time(5))
        #expect(chances.first == 2 * 4 && Set(chances).isSubset(of: [2 * 4, 23 * 4]), "\(chances)")
        #expect(report[.shortTerm]?.status == .partial)
        #expect(report[.shortTerm]?.issuedAt == TestHarness.time(2))
        #expect(report[.shortTerm]?.error?.code == .upstreamError)
    }
}
