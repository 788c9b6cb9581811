import Feeds
import Forecast
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOConcurrencyHelpers
import NIOCore
import Regions
import Rendering
import SampleFeeds
import Settings
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast
@testable import kma_server

@Suite("AlertController", .takesSlots(programs: 1, listeners: 1))
struct AlertControllerTests {
    /// A day of winter with warnings.
    private static let winter = KoreanDate(year: 2027, month: 1, day: 27).at(hour: 15)

    @Test(
        "/v1/alerts gives the very bytes of the command line, for a place and for the whole country",
        arguments: ["철원군", nil],
        Language.allCases
    )
    func sameAsCommandLine(name: String?, language: Language) async throws {
        let service = try TestService()
        service.clock.withLockedValue { $0 = Self.winter }
        let area = name.map { "area=\($0.encoded)&" } ?? ""
        let response = try await service.get("/v1/alerts?\(area)lang=\(language.rawValue)")
        let place = try name.map { try Gazetteer.place(named: $0) }
        let report = try await service.dependencies.forecaster.alerts(at: place)
        #expect(response.status == .ok)
        #expect(report.alerts?.isEmpty == false)
        #expect(Array(response.body.readableBytesView) == report.json(language))
    }

    @Test("The whole country is meant without a place, also where the service has an area of its own")
    func nation() async throws {
        let json = try await TestService(area: "부산").get("/v1/alerts").json
        #expect(json["place"] is NSNull)
        #expect(json["attribution"] as? [String] == ["기상청"])
    }

    @Test(
        "Invalid questions are refused as on the other paths",
        arguments: [
            ("area=없는곳", HTTPResponse.Status.notFound), ("area=중구", .unprocessableContent),
            ("lat=37.5", .badRequest), ("days=3", .badRequest), ("lat=10&lon=20", .notFound),
        ]
    )
    func refusals(query: String, status: HTTPResponse.Status) async throws {
        let query = query.split(separator: "=", maxSplits: 1)
        let value = query[0] == "area" ? String(query[1]).encoded : String(query[1])
        #expect(try await TestService().get("/v1/alerts?\(query[0])=\(value)").status == status)
    }

    @Test("An entity tag that still holds gets 304, and one answer in five minutes serves all")
    func cached() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        let service = try TestService(over: upstream)
        let first = try await service.get("/v1/alerts")
        let tag = try #require(first.headers[.eTag])
        let again = try await service.get("/v1/alerts", headers: [.ifNoneMatch: tag])
        #expect(again.status == .notModified)
        _ = try await service.get("/v1/alerts?area=Busan")
        #expect(upstream.count(of: .warningStatus) == 1)
        #expect(upstream.requests.allSatisfy { $0.endpoint?.service == .warnings })
    }

    @Test("Where no warnings can be had the problem is the feed's, and no empty list")
    func failure() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        upstream.fault(.html(status: 502), on: Endpoint.warnings)
        let response = try await TestService(over: upstream).get("/v1/alerts")
        #expect(response.status == .badGateway)
        #expect(try response.json["code"] as? String == "upstream_error")
    }

    @Test("A status bar begins with a question mark where nobody knows of warnings, and only there")
    func unknownInLine() async throws {
        for isLost in [false, true] {
            let upstream = try Upstream(now: TestService.afternoon)
            if isLost { upstream.fault(.html(status: 502), on: Endpoint.warnings) }
            let service = try TestService(over: upstream)
            for (target, mark) in [
                ("/Seoul?line&lang=ko", "특보 ? "), ("/Seoul?line&lang=en", "warnings ? "),
                ("/Seoul?format=waybar&lang=ko", #"{"text":"특보 ? "#),
            ] {
                let text = try await service.get(target, headers: [.accept: "text/plain"]).text
                #expect(text.hasPrefix(mark) == isLost, "\(text)")
            }
        }
    }
}
