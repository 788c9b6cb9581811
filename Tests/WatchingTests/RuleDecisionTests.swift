import Feeds
import Foundation
import Regions
import Testing

@testable import Forecast
@testable import KMAForecast
@testable import Watching

@Suite("Decisions of rules")
struct RuleDecisionTests {
    /// 2026-11-25 15:00, a Wednesday.
    private static let today = KoreanDate(year: 2026, month: 11, day: 25)
    private static let now = today.at(hour: 15)

    /// Wednesday and Thursday by the hour, rain on Thursday from 15 to 17; Friday dry, snow on Saturday, nothing on Sunday.
    private func report() throws -> Report {
        var report = Report(
            place: try Gazetteer.place(named: "서울"),
            generatedAt: Self.now,
            week: .unknown,
            sources: [
                FeedReport(
                    feed: .shortTerm,
                    status: .fresh,
                    issuedAt: Self.today.at(hour: 14),
                    fetchedAt: Self.now
                ),
                FeedReport(
                    feed: .midLand,
                    status: .fresh,
                    issuedAt: Self.today.at(hour: 6),
                    fetchedAt: Self.now
                ),
            ]
        )
        report.week.hours = (0..<33).map { hour in
            var slot = Slot(
                origin: .init(.shortTerm, issuedAt: Self.now, fetchedAt: Self.now),
                time: Self.now.addingTimeInterval(Double(hour) * 3_600),
                hours: 1
            )
            let isWet = (24..<26).contains(hour)
            slot.condition =
                isWet
                ? Condition(.rain, LocalizedText("비", "Rain"))
                : Condition(.sky(.clear), LocalizedText("맑음", "Clear"))
            slot.precipitationProbability = Probability(percent: isWet ? 70 : 10)
            slot.temperature = hour == 15 ? -2 : 5
            slot.windSpeed = 3
            return slot
        }
        report.week.days = (0..<4).map { offset in
            var day = Day(date: Self.today + offset)
            let origin = Origin(offset < 2 ? .shortTerm : .midLand, issuedAt: Self.now, fetchedAt: Self.now)
            let hours = offset > 0 ? day.date.hours : Self.now..<day.date.hours.upperBound
            day.said.low = Stated(offset == 1 ? -2 : 1, origin, of: hours)
            day.said.high = Stated(8, origin, of: hours)
            day.feeds = [origin.feed]
            let conditions = [
                Condition(.sky(.clear), LocalizedText("맑음", "Clear")),
                Condition(.rain, LocalizedText("비", "Rain")),
                Condition(.sky(.clear), LocalizedText("맑음", "Clear")),
                Condition(.snow, LocalizedText("눈", "Snow")),
            ]
            day.said.undivided = HalfDay(
                condition: conditions[offset],
                precipitationProbability: Probability(percent: [10, 70, 10, 60][offset])
            ).map { Stated($0, origin, of: day.date.hours) }
            return day
        }
        return report
    }

    private func decision(_ text: String, _ change: (inout Report) -> Void = { _ in }) throws -> RuleDecision
    {
        var report = try report()
        change(&report)
        return try WeatherRule(text, at: Self.now).decision(in: report)
    }

    private static let rules: [(text: String, holds: Bool?)] = [
        ("rain", true as Bool?), ("rain today", false), ("내일 비", true), ("rain tomorrow morning", false),
        ("rain within 3 hours", false), ("rain within 30 hours", true), ("비 금요일", false),
        ("rain saturday", true),
        ("비 일요일", nil), ("snow", false), ("주말 눈", true), ("snow saturday", true), ("snow sunday", nil),
        ("low<0", true), ("low<-3", false), ("low<0 friday", false), ("low<0 today", nil),
        ("high>=8", true),
        ("high>8", false), ("probability>=60 tomorrow", true), ("probability>=60 today", false),
        ("강수확률>=60 토요일", true), ("probability>=80", false), ("temperature<0", true),
        ("temperature<0 today", false), ("wind>=3", true), ("wind>3", false), ("clear friday", true),
        ("clear saturday", false), ("clear weekend", false), ("맑음 내일 오전", true), ("alert", nil),
        ("dust bad", nil),
        ("changed", nil),
    ]

    @Test("A rule holds, does not, or is not known, by what is forecast for its time", arguments: rules)
    func holds(text: String, holds: Bool?) throws {
        #expect(try decision(text).holds == holds)
    }

    @Test("A decision says what holds and by which issue of which feed")
    func words() throws {
        let rain = try decision("rain tomorrow")
        #expect(rain.words?.korean == "내일 15시부터 17시까지 비.")
        #expect(rain.words?.english == "Rain from 15:00 to 17:00 tomorrow.")
        #expect(rain.source?.feed == .shortTerm && rain.source?.issuedAt == Self.today.at(hour: 14))
        let snow = try decision("snow weekend")
        #expect(snow.words == LocalizedText("글피 눈.", "Saturday: Snow."))
        #expect(snow.source?.feed == .midLand)
        let low = try decision("low<0")
        #expect(low.words == LocalizedText("내일 최저 -2.0°.", "Tomorrow: low -2.0°."))
        #expect(low.source?.feed == .shortTerm && low.source?.issuedAt == Self.now)
        let probability = LocalizedText("내일 강수확률 70%.", "Tomorrow: chance of rain 70%.")
        #expect(try decision("probability>=60").words == probability)
    }

