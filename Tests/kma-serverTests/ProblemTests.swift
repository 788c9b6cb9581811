import Feeds
import Forecast
import Foundation
import HTTPTypes
import HummingbirdTesting
import KMAForecast
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

@Suite("Problem documents", .takesSlots(programs: 1, listeners: 1))
struct ProblemTests {
    /// Every refusal there is, with its status and code.
    static let refusals: [(method: HTTPRequest.Method, target: String, status: Int, code: String)] = [
        (.get, "/v1/week?area=\("없는곳".encoded)", 404, "unknown_area"),
        (.get, "/v1/week?area=\("중구".encoded)", 422, "ambiguous_area"),
        (.get, "/v1/week?lat=0&lon=0", 404, "outside_korea"),
        (.get, "/v1/week?lat=37", 400, "bad_input"),
        (.get, "/v1/week?lat=a&lon=b", 400, "bad_input"),
        (.get, "/v1/week?area=Busan&lat=37&lon=127", 400, "bad_input"),
        (.get, "/v1/week?area=Busan&city=Busan", 400, "bad_input"),
        (.get, "/v1/theme?area=Busan&area=Seoul", 400, "bad_input"),
        (.get, "/v1/week?area=Busan&lang=fr", 400, "bad_input"),
        (.get, "/v1/week?area=%ff", 400, "bad_input"),
        (.get, "/v1/week?area=", 400, "bad_input"),
        (.get, "/v1/week?area", 400, "bad_input"),
        (.get, "/v1/week?area=Busan%00", 400, "bad_input"),
        (.get, "/v1/week?area=Bu%0Asan", 400, "bad_input"),
        (.get, "/v1/week?area=%E2%80%AEBusan", 400, "bad_input"),
        (.get, "/v1/stream?area=%E2%81%A6Busan", 400, "bad_input"),
        (.get, "/v1/areas?q=%E2%80%8F", 400, "bad_input"),
        (.get, "/v1/areas?q=a%00", 400, "bad_input"),
        (.get, "/v1/week?lat=0x25&lon=127", 400, "bad_input"),
        (.get, "/v1/week?area=Busan&date=2026-10-04", 400, "bad_input"),
        (.get, "/v1/week", 400, "bad_input"),
        (.get, "/v1/stream", 400, "bad_input"),
        (.get, "/v1/areas?limit=0", 400, "bad_input"),
        (.get, "/v1/theme?area=Busan&date=1999-01-01", 404, "no_data"),
        (.get, "/healthz?x=1", 400, "bad_input"),
        (.get, "/v1", 404, "bad_input"),
        (.get, "//v1/week", 404, "bad_input"),
        (.get, "/../etc/passwd", 404, "bad_input"),
        (.get, "/v1/week?area=" + String(repeating: "a", count: 4_096), 414, "bad_input"),
        (.post, "/v1/week?area=Busan", 405, "bad_input"),
        (.post, "/v1", 404, "bad_input"), (.options, "/v1", 404, "bad_input"),
        (.delete, "/", 405, "bad_input"),
        (.post, "/nothing/at/all", 404, "bad_input"),
    ]

    @Test("A long name that no area has is not repeated whole")
    func longName() async throws {
        for name in [String(repeating: "x", count: 1_500), String(repeating: "가", count: 200).encoded] {
            let response = try await TestService().get("/v1/week?area=\(name)")
            #expect(response.status == .notFound)
            #expect(response.body.readableBytes < 700)
        }
    }

    @Test("A refusal has one shape, wherever it comes from", arguments: refusals, Language.allCases)
    func shape(
        refusal: (method: HTTPRequest.Method, target: String, status: Int, code: String),
        language: Language
    ) async throws {
        let response = try await TestService(language: language).get(refusal.target, method: refusal.method)
        try expectShape(response, status: refusal.status, code: refusal.code)
        let detail = try #require(try response.json["detail"] as? String)
        #expect(detail.contains { $0.isHangul } || language == .english)
    }

    /// Response to each fault of an upstream, and whether it has a time to come back.
    static let faults: [(fault: Fault, status: Int, code: String, isRetried: Bool)] = [
        (.header(.keyNotRegistered), 502, "key_rejected", false),
        (.header(.quota), 503, "quota_exceeded", true),
        (.html(status: 200), 502, "malformed_response", false),
        (.empty(status: 502), 502, "upstream_error", false),
        (.reset, 502, "unreachable", false),
        (.hang, 504, "timeout", false),
    ]

