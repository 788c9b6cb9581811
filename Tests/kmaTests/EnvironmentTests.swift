import Foundation
import StubUpstream
import TestSupport
import Testing

@Suite("The environment of the command line", .takesSlots(programs: 1, listeners: 1))
struct EnvironmentTests {
    private static let noon = Date(timeIntervalSince1970: 1_791_093_600)

    @Test(
        "No line is wider than the terminal, whose width goes before COLUMNS",
        arguments: [60, 120] as [UInt16]
    )
    func terminalWidth(columns: UInt16) async throws {
        let program = try Program(["TERM": "xterm", "COLUMNS": "44"])
        let text = try await program.onTerminal(columns: columns, "week", "--area", "서울", "--sample")
        let widest = text.uncolored.split(separator: "\n").map { String($0).cells }.max() ?? 0
        #expect(widest <= Int(columns))
        #expect(widest > 44, "the terminal's word goes before the environment's")
    }

    @Test(
        "Any time zone and locale give the same bytes, with the hours and days of Korea",
        arguments: [
            ("2026-10-04T23:59:59+09:00", "2026-10-04", ["TZ": "UTC"]),
            ("2026-10-04T23:59:59+09:00", "2026-10-04", ["TZ": "America/New_York", "LANG": "C"]),
            ("2026-10-05T00:00:01+09:00", "2026-10-05", ["TZ": "Pacific/Kiritimati", "LC_ALL": "POSIX"]),
            ("2026-10-05T00:00:01+09:00", "2026-10-05", ["TZ": "nonsense"]),
            ("2026-10-04T15:00:01Z", "2026-10-05", ["TZ": "Asia/Seoul", "LC_ALL": "tr_TR.UTF-8"]),
        ]
    )
    func timeZones(now: String, today: String, surroundings: [String: String]) async throws {
        let program = try Program(surroundings.merging(["KMA_NOW": now]) { _, given in given })
        let run = try await program.process("week", "서울", "--sample", "--json")
        // Inside the test the host's own zone is in force.
        #expect(try await program("week", "서울", "--sample", "--json").output == run.output)
        #expect(run.output.contains("\"date\": \"\(today)\""))
        let hours = try await program.process("hours", "서울", "--sample", "--format", "csv")
        let thisHour = today == "2026-10-04" ? "2026-10-04T23:00" : "2026-10-05T00:00"
        #expect(hours.lines[1].hasPrefix(thisHour))
    }

    @Test("The date of the feeds changes at midnight in Korea, on a host of another time zone")
    func midnight() async throws {
        let upstream = try Upstream(
            now: try #require(ISO8601DateFormatter().date(from: "2026-10-04T14:59:00Z"))
        )
        var program = try Program(
            upstream,
            ["TZ": "America/New_York", "KMA_NOW": "2026-10-04T23:59:00+09:00"]
        )
        let before = try await program.process("week", "--area", "서울", "--format", "csv")
        #expect(before.lines[1].hasPrefix("2026-10-04,"))
        upstream.now += 120
        program.environment["KMA_NOW"] = "2026-10-05T00:01:00+09:00"
        let after = try await program.process("week", "--area", "서울", "--format", "csv")
        #expect(after.lines[1].hasPrefix("2026-10-05,"))
        // The observation of a day before is asked for as well.
        #expect(Set(upstream.requests.compactMap { $0["base_date"] }) == ["20261003", "20261004"])
        #expect(upstream.requests.compactMap { $0["tmFc"] }.allSatisfy { $0 == "202610041800" })
    }

    @Test("KMA_AREA names the area where no option does")
    func area() async throws {
        let program = try Program(["KMA_AREA": "부산"])
        #expect(try await program("now", "--sample").output.contains("부산광역시"))
        #expect(try await program("now", "--sample", "--area", "대구").output.contains("대구광역시"))
        let point = try await program("now", "--sample", "--lat", "33.5", "--lon", "126.53")
        #expect(point.output.contains("제주"))
        // The country is no place, and not left to the default one.
        for words in ["week Korea", "rain 내일 수도권", "now -a 전국", "now -a Korea"] {
            let country = try await program.run(words.split(separator: " ").map(String.init) + ["--sample"])
            #expect(country.status == 66 && country.output.isEmpty, "\(words)")
            #expect(country.standardError.contains("한 지역이 아닙니다"), "\(country.standardError)")
        }
    }

