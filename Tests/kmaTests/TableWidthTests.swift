import TestSupport
import Testing

/// Widths of everything that is printed as a table: some 130 commands.
@Suite("The width of tables", .isLong, .takesSlots(programs: 1))
struct TableWidthTests {
    /// Places with long names in each language.
    private static let places = ["ko": "전남광주통합특별시 순천시", "en": "강원특별자치도 평창군 대관령면"]
    /// Every command that prints a table; `_` stands for a place.
    private static let tables = [
        "areas 중구", "doctor", "ledger", "alerts -s", "nation -s", "nation 내일 -s", "nation --map -s",
        "week 주말 강릉 속초 전남광주통합특별시 -s", "week 서울 부산 제주 --compare -s", "week _ -s", "week 내일 _ -s",
        "week 일요일 _ -s", "now _ -s", "hours _ -s", "outlook _ -s", "theme _ -s", "rain _ -f table -s",
        "alerts _ -s", "history _ -s", "accuracy _ -s", "why _ -s", "why 토요일 _ -s",
    ]

    @Test(
        "No line of any table is wider than COLUMNS, a telephone's 36 or a terminal's 80, in both languages",
        arguments: [36, 80]
    )
    func width(columns: Int) async throws {
        // In January there are warnings, snow and low temperatures.
        let program = try Program(["COLUMNS": "\(columns)", "KMA_NOW": "2027-01-27T18:30:00+09:00"])
        let runs = Self.tables.flatMap { line in Self.places.map { (line, language: $0, place: $1) } }
        try await sideBySide(runs) { line, language, place in
            let words = line.split(separator: " ").map { $0 == "_" ? place : String($0) }
            let run = try await program.run(words + ["--lang", language])
            // An address and a path cannot be broken.
            let lines = run.lines.filter { !$0.contains("https://") && !$0.contains(program.folder.path) }
            let widest = lines.max { $0.cells < $1.cells }
            #expect(lines.count > 0, "\(line): \(run.standardError)")
            #expect(widest?.cells ?? 0 <= columns, "\(line) \(language): \(widest ?? "")")
        }
    }

    @Test(
        "No line of the weather is wider than a telephone's 36 or 40 columns",
        arguments: ["week", "now", "hours"],
        [36, 40]
    )
    func telephone(command: String, columns: Int) async throws {
        try await sideBySide(["제주", "강원도", "설악산"]) { place in
            for (language, now) in [("ko", "2026-11-29T15:00:00+09:00"), ("en", "2027-01-27T18:30:00+09:00")]
            {
                let program = try Program(["COLUMNS": "\(columns)", "KMA_NOW": now])
                let run = try await program.run([command, "--sample", "--lang", language, place])
                #expect(run.status == 0)
                for line in run.lines { #expect(line.cells <= columns, "\(line)") }
            }
        }
    }
}