    @Test("A low of some hours, and an unknown hour behind rain, leave a rule open")
    func parts() throws {
        let morning = (Self.today + 1).start..<(Self.today + 1).at(hour: 12)
        let low = try decision("low<0") { $0.week.days[1].said.low?.span = morning }
        #expect(low.holds == nil)
        let snow = try decision("snow") { $0.week.hours[30].condition = nil }
        #expect(snow.holds == nil && snow.words == nil)
    }

    @Test(
        "The day with another background is a failed rule's reason; a day without forecast leaves it open"
    )
    func skies() throws {
        let sunny = try #require(try report().week.days[0].whole)
        let weekend = try decision("clear weekend") { report in
            report.week.days[3].said.undivided?.value = sunny
            var sunday = report.week.days[1]
            sunday.said.date = Self.today + 4
            report.week.days.append(sunday)
        }
        #expect(weekend.holds == false)
        #expect(weekend.words == LocalizedText("11월 29일 비.", "Nov 29: Rain."))
        let open = try decision("clear weekend") { report in
            report.week.days[3].said.undivided?.value = sunny
        }
        #expect(open.holds == nil)
        #expect(open.words == LocalizedText("글피 맑음.", "Saturday: Clear."))
    }

    @Test("Dust is bad where one day of the time is, and is not only where all of them are forecast")
    func dust() throws {
        func decided(_ text: String, _ grades: [AirGrade]) throws -> Bool? {
            var readings = Readings()
            for (offset, grade) in grades.enumerated() {
                readings.dustForecast.days[Self.today + offset] = ["서울": DustGrades(pm10: grade)]
            }
            let air = AirQuality(readings, stations: [], zone: "서울", at: Self.now)
            return try decision(text) { $0.air = air }.holds
        }
        #expect(try decided("dust bad", [.good]) == false)
        #expect(try decided("dust bad weekend", [.good, .good, .good, .bad]) == true)
        #expect(try decided("dust bad weekend", [.good, .good, .good, .good]) == nil)
        #expect(try decided("dust bad weekend", [.good, .good, .good, .good, .good]) == false)
        var readings = Readings()
        readings.dustForecast.days[Self.today] = ["서울": DustGrades(pm25Level: .low)]
        let low = try decision("dust moderate") { report in
            report.air = AirQuality(readings, stations: [], zone: "서울", at: Self.now)
        }
        #expect(low.holds == nil && low.words == LocalizedText("오늘 초미세먼지 낮음.", "Today: PM2.5 low."))
    }

    @Test("Dust now is bad if one of two grades is, and not known without the other, whatever is forecast")
    func measuredDust() throws {
        for (pm10, pm25, holds) in [
            (.bad, nil, true), (nil, .good, nil), (.good, nil, nil), (nil, nil, nil),
            (.good, .moderate, false),
        ] as [(AirGrade?, AirGrade?, Bool?)] {
            var readings = Readings()
            readings.dustForecast.days[Self.today] = ["서울": DustGrades(pm10: .good, pm25: .good)]
            var air = try #require(AirQuality(readings, stations: [], zone: "서울", at: Self.now))
            air.measurement = AirMeasurement(
                station: "중구",
                observedAt: Self.now,
                pm10: AirValue(amount: 90, grade: pm10),
                pm25: AirValue(amount: 40, grade: pm25),
                ozone: AirValue()
            )
            #expect(try decision("dust bad") { $0.air = air }.holds == holds)
        }
    }

    @Test(
        "Warnings count from the level that is asked, and of the kind; none is no, and not known is neither"
    )
    func alerts() throws {
        let issuedAt = Self.today.at(hour: 13)
        let advisory = Alert(
            kind: .heavyRain,
            level: .advisory,
            zones: [],
            coversAll: true,
            issuedAt: issuedAt,
            effectiveAt: issuedAt,
            endsAt: nil
        )
        for (text, holds) in [
            ("특보", true), ("호우특보", true), ("예비특보", true), ("경보", false), ("heavy rain warning", false),
            ("대설특보", false),
        ] {
            #expect(try decision(text) { $0.alerts = [advisory] }.holds == holds, "\(text)")
            #expect(try decision(text) { $0.alerts = [] }.holds == false, "\(text)")
            #expect(try decision(text) { $0.alerts = nil }.holds == nil, "\(text)")
        }
        let source = FeedReport(feed: .warnings, status: .fresh, fetchedAt: Self.now)
        let found = try decision("특보") {
            $0.alerts = [advisory]
            $0.sources.append(source)
        }
        #expect(found.words == LocalizedText("호우주의보 발효 중.", "Heavy rain advisory in force."))
        #expect(found.source?.issuedAt == issuedAt)
    }

    @Test("Something that was said otherwise yesterday is a change; nothing to compare with is not known")
    func changes() throws {
        let change = ForecastChange(
            date: Self.today + 1,
            values: .theme(from: .clear, to: .rain),
            since: Self.now.addingTimeInterval(-86_400)
        )
        #expect(try decision("changed") { $0.changes = [change] }.holds == true)
        #expect(try decision("changed weekend") { $0.changes = [change] }.holds == false)
        let unchanged = try decision("변경") { $0.changes = [] }
        // Nothing has changed in any issue, so none is named.
        #expect(unchanged.holds == false && unchanged.source == nil)
    }
}
