import Forecast
import HTTPTypes
import HummingbirdTesting
import KMAForecast
import Regions
import Rendering
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

@Suite("A place as a picture", .takesSlots(programs: 1, listeners: 1))
struct CardEndpointTests {
    @Test(
        "The week of a place comes as SVG at its name with .svg, for browsers and terminals alike",
        arguments: Language.allCases
    )
    func picture(language: Language) async throws {
        let service = try TestService()
        let target = "/\("부산".encoded).svg?lang=\(language.rawValue)&days=5"
        let response = try await service.get(target, headers: [.userAgent: "curl/8.5.0"])
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "image/svg+xml")
        // C5: opened by itself it is a document.
        #expect(
            response.headers[.contentSecurityPolicy] == "default-src 'none'; style-src 'unsafe-inline'"
        )
        let place = try Gazetteer.place(named: "부산")
        let report = try await service.dependencies.forecaster.report(.week, at: place)
        #expect(response.text == WeekCard(report, days: 5, language).svg)
        let browser = try await service.get(target, headers: [.accept: "image/avif,image/*,*/*;q=0.8"])
        #expect(browser.body == response.body)
        #expect(try await service.get("/icon.svg").headers[.contentType] == "image/svg+xml")
    }

    @Test("It is cached like the other responses: a tag, an age that ends with the data, 304")
    func cached() async throws {
        let service = try TestService()
        let first = try await service.get("/Busan.svg")
        let week = try await service.get("/v1/week?area=Busan")
        #expect(first.headers[.cacheControl] == week.headers[.cacheControl])
        #expect(first.headers[.vary] == "Accept-Encoding")
        let tag = try #require(first.headers[.eTag])
        let again = try await service.get("/Busan.svg", headers: [.ifNoneMatch: tag])
        #expect(again.status == .notModified)
        let head = try await service.get("/Busan.svg", method: .head)
        #expect(head.status == .ok && head.body.readableBytes == 0)
        #expect(head.headers[.eTag] == tag)
    }

    @Test(
        "A picture is refused for another number of days, several places, and an unknown one",
        arguments: [
            ("/Busan.svg?days=0", HTTPResponse.Status.badRequest), ("/Busan.svg?days=12", .badRequest),
            ("/Busan.svg?days=x", .badRequest), ("/Busan.svg?area=Seoul", .badRequest),
            ("/Busan+Seoul.svg", .badRequest), ("/Atlantis.svg", .notFound), ("/.svg", .notFound),
            ("/37.5,127.0.svg", .ok), ("/37.5,10.svg", .notFound),
        ]
    )
    func refusals(target: String, status: HTTPResponse.Status) async throws {
        #expect(try await TestService().get(target).status == status, "\(target)")
    }

    @Test("Where a service fails the rest is drawn, says so and is asked for again within a minute")
    func partial() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        upstream.fault(.html(status: 502), on: .midLand)
        let response = try await TestService(over: upstream).get("/Busan.svg?lang=en")
        #expect(response.status == .ok)
        #expect(response.text.contains("Some data are missing."))
        let age = try #require(response.headers[.cacheControl]?.firstMatch(of: #/max-age=(\d+)/#))
        #expect(try #require(Int(age.output.1)) <= 60)
    }
}
