import Forecast
import KMAForecast
import Regions
import Testing

@testable import Rendering

@Suite("Tables on any width")
struct TableTests {
    @Test(
        "No line of a table is wider than the terminal, whatever the values",
        arguments: [36, 60, 80, 120],
        Language.allCases
    )
    func widths(columns: Int, language: Language) throws {
        let style = Style(
            language: language,
            ansi: ANSIStyle(isColored: false, hasTrueColor: false),
            columns: columns
        )
        let asked = try #require(AskedTime("내일", at: RenderedValuesTests.now))
        let wet = try RenderedValuesTests.dryEvening()
        var extremes = try RenderedValuesTests.report()
        extremes.place = try Gazetteer.place(named: "강원특별자치도")
        for index in extremes.week.days.indices {
            extremes.week.days[index].said.low?.value = -32.4
            extremes.week.days[index].said.high?.value = -21.6
        }
        for report in [try RenderedValuesTests.report(), wet, try wet.limited(to: asked), extremes] {
            let several = [report, extremes, wet].map { (place: "", answer: $0) }
            let tables =
                Question.allCases.map { Output($0).text(report, in: .table, style) } + [
                    Output.why.text(report, in: .table, style),
                    Output(.week, sideBySide: true).text(several, in: .table, style),
                ]
            for table in tables {
                for line in table.split(separator: "\n") {
                    #expect(String(line).displayWidth <= columns, "\(line)")
                }
                #expect(!table.contains("nil") && !table.contains("Optional"))
            }
        }
    }

    @Test("Hours that say the same are one row under their hours, and what differs stands alone")
    func folded() throws {
        let report = try RenderedValuesTests.dryEvening()
        let lines = RenderedValuesTests.text(report, .hours, .table).split(separator: "\n").map {
            $0.split(separator: " ").map(String.init)
        }
        let rows = lines.filter { $0.first?.contains("~") == true }
        // 17:00 on it is night.
        #expect(rows.first == ["15~19", "☀", "맑음", "12°", "10%"])
        #expect(rows.contains { $0[0].hasSuffix("~24") })
        #expect(lines.count < report.week.hours.count)
        // The strip above: a temperature that does not change.
        #expect(lines.contains { $0.first == "기온" && $0[1].allSatisfy { $0 == "▁" } && $0.last == "12°~12°" })
    }

    @Test("Rain and snow of the next hours are marked above the temperatures")
    func outline() throws {
        let lines = RenderedValuesTests.text(try RenderedValuesTests.report(), .hours, .table, columns: 36)
            .split(separator: "\n")
        let marks = try #require(lines.first { $0.hasPrefix(" 비·눈") })
        #expect(marks.contains("☂") && marks.contains("❄"))
        // Snow is told in centimetres.
        #expect(lines.contains { $0.contains("❄") && $0.hasSuffix(" 0.5cm 미만") })
        #expect(lines.contains { $0.hasPrefix(" 기온") && $0.hasSuffix("-13°~38°") })
    }

    @Test(
        "Places side by side are a row each, with all days of any of them, in as many blocks as needed"
    )
    func compared() throws {
        var far = try RenderedValuesTests.dryEvening()
        far.place = try Gazetteer.place(named: "제주")
        far.alerts = []
        for columns in [36, 80] {
            let style = Style(
                language: .korean,
                ansi: ANSIStyle(isColored: false, hasTrueColor: false),
                columns: columns
            )
            let several = [try RenderedValuesTests.dryEvening(), far].map { (place: "", answer: $0) }
            let table = Output(.week, sideBySide: true).text(several, in: .table, style)
            let rows = table.split(separator: "\n")
            let (seoul, jeju) = (rows.count { $0.hasPrefix(" 서울 ") }, rows.count { $0.hasPrefix(" 제주 ") })
            #expect(seoul >= 1 && seoul == jeju)
            #expect(table.contains("12~12"))
        }
        let single = RenderedValuesTests.text(far, .week, .table)
        #expect(Output(.week).text([("", far)], in: .table, Self.plain) == single)
    }

    private static let plain = Style(
        language: .korean,
        ansi: ANSIStyle(isColored: false, hasTrueColor: false),
        columns: 80
    )
}
