import Feeds
import Forecast
import Foundation
import KMAForecast
import Rendering
import Settings
import TestSupport
import Testing

@testable import kma

/// Compares the reference pages with the programs: a setting, option, command, path, field, code, status or metric
/// that is on one side only fails.
@Suite("Reference pages", .takesSlots(programs: 1))
struct ReferenceTests {
    @Test(
        "The settings page lists every setting, and no other",
        arguments: Markdown.translations(of: "docs/settings")
    )
    func settings(path: String) throws {
        let listed = Markdown.firstCells(in: try Repository.text(of: path))
            .filter { $0.wholeMatch(of: /[A-Z]+_[A-Z_]+/) != nil }
        #expect(listed.sorted() == SettingName.allCases.map(\.rawValue).sorted())
    }

    @Test(
        "The JSON page lists every error code, and no other, with its exit status and HTTP status",
        arguments: zip(Markdown.translations(of: "docs/json"), ["## 오류 코드", "## Error codes"])
    )
    func errorCodes(path: String, heading: String) throws {
        let rows = Markdown.rows(in: try Markdown(path).section(heading))
            .filter { $0[0].wholeMatch(of: /[a-z_]+/) != nil }
        #expect(rows.map { $0[0] }.sorted() == ErrorCode.allCases.map(\.rawValue).sorted())
        for row in rows {
            let traits = try #require(ErrorCode(rawValue: row[0])).traits
            // A setting that cannot be used has another status than a question, and the same code.
            #expect(row[3].prefix { $0.isNumber } == "\(traits.exitStatus.rawValue)", "\(row[0])")
            #expect(row[4] == "\(traits.httpStatus)", "\(row[0])")
        }
    }

    @Test(
        "The command line page lists every exit status, and no other",
        arguments: zip(Markdown.translations(of: "docs/cli"), ["## 종료 상태", "## Exit statuses"])
    )
    func exitStatuses(path: String, heading: String) throws {
        let listed = Markdown.firstCells(in: try Markdown(path).section(heading)).compactMap { Int32($0) }
        #expect(listed == ExitStatus.allCases.map(\.rawValue))
    }

    @Test(
        "The command line page lists every command, in the order of the help",
        arguments: Markdown.translations(of: "docs/cli")
    )
    func commands(path: String) async throws {
        let cells = Markdown.firstCells(in: try Repository.text(of: path))
        let listed = cells.compactMap { $0.wholeMatch(of: /kma ([a-z]+).*/).map { String($0.output.1) } }
        #expect(try await listed == Options(of: "kma").commands)
    }

    @Test(
        "The page of a program lists every option of it, and no other",
        arguments: [("kma", "docs/cli"), ("kma-server", "docs/http")]
            .flatMap { pair in Markdown.translations(of: pair.1).map { (pair.0, $0) } }
    )
    func options(program: String, path: String) async throws {
        let cells = Markdown.firstCells(in: try Repository.text(of: path)).filter { $0.hasPrefix("-") }
        let listed = Set(cells.flatMap { $0.matches(of: /--[a-z][a-z-]*/).map { String($0.output) } })
        let options = try await Options(of: program)
        #expect(!options.shown.isEmpty)
        // The parser adds --help to each command by itself, and --version to the first.
        #expect(options.shown.subtracting(listed).subtracting(["--help", "--version"]) == [])
        #expect(listed.subtracting(options.all) == [])
    }

    @Test("The JSON page names every feed", arguments: Markdown.translations(of: "docs/json"))
    func feeds(path: String) throws {
        let section = try Markdown(path).section("## sources")
        for feed in Feed.allCases {
            #expect(section.contains("`\(feed.rawValue)`"))
        }
    }

    @Test("The JSON page lists every status of a source", arguments: Markdown.translations(of: "docs/json"))
    func sourceStatuses(path: String) throws {
        let listed = Markdown.firstCells(in: try Markdown(path).section("## sources"))
        for status in FeedReport.Status.allCases {
            #expect(listed.contains(status.rawValue))
        }
    }

    @Test(
        "The JSON page has every field that a command prints",
        arguments: Markdown.translations(of: "docs/json"),
        ["week", "now", "hours", "theme", "outlook", "areas", "doctor"]
    )
    func fields(path: String, command: String) async throws {
        let place = ["areas", "doctor"].contains(command) ? [] : ["--area", "부산", "--sample"]
        let run = try await Program.run("kma", [command, "--json"] + place)
        let page = try Repository.text(of: path)
        let fields = Set(run.output.matches(of: /"([a-z0-9_]+)":/).map { String($0.output.1) })
        #expect(!fields.isEmpty)
        for field in fields {
            #expect(page.contains("`\(field)`"), "\(field)")
        }
    }

    @Test(
        "The HTTP page has every path and parameter of openapi.json, and no other path",
        arguments: Markdown.translations(of: "docs/http")
    )
    func paths(path: String) throws {
        let description = try JSONDecoder().decode(
            ServiceDescription.self,
            from: Data(Repository.text(of: "Sources/kma-server/Page/openapi.json").utf8)
        )
        let page = try Repository.text(of: path)
        let listed = Set(page.matches(of: /\| `(?:GET|POST) (\S+)`/).map { String($0.output.1) })
        // The pages for people are not in the description.
        #expect(listed == Set(description.paths.keys).union(["/", "/embed", "/accuracy"]))
        for parameter in description.parameters {
            #expect(page.contains("`\(parameter)`"), "\(parameter)")
        }
    }

    @Test(
        "The HTTP page lists every error status of openapi.json",
        arguments: Markdown.translations(of: "docs/http")
    )
    func httpStatuses(path: String) throws {
        let listed = Markdown.firstCells(in: try Repository.text(of: path)).compactMap { Int($0) }
        let description = try Repository.text(of: "Sources/kma-server/Page/openapi.json")
        let described = Set(description.matches(of: /"([45]\d\d)":/).compactMap { Int($0.output.1) })
        #expect(!described.isEmpty)
        #expect(described.subtracting(listed) == [])
    }

    @Test("The HTTP page lists every metric, and no other", arguments: Markdown.translations(of: "docs/http"))
    func metrics(path: String) throws {
        func names(in text: String) -> Set<String> {
            Set(text.matches(of: /["`]((kma|process)_[a-z_]+)["`]/).map { String($0.output.1) })
        }
        let source = try Repository.swiftFiles(in: "Sources/kma-server")
            .map { try Repository.text(of: $0) }.joined()
        #expect(try names(in: Repository.text(of: path)) == names(in: source))
    }
}

/// Paths and parameters of `openapi.json`.
private struct ServiceDescription: Decodable {
    var paths: [String: Empty]
    var components: Components

    var parameters: [String] {
        components.parameters.values.flatMap { parameter in
            let alternatives = parameter.schema.oneOf ?? []
            return alternatives.isEmpty
                ? [parameter.name] : alternatives.flatMap { ($0.properties ?? [:]).keys }
        }
    }

    struct Empty: Decodable {}

    struct Components: Decodable {
        var parameters: [String: Parameter]
    }

    struct Parameter: Decodable {
        var name: String
        var schema: Schema
    }

    struct Schema: Decodable {
        var oneOf: [Alternative]?
    }

    struct Alternative: Decodable {
        var properties: [String: Empty]?
    }
}
