import TestSupport
import Testing

@testable import kma

@Suite("Completion", .takesSlots(programs: 1))
struct CompletionTests {
    private func texts(_ words: String...) -> [String] {
        do { return try Completion(commands: KMA.commands).candidates(for: words).map(\.text) } catch {
            Issue.record(error)
            return []
        }
    }

    @Test("An option stands in completion with the sentence that help has", arguments: ["ko", "en"])
    func sameAsHelp(language: String) async throws {
        let program = try Program(["KMA_LANG": language, "COLUMNS": "1000"])
        // The languages go the same way, so that one command stands for all in the second.
        for (name, _) in KMA.commands.prefix(language == "ko" ? KMA.commands.count : 1) {
            let help = try await program(name, "--help").output.split(separator: "\n").map(String.init)
            let completion = try await program("completion", "--words", "--", name, "--").output
            let options = completion.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
            #expect(options.count >= 2, "\(name)")
            for option in options {
                let isLine = help.contains { line in
                    line.hasSuffix(option[1])
                        && line.split(separator: " ").prefix(2).contains { $0 == option[0] }
                }
                #expect(isLine, "\(name): \(option)")
            }
        }
    }

    @Test("Behind help the names of commands are offered, and nothing behind one")
    func help() {
        #expect(texts("help", "w") == ["week", "why", "watch"] && texts("help", "ra") == ["rain"])
        #expect(texts("help", "").count == KMA.commands.count && texts("help", "rain", "").isEmpty)
    }

    @Test("A Korean name of a command is offered from its first syllable on")
    func koreanNames() {
        for name in KMA.commands.flatMap({ $0.type.koreanNames }) {
            #expect(texts(String(name.prefix(1))).contains(name), "\(name)")
        }
        #expect(texts("비").contains("비") && texts("비금").first == "비금면")
    }

    @Test("Every command that takes words of time offers 내일 for its first syllable, and no other does")
    func timesOfCommands() async throws {
        let program = try Program()
        for (name, type) in KMA.commands {
            #expect(texts(name, "내").contains("내일") == type.takes.contains(.times), "\(name)")
            guard type.takes.contains(.times) else { continue }
            let words = type.takes.contains(.places) ? [name, "내일", "서울"] : [name, "내일"]
            let run = try await program.run(words + ["--sample", "--quiet"])
            #expect(run.status < 2 && run.standardError.isEmpty, "\(name): \(run.standardError)")
        }
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
        #expect(texts("we") == ["week"] && texts("ra") == ["rain"] && texts("W") == ["week", "why", "watch"])
        #expect(texts("week", "서울", "ra").allSatisfy { $0 != "rain" })
        #expect(texts("--lang", "en", "ra") == ["rain"])
        #expect(texts("") == KMA.commands.map(\.name))
        #expect(texts("week", "--fo") == ["--format"])
        #expect(texts("theme", "--da") == ["--date"])
        // As a run takes it: in any case of letters.
        #expect(texts("Theme", "--da") == ["--date"])
        #expect(texts("doctor", "--are").isEmpty)
        #expect(texts("week", "--format", "nd") == ["ndjson"])
        #expect(texts("week", "-l", "") == ["ko", "en"])
        #expect(texts("doctor", "-f", "") == ["table", "json"] && texts("지금", "-f", "way") == ["waybar"])
        #expect(texts("hours", "--format", "").contains("csv") && !texts("hours", "-f", "").contains("line"))
        #expect(texts("week", "--color", "a") == ["auto", "always"])
        #expect(texts("doctor", "서울").isEmpty)
        #expect(texts("ledger", "") == ["status", "verify", "backup", "merge", "export", "import"])
        #expect(texts("ledger", "m") == ["merge"])
        #expect(texts("completion", "") == ["bash", "zsh", "fish"] && texts("completion", "zsh", "").isEmpty)
        #expect(texts("watch", "서울", "--when", "al") == ["alert"] && texts("watch", "강남역").first == "강남역")
        #expect(["alerts", "history", "accuracy"].allSatisfy { texts($0, "강남역").first == "강남역" })
    }

    @Test("Words of time are completed where a command takes a time, before places and after them")
    func times() {
        #expect(
            texts("내").first == "내일" && texts("서울", "내").first == "내일" && texts("week", "토").first == "토요일"
        )
        #expect(texts("Seoul", "tom").first == "tomorrow" && texts("내일", "성남", "분").first == "분당구")
        #expect(!texts("now", "내").contains("내일") && texts("week", "--on", "주") == ["주말"])
        #expect(texts("history", "서울", "토").first == "토요일")
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
        #expect(try await Program().run(arguments).status == 64)
    }
}
