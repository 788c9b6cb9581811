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
        for file in try Repository.swiftFiles(in: "Sources", "Plugins", "Benchmarks", "Snippets") {
            let withoutTexts = try code(of: file).replacing(/"[^"\n]*"/, with: "")
            let forced = withoutTexts.matches(of: /[\w)\]>?]!(?!=)/).map(\.output)
            #expect(forced == [], "\(file)")
        }
    }

    @Test("No file is over 400 lines")
    func length() throws {
        for file in try Repository.swiftFiles(in: "Sources", "Plugins", "Tests", "Benchmarks", "Snippets") {
            let lines = try Repository.text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 401, "\(file)")
        }
    }

    /// A file without the lines that are comments.
    private func code(of file: String) throws -> String {
        try Repository.text(of: file).split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
            .joined(separator: "\n")
    }
}
