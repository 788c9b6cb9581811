import Foundation
import TestSupport
import Testing

@Suite("Amounts of rain and snow", .takesSlots(programs: 1))
struct AmountTests {
    /// The rows of a CSV by the names of their columns.
    private static func rows(_ arguments: String...) async throws -> [[String: String]] {
        // Snow, and rain by its ranges.
        let program = try Program(["KMA_NOW": "2027-01-20T18:30:00+09:00"])
        let run = try await program.run(arguments + ["--sample", "--format", "csv"])
        let lines = run.output.split(separator: "\r\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let names = try #require(lines.first)
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(names, $0)) }
    }

    @Test("CSV has an amount as one number or as its range, and never the middle of a range")
    func csv() async throws {
        var ranges = 0
        for place in ["대관령면", "제주", "서울", "부산"] {
            for row in try await Self.rows("hours", place) {
                for name in ["precipitation", "snow"] where !(row["\(name)_low"] ?? "").isEmpty {
                    ranges += 1
                    #expect(row["\(name)_amount"] == "")
                }
            }
        }
        #expect(ranges > 0)
    }

    @Test("With --bom CSV begins with a byte order mark, and nothing else may")
    func mark() async throws {
        let run = try await Program()("week", "서울", "--sample", "--format", "csv", "--bom")
        #expect(run.output.unicodeScalars.first == "\u{FEFF}")
        #expect(
            try await Program().run(["week", "서울", "--sample", "--json", "--bom"]).status == 64
        )
    }
}
