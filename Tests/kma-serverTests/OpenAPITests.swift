import Feeds
import Forecast
import Foundation
import HummingbirdTesting
import KMAForecast
import Testing

@testable import kma_server

@Suite("/openapi.json")
struct OpenAPITests {
    private typealias JSON = [String: Any]

    private func document() async throws -> [String: Any] {
        try await ServiceScene().get("/openapi.json").json
    }

    private func schema(_ name: String) async throws -> [String: Any] {
        let components = try #require(try await document()["components"] as? JSON)
        return try #require((components["schemas"] as? JSON)?[name] as? JSON)
    }

    @Test("names every path but those of the page, with the parameters it knows")
    func paths() async throws {
        let document = try await document()
        let paths = try #require(document["paths"] as? [String: JSON])
        let shared = try #require((document["components"] as? JSON)?["parameters"] as? [String: JSON])
        let endpoints = try ServiceScene().service.endpoints.filter { $0.parameters != nil }
        #expect(Set(paths.keys) == Set(endpoints.map(\.path)))
        for endpoint in endpoints {
            let operation = try #require(paths[endpoint.path]?["get"] as? JSON)
            let references = operation["parameters"] as? [[String: String]] ?? []
            let names = try references.flatMap { reference in
                let name = try #require(reference["$ref"]?.split(separator: "/").last)
                let parameter = try #require(shared[String(name)])
                return try Self.names(of: parameter)
            }
            let known = endpoint.parameters ?? []
            #expect(names.sorted() == known.map(\.rawValue).sorted(), "\(endpoint.path)")
        }
    }

    /// A parameter's names in a query: those of its members where it is an object.
    private static func names(of parameter: [String: Any]) throws -> [String] {
        let schema = try #require(parameter["schema"] as? JSON)
        guard let forms = schema["oneOf"] as? [JSON] else {
            return [try #require(parameter["name"] as? String)]
        }
        return forms.flatMap { ($0["properties"] as? JSON)?.keys.map(\.self) ?? [] }
    }

    @Test("names every code, feed, service, theme and status")
    func names() async throws {
        func values(_ name: String) async throws -> [String] {
            try #require(try await schema(name)["enum"] as? [String]).sorted()
        }
        #expect(try await values("Feed") == Feed.allCases.map(\.rawValue).sorted())
        #expect(try await values("Source") == Source.allCases.map(\.rawValue).sorted())
        #expect(try await values("ThemeName") == Theme.allCases.map(\.rawValue).sorted())
        let problem = try #require(try await schema("Problem")["properties"] as? [String: JSON])
        #expect(problem["code"]?["enum"] as? [String] == ErrorCode.allCases.map(\.rawValue))
        let report = try #require(try await schema("SourceReport")["properties"] as? [String: JSON])
        #expect(report["status"]?["enum"] as? [String] == SourceReport.Status.allCases.map(\.rawValue))
    }

    @Test("requires every field that an answer has", arguments: Question.allCases)
    func fields(_ question: Question) async throws {
        let answer = try await ServiceScene().get("/v1/\(question.rawValue)?area=Busan").json
        let schema = try await schema(question.rawValue.capitalized)
        #expect(Set(try #require(schema["required"] as? [String])) == Set(answer.keys))
    }

    @Test("bears the version of the program")
    func version() async throws {
        let info = try #require(try await document()["info"] as? JSON)
        #expect(info["version"] as? String == Version.current)
    }
}
