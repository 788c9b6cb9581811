import Forecast
import Foundation
import Rendering
import StubUpstream
import Testing

@testable import KMAForecast

extension OddAnswersTests {
    @Test("Steps of OpenWeather with an unknown condition do not say that nothing falls")
    func unknownCondition() async throws {
        let harness = try TestHarness(15, 20)
        let first = Int(TestHarness.time(18).timeIntervalSince1970)
        let steps = (0..<8).map { index in
            #"{"dt":\#(first + 10_800 * index),"main":{"temp":19},"pop":1,"rain":{"3h":5},"weather":[{"id":999,"icon":"x"}]}"#
        }
        harness.upstream.answers = [
            .forecast: { _ in .json(#"{"cod":"200","list":[\#(steps.joined(separator: ","))]}"#) },
            .current: { _ in
                .json(
                    #"{"dt":\#(first - 9_600),"main":{"temp":22.7},"weather":[{"id":999,"icon":"x"}],"cod":200}"#
                )
            },
        ]
        let report = try await harness.forecaster(kma: false).seoul()
        #expect(report.week.hours.allSatisfy { $0.condition == nil })
        for format in [Format.table, .line, .ndjson] {
            let text = Self.text(report, .week, format)
            #expect(!text.contains("비나 눈 예보 없음") && !text.contains("지금 알 수 없음"), "\(text)")
        }
    }

    @Test("An observation of OpenWeather without a readable condition observes no sky")
    func unknownNow() async throws {
        let harness = try TestHarness(15, 20)
        let time = Int(TestHarness.time(15, 15).timeIntervalSince1970)
        harness.upstream.answers = [
            .current: { _ in
                .json(#"{"dt":\#(time),"main":{"temp":19.6},"weather":[{"id":999,"icon":"x"}],"cod":200}"#)
            }
        ]
        let report = try await harness.forecaster(kma: false).seoul(.now)
        #expect(report.week.hours.contains { $0.condition != nil })
        #expect(report.week.current?.temperature == 19.6 && report.week.current?.condition == nil)
        #expect(!Self.text(report, .now, .line).contains("맑음"))
    }

    @Test("Steps of OpenWeather after its six days are of another time, and no forecast")
    func farSteps() async throws {
        let harness = try TestHarness(15, 20)
        let first = Int(TestHarness.time(18).timeIntervalSince1970)
        for (days, count) in [(400, 0), (5, 1), (10, 0)] {
            let step =
                #"{"dt":\#(first + days * 86_400),"main":{"temp":9},"weather":[{"id":800,"icon":"01d"}]}"#
            harness.upstream.answers[.forecast] = { _ in .json(#"{"cod":"200","list":[\#(step)]}"#) }
            let report = try await harness.forecaster(kma: false, isKept: false).seoul()
            #expect(report.week.hours.count == count, "\(days)")
        }
    }

    @Test("Temperatures of OpenWeather in Kelvin leave its forecast incomplete")
    func kelvin() async throws {
        let harness = try TestHarness(15, 20)
        let first = Int(TestHarness.time(18).timeIntervalSince1970)
        let steps = (0..<8).map { index in
            #"{"dt":\#(first + 10_800 * index),"main":{"temp":295.4},"weather":[{"id":800,"icon":"01d"}]}"#
        }
        harness.upstream.answers = [
            .forecast: { _ in .json(#"{"cod":"200","list":[\#(steps.joined(separator: ","))]}"#) }
        ]
        let report = try await harness.forecaster(kma: false).seoul()
        #expect(report[.openWeatherForecast]?.status == .partial)
        #expect(
            report[.openWeatherForecast]?.error?.message(for: .openWeatherForecast, via: .dataPortal).korean
                .contains("T1H") == false
        )
    }

    @Test(
        "No sentence denies rain for a day of which KMA says rain, or of which it was not asked",
        arguments: [true, false]
    )
    func denied(isWet: Bool) async throws {
        let harness = try TestHarness(15, 20)
        let end = TestHarness.time(96)
        let office = ForecastOffice(
            temperature: { _, _ in 15 },
            extremes: { _, _ in (10, 20) },
            // The short-term forecast ends with a step at 24:00, the mid-term forecast goes on.
            sky: { _, time in
                let isWet = isWet && time >= end
                return .init(isWet: isWet, chance: isWet ? 80 : 10)
            }
        )
        office.serve(harness.upstream)
        let first = Int(TestHarness.time(18).timeIntervalSince1970)
        let steps = (0..<40).map { index in
            #"{"dt":\#(first + 10_800 * index),"main":{"temp":19},"pop":0,"weather":[{"id":800,"icon":"01d"}]}"#
        }
        harness.upstream.answers[.forecast] = { _ in
            .json(#"{"cod":"200","list":[\#(steps.joined(separator: ","))]}"#)
        }
        for isBoth in [true, false] {
            let forecaster = try harness.forecaster(openWeather: isBoth, isKept: false)
            for question in [Question.week, .now, .hours] {
                let (week, now) = (try await forecaster.seoul(question).week, TestHarness.time(15, 20))
                let isKnown = isBoth && question == .week && !isWet
                let until = week.rainKnownUntil(from: now)
                #expect(isKnown ? until == week.hours.last?.end : until == end, "\(question) \(isBoth)")
                #expect(RainPeriod(in: week, at: now) == nil)
                #expect(week.falls(within: 360_000, of: now) == (isKnown ? false : nil))
            }
        }
    }
}