    @Test(
        "A fault of an upstream is 502, 503 or 504 with its code, without a key or an address",
        arguments: faults
    )
    func upstream(fault: (fault: Fault, status: Int, code: String, isRetried: Bool)) async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        upstream.fault(fault.fault)
        let timeout = fault.fault == .hang ? Duration.milliseconds(300) : .seconds(60)
        let service = try TestService(over: upstream, openWeather: false, timeout: timeout)
        let response = try await service.get("/v1/outlook?area=Busan")
        try expectShape(response, status: fault.status, code: fault.code)
        #expect((response.headers[.retryAfter] != nil) == fault.isRetried)
        #expect(!response.text.contains(upstream.keys.portal) && !response.text.contains(upstream.url))
    }

    @Test("While the circuit of a feed is open, its fault says when the feed is asked again")
    func openCircuit() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        upstream.fault(.header(.keyNotRegistered), on: .outlook)
        let service = try TestService(over: upstream, openWeather: false)
        let first = try await service.get("/v1/outlook?area=Busan")
        #expect(first.headers[.retryAfter] == nil)
        let calls = upstream.count(of: .outlook)
        let second = try await service.get("/v1/outlook?area=Busan")
        try expectShape(second, status: 502, code: "key_rejected")
        #expect(upstream.count(of: .outlook) == calls)
        #expect((1...15).contains(second.headers[.retryAfter].flatMap { Int($0) } ?? 0))
    }

    @Test("A used up quota asks to come back at midnight in Korea")
    func spentDay() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        upstream.fault(.header(.quota))
        let response = try await TestService(over: upstream, openWeather: false).get(
            "/v1/outlook?area=Busan"
        )
        #expect(response.headers[.retryAfter] == "\(9 * 3_600)")
    }

    @Test("A missing key is 503, and the service is not ready")
    func missingKey() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        let service = try TestService(over: upstream, kma: false, openWeather: false)
        for target in ["/v1/week?area=Busan", "/readyz"] {
            let response = try await service.get(target)
            try expectShape(response, status: 503, code: "key_missing")
            #expect(response.headers[.retryAfter] != nil)
        }
        #expect(try await service.get("/healthz").status == .ok)
    }

    @Test(
        "Every code has a status and a title of its own, and 503 a time to come back",
        arguments: ErrorCode.allCases
    )
    func codes(_ code: ErrorCode) {
        let traits = code.traits
        #expect((400...599).contains(traits.httpStatus))
        #expect(!traits.title.korean.isEmpty && !traits.title.english.isEmpty)
        #expect(ErrorCode.allCases.count { $0.traits.title == traits.title } == 1)
        // A problem to come back from has a time (RFC 9110, 15.6.4).
        #expect((traits.httpStatus == 503) == (traits.retryAfter != nil))
    }

    @Test("A refused area names those that were perhaps meant")
    func names() async throws {
        let service = try TestService()
        let ambiguous = try await service.get("/v1/week?area=\("고성군".encoded)").json
        let candidates = try #require(ambiguous["candidates"] as? [String])
        #expect(Set(candidates) == ["강원특별자치도 고성군", "경상남도 고성군"])
        let unknown = try await service.get("/v1/week?area=\("수웑".encoded)").json
        #expect((unknown["suggestions"] as? [String])?.contains("경기도 수원시") == true)
    }

    private func expectShape(_ response: TestResponse, status: Int, code: String) throws {
        #expect(response.status.code == status)
        #expect(response.headers[.contentType] == "application/problem+json")
        #expect(response.headers[.cacheControl] == "no-store")
        #expect(response.headers[.xContentTypeOptions] == "nosniff")
        #expect((response.headers[.allow] != nil) == (status == 405))
        let json = try response.json
        #expect(json["type"] as? String == "urn:kma:problem:\(code)")
        #expect(json["status"] as? Int == status)
        #expect(json["code"] as? String == code)
        #expect((json["title"] as? String)?.isEmpty == false)
        #expect((json["detail"] as? String)?.isEmpty == false)
        let known: Set = [
            "type", "title", "status", "detail", "code", "candidates", "candidates_en", "suggestions",
            "suggestions_en",
        ]
        #expect(Set(json.keys).isSubset(of: known))
    }
}

extension Character {
    fileprivate var isHangul: Bool { ("가"..."힣").contains(self) }
}
