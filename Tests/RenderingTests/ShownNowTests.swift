import Feeds
import KMAForecast
import Regions
import Testing

@testable import Forecast
@testable import Rendering

@Suite("The present beside the forecast")
struct ShownNowTests {
    private static let style = Style(
        language: .english,
        ansi: ANSIStyle(isColored: false, hasTrueColor: false),
        columns: 100
    )

    /// It rains, though today has 0 %; so has every day after it.
    private static func raining() throws -> Report {
        var report = try RenderedValuesTests.dryEvening()
        var current = ObservedWeather(feed: .nowcast, observedAt: RenderedValuesTests.now)
        current.condition = Condition(.rain, LocalizedText("비", "Rain"))
        report.week.current = current
        for index in report.week.days.indices {
            report.week.days[index].said.morning?.value.precipitationProbability = Probability(percent: 0)
            report.week.days[index].said.afternoon?.value.precipitationProbability = Probability(percent: 0)
        }
        for index in report.week.hours.indices {
            report.week.hours[index].precipitationProbability = Probability(percent: 0)
        }
        return report
    }

    @Test("Beside what falls no chance of 0 % stands in a comparison or a picture; other days keep theirs")
    func chance() throws {
        let report = try Self.raining()
        let days = report.daysAhead.count
        #expect(days > 1)
        let table = CompareTable(reports: [report, report], style: Self.style).text
        #expect(table.components(separatedBy: " 0%").count - 1 == 2 * (days - 1), "\(table)")
        let card = Drawing(WeekCard(report, days: days, .english).svg)
        #expect(card.labels.count { $0.text == "0%" } == days - 1)
        #expect(card.words.components(separatedBy: "chance of rain 0%").count - 1 == days - 1)
        var dry = report
        dry.week.current?.condition = nil
        let dryTable = CompareTable(reports: [dry], style: Self.style).text
        #expect(dryTable.components(separatedBy: " 0%").count - 1 == days)
    }

    @Test("Texts with room for a note name the days whose low and high are of some hours")
    func partOfDay() throws {
        var report = try RenderedValuesTests.dryEvening()
        let plain = ANSIStyle(isColored: false, hasTrueColor: false)
        let style = Style(language: .korean, ansi: plain, columns: 100)
        func texts(_ report: Report) -> [String] {
            [
                RenderedValuesTests.text(report, .week, .table),
                CompareTable(reports: [report], style: style).text,
                WeekCard(report, days: 1, .korean).svg,
                String(decoding: WeekCalendar(report, .korean).bytes, as: UTF8.self),
            ]
        }
        let note = "최저·최고는 일부 시간의 값"
        for text in texts(report) { #expect(!text.contains(note), "\(text)") }
        let date = report.week.days[0].date
        let evening = date.at(hour: 15)..<date.hours.upperBound
        report.week.days[0].said.low?.span = evening
        report.week.days[0].said.high?.span = evening
        let named = texts(report)
        for text in named { #expect(text.replacing("\r\n ", with: "").contains(note), "\(text)") }
        for text in named.prefix(3) { #expect(text.contains("오늘의 \(note)"), "\(text)") }
        #expect(RenderedValuesTests.text(report, .week, .csv).contains(",12.0,12.0,"))
    }

    @Test("No form shows the temperature of another day's first hour as that of now")
    func anotherDay() throws {
        var report = try RenderedValuesTests.dryEvening()
        report.week.hours[0].temperature = -17.3
        func texts(_ report: Report) throws -> [String] {
            [.table, .line, .waybar].map { RenderedValuesTests.text(report, .now, $0) }
        }
        for text in try texts(report) { #expect(text.contains("-17.3°"), "\(text)") }
        report.asked = AskedTime("내일", at: report.generatedAt)
        for text in try texts(report) { #expect(!text.contains("-17.3°"), "\(text)") }
    }
}
