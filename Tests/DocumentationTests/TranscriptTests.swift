import Foundation
import TestSupport
import Testing

@Suite("Transcripts", .takesSlots(programs: 1))
struct TranscriptTests {
    @Test("A transcript in the documentation is what the program prints", arguments: try Transcript.all())
    func transcript(_ transcript: Transcript) async throws {
        let arguments = transcript.words
        let program = try #require(arguments.first)
        let run = try await Program.run(program, Array(arguments.dropFirst()))
        #expect(run.status == 0)
        let printed = run.output
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast()
        #expect(transcript.firstLineMissing(from: printed.map(String.init)) == nil)
    }

    @Test("A page with sample output says at what moment it was printed", arguments: try Repository.pages())
    func moment(path: String) throws {
        let page = try Markdown(path)
        guard page.blocks("console").contains(where: { $0.contains("--sample") }) else { return }
        #expect(page.text.contains("`KMA_NOW=\(Program.exampleMoment)`"))
    }

    @Test("Each README shows a line, JSON and a theme", arguments: ["README.md", "README.en.md"])
    func examples(path: String) throws {
        let commands = Transcript.all(in: try Markdown(path)).map(\.command)
        for part in ["--json", "--format line", "kma theme"] {
            #expect(commands.contains { $0.contains(part) }, "\(part)")
        }
    }

    static let printed = ["{", "  a", "  b", "  c", "}"]

    @Test(
        "A transcript is right where every shown line is printed in its place",
        arguments: [printed, ["{", "…", "}"], ["{", "  a", "…", "  c", "}"], ["…", "}"], ["{", "…"]]
    )
    func right(_ lines: [String]) {
        #expect(Transcript(command: "", lines: lines).firstLineMissing(from: Self.printed) == nil)
    }

    @Test(
        "A transcript is wrong where a line is missing, changed, out of order or left out without a mark",
        arguments: [
            ["{", "}"], ["{", "  a", "  b", "  c"], ["{", "…", "  x", "…", "}"],
            ["{", "…", "  c", "  a", "…", "}"],
            ["…", "  b", "…", "  a", "…"], printed + ["  d"],
        ]
    )
    func wrong(_ lines: [String]) {
        #expect(Transcript(command: "", lines: lines).firstLineMissing(from: Self.printed) != nil)
    }
}

/// A command and its output, as a `console` block shows them. A line with nothing but `…` stands for any lines.
struct Transcript: CustomTestStringConvertible {
    var command: String
    var lines: [String]

    var testDescription: String { command }

    /// Transcripts of every page.
    static func all() throws -> [Transcript] {
        try Repository.pages().flatMap { try all(in: Markdown($0)) }
    }

    static func all(in page: Markdown) -> [Transcript] {
        page.blocks("console").flatMap { block in
            block.split(separator: "\n", omittingEmptySubsequences: false).reduce(into: [Transcript]()) {
                all,
                line in
                if line.hasPrefix("$ ") {
                    all.append(Transcript(command: String(line.dropFirst(2)), lines: []))
                } else if !all.isEmpty {
                    all[all.count - 1].lines.append(String(line))
                }
            }
        }
    }

    /// The words of the command; a quoted part is one word.
    var words: [String] {
        command.matches(of: /"([^"]*)"|(\S+)/).map { String($0.output.1 ?? $0.output.2 ?? "") }
    }

    /// The first line that is shown and not printed there, `nil` where all is as shown.
    func firstLineMissing(from printed: [String]) -> String? {
        var rest = printed[...]
        let stretches = lines.split(omittingEmptySubsequences: false) {
            $0.trimmingCharacters(in: .whitespaces) == "…"
        }
        for (index, stretch) in stretches.enumerated() {
            let shown = Array(stretch)
            guard let first = shown.first else { continue }
            let starts = rest.indices.filter { Array(rest[$0...].prefix(shown.count)) == shown }
            let isFirst = index == 0
            let isLast = index == stretches.count - 1
            let start = isFirst ? starts.first { $0 == rest.startIndex } : isLast ? starts.last : starts.first
            guard let start else { return shown.first { !rest.contains($0) } ?? first }
            rest = rest[(start + shown.count)...]
        }
        let isCut = stretches.last?.isEmpty == true
        return isCut ? nil : rest.first
    }
}
