import Feeds
import Forecast
import Foundation
import Record
import Regions
import Rendering
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

@Suite("Its judgement of issues by lead", .takesSlots(listeners: 1))
struct JudgementOfLeadsTests {
    @Test(
        "A last hour at midnight decides the rain of no lead, and a lead's earlier forecasts are those scored"
    )
    func midnight() async throws {
        let harness = try TestHarness(23, 20)
        // Rain is said of one hour alone: the 24:00 at the end of the short-term forecast of 23:00.
        let office = ForecastOffice(
            temperature: { _, _ in 10 },
            extremes: { _, date in (date.dayNumber % 7, 10 + date.dayNumber % 5) },
            sky: { issue, time in
                let isLast = KoreanTime(issue).hour == 23 && time == ForecastOffice.times(of: issue).last
                return .init(isWet: isLast, chance: isLast ? 100 : 10)
            }
        )
        office.serve(harness.upstream)
        let ledger = MemoryLedger()
        let forecaster = try harness.forecaster(openWeather: false, recorder: LedgerRecorder(ledger))
        // So many cases as a score needs, of the longest lead.
        let days = LeadScore.fewestCases + 10
        for day in 0...days {
            for hour in [18, 23] {
                harness.passes(24 * day + hour, 20)
                _ = try await forecaster.seoul()
            }
        }
        await forecaster.recordIssues()
        let place = try Gazetteer.place(named: "서울특별시")
        let station = try #require(place.surfaceStation).station.id
        let observed = (0..<days).map { number in
            let date = TestHarness.day + number
            return ObservedDay(
                station: station,
                date: date,
                minimum: Double(date.dayNumber % 7),
                maximum: Double(10 + date.dayNumber % 5),
                rain: .blank,
                fetchedAt: harness.upstream.now
            )
        }
        try await ledger.add([], observed)
        let report = try await forecaster.accuracy(at: place)
        let dates = TestHarness.day...TestHarness.day + days
        let past = try #require(try await forecaster.pastForecasts(at: place, on: dates))
        for lead in 1...10 {
            let score = try #require(report[lead])
            let said = (0..<days).compactMap { number in
                let date = TestHarness.day + number
                return past.said(of: date, on: date + -lead)
            }
            #expect(said.allSatisfy { $0.wholeSky?.condition?.isFalling == false }, "lead \(lead)")
            #expect(said.allSatisfy { $0.wholeSky?.precipitationProbability?.percent == 10 }, "lead \(lead)")
            guard score.state == .ok else { continue }
            #expect(said.count >= score.cases && score.rain?.falseAlarms == 0, "lead \(lead)")
            // A chance of a tenth on days that were all dry.
            #expect(abs((score.probability?.brier ?? 1) - 0.01) < 1e-9, "lead \(lead)")
        }
        #expect(report[5]?.state == .ok)
    }

    @Test(
        "Changes are compared in words with the issue shown, of yesterday or of an hour of today"
    )
    func since() async throws {
        let harness = try TestHarness(8, 15)
        ForecastOffice.telling(4).serve(harness.upstream)
        let forecaster = try harness.forecaster(openWeather: false, recorder: LedgerRecorder(MemoryLedger()))
        _ = try await forecaster.seoul()
        await forecaster.recordIssues()
        for (hour, heading) in [(11, #/오늘 [0-9]+시 발표와 달라진 예보: .*/#), (24 + 11, #/어제와 달라진 예보: .*/#)] {
            harness.passes(hour, 15)
            let report = try await forecaster.seoul()
            await forecaster.recordIssues()
            let changes = try #require(report.changes)
            let text = WeatherSummary.changes(changes, today: KoreanDate(of: harness.upstream.now))
            #expect(text?.korean.wholeMatch(of: heading) != nil, "\(text?.korean ?? "")")
            for change in changes {
                #expect(KoreanDate(of: change.since) == TestHarness.day, "\(change)")
            }
        }
    }

    @Test("Issues of before a zone changed its code are those of its places")
    func formerCode() async throws {
        let harness = try TestHarness(8, 15)
        let ledger = MemoryLedger()
        let forecaster = try harness.forecaster(openWeather: false, recorder: LedgerRecorder(ledger))
        let place = try Gazetteer.place(named: "군위군")
        #expect(place.temperatureZone.code == "11H10707")
        let issuedAt = (TestHarness.day + -6).at(hour: 6)
        try await ledger.add(
            [
                LedgerIssue(
                    subject: LedgerSubject(feed: .midTemperature, name: "11H10603"),
                    issuedAt: issuedAt,
                    fetchedAt: issuedAt,
                    origin: .hub,
                    body: Array("of its time".utf8),
                    days: [
                        IssuedDay(
                            date: TestHarness.day + -1,
                            part: .day,
                            extremes: Extremes(minimum: 3, maximum: 14)
                        )
                    ]
                )
            ],
            []
        )
        let history = try await forecaster.history(at: place, on: TestHarness.day + -1)
        #expect(history.issues.map(\.forecast.said.low?.value) == [3])
    }
}