    @Test("Settings are read from .env, and the environment goes before it")
    func dotEnv() async throws {
        let upstream = try Upstream(now: Self.noon)
        var program = try Program()
        try program.folder.write(
            """
            # keys
            export KMA_SERVICE_KEY="\(upstream.keys.portal)"
            KMA_BASE_URL=\(upstream.portalURL)
            AIRKOREA_BASE_URL=\(upstream.airKoreaURL)
            OPENWEATHER_API_KEY='\(upstream.keys.openWeather)'
            OPENWEATHER_BASE_URL=\(upstream.url)  # the stand-in
            KMA_AREA=강릉
            KMA_LANG=en
            """,
            to: ".env"
        )
        let run = try await program.process("week")
        #expect(run.status == 0)
        #expect(run.standardError.isEmpty)
        #expect(run.output.contains("Gangneung"))
        program.environment["KMA_LANG"] = "ko"
        #expect(try await program.process("week").output.contains("강릉"))
    }

    @Test(
        "A line that nearly names a setting is shown with its file and number where a key is missing",
        arguments: [
            ("KMA_KEY=abc", 1), ("# keys\nservice_key=abc", 2), ("KMA_SERVICE_KEY: abc", 1),
            ("\nKMA_SERVICE_KEY abc", 2),
        ]
    )
    func unusedLine(text: String, number: Int) async throws {
        let program = try Program(["KMA_LANG": "ko"])
        try program.folder.write(text, to: ".env")
        let run = try await program("week", "서울")
        #expect(run.status == 78)
        #expect(run.standardError.contains(".env \(number)행의 ‘"))
        #expect(run.standardError.contains("KMA_SERVICE_KEY=값으로"))
        #expect(!run.standardError.contains("abc"))
        #expect(run.standardError.split(separator: "\n").count == 3)
        let doctor = try await program("doctor")
        #expect(doctor.standardError.contains(".env \(number)행의 ‘") && !doctor.standardError.contains("abc"))
    }

    @Test("A .env that was saved as UTF-16 is read")
    func wideFile() async throws {
        let program = try Program()
        let text = try #require("KMA_LANG=en\nKMA_AREA=Busan\n".data(using: .utf16))
        try text.write(to: URL(filePath: program.folder.path + "/.env"))
        #expect(try await program("week", "--sample").output.contains("Busan"))
    }

    @Test("Keys are read from the files that settings name, and the key itself goes before its file")
    func keyFiles() async throws {
        let upstream = try Upstream(now: Self.noon)
        var program = try Program([
            "AIRKOREA_BASE_URL": upstream.airKoreaURL,
            "KMA_BASE_URL": upstream.portalURL, "OPENWEATHER_BASE_URL": upstream.url,
        ])
        try program.folder.write(upstream.keys.portal + "\n", to: "kma-key")
        try program.folder.write(upstream.keys.openWeather, to: "openweather-key")
        program.environment["KMA_SERVICE_KEY_FILE"] = program.folder.path + "/kma-key"
        program.environment["OPENWEATHER_API_KEY_FILE"] = program.folder.path + "/openweather-key"
        let run = try await program("week", "--area", "서울")
        #expect(run.status == 0)
        #expect(run.standardError.isEmpty)
        program.environment["KMA_SERVICE_KEY"] = "b3RoZXI="
        #expect(
            try await program("outlook", "--area", "서울", "--no-cache").status == 77,
            "the key itself goes before its file"
        )
    }

    @Test("KMA_LANG chooses the language of all texts, and --lang goes before it")
    func language() async throws {
        let hangul = /[가-힣]/
        let program = try Program(["KMA_LANG": "en"])
        let english = try await program("week", "--area", "Jeju", "--sample")
        #expect(english.output.firstMatch(of: hangul) == nil)
        let korean = try await program("week", "--area", "Jeju", "--sample", "--lang", "ko")
        #expect(korean.output.firstMatch(of: hangul) != nil)
        for arguments in [["--help"], ["help", "week"]] {
            let run = try await program.run(arguments)
            let text = run.output + run.standardError
            // Examples of help may be of places by their own names.
            let words = text.replacing(/성남시 분당구|경기도|활용신청|중구|부산|서울/, with: "")
            #expect(words.firstMatch(of: hangul) == nil, "\(arguments): \(text)")
        }
    }
}
