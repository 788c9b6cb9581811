import Forecast
import Foundation
import HummingbirdTesting
import KMAForecast
import NIOConcurrencyHelpers
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

@Suite("Open-Meteo's days and hours that are over", .takesSlots(programs: 1, listeners: 1))
struct OpenMeteoPastTests {
    private typealias JSON = [String: Any]

    private static let point = "latitude=37.57&longitude=126.98"
    private static let path = "/om/v1/forecast?\(point)&timezone=auto"

    private func daily(_ service: TestService, _ query: String) async throws -> [String: [Any]] {
        let response = try await service.get(Self.path + query)
        #expect(response.status == .ok, "\(response.text)")
        return try #require(try response.json["daily"] as? [String: [Any]])
    }

    /// The issues about a day, the newest first.
    private func issues(_ service: TestService, on date: String) async throws -> [JSON] {
        let history = try await service.get("/v1/history?lat=37.57&lon=126.98&on=\(date)").json
        return try #require(history["issues"] as? [JSON])
    }

    @Test("A day that is over has what was said of it last before its morning")
    func past() async throws {
        let service = try TestService()
        let names = [
            "temperature_2m_max", "temperature_2m_min", "precipitation_probability_max", "weather_code",
        ]
        let days = try await daily(
            service,
            "&past_days=3&forecast_days=2&daily=\(names.joined(separator: ","))"
        )
        let dates = try #require(days["time"] as? [String])
        #expect(dates.first == "2026-10-01" && dates.count == 5)
        for (index, date) in dates.prefix(3).enumerated() {
            let before = try await issues(service, on: date).filter {
                ($0["issued_at"] as? String ?? "") < "\(date)T06"
            }
            func newest(_ field: String) -> Double? {
                before.lazy.compactMap { $0[field] as? Double }.first
            }
            #expect(days["temperature_2m_max"]?[index] as? Double == newest("temperature_max"), "\(date)")
            #expect(days["temperature_2m_min"]?[index] as? Double == newest("temperature_min"), "\(date)")
            // An issue of the day itself speaks of a part of it.
            let ofWholeDay = before.first { ($0["issued_at"] as? String ?? "") < "\(date)T00" }
            #expect(
                days["precipitation_probability_max"]?[index] as? Double
                    == ofWholeDay?["precipitation_probability"] as? Double,
                "\(date)"
            )
            #expect(days["weather_code"]?[index] is NSNumber, "\(date)")
        }
    }

    @Test(
        "A day has the last issue of each of ten days before, and of one further ahead today's"
    )
    func previous() async throws {
        let service = try TestService()
        let leads = Array(1...10)
        let names = leads.flatMap {
            ["temperature_2m_max_previous_day\($0)", "weathercode_previous_day\($0)"]
        }
        let days = try await daily(
            service,
            "&past_days=1&forecast_days=3&daily=temperature_2m_max,\(names.joined(separator: ","))"
        )
        let dates = try #require(days["time"] as? [String])
        var told = 0
        for (index, text) in dates.enumerated() {
            let date = try #require(KoreanDate(text))
            let said = try await issues(service, on: text)
            for lead in leads {
                let issued = min(date + -lead, KoreanDate(of: TestService.afternoon))
                let expected = said.filter { ($0["issued_at"] as? String ?? "").hasPrefix("\(issued)") }
                    .lazy.compactMap { $0["temperature_max"] as? Double }.first
                let value = days["temperature_2m_max_previous_day\(lead)"]?[index] as? Double
                #expect(value == expected, "\(text), \(lead)")
                if value != nil { told += 1 }
            }
        }
        #expect(told > 30)
    }

    @Test(
        "Earlier forecasts are of ten days and four variables, and days of any zone have them"
    )
    func names() async throws {
        let service = try TestService()
        let names = [
            "temperature_2m_max_previous_day11", "temperature_2m_max_previous_day0", "sunrise_previous_day1",
        ]
        let unknown = try await daily(service, "&daily=" + names.joined(separator: ","))
        for name in names { #expect(unknown[name]?.allSatisfy { $0 is NSNull } == true, "\(name)") }
        let response = try await service.get(
            "/om/v1/forecast?\(Self.point)&past_days=1&daily=temperature_2m_max_previous_day1,temperature_2m_max"
        )
        let days = try #require(try response.json["daily"] as? [String: [Any]])
        for values in days.values { #expect(values.prefix(2).allSatisfy { !($0 is NSNull) }) }
    }

    @Test(
        "Past hours of today are observed, without a call, and without a record days are null"
    )
    func observed() async throws {
        let upstream = try Upstream(now: TestService.afternoon.addingTimeInterval(-3 * 3_600 + 900))
        let service = try TestService(over: upstream, openWeather: false)
        var seen: [Int: Double] = [:]
        for hour in [11, 12, 15] {
            let now = KoreanDate(of: TestService.afternoon).at(hour: hour, minute: 15)
            upstream.now = now
            service.clock.withLockedValue { $0 = now }
            let json = try await service.get(Self.path + "&current=temperature_2m").json
            seen[hour] = (json["current"] as? JSON)?["temperature_2m"] as? Double
        }
        upstream.forgetRequests()
        let json = try await service.get(
            Self.path + "&past_days=1&hourly=temperature_2m&daily=temperature_2m_max&forecast_days=1"
        ).json
        let hours = try #require((json["hourly"] as? [String: [Any]])?["temperature_2m"])
        #expect(hours.count == 48 && seen.count == 3)
        for (hour, temperature) in seen where hour < 15 {
            #expect(hours[24 + hour] as? Double == temperature, "\(hour)")
        }
        #expect(hours[24 + 13] is NSNull && hours[24 + 10] is NSNull)
        #expect(upstream.requests.isEmpty)
        let days = try #require((json["daily"] as? [String: [Any]])?["temperature_2m_max"])
        #expect(days.first is NSNull && days.last is NSNumber)
    }
}
