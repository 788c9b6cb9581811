import Feeds
import Forecast
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import KMAForecast
import NIOHTTP1
import Rendering
import TestSupport
import Testing

@testable import kma_server

@Suite("The service's words for faults", .takesSlots(programs: 1))
struct ProblemSnapshotTests {
    @Test("The words of every problem are as their snapshot", arguments: Language.allCases)
    func words(language: Language) async throws {
        let lines = try await lines(language)
        let text = lines.joined(separator: "\n") + "\n"
        #expect(try Snapshot(name: "problems.\(language.rawValue)").difference(from: text) == nil)
    }

    /// The folders of `Sources/kma-server` whose sentences are those of problems.
    private static let folders = [
        "Controllers", "Connections", "Integrations/MCP", "Integrations/Text", "RateLimiting", "Requests",
    ]

    @Test("No sentence of a problem is without a snapshot")
    func complete() async throws {
        let told = try await lines(.korean).joined(separator: "\n")
        var count = 0
        // The pages' words about themselves are no problem.
        let files = try ProblemSnapshotTests.folders.flatMap(swiftFiles)
            .filter { $0.lastPathComponent != "PageTexts.swift" }
        for file in files {
            for sentence in try sentences(in: file) {
                if !told.contains(sentence) { Issue.record("\(file.lastPathComponent): \(sentence)") }
                count += 1
            }
        }
        #expect(count > 40)
    }

    /// Lines of refused requests, then of problems without a single request.
    private func lines(_ language: Language) async throws -> [String] {
        let service = try TestService(language: language)
        var lines: [String] = []
        for (method, target, headers) in ProblemSnapshotTests.requests {
            let response = try await service.get(target, method: method, headers: headers)
            let json = try? response.json
            let words = ["title", "detail"].compactMap { json?[$0] as? String }.joined(separator: ": ")
            let decoded = target.removingPercentEncoding ?? target
            let shown = decoded.contains(where: \.isControl) ? target : decoded
            lines.append("\(response.status.code) \(method) \(shown.prefix(60))")
            lines.append("    " + (json == nil ? response.text.trimmingCharacters(in: .newlines) : words))
        }
        for (name, problem) in ProblemSnapshotTests.problems {
            lines.append("\(problem.status.code) \(name)")
            lines.append("    \(problem.title[language]): \(problem.detail[language])")
        }
        return lines
    }

    private typealias Request = (method: HTTPRequest.Method, target: String, headers: HTTPFields)

    private static let requests: [Request] =
        ProblemTests.refusals.map { ($0.method, $0.target, [:]) }
        + [
            "/v1/week?area=\("수웑".encoded)", "/v1/week?lat=127&lon=37.5", "/v1/week?area=%zz",
            "/v1/theme?area=Busan&date=x", "/v1/week?area=Busan&on=x",
            "/v1/theme?area=Busan&on=tomorrow&date=2026-10-05",
            "/Busan+tomorrow?view=theme",
            "/v1/history?area=Busan&on=x", "/v1/rain?area=Busan&within=x",
            "/v1/rain?area=Busan&within=3h&on=tomorrow",
            "/v1/accuracy?area=Busan&since=x",
            "/v1/areas?q=" + String(repeating: "a", count: 101),
            "/v1/week?" + Array(repeating: "area=Busan", count: 21).joined(separator: "&"),
            "/Busan?view=moon", "/Busan?format=pdf", "/Busan?view=hours&line", "/Busan?template={moon}",
            "/Busan?template=%1b",
            "/Busan?template={sky", "/Busan?template={sky}&format=csv", "/Busan?x=1", "/Busan?line&line",
            "/Busan?template=" + String(repeating: "x", count: 401), "/\("없는곳".encoded)",
        ].map { (.get, $0, [.userAgent: "curl/8.5.0"]) }
        + [
            (.post, "/mcp", [.origin: "https://example.com"]),
            (.get, "/Busan", [.accept: "application/json"]),
        ]

    private static let problems: [(name: String, problem: Problem)] =
        ErrorCode.allCases.map { code in
            let source = FeedReport(feed: .shortTerm, status: .failed, error: FeedError(code))
            return (code.rawValue, Problem(ForecastError.nothingToShow([source])))
        } + [
            ("no key", .noKey), ("fault of the program", .internalError),
            ("body", .unexpectedBody(status: .badRequest)), ("message", .messageTooLong(limit: 16_384)),
            ("host", .malformedHost), ("version", .unsupportedVersion), ("target", .malformedTarget),
            ("no HTTP", .unreadable), ("head", Problem(HTTPParserError.headerOverflow)),
            ("requests", .tooManyRequests(retryAfter: 2)), ("misses", .tooManyMisses(retryAfter: 60)),
            ("streams of a client", .shareHeld(.streams, ServerOptions.streamsPerClient)),
            ("streams", .allHeld(.streams)),
            ("connections of a client", .shareHeld(.connections, ServerOptions.connectionsPerClient)),
            ("connections", .allHeld(.connections)),
        ]

    private func swiftFiles(in folder: String) throws -> [URL] {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/kma-server/" + folder)
        return try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
    }

    /// The Korean texts in a source, without what is put into them.
    private func sentences(in file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
            .map { $0.replacing(/\\\((?:[^()]|\([^()]*\))*\)/, with: "\u{0}") }
            .flatMap { $0.matches(of: /"([^"]*)"/).flatMap { $0.1.split(separator: "\u{0}") } }
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.contains { ("가"..."힣").contains($0) } }
    }
}
