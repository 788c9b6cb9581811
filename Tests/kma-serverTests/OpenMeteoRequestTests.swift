import Feeds
import Forecast
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import kma_server

@Suite("Requests in Open-Meteo's dialect", .takesSlots(programs: 1))
struct OpenMeteoRequestTests {
    private static let point = "/om/v1/forecast?latitude=37.57&longitude=126.98"
    private static let path = point + "&timezone=Asia/Seoul"

    private static let faults: [(query: String, reason: String)] = [
        ("?longitude=127", "Parameter 'latitude' is required"),
        ("?latitude=37&longitude=127,128", "must have the same number of elements"),
        ("?latitude=91&longitude=127", "Latitude must be in range of -90 to 90°. Given: 91.0."),
        ("?latitude=x&longitude=127", "Invalid value 'x'"),
        ("?latitude=nan&longitude=1", "Invalid value"),
        ("?latitude=52.5&longitude=13.4&hourly=rain", "No data is available for this location"),
        ("?latitude=37.5&longitude=127&hourly=2m", "from invalid String value 2m."),
        ("?latitude=37.5&longitude=127&daily=uv-index", "Cannot initialize ForecastVariableDaily"),
        ("?latitude=37.5&longitude=127&forecast_days=17", "Allowed range 0 to 16. Given 17."),
        ("?latitude=37.5&longitude=127&past_days=-1", "Allowed range 0 to 92"),
        ("?latitude=37.5&longitude=127&timezone=Mars", "Invalid timezone 'Mars'"),
        ("?latitude=37.5,35.2&longitude=127,129&timezone=Asia/Seoul,GMT", "names two zones"),
        ("?latitude=37.5&longitude=127&current_weather=yes", "Allowed: true, false."),
        ("?latitude=37.5&longitude=127&wind_speed_unit=warp", "Allowed: kmh, ms, mph, kn."),
        (
            "?latitude=37.5&longitude=127&start_date=2026-10-04",
            "Both 'start_date' and 'end_date' must be set"
        ),
        ("?latitude=37.5&longitude=127&start_date=x&end_date=2026-10-04", "Invalid value 'x'"),
        ("?latitude=37.5&longitude=127&start_date=2026-10-05&end_date=2026-10-04", "End-date must be"),
        (
            "?latitude=37.5&longitude=127&start_date=2026-06-01&end_date=2026-06-02",
            "from 2026-07-04 to 2026-10-20"
        ),
        (
            "?latitude=37.5&longitude=127&start_hour=2026-10-04T00:00&end_hour=2026-12-01T00:00",
            "'start_hour' is out"
        ),
        (
            "?latitude=37.5&longitude=127&start_date=2026-10-04&end_date=2026-10-04&past_days=1",
            "'past_days' is mutually exclusive"
        ),
        ("?latitude=37.5&longitude=127&forecast_hours=385", "Allowed range 0 to 384"),
        ("?latitude=37.5&longitude=127&format=flatbuffers", "Use 'json' or 'csv'"),
        ("?latitude=37.5&longitude=127&elevation=1,2", "same number of elements"),
        ("?latitude=37.5&longitude=127&elevation=high", "parameter 'elevation'"),
        ("?latitude=%", "cannot be read"), ("?latitude=%E2%80%AEx&longitude=127", "Invalid value ' x'"),
        ("?latitude=37.5&longitude=127&timezone=%7Fx", "Invalid timezone ' x'"),
        ("?latitude=0x25&longitude=127", "Invalid value '0x25'"),
        ("?latitude=37.5,37.5&longitude=127,127", "name a location twice"),
        ("?latitude=37.5&longitude=127&hourly=dew_point_-500hPa", "Cannot initialize ForecastVariable"),
    ]

    @Test("Faults have the shape of Open-Meteo, under 400", arguments: faults)
    func problems(query: String, reason: String) async throws {
        let response = try await TestService().get("/om/v1/forecast" + query)
        #expect(response.status == .badRequest)
        #expect(try response.json["error"] as? Bool == true)
        #expect((try response.json["reason"] as? String)?.contains(reason) == true, "\(response.text)")
        #expect(response.headers[.accessControlAllowOrigin] == "*")
    }

    /// The longest target of the most values: as many variables as fit, at twenty places.
    private static let dearest: String = {
        let points = (0..<20).map { "\(Double(355 + $0) / 10)" }.joined(separator: ",")
        let longitudes = Array(repeating: "127.5", count: 20).joined(separator: ",")
        var target =
            "/om/v1/forecast?latitude=\(points)&longitude=\(longitudes)&past_days=92&forecast_days=16&hourly="
        while target.count < 2_030 { target += "v\(target.count)," }
        return target
    }()

    @Test("The values of an answer are bounded, of all places, times and variables together")
    func bound() async throws {
        let service = try TestService()
        for (target, isTaken) in [
            (Self.dearest, false), (Self.dearest.replacing("&past_days=92", with: ""), false),
            (Self.path + "&past_days=92&forecast_days=16&hourly=temperature_2m,rain,weather_code", true),
            (Self.path + "&past_days=92&forecast_days=16&daily=weather_code", true),
        ] {
            let response = try await service.get(target)
            #expect((response.status == .ok) == isTaken, "\(target.prefix(120)): \(response.status)")
            #expect(isTaken || response.text.contains("Too many values"))
            #expect(response.body.readableBytes < 1_000_000)
        }
    }

    @Test(
        "Skipped parameters make no other response, and the same answer has the same tag anywhere"
    )
    func passedOver() async throws {
        let service = try TestService()
        let target = Self.path + "&hourly=rain"
        let first = try await service.get(target)
        service.wait(seconds: 20)
        for passed in ["&x=1", "&models=best_match&apikey=2", "&%78=3"] {
            let second = try await service.get(target + passed)
            #expect(second.headers[.age] == "20")
            #expect(second.text == first.text)
        }
        let other = try await TestService().get(target)
        #expect(other.headers[.eTag] == first.headers[.eTag])
    }

    @Test("Coordinates beyond four decimals, and parameters in another order, make no other response")
    func canonical() async throws {
        let service = try TestService()
        let first = try await service.get(Self.point + "&hourly=rain&timezone=GMT")
        service.wait(seconds: 20)
        for target in [
            "/om/v1/forecast?latitude=37.570012&longitude=126.97999&hourly=rain&timezone=GMT",
            "/om/v1/forecast?timezone=GMT&longitude=126.980&hourly%5B%5D=rain&latitude=3.757e1",
        ] {
            let second = try await service.get(target)
            #expect(second.headers[.age] == "20", "\(target)")
            #expect(second.text == first.text)
        }
        let other = try await service.get(
            "/om/v1/forecast?latitude=37.5702&longitude=126.98&hourly=rain&timezone=GMT"
        )
        #expect(other.headers[.age] != "20")
        // Two points are two, however near.
        let two = "/om/v1/forecast?latitude=37.56651,37.56652&longitude=127,127&current=rain"
        let forecasts = try JSONSerialization.jsonObject(with: Data(try await service.get(two).text.utf8))
        #expect((forecasts as? [Any])?.count == 2)
    }

    @Test("The response is cached under its target like any other")
    func cached() async throws {
        let service = try TestService()
        let first = try await service.get(Self.path + "&hourly=rain")
        service.wait(seconds: 20)
        let second = try await service.get(Self.path + "&hourly=rain")
        #expect(second.text == first.text)
        #expect(second.headers[.age] == "20")
        let now = service.clock.withLockedValue { $0 }
        let cache = service.dependencies.responseCache
        #expect(cache.current(target: Self.path + "&hourly=rain", at: now) != nil)
    }
}
