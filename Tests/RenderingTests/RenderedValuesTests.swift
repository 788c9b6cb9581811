import Feeds
import Foundation
import KMAForecast
import Regions
import Testing

@testable import Forecast
@testable import Rendering

@Suite("Every value that can arrive, in every format")
struct RenderedValuesTests {
    private static let today = KoreanDate(year: 2026, month: 10, day: 4)
    static let now = today.at(hour: 15)

    /// An amount as it arrives, what a table has for it, and its range in CSV; blank where it is one number.
    private static let amounts:
        [(amount: Amount?, table: String, english: String, exact: String, range: String)] = [
            (.zero, "", "", "0.0", ","), (Amount(0.5), "0.5mm", "0.5 mm", "0.5", ","),
            (Amount(low: 0, high: 1), "1mm 미만", "under 1 mm", "", "0.0,1.0"),
            (Amount(low: 1, high: 5), "1~5mm", "1–5 mm", "", "1.0,5.0"),
            (Amount(low: 30, high: 50), "30~50mm", "30–50 mm", "", "30.0,50.0"),
            (Amount(low: 50, high: nil), "50mm 이상", "50+ mm", "", "50.0,"), (nil, "", "", "", ","),
        ]

    /// Hours from 15:00 on: each amount with its own sky, one of which no table has, one missing, and one without a value.
    static func report() throws -> Report {
        let skies: [Condition?] = [
            Condition(.sky(.clear), LocalizedText("맑음", "Clear")),
            Condition(.rain, LocalizedText("비", "Rain")),
            Condition(.mixed, LocalizedText("비/눈", "Rain or snow")),
            Condition(.snow, LocalizedText("눈", "Snow")),
            Condition(.rain, LocalizedText("소나기", "Showers")),
            Condition(.unknown, LocalizedText("무지개", "Rainbow")), nil,
        ]
        var slots = zip(amounts, skies).enumerated().map { index, pair in
            var slot = Slot(origin: .of(.shortTerm), time: today.at(hour: 15 + index), hours: 1)
            slot.temperature = [12.4, -0.4, -12.6, 0, 3.5, 38, nil][index]
            slot.condition = pair.1
            slot.precipitation = pair.0.amount
            slot.snowfall = pair.1?.kind == .snow ? Amount(low: 0, high: 0.5) : .zero
            slot.precipitationProbability = Probability(percent: [0, 30, 60, 90, 100, 20, -1][index])
            slot.hasLightning = [nil, true, false, nil, nil, nil, nil][index]
            return slot
        }
        slots.append(Slot(origin: .of(.shortTerm), time: today.at(hour: 22), hours: 1))
        var readings = Readings()
        readings.shortTerm = SlotForecast(slots: slots)
        let week = Week(readings, now: now, latitude: 37.57, longitude: 126.98)
        return Report(place: try Gazetteer.place(named: "서울"), generatedAt: now, week: week, sources: [])
    }

    static func text(
        _ report: Report,
        _ question: Question,
        _ format: Format,
        columns: Int = 80,
        _ language: Language = .korean
    ) -> String {
        let style = Style(
            language: language,
            ansi: ANSIStyle(isColored: false, hasTrueColor: false),
            columns: columns
        )
        return Output(question).text(report, in: format, style)
    }

