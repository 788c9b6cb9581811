import CommandLineSupport
import Feeds
import Forecast
import Foundation
import HTTPTypes
import Hummingbird
import KMAForecast
import NIOConcurrencyHelpers
import SampleFeeds
import Settings
import TestSupport
import Testing

@testable import kma_server

@Suite("Keys of the response cache", .takesSlots(programs: 1))
struct AskKeyTests {
    private static let all: [any Endpoint] =
        endpoints + integrationEndpoints + [TextEndpoint(), HomeAssistantEndpoint()]

    /// Values of parameters, with such as mean nothing, and such as would make one text of two.
    private static let values: [String: [String]] = [
        "area": ["서울", "Busan", "-", "nowhere at all", "서울\n-"], "lat": ["35.1"], "lon": ["129.0"],
        "lang": ["ko", "en", "-"], "date": ["2026-10-05", "2026-10-04", "-", "nil"],
        "on": ["내일", "2026-10-05", "tomorrow", "-", "nil", "-\nen"],
        "since": ["2026-09-01", "2026-09-02", "-", "nil", "2026-09-01 "], "lead": ["3", "4", "-"],
        "q": ["서울", "20 true", "-", ""], "limit": ["20", "3", "-"], "value": ["theme", "high", "-"],
        "days": ["11", "5", "-"], "view": ["week", "now", "-"], "format": ["table", "csv", "json", "-"],
        "line": [""], "color": [""], "template": ["{sky}", "{sky} en", "-"], "latitude": ["35.1"],
        "longitude": ["129.0"], "current": ["rain", "-"], "hourly": ["rain", "rain,temperature_2m", "-"],
        "daily": ["temperature_2m_max", "temperature_2m_max&past_days=1"],
        "forecast_days": ["1", "1&past_days=1", "-"], "past_days": ["1", "2"], "timezone": ["GMT", "-"],
        "timeformat": ["unixtime", "unixtime&timezone=GMT", "iso8601"], "temperature_unit": ["fahrenheit"],
        "elevation": ["10", "nan"], "name": ["Seoul", "10 en", "-"], "count": ["10", "3"],
        "language": ["ko", "en"], "id": ["1705808834", "1", "-"], "within": ["3h", "90m", "-"],
    ]

    /// Names of parameters that a path takes: Open-Meteo's are read by name and stand in no list.
    private static func names(of endpoint: any Endpoint) -> [String] {
        switch endpoint.path {
        case "/om/v1/search": ["name", "count", "language"]
        case "/om/v1/get": ["id", "language"]
        case let path where path.hasPrefix("/om/"):
            ["latitude", "longitude", "current", "hourly", "daily", "forecast_days", "past_days", "timezone"]
                + ["timeformat", "temperature_unit", "elevation", "format"]
        default: endpoint.parameters.map(\.rawValue)
        }
    }

    /// Targets of a path: without a parameter, each value of each beside a place, and draws of several, twice the same too.
    private static func targets(of endpoint: any Endpoint) throws -> [String] {
        var random = SeededGenerator(seed: 43)
        let names = names(of: endpoint)
        func pair(_ name: String) throws -> String {
            let value = try #require(values[name], "no values for the parameter \(name)").randomElement(
                using: &random
            )
            return "\(name)=\((value ?? "").encoded)"
        }
        let paths =
            endpoint.path.contains("{place}")
            ? ["%EC%84%9C%EC%9A%B8", "Busan+tomorrow", "-"].map {
                endpoint.path.replacing("{place}", with: $0)
            }
            : [endpoint.path.replacing("{id}", with: "x")]
        let base =
            names.contains("area")
            ? "area=Busan&" : names.contains("latitude") ? "latitude=35.1&longitude=129&" : ""
        var targets = paths
        for path in paths {
            for name in names {
                for value in values[name] ?? [] { targets.append("\(path)?\(base)\(name)=\(value.encoded)") }
            }
            for _ in 0..<40 where !names.isEmpty {
                let pairs = try (0...Int.random(in: 1...3, using: &random)).map { _ in
                    try pair(names.randomElement(using: &random) ?? "")
                }
                targets.append("\(path)?\(base)\(pairs.joined(separator: "&"))")
            }
        }
        return targets
    }

    @Test(
        "B8: Requests with one key have one response, and faulty ones are refused before they have a key",
        .isLong
    )
    func property() async throws {
        let folder = try TemporaryFolder()
        let settings = try Settings(environment: ["KMA_CACHE_DIR": folder.path], readFile: { _ in "" })
        var sources = ForecasterConfiguration(samplesFor: settings)
        // Made-up issues of years take a second for each question.
        sources.ledger = .init(MemoryLedger())
        let service = TestService(sources, folder)
        let handler = AskHandler(service.dependencies, ServerOptions())
        let client = AskingClient(address: nil)
        for endpoint in Self.all {
            var asked: [AskKey: (target: String, response: Response)] = [:]
            for target in try Self.targets(of: endpoint) {
                guard let ask = try Self.ask(endpoint, target, service) else { continue }
                let response = await Self.response(to: ask, handler, client)
                #expect(response.problem != .badInput, "\(target)")
                guard let other = asked.updateValue((target, response), forKey: ask.key) else { continue }
                #expect(other.response == response, "\(other.target) and \(target)")
            }
            #expect(!asked.isEmpty, "\(endpoint.path)")
        }
    }

    /// Response as its client sees it.
    private struct Response: Equatable {
        var body: [UInt8] = []
        var mediaType = ""
        var cacheControl: String?
        var problem: ErrorCode?
    }

    /// The ask of a target; `nil` for a request that is refused.
    private static func ask(
        _ endpoint: any Endpoint,
        _ target: String,
        _ service: TestService
    ) throws -> Ask? {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "weather.example", path: target)
        let request = Request(head: head, body: .init(buffer: .init()))
        do throws(Problem) {
            return try endpoint.read(request, service.dependencies.currentDefaults)
        } catch {
            return nil
        }
    }

    private static func response(to ask: Ask, _ handler: AskHandler, _ client: AskingClient) async -> Response
    {
        do throws(Problem) {
            let answer = try await ask.answer(handler, client)
            let control = answer.cacheControl ?? ask.caching.control(maximumAge: 0)
            return Response(body: answer.body.bytes, mediaType: answer.mediaType, cacheControl: control)
        } catch {
            return Response(problem: error.code)
        }
    }

    @Test(
        "B8: A bad request beside a good one at an uncached place gets 400, and the good one its answer"
    )
    func neighbour() async throws {
        for (path, bad) in [("/v1/history", "on=-"), ("/v1/accuracy", "since=-"), ("/accuracy", "since=-")] {
            let service = try TestService()
            // First alone, then when the good one is cached.
            let target = "\(path)?area=Busan&lang=en"
            #expect(try await service.get("\(target)&\(bad)").status == .badRequest)
            #expect(try await service.get(target).status == .ok)
            #expect(try await service.get("\(target)&\(bad)").status == .badRequest)
        }
    }
}
