import Feeds
import Foundation
import Regions
import Testing

@testable import Forecast
@testable import KMAForecast
@testable import Rendering

@Suite("The country as a table, as JSON and as a map")
struct NationRenderingTests {
    @Test("The nineteen cities have places, short names and positions on the map, no two of them the same")
    func cities() {
        let all = NationCity.all
        #expect(all.count == 19)
        #expect(Set(all.map(\.name)).count == 19 && Set(all.map(\.englishName)).count == 19)
        #expect(Set(all.map(\.place.gridCell)).count == 19)
        for city in all {
            let point = MapProjection.position(
                latitude: city.place.latitude,
                longitude: city.place.longitude
            )
            #expect((0...MapProjection.size.width).contains(point.x), "\(city.name)")
            #expect((0...MapProjection.size.height).contains(point.y), "\(city.name)")
        }
    }

    @Test("Every district is drawn in whole units, has a dust zone and warning zones, and all take few bytes")
    func outlines() {
        let outlines = DistrictOutline.all
        #expect(Set(outlines.map(\.province)).count >= 16)
        #expect(outlines.count > 225)
        for outline in outlines {
            #expect(
                outline.path.wholeMatch(of: #/(M\d+ \d+l-?\d+([ -]\d+|\s-?\d+)*z)+/#) != nil,
                "\(outline.path)"
            )
            #expect(outline.dustZone.map { DustZone.englishNames[$0] != nil } == true, "\(outline.district)")
            #expect(!outline.warningZones.isEmpty, "\(outline.district)")
        }
        #expect(outlines.map(\.path.utf8.count).reduce(0, +) < 40_000)
    }

    private static let today = KoreanDate(year: 2026, month: 10, day: 4)
    private static let now = today.at(hour: 15)

    /// A country of every sky, grade and level, of the coldest and the warmest there are, of a city without a value, one
    /// that is late and one without a report.
    private static func report(on date: KoreanDate = today) -> NationReport {
        let skies: [Condition?] = [
            Condition(.sky(.clear), LocalizedText("맑음", "Clear")),
            Condition(.sky(.mostlyCloudy), LocalizedText("구름많음", "Mostly cloudy")),
            Condition(.rain, LocalizedText("비", "Rain")), Condition(.snow, LocalizedText("눈", "Snow")),
            Condition(.unknown, LocalizedText("<무지개>", "<rainbow>")), nil,
        ]
        let kinds = WarningLevel.allCases
        let cities = NationCity.all.enumerated().map { index, city in
            var day = Day(date: date)
            let sky = skies[index % skies.count]
            day.said = StatedDay(
                date,
                low: index == 2 ? nil : -27.4 + Double(index),
                high: index == 2 ? nil : 39.6 - Double(index),
                sky: sky.flatMap {
                    HalfDay(
                        condition: $0,
                        precipitationProbability: Probability(percent: [0, 40, 100][index % 3])
                    )
                }
            )
            var week = Week.unknown
            week.days = [day]
            week.themeSelection = ThemeSelection(of: day)
            var current = ObservedWeather(feed: .nowcast, observedAt: now)
            (current.temperature, current.condition) = (index == 2 ? nil : -12.4, sky)
            week.current = current
            var source = FeedReport(feed: .shortTerm, status: .fresh)
            (source.issuedAt, source.fetchedAt) = (today.at(hour: 14), now)
            var report = Report(place: city.place, generatedAt: now, week: week, sources: [source])
            let zones = city.place.warningZones.map { AlertZone(code: $0.code, name: $0.name) }
            report.alerts =
                index < 4 ? [Alert(kind: .heavyRain, level: kinds[index], zones: zones, coversAll: true)] : []
            if index == 6 { report.alerts = nil }
            return NationReport.City(
                city: city,
                result: index == 18 ? .failure(.nothingToShow([])) : .success(report),
                isLate: index == 17
            )
        }
        let zones = Set(DistrictOutline.all.compactMap(\.dustZone)).sorted()
        let grades = AirGrade.allCases
        return NationReport(
            generatedAt: now,
            date: date,
            cities: cities,
            alerts: cities.compactMap(\.report).flatMap { $0.alerts ?? [] },
            dust: Dictionary(
                uniqueKeysWithValues: zones.enumerated().map { ($1, DustGrades(pm10: grades[$0 % 4])) }
            ),
            nationwideSources: []
        )
    }