    private static func object(_ report: Report, _ question: Question) throws -> [String: Any] {
        let bytes = report.json(question, .korean)
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test("An amount that is told as a range is null in JSON, with its range, as it is blank in CSV")
    func ranges() throws {
        let report = try Self.report()
        let hours = try #require(try Self.object(report, .hours)["hours"] as? [[String: Any]])
        let rows = Self.text(report, .hours, .csv).components(separatedBy: "\r\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        for (index, value) in Self.amounts.enumerated() {
            let hour = hours[index]
            #expect(hour["precipitation_amount"] as? Double == value.amount?.exact, "\(value.table)")
            let range = hour["precipitation_range"] as? [String: Any]
            #expect(range?["low"] as? Double == value.amount?.range?.low)
            #expect(range?["high"] as? Double == value.amount?.range?.high)
            #expect(rows[index][3] == value.exact)
            #expect(rows[index][13...14].joined(separator: ",") == value.range)
        }
        #expect(hours[3]["snow_amount"] is NSNull)
        #expect((hours[3]["snow_range"] as? [String: Any])?["high"] as? Double == 0.5)
        let day = try #require((try Self.object(report, .week)["days"] as? [[String: Any]])?.first)
        #expect(day["precipitation_amount"] is NSNull)
        var observed = report
        var current = ObservedWeather(feed: .nowcast, observedAt: Self.now)
        current.precipitation = Amount(low: 0, high: 1)
        observed.week.current = current
        let now = try #require(try Self.object(observed, .now)["current"] as? [String: Any])
        #expect(now["precipitation_1h"] is NSNull)
        let rain = try #require(try Self.object(report, .now)["rain"] as? [String: Any])
        #expect(rain["amount"] is NSNull)
        #expect(rain["amount_range"] is [String: Any])
    }

    @Test(
        "A table of hours has every amount in full, apart from its neighbours, in both languages",
        arguments: [36, 40, 44, 56, 60, 80, 200]
    )
    func amounts(columns: Int) throws {
        let report = try Self.report()
        for language in Language.allCases {
            let table = Self.text(report, .hours, .table, columns: columns, language)
            for (index, value) in Self.amounts.enumerated() where !value.table.isEmpty && index != 3 {  // cm
                #expect(table.contains(" " + (language == .korean ? value.table : value.english)), "\(table)")
            }
            for line in table.split(separator: "\n") {
                #expect(line.count > 0 && String(line).displayWidth <= columns, "\(line)")
            }
            #expect(table.contains(language == .korean ? "무지개" : columns > 36 ? "Rainb" : "Rai"))
            #expect(!table.contains("nil") && !table.contains("Optional"))
        }
    }

    @Test("A value that is missing is a dash, a blank or null, and never 0")
    func missing() throws {
        let report = try Self.report()
        let row = try #require(
            Self.text(report, .hours, .table).split(separator: "\n").first { $0.contains("21~23") }
        )
        #expect(row.split(separator: " ") == ["21~23", "-", "-", "-", "-"])
        let csv = try #require(
            Self.text(report, .hours, .csv).components(separatedBy: "\r\n").first { $0.contains("T22:00") }
        )
        #expect(
            csv.split(separator: ",").dropFirst() == ["false", "kma.short", "오늘"]
                || csv.split(separator: ",").dropFirst() == ["true", "kma.short", "오늘"]
        )
    }

    // MARK: What is left of today

    /// A day that was wet in the morning and is dry from 15:00 on, at an hour of the afternoon.
    static func dryEvening() throws -> Report {
        let hours = SlotForecast(
            slots: (0...47).map { hour in
                var slot = Slot(
                    origin: .of(.shortTerm),
                    time: today.start.addingTimeInterval(Double(hour) * 3_600),
                    hours: 1
                )
                slot.temperature = 12
                slot.condition =
                    hour < 14
                    ? Condition(.rain, LocalizedText("비", "Rain"))
                    : Condition(.sky(.clear), LocalizedText("맑음", "Clear"))
                slot.precipitationProbability = Probability(percent: hour < 14 ? 90 : 10)
                slot.precipitation = hour < 14 ? Amount(2) : .zero
                return slot
            }
        )
        var readings = Readings()
        readings.shortTerm = hours
        let week = Week(readings, now: now, latitude: 37.57, longitude: 126.98)
        return Report(place: try Gazetteer.place(named: "서울"), generatedAt: now, week: week, sources: [])
    }

    @Test(
        "One-line forms speak of the rest of today, and the table has nothing of the past half"
    )
    func leftOfToday() throws {
        let report = try Self.dryEvening()
        #expect(Self.text(report, .week, .line).hasPrefix("오늘 ☀ 12~12° 10% · "))
        #expect(Self.text(report, .week, .waybar).contains("오늘 ☀ 12~12° 10%"))
        let style = Style(
            language: .korean,
            ansi: ANSIStyle(isColored: false, hasTrueColor: false),
            columns: 80
        )
        #expect(try Template("{precipitation_probability}").text(report, style) == "10")
        let row = try #require(
            Self.text(report, .week, .table).split(separator: "\n").first { $0.contains("오늘") }
        )
        #expect(row.split(separator: " ").prefix(6) == ["오늘", "일", "☀", "맑음", "10%", "12°"])
        // The values of the whole day stand in JSON and CSV.
        let day = try #require((try Self.object(report, .week)["days"] as? [[String: Any]])?.first)
        #expect(day["text"] as? String == "비")
        #expect(day["precipitation_probability"] as? Int == 90)
    }

    @Test("Present precipitation is in the one-line form, without a probability of 0 beside it")
    func fallsNow() throws {
        var readings = Readings()
        var current = ObservedWeather(feed: .openWeatherCurrent, observedAt: Self.now)
        current.temperature = 23
        current.condition = Condition(.rain, LocalizedText("비", "Rain"))
        current.statedFeelsLike = 22.5
        readings.current = current
        readings.openWeather = SlotForecast(
            slots: (6...15).map { step in
                var slot = Slot(
                    origin: .of(.openWeatherForecast),
                    time: Self.today.at(hour: 0).addingTimeInterval(Double(step) * 10_800),
                    hours: 3
                )
                slot.temperature = 23
                slot.condition = Condition(.sky(.overcast), LocalizedText("흐림", "Cloudy"))
                slot.precipitationProbability = Probability(percent: 0)
                slot.isDry = true
                return slot
            }
        )
        let week = Week(readings, now: Self.now, latitude: 37.57, longitude: 126.98)
        let report = Report(
            place: try Gazetteer.place(named: "서울"),
            generatedAt: Self.now,
            week: week,
            sources: []
        )
        #expect(Self.text(report, .week, .line).hasPrefix("오늘 ☂ 23~23°(일부 시간) · 내일 ☁ 23~23° 0%"))
        let row = try #require(
            Self.text(report, .week, .table).split(separator: "\n").first { $0.contains("오늘") }
        )
        #expect(row.split(separator: " ").prefix(5) == ["오늘", "일", "☂", "비", "-"])
        // One digit for both temperatures.
        #expect(Self.text(report, .now, .line) == "☂ 비 23.0° 체감 22.5°")
    }

    // MARK: Widths

    private static func report(_ condition: Condition) throws -> Report {
        var report = try dryEvening()
        for index in report.week.days.indices {
            report.week.days[index].said.afternoon?.value.condition = condition
            report.week.days[index].said.date = today + 60 + index
        }
        return report
    }

    @Test(
        "Precipitation is legible in a table of any width from 36 on, the cloud where there is room",
        arguments: [36, 40, 43, 44, 46, 49, 50, 56, 60, 72, 80, 120, 200]
    )
    func narrowSky(columns: Int) throws {
        let report = try Self.report(
            Condition(.mixed, LocalizedText("구름많고 비/눈", "Mostly cloudy, rain or snow"))
        )
        for (language, wet) in [
            (Language.korean, "비/눈"), (.english, columns < 43 ? "Rain/snow" : "ain or snow"),
        ] {
            let table = Self.text(report, .week, .table, columns: columns, language)
            let rows = table.split(separator: "\n").filter { $0.contains("❄") }
            #expect(rows.count == 2)
            for row in rows { #expect(row.contains(wet), "\(row)") }
            for line in table.split(separator: "\n") {
                #expect(String(line).displayWidth <= columns, "\(line)")
            }
        }
        #expect(
            Self.text(report, .week, .table, columns: 80, .english).contains("Mostly cloudy, rain or snow")
        )
    }

    @Test("A text is cut at the first letter that does not fit")
    func cut() {
        #expect("흐리고 비/눈".cut(to: 8) == "흐리고 …")
        #expect("구름많고 비/눈".cut(to: 10) == "구름많고 …")
        #expect("강릉평지, 동해".cut(to: 6) == "강릉…")
        #expect("비/눈".cut(to: 5) == "비/눈")
    }

    // MARK: Warnings

    private static func alert(_ level: WarningLevel, _ zones: [String], effectiveAt: Date? = nil) -> Alert {
        Alert(
            kind: .heavyRain,
            level: level,
            zones: zones.map { AlertZone(code: nil, name: $0) },
            coversAll: false,
            effectiveAt: effectiveAt
        )
    }

    @Test(
        "A warning of many zones is wrapped under the first of them, and never cut",
        arguments: [36, 44, 80, 200]
    )
    func zones(columns: Int) throws {
        let names = ["강릉시산지", "평창군산지", "속초시평지", "고성군평지", "양양군평지", "강릉시평지", "동해시", "삼척시", "태백시"]
        var report = try Self.dryEvening()
        report.alerts = [Self.alert(.warning, names)]
        let source = FeedReport(feed: .warnings, status: .fresh)
        let list = AlertReport(
            place: report.place,
            generatedAt: Self.now,
            alerts: report.alerts,
            source: source
        )
        let style = Style(
            language: .korean,
            ansi: ANSIStyle(isColored: false, hasTrueColor: false),
            columns: columns
        )
        let texts = [
            Self.text(report, .week, .table, columns: columns),
            Self.text(report, .now, .table, columns: columns),
            Output.alerts.text(list, in: .table, style),
        ]
        for text in texts {
            for name in names { #expect(text.contains(name), "\(text)") }
            #expect(!text.contains("…"))
            for line in text.split(separator: "\n") {
                #expect(String(line).displayWidth <= columns, "\(line)")
            }
        }
        if columns == 80 {
            let lines = texts[2].split(separator: "\n").map(String.init)
            let first = try #require(lines.first { $0.contains("강릉시산지") })
            let second = try #require(lines.first { $0.contains("삼척시") })
            let indent = first.prefix { $0 != "강" }
            #expect(String(second.prefix { $0 == " " }).count == String(indent).displayWidth)
        }
    }

    @Test("A warning that is announced for later has its time in the list of the country and in a line")
    func announced() throws {
        let later = Self.alert(.preliminary, ["동해중부먼바다"], effectiveAt: (Self.today + 1).start)
        let source = FeedReport(feed: .warnings, status: .fresh)
        let list = AlertReport(place: nil, generatedAt: Self.now, alerts: [later], source: source)
        for (language, words) in [
            (Language.korean, "호우 예비특보(동해중부먼바다, 5일 0시부터)"), (.english, "Heavy rain warning expected ("),
        ] {
            let style = Style(
                language: language,
                ansi: ANSIStyle(isColored: false, hasTrueColor: false),
                columns: 80
            )
            let text = Output.alerts.text(list, in: .table, style)
            #expect(text.contains(words), "\(text)")
        }
        var report = try Self.dryEvening()
        report.alerts = [later]
        #expect(Self.text(report, .now, .line).hasPrefix("⚠ 호우 예비특보(5일 0시부터) ☀ 맑음"))
        #expect(Self.text(report, .now, .waybar).contains(#""text":"⚠ ☀"#))
        #expect(Self.text(report, .now, .waybar).contains(#""class":["clear","alert"]"#))
    }

    // MARK: Names and air

    @Test(
        "A province names the city of its forecast, as a city if it has the province's name"
    )
    func representedBy() throws {
        var report = try Self.dryEvening()
        for (name, korean, english) in [
            ("제주특별자치도", "제주특별자치도 (제주시 기준)", "Jeju (forecast for Jeju City)"),
            ("경기도", "경기도 (수원 기준)", "Gyeonggi-do (forecast for Suwon)"),
        ] {
            report.place = try Gazetteer.place(named: name)
            #expect(Self.text(report, .week, .table).contains(korean))
            #expect(Self.text(report, .week, .table, .english).contains(english))
        }
    }

    @Test(
        "The dust in a line has its name in full, ozone three digits, and the forecast of the air is wrapped"
    )
    func air() throws {
        var report = try Self.dryEvening()
        var readings = Readings()
        readings.airMeasurements = [
            AirMeasurement(
                station: "중구",
                observedAt: Self.now,
                pm10: AirValue(amount: 45, grade: .moderate),
                pm25: AirValue(amount: 20, grade: .moderate),
                ozone: AirValue(amount: 0.03, grade: .good)
            )
        ]
        readings.dustForecast = DustForecast(
            days: Dictionary(
                uniqueKeysWithValues: (0...6).map { (Self.today + $0, ["서울": DustGrades(pm10: .moderate)]) }
            )
        )
        report.air = AirQuality(readings, stations: [("중구", 0.3)], zone: "서울", at: Self.now)
        #expect(Self.text(report, .now, .line).hasSuffix("미세먼지 보통"))
        let card = Self.text(report, .now, .table)
        #expect(card.contains("0.030ppm"))
        #expect(!card.contains("…"))
        for day in ["오늘 보통", "10월 8일 보통", "10월 10일 보통"] {
            #expect(card.contains(day), "\(card)")
        }
    }
}

extension RenderedValuesTests {
    private static func text(_ report: Report, _ question: Question, _ format: Format, _ language: Language)
        -> String
    {
        text(report, question, format, columns: 80, language)
    }
}
