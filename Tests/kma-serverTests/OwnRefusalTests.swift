import Feeds
import Forecast
import Foundation
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast
@testable import kma_server

@Suite("Calls that the service itself does not make", .takesSlots(programs: 1, listeners: 1))
struct OwnRefusalTests {
    private static let now = TestService.afternoon

    /// Errors of the sources of a response, by feed.
    private static func errors(_ response: [String: Any]) -> [String: (code: String, message: String)] {
        let sources = response["sources"] as? [[String: Any]] ?? []
        return sources.reduce(into: [:]) { errors, source in
            guard let feed = source["feed"] as? String, let error = source["error"] as? [String: Any],
                let code = error["code"] as? String, let message = error["message"] as? String,
                code != "key_missing"
            else { return }
            errors[feed] = (code, message)
        }
    }

    private static func expectOwn(_ message: String, _ language: String) {
        for name in ["기상청", "에어코리아", "KMA", "AirKorea", "OpenWeather", "own "] {
            #expect(!message.contains(name), "\(message)")
        }
        let isWrong: (Character) -> Bool =
            language == "ko" ? { $0.isASCII && $0.isLetter } : { !$0.isASCII }
        #expect(!message.contains(where: isWrong), "\(message)")
    }

    @Test("A client past its calls of the day hears of its own limit, until midnight, in its language")
    func client() async throws {
        let upstream = try Upstream(now: Self.now)
        let program = try await RunningService(
            ["--behind-proxy", "--daily-miss-limit", "1"],
            environment: [
                "AIRKOREA_BASE_URL": upstream.airKoreaURL, "KMA_BASE_URL": upstream.portalURL,
                "KMA_SERVICE_KEY": upstream.keys.portal, "KMA_NOW": "2026-10-04T15:00:00+09:00",
            ]
        )
        // Seoul is known by another client, and this one has paid for its place of the day.
        #expect(try await program.get("/v1/now?area=Seoul", as: "203.0.113.2").status == 200)
        #expect(try await program.get("/v1/now?area=Busan", as: "203.0.113.1").status == 200)
        upstream.forgetRequests()
        for language in ["ko", "en"] {
            let week = try await program.get("/v1/week?area=Seoul&lang=\(language)", as: "203.0.113.1")
            let errors = Self.errors(week.json)
            #expect(errors["kma.mid_land"]?.code == "rate_limited")
            for (_, error) in errors {
                Self.expectOwn(error.message, language)
                #expect(error.message.contains("00:00"))
            }
        }
        #expect(upstream.requests.isEmpty)
    }

    @Test("Calls reserved for known places are reported so, and a new place gets its zone's forecast too")
    func known() async throws {
        let upstream = try Upstream(now: Self.now)
        let service = try TestService(over: upstream, openWeather: false)
        for name in [UpstreamAPI.shortTerm, .midTerm] {
            let quota = try #require(service.dependencies.forecaster.quotas.first { $0.service == name })
            for _ in 0..<7_600 {
                try await quota.spend(at: Self.now, for: .program, .outlook, .trying)
            }
        }
        let week = try await service.get("/v1/week?area=Daegu").json
        let errors = Self.errors(week)
        #expect(errors.keys.sorted() == ["kma.nowcast", "kma.short"])
        for (_, error) in errors {
            Self.expectOwn(error.message, "ko")
            #expect(error.code == "quota_exceeded" && error.message.contains("00:00"))
        }
        // A second later it is the same: nothing that was refused until midnight is made.
        service.wait(seconds: 1)
        upstream.forgetRequests()
        let again = try await service.get("/v1/hours?area=Daegu&lang=en")
        #expect(again.status == .serviceUnavailable)
        Self.expectOwn(try #require(try again.json["detail"] as? String), "en")
        Self.expectOwn(try #require(try again.json["title"] as? String), "en")
        #expect(again.headers[.retryAfter] == "32399")
        #expect(!upstream.requests.contains { $0.endpoint?.service == .shortTerm })
    }
}
