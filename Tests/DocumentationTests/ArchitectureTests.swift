import Foundation
import Testing

@Suite("Architecture page")
struct ArchitectureTests {
    @Test(
        "The glossary and the diagram use the names of the code",
        arguments: zip(Markdown.translations(of: "docs/architecture"), ["## 용어", "## Glossary"])
    )
    func glossary(path: String, heading: String) throws {
        let source = try Repository.swiftFiles(in: "Sources").map { try Repository.text(of: $0) }.joined()
        let declared = Set(
            source.matches(of: /\b(?:struct|enum|class|actor|protocol|typealias) ([A-Z]\w+)/)
                .map { String($0.output.1) }
        )
        let page = try Markdown(path)
        let named = page.section(heading).matches(of: /`([A-Z]\w+)`/).map { String($0.output.1) }
        #expect(!named.isEmpty)
        #expect(named.filter { !declared.contains($0) } == [])
        let diagram = try #require(page.blocks("mermaid").first)
        let nodes = diagram.matches(of: /\b(?:[A-Z][a-z]+){2,}\b/).map { String($0.output) }
        let known = declared.union(try Repository.targets())
        #expect(nodes.filter { !known.contains($0) } == [])
    }

    @Test(
        "The architecture page lists every target of Sources",
        arguments: Markdown.translations(of: "docs/architecture")
    )
    func targets(path: String) throws {
        let listed = Set(Markdown.firstCells(in: try Repository.text(of: path)))
        // Part of the build, not of the programs.
        #expect(try Repository.targets().subtracting(listed) == ["embed-tables"])
    }

    @Test("There is one diagram, the same in both languages")
    func diagram() throws {
        let diagrams = try Markdown.translations(of: "docs/architecture")
            .map { try Markdown($0).blocks("mermaid") }
        #expect(diagrams[0].count == 1)
        #expect(diagrams[0] == diagrams[1])
    }

    @Test(
        "The ten lines of Swift are those of the snippet",
        arguments: Markdown.translations(of: "docs/architecture")
            + ["Sources/KMAForecast/Documentation.docc/WeekInTenLines.md"]
    )
    func tenLines(path: String) throws {
        let snippet = try Repository.text(of: "Snippets/WeekInTenLines.swift")
        let parts = snippet.components(separatedBy: "// snippet.")
        let lines = try #require(parts.first { $0.hasPrefix("week\n") }).split(separator: "\n").dropFirst()
        #expect(lines.count == 10)
        #expect(try Markdown(path).blocks("swift") == [lines.joined(separator: "\n")])
    }

    @Test(
        "The client of the service is shown as its snippet has it",
        arguments: Markdown.translations(of: "docs/http")
    )
    func client(path: String) throws {
        let snippet = try Repository.text(of: "Snippets/ServedWeek.swift")
        let parts = snippet.components(separatedBy: "// snippet.")
        let lines = try #require(parts.first { $0.hasPrefix("week\n") }).split(separator: "\n").dropFirst()
        #expect(try Markdown(path).blocks("swift") == [lines.joined(separator: "\n")])
    }

    @Test("The code of the article about apps is that of its snippets, all of it")
    func apps() throws {
        let snippet = try Repository.text(of: "Snippets/WeatherApp.swift")
        let parts = snippet.components(separatedBy: "// snippet.").filter { !$0.hasPrefix("end\n") }
            .dropFirst()
        let code = parts.map { part in
            part.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().joined(separator: "\n")
                .trimmingCharacters(in: .newlines)
        }
        let article = try Markdown("Sources/KMAForecast/Documentation.docc/WeatherApps.md").blocks("swift")
        #expect(Array(article.dropFirst()) == code)
    }

    @Test("The C library of the system is imported in one file, and the libraries need no package")
    func imports() throws {
        for file in try Repository.swiftFiles(in: "Sources") where !file.contains("Sources/CLibrary/") {
            let text = try Repository.text(of: file)
            #expect(
                text.firstMatch(of: /(?m)^ *(@\w+ )?(public |internal )?import (Glibc|Musl|Darwin|Android)$/)
                    == nil,
                "\(file)"
            )
        }
        let package = try Repository.text(of: "Package.swift")
        #expect(package.matches(of: /\.product\(/).count == 1)
        #expect(
            package.contains(
                #".product(name: name, package: package, condition: .when(traits: ["Programs"]))"#
            )
        )
    }
}
