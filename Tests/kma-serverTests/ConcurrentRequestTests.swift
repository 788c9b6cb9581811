import Feeds
import HummingbirdTesting
import KMAForecast
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

@Suite("Concurrent requests", .takesSlots(programs: 1, listeners: 1))
struct ConcurrentRequestTests {
    @Test("Three hundred concurrent cold requests cost one call a feed")
    func threeHundred() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        let service = try TestService(over: upstream)
        let bodies = try await service.application().test(.router) { client in
            try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<300 {
                    // Two spellings of one question: the feeds do not care how it is put.
                    let target = number.isMultiple(of: 2) ? "area=Seoul" : "area=Seoul&lang=ko"
                    group.addTask {
                        try await client.execute(uri: "/v1/week?\(target)", method: .get).text
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
        }
        #expect(bodies.count <= 2)
        for endpoint in [Endpoint.midTemperature, .midLand, .nextHours, .current, .forecast] {
            #expect(upstream.count(of: endpoint) == 1, "\(endpoint)")
        }
        // The observation of now and that of yesterday.
        #expect(upstream.count(of: .nowcast) == 2)
        // The morning's issue is asked for as well: the day's low stands in it alone.
        #expect(upstream.count(of: .shortTerm) <= 3)
        // Four of KMA, two of 에어코리아, two of OpenWeather.
        #expect(upstream.mostInFlight <= 8)
    }

    @Test("Requests about cities of one province share the call for its land zone")
    func landZone() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        let service = try TestService(over: upstream)
        for city in ["수원", "성남", "파주", "인천", "서울"] {
            #expect(try await service.get("/v1/week?area=\(city.encoded)").status == .ok)
        }
        #expect(upstream.count(of: .midLand) == 1)
    }

    @Test("The response is not lost when the client that asked first goes away")
    func firstOneLeaves() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        upstream.fault(.late(milliseconds: 300))
        let service = try TestService(over: upstream, openWeather: false)
        let first = Task { try await service.get("/v1/outlook?area=Busan") }
        try await until("a request") { !upstream.requests.isEmpty }
        first.cancel()
        #expect(try await service.get("/v1/outlook?area=Busan").status == .ok)
        #expect(upstream.count(of: .outlook) == 1)
    }
}
