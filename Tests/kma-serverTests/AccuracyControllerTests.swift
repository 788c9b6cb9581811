import Foundation
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

@Suite("/v1/accuracy and its page", .takesSlots(programs: 1))
struct AccuracyControllerTests {
    /// One for all tests: scores of a year take a second to make without optimization.
    private static let shared = Result { try TestService() }

    @Test(
        "The answer has a score for each lead of the sample, on the same days, and other dates are refused"
    )
    func sample() async throws {
        let service = try Self.shared.get()
        let report = try await service.get("/v1/accuracy?area=Busan").json
        let leads = try #require(report["leads"] as? [[String: Any]])
        #expect(leads.map { $0["lead_days"] as? Int } == Array(0...10))
        #expect(leads.allSatisfy { $0["state"] as? String == "ok" })
        #expect(Set(leads.map { $0["cases"] as? Int }).count == 1)
        #expect(report["sample"] as? Bool == true)
        for bad in [
            "since=2026-02-30", "since=yesterday", "since=1990-01-01", "since=2030-01-01", "on=2026-10-05",
        ] {
            #expect(try await service.get("/v1/accuracy?area=Busan&\(bad)").status == .badRequest, "\(bad)")
        }
        #expect(try await service.get("/v1/accuracy?area=nowhere-at-all").status == .notFound)
    }

    @Test("The page is drawn by the service: two drawings, under the head of the page and its policy")
    func page() async throws {
        let service = try Self.shared.get()
        let page = try await service.get("/accuracy?area=%EB%B6%80%EC%82%B0&lang=ko")
        #expect(page.status == .ok)
        #expect(page.text.matches(of: #/<svg viewBox="0 0 [4-9]/#).count == 2 && !page.text.contains("{"))
        #expect(page.text.contains("id=\"place-box\"") && page.text.contains("<html lang=\"ko\""))
        #expect(page.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
        #expect(page.text.contains("부산광역시 · 예보가 맞은 정도") && page.text.contains("표본 자료"))
        for name in page.text.matches(of: /"((?:page|accuracy|record)\.[0-9a-f]{16}\.(?:css|js))"/).map(
            \.output.1
        ) {
            #expect(try await service.get("/\(name)").status == .ok)
        }
        let other = try await service.get("/accuracy?area=Busan&lead=3&lang=en")
        #expect(other.text.contains("<b aria-current=\"true\">3</b>"))
        for (query, status) in [("area=nowhere-at-all", 404), ("area=Busan&lead=11", 400), ("q=x", 400)] {
            let refused = try await service.get("/accuracy?\(query)")
            #expect(refused.status.code == status)
            #expect(refused.headers[.contentType] == "text/html; charset=utf-8")
        }
        // Opening it without a place asks for nothing wrong.
        #expect(try await service.get("/accuracy?lang=ko").text.contains("위에서 지역을 찾아 주세요."))
    }

    @Test("The page has a tag and comes compressed, and each browser gets the one in its own language")
    func caching() async throws {
        let service = try Self.shared.get()
        let target = "/accuracy?area=Busan"
        for (asked, shown) in [("ko-KR,en", "ko"), ("en-US", "en"), ("ko", "ko")] {
            let page = try await service.get(target, headers: [.acceptLanguage: asked])
            #expect(page.text.contains("<html lang=\"\(shown)\" "), "\(asked)")
            #expect(page.headers[.vary] == "Accept-Language, Accept-Encoding")
        }
        #expect(try await service.get(target + "&lang=en").headers[.vary] == "Accept-Encoding")
        let packed = try await service.get(target, headers: [.acceptEncoding: "gzip"])
        #expect(packed.headers[.contentEncoding] == "gzip")
        let tag = try #require(try await service.get(target).headers[.eTag])
        #expect(try await service.get(target, headers: [.ifNoneMatch: tag]).status == .notModified)
    }
}