    @Test("A map of every value is well-formed, small, loads nothing and says in words what it shows")
    func maps() {
        for value in NationMap.Value.allCases {
            for language in Language.allCases {
                let svg = NationMap(Self.report(), value, language).svg
                let drawing = Drawing(svg)
                #expect(svg.utf8.count <= 60_000, "\(value): \(svg.utf8.count)")
                #expect(drawing.title.contains(value.name[language]))
                #expect(!drawing.words.contains("nil") && !drawing.words.contains("Optional"))
                let texts = drawing.labels.map(\.text)
                for city in NationCity.all {
                    #expect(texts.contains(language == .korean ? city.name : city.englishName))
                }
                let note = language == .korean ? "아직 받지 못한 곳: 백령" : "Still loading: Baengnyeong"
                #expect(texts.contains { $0.hasPrefix(note) } && drawing.words.contains(note), "\(texts)")
                let shown: [String] =
                    switch value {
                    case .theme: ["40°"]
                    case .high: ["40°", "–"]
                    case .low: ["-27°", "–"]
                    case .probability: ["0%", "40%", "100%", "–", "60–100%"]
                    case .dust: AirGrade.allCases.map { $0.label[language] }
                    case .alerts: [language == .korean ? "호우주의보" : "Heavy rain advisory"]
                    }
                for text in shown { #expect(texts.contains(text), "\(value) \(text): \(texts)") }
                let foreign = #/url\(h|https?:(?!//www\.w3\.org/2000/svg)|<script|<image|@import|@font-face/#
                #expect(svg.firstMatch(of: foreign) == nil)
            }
        }
    }

    @Test("No text of a map leaves it, and values of cities do not cross")
    func layout() {
        for value in NationMap.Value.allCases where value != .alerts {
            for language in Language.allCases {
                let drawing = Drawing(NationMap(Self.report(), value, language).svg)
                let marks = drawing.labels.filter { $0.kind == "ink strong" || $0.kind == "name strong" }
                for label in drawing.labels {
                    #expect(
                        label.reach.lowerBound >= 0 && label.reach.upperBound <= drawing.size.width,
                        "\(label)"
                    )
                    #expect(label.y > 0 && label.y < drawing.size.height, "\(label)")
                }
                for (index, label) in marks.enumerated() {
                    for other in marks[(index + 1)...] where abs(label.y - other.y) < 12 {
                        #expect(!label.reach.overlaps(other.reach), "\(label) \(other)")
                    }
                }
            }
        }
    }

    @Test("Words of a map hold 4.5:1 against what they stand on, light and dark")
    func colors() throws {
        let sheet = StyleSheet(of: NationMap(Self.report(), .dust, .korean).svg)
        for (kind, ground) in [("ink", "paper"), ("ink", "frame"), ("faint", "paper"), ("name", "paper")] {
            for isDark in [false, true] {
                let ink = try #require(sheet.fill(of: kind, isDark: isDark))
                let paper = try #require(sheet.fill(of: ground, isDark: isDark))
                #expect(contrast(ink, paper) >= 4.5, "\(kind) on \(ground), dark \(isDark)")
            }
        }
    }

    @Test(
        "The table has every city within the width, in two columns where there is room",
        arguments: [36, 40, 60, 74, 80, 120],
        Language.allCases
    )
    func table(columns: Int, language: Language) {
        let style = Style(
            language: language,
            ansi: ANSIStyle(isColored: false, hasTrueColor: false),
            columns: columns
        )
        let lines = Output.nation().text(Self.report(), in: .table, style).split(separator: "\n")
        for line in lines { #expect(String(line).displayWidth <= columns, "\(line)") }
        for city in NationCity.all {
            #expect(lines.contains { $0.contains(language == .korean ? city.name : city.englishName) })
        }
        let isWide = lines.contains {
            $0.contains(language == .korean ? "서울" : "Seoul") && $0.count { $0 == "%" } == 2
        }
        #expect(isWide == (columns >= 80))
        #expect(lines.contains { $0.contains("⚠ ") })
        #expect(lines.contains { $0.contains(language == .korean ? "아직 받지 못한 곳" : "Still loading") })
    }

    @Test("JSON and CSV have null and blanks where nothing is known, and say what is missing")
    func values() throws {
        let report = Self.report()
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(report.json(.korean))) as? [String: Any]
        )
        #expect(json["partial"] as? Bool == true)
        #expect(json["on"] as? String == "2026-10-04")
        let places = try #require(json["places"] as? [[String: Any]])
        #expect(places.map { $0["name"] as? String } == NationCity.all.map(\.name))
        #expect(places[2]["temperature"] is NSNull && places[2]["temperature_min"] is NSNull)
        #expect(places[0]["temperature"] as? Double == -12.4)
        #expect(places[5]["theme"] is NSNull && places[5]["text"] is NSNull)
        #expect(places[17]["late"] as? Bool == true)
        #expect((places[18]["error"] as? [String: Any])?["code"] is String)
        #expect(places[18]["theme"] is NSNull && places[18]["alerts"] is NSNull)
        #expect((places[1]["alerts"] as? [String])?.count == 1)
        let style = Style(
            language: .korean,
            ansi: ANSIStyle(isColored: false, hasTrueColor: false),
            columns: 80
        )
        let csv = Output.nation().text(report, in: .csv, style)
        let rows = csv.components(separatedBy: "\r\n")
        #expect(rows.count == 21 && rows[6].hasSuffix(",,") && rows[19].hasSuffix(",,no_data"), "\(csv)")
        #expect(rows[7].hasSuffix(",특보를 확인하지 못했습니다.,"), "\(rows[7])")
        let tomorrow = Self.report(on: Self.today + 1)
        #expect(!Output.nation().text(tomorrow, in: .csv, style).contains("특보"))
        #expect(tomorrow.cities[0].temperature(on: tomorrow.date) == nil)
        #expect(tomorrow.cities[0].alerts(on: tomorrow.date) == nil)
        #expect(tomorrow.cities[0].day(on: tomorrow.date)?.extremes.minimum == -27.4)
        #expect(report.nextChange.timeIntervalSince(report.generatedAt) <= 5)
    }

    @Test("A day of the country is one of today and the next ten, in words or as a date")
    func days() {
        let cases: [(String?, Int?)] = [
            (nil, 0), ("오늘", 0), ("tomorrow", 1), ("2026-10-14", 10), ("2026-10-15", nil), ("어제", nil),
            ("서울", nil), ("", nil),
        ]
        for (text, offset) in cases {
            #expect(
                NationReport.day(named: text, at: Self.now) == offset.map { Self.today + $0 },
                "\(text ?? "-")"
            )
        }
    }
}
