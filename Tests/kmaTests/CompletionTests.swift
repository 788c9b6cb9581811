import TestSupport
import Testing

@testable import kma

@Suite("Completion")
struct CompletionTests {
    private func texts(_ words: String...) -> [String] {
        Completion(commands: KMA.commands).candidates(for: words).map(\.text)
    }

    @Test(
        "A place is completed from the beginning of any of its spellings",
        arguments: [
            ("성남", "성남시"), ("분당", "분당구"), ("Bundang", "Bundang-gu"), ("bund", "Bundang-gu"), ("강남역", "강남역"),
            ("경기도 성남시 분", "경기도 성남시 분당구"), ("홍대", "홍대"), ("중구", "서울특별시 중구"), ("역삼1", "역삼1동"),
        ]
    )
    func places(typed: String, first: String) {
        #expect(texts(typed).first == first)
        #expect(texts("now", typed).first == first)
    }

    @Test("A word is completed with the words before it, and else as a place of its own")
    func words() {
        #expect(texts("week", "성남", "분").first == "분당구")
        #expect(texts("week", "서울", "부산", "제주").first == "제주특별자치도")
        #expect(texts("now", "--lang", "en", "성남", "분").first == "분당구")
    }

    @Test("Commands, options and their values are completed where they may stand")
    func commands() {
        #expect(texts("we").first == "week")
        #expect(texts("") == KMA.commands.map(\.name))
        #expect(texts("week", "--fo") == ["--format"])
        #expect(texts("theme", "--da") == ["--date"])
        #expect(texts("doctor", "--are").isEmpty)
        #expect(texts("week", "--format", "nd") == ["ndjson"])
        #expect(texts("week", "-l", "") == ["ko", "en"])
        #expect(texts("doctor", "서울").isEmpty)
    }

    @Test("The value of --area is one word")
    func area() {
        #expect(texts("week", "--area", "분당").first == "분당구")
        #expect(texts("week", "--area", "성남").allSatisfy { !$0.contains(" ") })
    }

    @Test("The program prints a candidate a line, with its meaning behind a tab")
    func lines() async throws {
        let run = try await Program()("completion", "--words", "--", "now", "강남역")
        #expect(run.output == "강남역\t서울특별시 강남구 강남역\n")
        let none = try await Program()("completion", "--words", "--", "없는곳")
        #expect(none.status == 0 && none.output.isEmpty)
    }

    @Test("A shell without a script is wrong usage", arguments: [["completion"], ["completion", "tcsh"]])
    func unknownShell(arguments: [String]) async throws {
        #expect(try await Program().start(arguments).outcome().status == 64)
    }
}
