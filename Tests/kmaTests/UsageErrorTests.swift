import TestSupport
import Testing

@Suite("Errors in the arguments", .takesSlots(programs: 1))
struct UsageErrorTests {
    @Test(
        "An error in the arguments says in the chosen language what is wrong and what to write instead",
        arguments: [
            (["weke"], "알 수 없는 명령입니다: weke (혹시 week인가요?)"),
            (["--lang", "en", "nwo", "Seoul"], "Unknown command 'nwo'. Did you mean 'now'?"),
            (["--sample"], "어느 지역인지 적어 주세요: 지역 이름(area) 또는 위도·경도(lat, lon)."),
            (["now", "37.5N"], "위도(lat)와 경도(lon)를 함께 지정해 주세요."),
            (
                ["now", "--lat", "127.1", "--lon", "37.4"],
                "위도와 경도가 바뀐 것 같습니다. 바꾸어 적어 보세요: 위도(lat) 37.4, 경도(lon) 127.1."
            ),
            (
                ["now", "--lat", "127.1", "--lon", "37.4", "-l", "en"],
                "Latitude and longitude seem to be swapped. Ask for lat 37.4, lon 127.1."
            ),
            (["now"] + Array(repeating: "서울", count: 21), "한 번에 20곳까지 조회할 수 있습니다."),
            (["week", "--aera", "부산"], "알 수 없는 옵션입니다: --aera (혹시 --area인가요?)"),
            (["help", "weke"], "알 수 없는 명령입니다: weke (혹시 week인가요?)"),
            (["week", "서울", "--watch"], "알 수 없는 옵션입니다: --watch"),
            (["week", "Seoul", "--watch", "-l", "en"], "Unknown option '--watch'"),
            (["week", "서울", "--date", "2026-10-08"], "알 수 없는 옵션입니다: --date (kma theme의 옵션입니다)"),
            (
                ["now", "Seoul", "--within", "3h", "-l", "EN"],
                "Unknown option '--within'. It is an option of kma rain."
            ),
            (
                ["nation", "서울"],
                "‘서울’은 예보가 있는 날짜가 아닙니다. nation에는 날짜만 적습니다: 2026-10-08, 내일, 토요일(열흘 뒤까지)."
            ),
            (["nation", "--map", "--json"], "--map 옵션은 --json 옵션과 함께 쓸 수 없습니다."),
            (
                ["week", "서울", "부산", "--compare", "-f", "csv", "-l", "en"],
                "--compare cannot be used with --format csv."
            ),
            (
                ["week", "서울", "--compare", "--template", "{sky}"],
                "--compare 옵션은 --template 옵션과 함께 쓸 수 없습니다."
            ),
            (["watch", "부산", "--when", "비", "--exec", " "], "--exec에 실행할 명령을 적어 주세요."),
            (["areas", "--limit", "-1"], "--limit은 1 이상이어야 합니다."),
            (["rain", "서울", "--within", "-1h"], "--within <시간>의 값 ‘-1h’가 올바르지 않습니다"),
        ]
    )
    func refusals(arguments: [String], words: String) async throws {
        let run = try await Program().run(arguments)
        #expect(run.status == 64)
        let lines = run.standardError.split(separator: "\n").map(String.init)
        // After a place that is missing stands an example of one.
        #expect(lines.contains("kma: " + words))
        #expect(lines.firstIndex(of: "kma: " + words) ?? 0 >= lines.count - 2)
    }

    @Test(
        "An error in the arguments ends with what is wrong, after the way to the help, and without the usage"
    )
    func helpFirst() async throws {
        let korean = try await Program()("week", "--area").standardError
        #expect(korean.hasPrefix("설명: --area <이름>  "))
        #expect(korean.hasSuffix("\n자세한 도움말: kma week --help\nkma: 옵션에 값을 적어 주세요: --area <이름>\n"))
        let english = try await Program()("week", "--lang", "en", "--area").standardError
        #expect(
            english.hasSuffix(
                "\nSee 'kma week --help' for more information.\nkma: Missing value for '--area <name>'\n"
            )
        )
        for text in [korean, english] {
            #expect(text.split(separator: "\n").allSatisfy { $0.count < 100 })
        }
    }

    @Test("A coordinate the wrong way round comes with the command that is meant")
    func swapped() async throws {
        let run = try await Program()("hours", "--lat", "127.1", "--lon", "37.4")
        #expect(run.standardError.hasSuffix("\nkma hours --lat 37.4 --lon 127.1\n"))
    }

    @Test(
        "An error in the arguments repeats no control character",
        arguments: [["doctor", "\u{1B}[31m"], ["week", "--\u{9B}2J"]]
    )
    func steering(arguments: [String]) async throws {
        let run = try await Program().run(arguments)
        #expect(run.status == 64)
        #expect(
            !run.standardError.unicodeScalars.contains {
                $0.properties.generalCategory == .control && $0 != "\n"
            }
        )
    }
}
