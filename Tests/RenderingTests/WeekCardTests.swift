import Feeds
import Foundation
import KMAForecast
import Regions
import Testing

@testable import Forecast
@testable import Rendering

@Suite("The week as a picture")
struct WeekCardTests {
    private static let today = KoreanDate(year: 2026, month: 10, day: 4)
    private static let now = today.at(hour: 15)

    /// A week of every kind of sky, of the coldest and the warmest there are, and of a day of which nothing is known.
    private static func report(_ place: String = "서울", isSample: Bool = false) throws -> Report {
        let skies: [Condition?] = [
            Condition(.sky(.clear), LocalizedText("맑음", "Clear")),
            Condition(.sky(.mostlyCloudy), LocalizedText("구름많음", "Mostly cloudy")),
            Condition(.sky(.overcast), LocalizedText("흐림", "Overcast")),
            Condition(.sky(.obscured), LocalizedText("안개", "Fog")),
            Condition(.rain, LocalizedText("비", "Rain")), Condition(.snow, LocalizedText("눈", "Snow")),
            Condition(.mixed, LocalizedText("비/눈", "Rain or snow")),
            Condition(.unknown, LocalizedText("<무지개 & '빛'>", "<rainbow & \"light\">")), nil, nil, nil,
        ]
        var week = Week.unknown
        week.days = skies.enumerated().map { index, sky in
            var day = Day(date: today + index)
            day.said = StatedDay(
                day.date,
                low: index < 9 ? -27.4 + Double(index) * 3 : nil,
                high: index < 8 ? 39.6 - Double(index) : nil,
                sky: sky.flatMap {
                    HalfDay(
                        condition: $0,
                        precipitationProbability: Probability(percent: [0, 100, 30][index % 3])
                    )
                }
            )
            return day
        }
        var current = ObservedWeather(feed: .nowcast, observedAt: now)
        current.temperature = -12.4
        current.condition = skies[0]
        week.current = current
        var source = FeedReport(feed: .shortTerm, status: isSample ? .sample : .fresh)
        (source.issuedAt, source.fetchedAt) = (today.at(hour: 14), now)
        return Report(
            place: try Gazetteer.place(named: place),
            generatedAt: now,
            week: week,
            sources: [source]
        )
    }

    @Test(
        "Every value that can arrive is drawn, and said in words",
        arguments: Language.allCases
    )
    func everyValue(language: Language) throws {
        let report = try Self.report()
        let drawing = Drawing(WeekCard(report, days: 11, language).svg)
        let texts = drawing.labels.map(\.text)
        for text in ["-12.4°", "-27°", "40°", "0%", "30%", "100%", "10/4", "10/14", "–"] {
            #expect(texts.contains(text), "\(text)")
        }
        for day in report.week.days.prefix(8) {
            let sky = try #require(day.whole?.condition?.text[language])
            #expect(drawing.words.contains(sky), "\(sky)")
        }
        #expect(drawing.words.contains(language == .korean ? "자료 없음" : "no data"))
        let issue = language == .korean ? "기상청 10/4 14:00" : "KMA issue 10/4 14:00"
        #expect(texts.contains { $0.contains(issue) })
        #expect(drawing.title == (language == .korean ? "서울특별시 날씨" : "Weather in Seoul"))
        #expect(drawing.elements["symbol"] == 7)
        let all = (texts + [drawing.words]).joined()
        #expect(!all.contains("nil") && !all.contains("Optional") && !all.contains("nan"))
    }

    @Test(
        "No text leaves the picture or crosses another, for any number of days, in both languages",
        arguments: [1, 2, 3, 5, 7, 11],
        ["서울", "강원특별자치도", "경기도 성남시 분당구"]
    )
    func layout(days: Int, place: String) throws {
        for language in Language.allCases {
            let drawing = Drawing(WeekCard(try Self.report(place), days: days, language).svg)
            #expect(drawing.labels.count { $0.text.contains("/") && $0.kind == "faint" } >= days)
            for (index, label) in drawing.labels.enumerated() {
                let isInside = label.reach.lowerBound >= 0 && label.reach.upperBound <= drawing.size.width
                #expect(isInside, "\(label)")
                #expect(label.y > label.size / 2 && label.y < drawing.size.height, "\(label)")
                for other in drawing.labels[(index + 1)...] where abs(label.y - other.y) < label.size * 0.7 {
                    #expect(!label.reach.overlaps(other.reach), "\(label) \(other)")
                }
            }
        }
    }

    @Test(
        "Texts hold 4.5:1 against what they stand on, light and dark, under every theme",
        arguments: Theme.allCases
    )
    func colors(theme: Theme) throws {
        for isNight in [false, true] {
            var report = try Self.report()
            report.week.themeSelection.theme = theme
            report.week.themeSelection.isNight = isNight
            let svg = WeekCard(report, days: 11, .korean).svg
            let sheet = StyleSheet(of: svg)
            for label in Set(Drawing(svg).labels.map(\.kind)) {
                for isDark in [false, true] {
                    let ground =
                        label == "now"
                        ? theme.palette(night: isNight).start : sheet.fill(of: "paper", isDark: isDark)
                    let ink = try #require(sheet.fill(of: label, isDark: isDark && label != "now"))
                    #expect(contrast(ink, try #require(ground)) >= 4.5, "\(label) \(isDark)")
                }
            }
        }
    }

    @Test("Made-up, old and missing parts are named, and a place without a forecast has no days")
    func notes() throws {
        let sample = Drawing(WeekCard(try Self.report(isSample: true), days: 11, .korean).svg)
        #expect(sample.labels.contains { $0.text == Notices.sample.korean })
        #expect(sample.words.contains(Notices.sample.korean))
        var report = try Self.report()
        report.sources[0].status = .stale
        report.sources.append(FeedReport(feed: .midLand, status: .failed, error: FeedError(.timeout)))
        let texts = Drawing(WeekCard(report, days: 11, .english).svg).labels.map(\.text)
        #expect(texts.contains("Some data are missing."))
        #expect(texts.contains("Some data are older than they should be."))
        report.week = .unknown
        let empty = Drawing(WeekCard(report, days: 11, .english).svg)
        #expect(empty.labels.contains { $0.text == "There is no forecast." })
        #expect(empty.elements["use"] == nil)
    }

    @Test("It loads nothing, runs nothing and is small")
    func alone() throws {
        let svg = WeekCard(try Self.report(), days: 11, .korean).svg
        #expect(svg.utf8.count < 16_000)
        let foreign = #/url\(h|https?:(?!//www\.w3\.org/2000/svg)|<script|<image|@import|@font-face/#
        #expect(svg.firstMatch(of: foreign) == nil)
    }
}
