import Feeds
import Forecast
import Foundation
import HummingbirdTesting
import KMAForecast
import Logging
import TestSupport
import Testing

@testable import kma_server

@Suite("/openapi.json", .takesSlots(programs: 1))
struct OpenAPITests {
    private typealias JSON = [String: Any]

    private func document() async throws -> [String: Any] {
        try await TestService().get("/openapi.json").json
    }

    private func schema(_ name: String) async throws -> [String: Any] {
        let components = try #require(try await document()["components"] as? JSON)
        return try #require((components["schemas"] as? JSON)?[name] as? JSON)
    }

    @Test("The description names every path but those of the page, with the parameters it knows")
    func paths() async throws {
        let document = try await document()
        let paths = try #require(document["paths"] as? [String: JSON])
        let shared = try #require((document["components"] as? JSON)?["parameters"] as? [String: JSON])
        let service = try TestService()
        let router = buildRouter(AskHandler(service.dependencies, ServerOptions()), ServerOptions())
        let routes = Set(router.routes.map(\.path.description))
        let page = Set(
            Page.files.map { "/" + $0.path } + ["/", "/embed", "/accuracy", "/icon-192.png", "/icon-512.png"]
        )
        #expect(Set(paths.keys) == routes.subtracting(page).union(["/openapi.json"]))
        // Open-Meteo's parameters are read as there: what it does not know is passed over. A message has none.
        for (path, operations) in paths where !path.hasPrefix("/om/") && path != "/mcp" {
            let operation = try #require(operations["get"] as? JSON)
            let references = operation["parameters"] as? [JSON] ?? []
            let names = try references.filter { $0["in"] == nil }.flatMap { reference in
                let name = try #require((reference["$ref"] as? String)?.split(separator: "/").last)
                let parameter = try #require(shared[String(name)])
                return [try #require(parameter["name"] as? String)]
            }
            var known: [String] = []
            for parameter in Parameter.allCases.map(\.rawValue) {
                // Behind it one that no path knows: a path names the first that it does not know.
                let target = path.replacing("{place}", with: "Busan") + "?\(parameter)=x&none=x&lang=en"
                let response = try await service.get(target, headers: [.accept: "text/plain"])
                #expect(response.status == .badRequest)
                if !response.text.contains("‘\(parameter)’") { known.append(parameter) }
            }
            #expect(names.sorted() == known.sorted(), "\(path)")
        }
    }

    @Test("Every value that the description lists is taken, and one beside them is refused")
    func values() async throws {
        let document = try await document()
        let paths = try #require(document["paths"] as? [String: JSON])
        let shared = try #require((document["components"] as? JSON)?["parameters"] as? [String: JSON])
        let service = try TestService()
        for (path, operations) in paths {
            let operation = operations["get"] as? JSON
            let takesPlace = (operation?["parameters"] as? [JSON] ?? []).contains {
                ($0["$ref"] as? String)?.hasPrefix("#/components/parameters/area") == true
            }
            for reference in operation?["parameters"] as? [JSON] ?? [] {
                let name = (reference["$ref"] as? String)?.split(separator: "/").last.map(String.init)
                let parameter = try name.map { try #require(shared[$0]) } ?? reference
                guard let schema = parameter["schema"] as? JSON, parameter["in"] as? String == "query",
                    let name = parameter["name"] as? String
                else { continue }
                func status(_ value: String) async throws -> Int {
                    let base =
                        switch path {
                        case "/om/v1/forecast", "/om/v1/air-quality": "latitude=37.5&longitude=127&"
                        case "/om/v1/search": "name=Busan&"
                        case "/om/v1/get": "id=1705808834&"
                        default: takesPlace ? "area=Busan&" : ""
                        }
                    let target = "\(path.replacing("{place}", with: "Busan"))?\(base)\(name)=\(value)"
                    return try await service.get(target, headers: [.accept: "text/plain"]).status.code
                }
                var (good, bad): ([String], [String]) = ([], [])
                if let values = schema["enum"] as? [String] { (good, bad) = (values, ["none-of-these"]) }
                if schema["type"] as? String == "integer" {
                    let limits = [schema["minimum"], schema["maximum"]].compactMap { $0 as? Int }
                    good = limits.map { "\($0)" }
                    bad =
                        ["x", "1.5"] + (limits.first.map { ["\($0 - 1)"] } ?? [])
                        + (limits.last.map { ["\($0 + 1)"] } ?? [])
                }
                if schema.keys.sorted() == ["type"] { good = ["", "x", "1"] }
                // The stream has no end to wait for.
                for value in path == "/v1/stream" ? [] : good {
                    #expect(try await status(value) == 200, "\(path) \(name)=\(value)")
                }
                for value in bad { #expect(try await status(value) == 400, "\(path) \(name)=\(value)") }
            }
        }
    }

    @Test("The description names every code, feed, service, theme and status")
    func names() async throws {
        func values(_ name: String) async throws -> [String] {
            try #require(try await schema(name)["enum"] as? [String]).sorted()
        }
        #expect(try await values("Feed") == Feed.allCases.map(\.rawValue).sorted())
        #expect(try await values("Source") == Provider.allCases.map(\.rawValue).sorted())
        #expect(try await values("ThemeName") == Theme.allCases.map(\.rawValue).sorted())
        let problem = try #require(try await schema("Problem")["properties"] as? [String: JSON])
        #expect(problem["code"]?["enum"] as? [String] == ErrorCode.allCases.map(\.rawValue))
        let report = try #require(try await schema("SourceReport")["properties"] as? [String: JSON])
        #expect(report["status"]?["enum"] as? [String] == FeedReport.Status.allCases.map(\.rawValue))
    }

    @Test("The description requires every field that a response has", arguments: Question.allCases)
    func fields(_ question: Question) async throws {
        let answer = try await TestService().get("/v1/\(question.rawValue)?area=Busan").json
        let schema = try await schema(question.rawValue.capitalized)
        #expect(Set(try #require(schema["required"] as? [String])) == Set(answer.keys))
    }

    @Test("No schema leaves to a list of types what an array holds: generators pass over such an answer")
    func types() async throws {
        var untyped: [String] = []
        func walk(_ value: Any, _ path: String) {
            for (index, item) in ((value as? [Any]) ?? []).enumerated() { walk(item, "\(path)/\(index)") }
            guard let schema = value as? JSON else { return }
            let types = (schema["type"] as? [String]) ?? [schema["type"] as? String].compactMap { $0 }
            if types.contains("array"), schema["items"] == nil || types.contains("object") {
                untyped.append(path)
            }
            for (name, item) in schema { walk(item, "\(path)/\(name)") }
        }
        walk(try await document(), "")
        #expect(untyped.isEmpty, "\(untyped)")
    }

    @Test("The description bears the version of the program")
    func version() async throws {
        let info = try #require(try await document()["info"] as? JSON)
        #expect(info["version"] as? String == Version.current)
    }
}
