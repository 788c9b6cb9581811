import Rendering
import TestSupport
import Testing

@Suite("--template", .takesSlots(programs: 1))
struct TemplateTests {
    private static func run(_ template: String, _ more: String...) async throws -> Program.Outcome {
        try await Program().run(["now", "경기도", "--sample", "--template", template] + more)
    }

    @Test(
        "Text and fields make a line, and doubled braces and escapes are what they stand for",
        arguments: [
            ("{place}: {theme}", "경기도: clear\n"), ("{{{theme}}}", "{clear}\n"),
            ("a\\tb\\n{theme}", "a\tb\nclear\n"),
            ("plain", "plain\n"), ("{wind_gust}", "-\n"),
        ]
    )
    func lines(template: String, line: String) async throws {
        let run = try await Self.run(template)
        #expect(run.status == 0)
        #expect(run.output == line)
    }

    @Test("Every field can be asked for, of one place or several")
    func fields() async throws {
        let template = Template.Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: "|")
        let run = try await Self.run(template, "--area", "서울", "--area", "부산")
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 3)
        for line in lines {
            let values = line.split(separator: "|", omittingEmptySubsequences: false)
            #expect(values.count == Template.Field.allCases.count)
            #expect(values.allSatisfy { !$0.isEmpty && !$0.contains("{") })
        }
    }

    @Test(
        "A field that is none is wrong usage, and the message names those there are",
        arguments: [("ko", "쓸 수 있는 필드"), ("en", "The fields are")]
    )
    func unknownField(language: String, words: String) async throws {
        let run = try await Self.run("{temp}°", "--lang", language)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(run.standardError.contains("{temp}"))
        #expect(run.standardError.contains("\(words)"))
        for field in Template.Field.allCases { #expect(run.standardError.contains("{\(field.rawValue)}")) }
    }

    @Test("A brace without its other half is wrong usage", arguments: ["{sky", "sky}", "{", "}"])
    func brace(template: String) async throws {
        #expect(try await Self.run(template).status == 64)
    }

    @Test("A template and a format contradict each other", arguments: [["--json"], ["--format", "csv"]])
    func contradiction(options: [String]) async throws {
        let run = try await Program().run(
            ["week", "서울", "--sample", "--template", "{sky}"] + options
        )
        #expect(run.status == 64)
    }
}
