import Forecast
import KMAForecast
import Testing

@testable import Rendering

@Suite("Comma-separated values")
struct CSVTests {
    @Test("A row of CSV says when the earliest of its feeds was fetched, and nothing where that is not known")
    func age() throws {
        var report = try RenderedValuesTests.report()
        func cells(_ question: Question) -> [Substring?] {
            let rows = RenderedValuesTests.text(report, question, .csv).split(separator: "\r\n")
                .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
            let column = rows.first?.firstIndex(of: "fetched_at")
            return rows.map { row in column.map { row[$0] } }
        }
        #expect(cells(.week).prefix(2) == ["fetched_at", ""])
        #expect(cells(.hours).prefix(2) == ["fetched_at", ""])
        let day = KoreanDate(of: RenderedValuesTests.now)
        report.sources = [(Feed.shortTerm, 14), (.shortTerm, 13), (.midLand, 2)].map { feed, hour in
            FeedReport(feed: feed, status: .fresh, fetchedAt: day.at(hour: hour))
        }
        #expect(cells(.week).prefix(2) == ["fetched_at", "2026-10-04T13:00:00+09:00"])
        #expect(cells(.hours).prefix(2) == ["fetched_at", "2026-10-04T13:00:00+09:00"])
    }

    @Test("A number has no sign of a zero, and no digits that it has not in JSON")
    func signs() {
        for (value, text) in [(-0.001, "0.0"), (0.1 + 0.2, "0.3"), (-12.346, "-12.35"), (7, "7.0")] {
            #expect(CSV.number(value) == text)
        }
    }

    @Test("A text that a spreadsheet would take for a formula is marked as text, and a number is not")
    func formulas() {
        let texts = ["=cmd|' /C calc'!A0", "+82-2", "-1+1", "@SUM(A1)", "\t=1", "맑음", ""]
        let columns: CSV.Columns<String> = ["text": { $0 }, "number": { _ in -1.5 }]
        let lines = CSV.rows(texts, columns).split(separator: "\r\n").map { $0.dropLast(5) }
        #expect(lines == ["'=cmd|' /C calc'!A0", "'+82-2", "'-1+1", "'@SUM(A1)", "'\t=1", "맑음", ""])
        let joined = CSV.joined([(place: "=1+1", text: CSV.table(["x"], columns))])
        #expect(joined == "place,text,number\r\n'=1+1,x,-1.5\r\n")
    }
}
