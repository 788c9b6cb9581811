import CommandLineSupport
import Feeds
import Forecast
import Foundation
import HTTPTypes
import HummingbirdTesting
import KMAForecast
import Regions
import Rendering
import TestSupport
import Testing

@testable import kma_server

@Suite("ForecastController and AreaController", .takesSlots(programs: 1))
struct ForecastControllerTests {
    @Test(
        "A forecast path gives the very bytes of the command line",
        arguments: Question.allCases,
        Language.allCases
    )
    func sameAsCommandLine(_ question: Question, _ language: Language) async throws {
        let service = try TestService()
        let place = try Gazetteer.place(named: "수원")
        let response = try await service.get(
            "/v1/\(question.rawValue)?area=\("수원".encoded)&lang=\(language.rawValue)"
        )
        let report = try await service.dependencies.forecaster.report(question, at: place)
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "application/json")
        #expect(Array(response.body.readableBytesView) == report.json(question, language))
    }

    @Test("A forecast path takes a coordinate")
    func coordinate() async throws {
        let json = try await TestService().get("/v1/now?lat=37.38&lon=127.12").json
        let place = try #require(json["place"] as? [String: Any])
        #expect((place["district"] as? String)?.hasPrefix("성남시") == true)
    }

    @Test("Without a place the area of the settings is taken, and without that the request is refused")
    func fallback() async throws {
        let json = try await TestService(area: "부산").get("/v1/now").json
        #expect((json["place"] as? [String: Any])?["name"] as? String == "부산광역시")
        #expect(try await TestService().get("/v1/now").status == .badRequest)
    }

    @Test("The theme of a date is that of the day in the week")
    func themeOfADay() async throws {
        let service = try TestService()
        let week = try await service.get("/v1/week?area=Busan").json
        let days = try #require(week["days"] as? [[String: Any]])
        for day in days {
            let date = try #require(day["date"] as? String)
            let theme = try await service.get("/v1/theme?area=Busan&date=\(date)").json
            #expect(theme["name"] as? String == day["theme"] as? String)
            #expect(theme["night"] as? Bool == false)
        }
    }

    @Test("A date that nobody forecasts is 404, and one that is none is 400")
    func themeOfNoDay() async throws {
        let service = try TestService()
        let far = try await service.get("/v1/theme?area=Busan&date=2027-01-01")
        #expect(far.status == .notFound)
        #expect(try far.json["code"] as? String == "no_data")
        #expect(try await service.get("/v1/theme?area=Busan&date=tomorrow").status == .badRequest)
    }

    @Test(
        "The theme of a time in words is that of its first day, and of now for now",
        arguments: [
            ("내일", "2026-10-05"), ("토요일 오전", "2026-10-10"), ("weekend", "2026-10-04"),
            ("다음 주말", "2026-10-10"),
            ("2026-10-06", "2026-10-06"),
        ]
    )
    func themeOfATime(words: String, date: String) async throws {
        let service = try TestService()
        let theme = try await service.get("/v1/theme?area=Busan&on=\(words.encoded)")
        #expect(theme.status == .ok)
        #expect(theme.text == (try await service.get("/v1/theme?area=Busan&date=\(date)").text))
        #expect(theme.headers[.cacheControl]?.contains("must-revalidate") == true)
        let now = try await service.get("/v1/theme?area=Busan&on=" + "지금".encoded)
        #expect(now.text == (try await service.get("/v1/theme?area=Busan").text))
    }

    @Test("Sample data are marked in the response and counted as samples")
    func sample() async throws {
        let service = try TestService()
        let json = try await service.get("/v1/week?area=Jeju").json
        let sources = try #require(json["sources"] as? [[String: Any]])
        #expect(sources.allSatisfy { $0["status"] as? String == "sample" })
        #expect(try await service.metric("kma_answers_total{freshness=\"sample\"}") == 1)
    }

    @Test("The search gives areas that fit, at most so many, and the provinces for an empty text")
    func areas() async throws {
        let service = try TestService(area: "제주")
        func names(_ query: String) async throws -> [String] {
            let areas = try await service.get("/v1/areas?\(query)").json["areas"] as? [[String: Any]]
            return try #require(areas).compactMap { $0["name"] as? String }
        }
        #expect(try await names("q=\("수원".encoded)").first == "경기도 수원시")
        #expect(try await names("q=\("중".encoded)&limit=3").count == 3)
        #expect(try await names("").contains("제주특별자치도"))
        #expect(try await service.get("/v1/areas").json["default_area"] as? String == "제주")
    }

    @Test("Any page may read what is under /v1, refusals and preflights included")
    func crossOrigin() async throws {
        let service = try TestService()
        for target in ["/v1/week?area=Busan", "/v1/areas", "/v1/week", "/v1/nothing"] {
            let response = try await service.get(target)
            #expect(response.headers[.accessControlAllowOrigin] == "*", "\(target)")
        }
        let preflight = try await service.get("/v1/week", method: .options)
        #expect(preflight.status == .noContent)
        #expect(preflight.headers[.accessControlAllowMethods]?.contains("GET") == true)
        #expect(preflight.headers[.accessControlAllowHeaders] == "*")
    }
}
