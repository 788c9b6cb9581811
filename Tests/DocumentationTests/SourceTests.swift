import Foundation
import Testing

@Suite("Source rules")
struct SourceTests {
    @Test("Zone codes are in Data/ only")
    func zoneCodes() throws {
        for file in try Repository.swiftFiles(in: "Sources", "Plugins") {
            let codes = try code(of: file).matches(of: /11[A-H]\d{5}/).map(\.output)
            #expect(codes == [], "\(file)")
        }
    }

    @Test("Nothing is forced: no `!` after a value, no `try!`, no `as!`")
    func force() throws {
        for file in try Repository.swiftFiles(in: "Sources", "Plugins", "Tests/Benchmarks", "Snippets") {
            let withoutTexts = try code(of: file).replacing(/"[^"\n]*"/, with: "")
            let forced = withoutTexts.matches(of: /[\w)\]>?]!(?!=)/).map(\.output)
            #expect(forced == [], "\(file)")
        }
    }

    @Test("No file is over 400 lines")
    func length() throws {
        for file in try Repository.swiftFiles(in: "Sources", "Plugins", "Tests", "Snippets") {
            let lines = try Repository.text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 401, "\(file)")
        }
    }

    @Test("Comments and titles of tests begin with a noun or a verb, and titles have at most 100 characters")
    func firstWords() throws {
        let refused = /(?:What|Who|Whoever|Which|How|Those|That of)\b/
        for file in try Repository.swiftFiles(in: "Sources", "Plugins", "Tests", "Snippets") {
            let lines = try Repository.text(of: file).split(separator: "\n").map {
                $0.drop(while: \.isWhitespace)
            }
            let comments = zip([""] + lines, lines)
                .filter { previous, line in line.hasPrefix("/// ") && !previous.hasPrefix("///") }
                .map { $0.1.dropFirst(4) }
            let titles = zip(lines, lines.dropFirst() + [""])
                .filter { line, _ in line.hasPrefix("@Test(") || line.hasPrefix("@Suite(") }
                .compactMap { line, next in
                    (line + next).prefixMatch(of: /@\w+\("((?:[^"\\]|\\.)*)"/)?.output.1
                }
            #expect((comments + titles).filter { $0.starts(with: refused) } == [], "\(file)")
            #expect(titles.filter { $0.count > 100 } == [], "\(file)")
        }
    }

    /// A file without the lines that are comments.
    private func code(of file: String) throws -> String {
        try Repository.text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
            .joined(separator: "\n")
    }
}
