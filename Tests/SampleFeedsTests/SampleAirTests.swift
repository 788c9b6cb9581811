import Feeds
import Forecast
import Foundation
import Regions
import Testing

@testable import SampleFeeds

@Suite("The air of the sample weather")
struct SampleAirTests {
    private static let gateway = AirKoreaGateway(key: ServiceKey("sample")!)

    private func answer<Value>(
        to request: FeedRequest<Value>,
        at now: Date,
        issue: Date? = nil
    ) throws(FeedError) -> Value {
        // Without an issue, whichever is the newest.
        let answer = SampleFeeds.answer(to: request.url(issue ?? now), at: now)
        let origin = Origin(request.feed, issuedAt: issue ?? .distantPast, fetchedAt: now)
        return try request.read(answer, origin)
    }

    @Test(
        "Yellow dust on some days of spring comes with its warning, very bad air everywhere, and a forecast"
    )
    func yellowDust() throws {
        let days = (0..<365).map { KoreanDate(year: 2027, month: 1, day: 1) + $0 }
            .filter { SampleAir.isYellowDust(on: $0) }
        #expect((5...25).contains(days.count) && days.allSatisfy { (3...5).contains($0.civil.month) })
        for day in days {
            let now = day.at(hour: 15)
            let measured = try answer(to: .airMeasured(province: "서울", gateway: Self.gateway), at: now)
            #expect(measured.count == 25 && measured.allSatisfy { $0.pm10.grade == .veryBad })
            let forecast = try answer(to: .dustForecast(gateway: Self.gateway), at: now)
            #expect(forecast.days[day]?["서울"]?.pm10 == .veryBad)
        }
        let warned = days.filter {
            SampleWarnings(at: $0.at(hour: 15)).all.contains { $0.kind == .yellowDust }
        }
        #expect(warned.count >= days.count / 2, "rain keeps the dust away from some")
    }

    @Test("Every province has its stations, each within what its grade says, in every month")
    func everyMonth() throws {
        for month in 1...12 {
            let now = KoreanDate(year: 2027, month: month, day: 9).at(hour: 8, minute: 20)
            for province in Set(AirStation.all.map(\.province)) {
                let measured = try answer(
                    to: .airMeasured(province: province, gateway: Self.gateway),
                    at: now
                )
                #expect(measured.count == AirStation.all.count { $0.province == province })
                for measurement in measured {
                    #expect(measurement.isUsable(at: now))
                    #expect(measurement.pm10.grade == AirGrade(pm10: Int(measurement.pm10.amount ?? -1)))
                    #expect(measurement.pm25.grade == AirGrade(pm25: Int(measurement.pm25.amount ?? -1)))
                }
            }
        }
    }

    @Test("The forecasts name every zone that a place can have")
    func zones() throws {
        let now = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 18, minute: 30)
        let daily = try answer(to: .dustForecast(gateway: Self.gateway), at: now)
        let week = try answer(to: .dustWeek(gateway: Self.gateway), at: now)
        let days = Array(daily.days.values) + Array(week.days.values)
        #expect(days.count == 6)
        for name in ["서울", "경기도", "고양시", "강릉시", "원주시", "광주광역시", "전라남도", "제주시", "세종시"] {
            let zone = try Gazetteer.place(named: name).dustZone
            #expect(days.allSatisfy { $0[zone] != nil }, "\(name): \(zone)")
        }
    }

    @Test("Midnight is told as 24:00 of the day before, and no week's forecast stands before half past five")
    func edges() throws {
        let midnight = KoreanDate(year: 2026, month: 10, day: 5).start
        let now = midnight.addingTimeInterval(20 * 60)
        let answered = SampleFeeds.answer(
            to: FeedRequest.airMeasured(province: "세종", gateway: Self.gateway).url(now),
            at: now
        )
        #expect(String(decoding: answered.body, as: UTF8.self).contains("2026-10-04 24:00"))
        let measured = try answer(to: .airMeasured(province: "세종", gateway: Self.gateway), at: now)
        #expect(measured.allSatisfy { $0.observedAt == midnight })
        #expect(throws: FeedError(.noData)) {
            try answer(to: .dustWeek(gateway: Self.gateway), at: midnight.addingTimeInterval(17 * 3_600))
        }
    }
}
