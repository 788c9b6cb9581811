import Foundation
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

@Suite("/v1/history", .takesSlots(programs: 1, listeners: 1))
struct HistoryControllerTests {
    @Test("It answers with every issue about a day, which words may name, and refuses words that name none")
    func sample() async throws {
        let service = try TestService()
        let tomorrow = try await service.get("/v1/history?area=Busan").json
        let issues = try #require(tomorrow["issues"] as? [[String: Any]])
        #expect(issues.count > 10)
        #expect(issues.count == tomorrow["issues_kept"] as? Int)
        #expect(tomorrow["sample"] as? Bool == true)
        let named = try await service.get("/v1/history?area=Busan&on=%EB%82%B4%EC%9D%BC").json
        #expect(named["date"] as? String == tomorrow["date"] as? String)
        // Tomorrow is another day after midnight.
        let header = try await service.get("/v1/history?area=Busan").headers[.cacheControl]
        #expect(header?.hasSuffix("must-revalidate") == true)
        for bad in ["on=nonsense", "on=2026-02-30", "date=2026-10-05"] {
            #expect(try await service.get("/v1/history?area=Busan&\(bad)").status == .badRequest, "\(bad)")
        }
        #expect(try await service.get("/v1/history?area=nowhere-at-all").status == .notFound)
    }

    #if os(Linux)
    @Test("A service keeps what it fetches ahead by itself, counts it, and has it after it was killed")
    func kept() async throws {
        let now = Date(timeIntervalSince1970: 1_791_093_600)
        let upstream = try Upstream(now: now)
        let folder = try TemporaryFolder()
        let environment = [
            "KMA_BASE_URL": upstream.portalURL, "KMA_SERVICE_KEY": upstream.keys.portal,
            "AIRKOREA_BASE_URL": upstream.airKoreaURL, "KMA_NOW": "2026-10-04T15:00:00+09:00",
            "HOME": folder.path, "KMA_TIMEOUT": "60",
        ]
        let service = try await RunningService(["--keep", "서울"], environment: environment, in: folder)
        let client = RawClient(service)
        try await until("four issues kept") {
            try await client.count(#"kma_ledger_issues_total{result="kept"}"#) >= 4
        }
        #expect(try await client.count(#"kma_ledger_issues_total{result="lost"}"#) == 0)
        _ = try await service.end(by: SIGKILL)
        let again = try await RunningService([], environment: environment, in: folder)
        let data = Data(try await RawClient(again).body("/v1/history?area=Seoul&on=2026-10-10"))
        let report = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(report["issues_kept"] as? Int == 1)
        _ = try await again.end()
    }

    @Test("A record that cannot be written costs a line of the log, and no answer")
    func lost() async throws {
        let upstream = try Upstream(now: Date(timeIntervalSince1970: 1_791_093_600))
        let folder = try TemporaryFolder()
        let environment = [
            "KMA_BASE_URL": upstream.portalURL, "KMA_SERVICE_KEY": upstream.keys.portal,
            "AIRKOREA_BASE_URL": upstream.airKoreaURL, "KMA_NOW": "2026-10-04T15:00:00+09:00",
            "HOME": folder.path, "KMA_TIMEOUT": "60", "KMA_LEDGER": "/dev/null/ledger.db",
        ]
        let service = try await RunningService([], environment: environment, in: folder)
        let week = Data(try await RawClient(service).body("/v1/week?area=Seoul"))
        let report = try #require(try JSONSerialization.jsonObject(with: week) as? [String: Any])
        #expect((report["days"] as? [Any])?.count ?? 0 >= 10)
        try await until("a line of the log") { service.log.contains("/dev/null/ledger.db") }
        #expect(
            try await !String(decoding: RawClient(service).body("/metrics"), as: UTF8.self)
                .contains("kma_ledger_issues_total{")
        )
        let lines = service.log.split(separator: "\n").filter { $0.contains("/dev/null/ledger.db") }
        #expect(lines.count == 1 && lines.first?.contains("usable=false") == true)
        _ = try await service.end()
    }

    // With most slots it begins first: the calls for all zones are spread over a minute, in which others work.
    @Test(
        "The country is kept by one call for a zone, with a key of the API hub too",
        .isLong,
        .takesSlots(programs: 4, listeners: 1)
    )
    func country() async throws {
        let upstream = try Upstream(now: Date(timeIntervalSince1970: 1_791_093_600))
        let folder = try TemporaryFolder()
        let environment = [
            "KMA_BASE_URL": upstream.portalURL, "KMA_SERVICE_KEY": upstream.keys.portal,
            "KMA_HUB_BASE_URL": upstream.url, "KMA_HUB_KEY": upstream.keys.hub,
            "AIRKOREA_BASE_URL": upstream.airKoreaURL, "KMA_NOW": "2026-10-04T15:00:00+09:00",
            "HOME": folder.path, "KMA_TIMEOUT": "60",
        ]
        let service = try await RunningService(["--keep", "all"], environment: environment, in: folder)
        func zonesAsked() -> Int { upstream.count(of: .midTemperature) + upstream.count(of: .midLand) }
        try await until("all zones asked", within: .seconds(240)) { zonesAsked() >= 186 }
        try await until("all issues kept", within: .seconds(240)) {
            try await RawClient(service).count(#"kma_ledger_issues_total{result="kept"}"#) >= 186
        }
        let week = Data(try await RawClient(service).body("/v1/week?area=Jeju"))
        let report = try #require(try JSONSerialization.jsonObject(with: week) as? [String: Any])
        #expect((report["days"] as? [Any])?.count ?? 0 >= 10)
        #expect(Endpoint.hubTables.map { upstream.count(of: $0) } == [0, 0])
        #expect(zonesAsked() == 186)
        _ = try await service.end()
    }
    #endif
}
