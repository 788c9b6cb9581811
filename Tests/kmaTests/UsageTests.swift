import TestSupport
import Testing

@Suite("A refusal of the arguments")
struct UsageTests {
    @Test(
        "says in one's own language what is wrong, and what to write instead",
        .serialized,
        arguments: [
            (["week", "서울"], "‘서울’ 앞에 옵션 이름이 없습니다. 지역은 이렇게 적습니다: --area '서울'"),
            (["week", "성남시", "분당구"], "‘성남시 분당구’ 앞에 옵션 이름이 없습니다. 지역은 이렇게 적습니다: --area '성남시 분당구'"),
            (
                ["week", "Jeju", "--lang", "en"],
                "No option stands before 'Jeju'. An area is written so: --area 'Jeju'"
            ),
            (["wek"], "그런 명령은 없습니다: wek"),
            (["doctor", "a", "b"], "알 수 없는 말이 있습니다: a b"),
            (["week", "--aera", "부산"], "그런 옵션은 없습니다: --aera (혹시 --area?)"),
            (["week", "--aera", "Busan", "--lang", "en"], "Unknown option '--aera'. Did you mean '--area'?"),
            (["week", "--area"], "값이 빠졌습니다: --area <name>"),
            (["week", "--json=1"], "--json 옵션에는 값을 붙이지 않습니다: 1"),
            (
                ["week", "--format", "xml"],
                "‘xml’ 값은 쓸 수 없습니다: --format <format>. 쓸 수 있는 값: table, json, csv, line"
            ),
            (["areas", "--limit", "x"], "‘x’ 값은 쓸 수 없습니다: --limit <number>"),
            (
                ["theme", "--date", "내일"],
                "‘내일’ 값은 쓸 수 없습니다: --date <YYYY-MM-DD>: 날짜는 2026-10-08처럼 적어 주세요."
            ),
            (["week", "--area", "서울", "--max-age", "-1"], "--max-age는 0 이상의 초여야 합니다."),
        ]
    )
    func refusals(arguments: [String], words: String) async throws {
        let run = try await Program().start(arguments).outcome()
        #expect(run.status == 64)
        #expect(run.standardError.split(separator: "\n").first.map(String.init) == "kma: " + words)
    }

    @Test("tells how the command is used, and where to read more, in one's own language")
    func usage() async throws {
        let korean = try await Program()("week", "서울").standardError
        #expect(korean.contains("\n사용법: kma week [--area <name>]"))
        #expect(korean.hasSuffix("\n  자세한 설명: kma week --help\n"))
        let english = try await Program()("week", "Seoul", "--lang", "en").standardError
        #expect(english.contains("\nUsage: kma week [--area <name>]"))
        #expect(english.hasSuffix("\n  See 'kma week --help' for more information.\n"))
    }

    @Test(
        "holds nothing that steers a terminal",
        arguments: [["week", "\u{1B}[31m"], ["week", "--\u{9B}2J"]]
    )
    func steering(arguments: [String]) async throws {
        let run = try await Program().start(arguments).outcome()
        #expect(run.status == 64)
        #expect(
            !run.standardError.unicodeScalars.contains {
                $0.properties.generalCategory == .control && $0 != "\n"
            }
        )
    }
}
