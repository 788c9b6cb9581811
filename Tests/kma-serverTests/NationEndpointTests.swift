import CommandLineSupport
import Feeds
import Forecast
import Foundation
import HTTPTypes
import HummingbirdTesting
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

@Suite("The whole country", .takesSlots(programs: 1, listeners: 1))
struct NationEndpointTests {
    private static func maximumAge(_ response: TestResponse) throws -> Int {
        let match = try #require(response.headers[.cacheControl]?.firstMatch(of: #/max-age=(\d+)/#))
        return try #require(Int(match.output.1))
    }

    @Test("Nineteen cities come with one request, in both languages and for another day")
    func cities() async throws {
        let service = try TestService()
        for (query, day) in [
            ("", "2026-10-04"), ("?lang=en", "2026-10-04"), ("?on=2026-10-12", "2026-10-12"),
        ] {
            let json = try await service.get("/v1/nation\(query)").json
            let places = try #require(json["places"] as? [[String: Any]])
            #expect(places.count == 19)
            #expect(json["on"] as? String == day)
            #expect(json["partial"] as? Bool == false, "\(json["degraded"] ?? "")")
            for place in places {
                #expect(place["theme"] is String && place["temperature_max"] is NSNumber, "\(place)")
                #expect(place["error"] is NSNull)
            }
        }
    }

    @Test("A map of every value comes in both languages, at most 60 kB and 20 kB gzipped")
    func maps() async throws {
        let service = try TestService()
        for value in NationMap.Value.allCases {
            for language in Language.allCases {
                let target = "/v1/nation.svg?value=\(value.rawValue)&lang=\(language.rawValue)"
                let response = try await service.get(target)
                #expect(response.headers[.contentType] == "image/svg+xml")
                #expect(response.text.contains(value.name[language]))
                #expect(response.body.readableBytes <= 60_000)
                let small = try await service.get(target, headers: [.acceptEncoding: "gzip"])
                #expect(small.headers[.contentEncoding] == "gzip")
                #expect(small.body.readableBytes <= 20_000, "\(value): \(small.body.readableBytes)")
            }
        }
        let first = try await service.get("/v1/nation.svg")
        #expect(first.body == (try await service.get("/v1/nation.svg?value=theme&lang=ko").body))
    }

    @Test(
        "Invalid maps and days are refused",
        arguments: [
            "/v1/nation?on=2026-10-15", "/v1/nation?on=x", "/v1/nation?area=Seoul", "/v1/nation.svg?value=x",
            "/v1/nation.svg?value=alerts&on=2026-10-05", "/v1/nation.svg?on=2026-10-03",
        ]
    )
    func refusals(target: String) async throws {
        #expect(try await TestService().get(target).status == .badRequest)
    }

    @Test(
        "A cold answer takes the calls of nineteen places, dust and warnings; then none, for maps as well"
    )
    func calls() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        // On a busy machine too nothing is late: what is would be asked for again.
        let service = try TestService(over: upstream)
        #expect(try await service.get("/v1/nation").json["partial"] as? Bool == false)
        #expect(upstream.count(of: .dustForecast) == 1)
        #expect(upstream.count(of: .warningStatus) == 1)
        #expect(upstream.count(of: .nowcast) <= 2 * 19)
        #expect(upstream.count(of: .midLand) == 0)
        let count = upstream.requests.count
        _ = try await service.get("/v1/nation.svg?value=dust")
        _ = try await service.get("/v1/now?area=Busan")
        #expect(upstream.requests.count == count)
        let ask = Ask.nation(
            route: "/v1/nation",
            on: KoreanDate(of: TestService.afternoon),
            isOfTheMoment: false,
            renderer: Renderer(["ko"]) { $0.json(.korean) }
        )
        #expect(ask.cost == 19)
    }

    @Test(
        "While an upstream hangs the rest comes within seconds, as partial, and holds for 5 seconds"
    )
    func hanging() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        upstream.fault(.hang, on: .shortTerm)
        // On a busy machine the rest needs longer than the usual four seconds, twice which are waited.
        let service = try TestService(over: upstream, optionalTimeout: .seconds(7))
        async let drawn = service.get("/v1/nation.svg?lang=en")
        let response = try await service.get("/v1/nation")
        #expect(response.status == .ok)
        let json = try response.json
        #expect(json["partial"] as? Bool == true)
        #expect((json["degraded"] as? [String])?.contains("kma.short") == true)
        let places = try #require(json["places"] as? [[String: Any]])
        #expect(places.allSatisfy { $0["late"] as? Bool == true })
        #expect(places.contains { $0["temperature"] is NSNumber })
        #expect(try Self.maximumAge(response) <= 5)
        let map = try await drawn
        #expect(map.text.contains("Still loading: Seoul"))
        #expect(try Self.maximumAge(map) <= 5)
    }

    @Test("Where nothing answers it is an error, and no country without weather")
    func nothing() async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        upstream.fault(.hang)
        let response = try await TestService(over: upstream, openWeather: false, optionalTimeout: .seconds(2))
            .get("/v1/nation")
        #expect(response.status == .gatewayTimeout)
    }

    @Test("One city that fails leaves the others, is named, and is asked about again within 5 seconds")
    func oneCity() async throws {
        let folder = try TemporaryFolder()
        let settings = try Settings(environment: [:], readFile: { _ in "" })
        var sources = ForecasterConfiguration(samplesFor: settings)
        sources.areSamples = false
        sources.openWeather = nil
        let busan = try Gazetteer.place(named: "부산광역시").gridCell
        sources.transport = Transport { url, _ throws(TransportFault) in
            if "\(url)&".contains("nx=\(busan.x)&ny=\(busan.y)&") { throw .unreachable(reason: "refused") }
            return SampleFeeds.answer(to: url, at: TestService.afternoon)
        }
        let response = try await TestService(sources, folder).get("/v1/nation")
        let json = try response.json
        #expect(json["partial"] as? Bool == true)
        let places = try #require(json["places"] as? [[String: Any]])
        let missing = places.filter { !($0["error"] is NSNull) }
        #expect(missing.map { $0["name"] as? String } == ["부산"])
        #expect((missing.first?["error"] as? [String: Any])?["message"] is String)
        #expect(try Self.maximumAge(response) <= 5)
    }

    @Test("Assistants have the country as a tool, with the object of the path and a line of words")
    func tool() async throws {
        let service = try TestService()
        let call =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nation","arguments":{"on":"내일"}}}"#
        try await service.application().test(.router) { client in
            let response = try await client.execute(
                uri: "/mcp",
                method: .post,
                headers: [.contentType: "application/json"],
                body: ByteBuffer(string: call)
            )
            let result = try #require(try response.json["result"] as? [String: Any])
            #expect(result["isError"] as? Bool == false)
            let object = try #require(result["structuredContent"] as? [String: Any])
            #expect((object["places"] as? [Any])?.count == 19)
            #expect(object["on"] as? String == "2026-10-05")
            let refused = call.replacing("내일", with: "어제")
            let failure = try await client.execute(
                uri: "/mcp",
                method: .post,
                headers: [.contentType: "application/json"],
                body: ByteBuffer(string: refused)
            )
            #expect((try failure.json["result"] as? [String: Any])?["isError"] as? Bool == true)
        }
    }
}
