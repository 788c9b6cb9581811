import Forecast
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import kma_server

@Suite("The package file for Home Assistant", .takesSlots(programs: 1))
struct HomeAssistantTests {
    private static let path = "/integrations/home-assistant.yaml"

    /// The address of the week in a file.
    private func address(in response: TestResponse) throws -> String {
        String(try #require(response.text.firstMatch(of: /url: "([^"]*)"/)?.output.1))
    }

    @Test(
        "The file is addressed to the host that was asked, in the language and for the place of the request"
    )
    func addressed() async throws {
        let service = try TestService(area: "Seoul")
        let busan = try await service.get("\(Self.path)?area=\("부산".encoded)&lang=en")
        #expect(busan.status == .ok)
        #expect(busan.headers[.contentType] == "application/yaml; charset=utf-8")
        #expect(try address(in: busan) == "http://localhost/v1/week?area=%EB%B6%80%EC%82%B0&lang=en")
        #expect(
            busan.text.contains("name: \"Busan\"")
                && busan.text.contains("\"Mostly cloudy\": \"partlycloudy\"")
        )
        for name in ["attribution_template", "wind_gust_speed_template", "visibility_template"] {
            #expect(busan.text.firstMatch(of: try Regex("(?m)^ {8}\(name): \"\\{\\{ ")) != nil, "\(name)")
        }
        let own = try await service.get(Self.path)
        #expect(try address(in: own) == "http://localhost/v1/week?area=Seoul&lang=ko")
        #expect(own.text.contains("\"흐리고 비/눈\": \"snowy-rainy\""))
        let point = try await service.get("\(Self.path)?lat=37.5&lon=127")
        #expect(try address(in: point) == "http://localhost/v1/week?lat=37.5&lon=127.0&lang=ko")
        #expect(point.text.contains("  kma_37_5_127_0:\n"))
    }

    @Test("No cache may keep the file, and no client gets one that is addressed to another's host")
    func uncached() async throws {
        let service = try TestService()
        let target = "\(Self.path)?area=Busan"
        let first = try await service.get(target)
        #expect(first.headers[.cacheControl] == "no-store")
        let now = service.clock.withLockedValue { $0 }
        #expect(service.dependencies.responseCache.current(target: target, at: now) == nil)
    }

    @Test("Behind a proxy the address is the proxy's, and without one nobody can name another")
    func proxied() async throws {
        let service = try TestService()
        var headers = HTTPFields()
        headers[try #require(HTTPField.Name("X-Forwarded-Proto"))] = "https"
        headers[try #require(HTTPField.Name("X-Forwarded-Prefix"))] = "/weather"
        var options = ServerOptions()
        for (isBehindProxy, root) in [(true, "https://localhost/weather"), (false, "http://localhost")] {
            options.isBehindProxy = isBehindProxy
            try await service.application(options).test(.router) { [headers] client in
                let response = try await client.execute(
                    uri: "\(Self.path)?area=Busan",
                    method: .get,
                    headers: headers
                )
                #expect(try self.address(in: response) == "\(root)/v1/week?area=Busan&lang=ko")
            }
        }
    }

    @Test(
        "Invalid questions are refused as on the other paths",
        arguments: [
            ("?area=Atlantis", HTTPResponse.Status.notFound), ("?lat=37.5", .badRequest), ("", .badRequest),
            ("?area=Busan&days=3", .badRequest), ("?area=Busan&lang=fr", .badRequest),
        ]
    )
    func refusals(query: String, status: HTTPResponse.Status) async throws {
        #expect(try await TestService().get(Self.path + query).status == status)
    }

    @Test("Each kind of weather has a word of Home Assistant, and none is made up for what is not known")
    func words() {
        let kinds: [(Condition.Kind, String?)] = [
            (.sky(.clear), "sunny"), (.sky(.mostlyCloudy), "partlycloudy"), (.sky(.overcast), "cloudy"),
            (.sky(.obscured), "fog"), (.rain, "rainy"), (.snow, "snowy"), (.mixed, "snowy-rainy"),
            (.unknown, nil),
        ]
        for (kind, word) in kinds {
            #expect(HomeAssistantPackage.word(for: Condition(kind, LocalizedText("", ""))) == word)
        }
    }
}
