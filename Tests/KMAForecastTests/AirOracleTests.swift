import Feeds
import Forecast
import Foundation
import Regions
import Rendering
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

/// Each amount and grade of the air is held to the row of its station and hour, each grade of a day to the issue that said it.
@Suite("Air and the rows it is of", .isLong, .takesSlots(listeners: 1))
struct AirOracleTests {
    @Test(
        "Over a day and a midnight with faults the air is that of the nearest station's newest row",
        arguments: (runsLongTests ? [1, 2, 3] : [1]) as [UInt64]
    )
    func trace(seed: UInt64) async throws {
        let harness = try TestHarness(1, 5)
        let office = AirOffice(seed: seed)
        for endpoint in Endpoint.airKorea {
            harness.upstream.answers[endpoint] = { [harness] in
                office.answer(to: $0, endpoint, at: harness.upstream.now)
            }
        }
        let places = try ["서울 동작구", "광명시", "강릉시"].map { try Gazetteer.place(named: $0) }
        var forecaster = try harness.forecaster(openWeather: false)
        var (traced, strays) = (0, [String]())
        for step in 0..<(runsLongTests ? 64 : 27) {
            try await harness.untilNobodyFetches()
            harness.passes(1, 5 + step * (runsLongTests ? 26 : 59))
            if step % 9 == 8 { forecaster = try harness.forecaster(openWeather: false) }
            for place in places {
                guard let report = try? await forecaster.report(.week, at: place) else { continue }
                var check = AirCheck(office: office, place: place, report: report)
                try check.json()
                check.text()
                traced += check.values
                strays += check.strays.map {
                    "\(KoreanTime(harness.upstream.now).rfc3339) \(place.name): \($0)"
                }
            }
        }
        #expect(strays.isEmpty, "\(strays.count): \(strays.prefix(8).joined(separator: "\n"))")
        #expect(traced > 800, "\(traced)")
    }
}

/// 에어코리아 in its own forms: stations that are late, flagged or silent for a while, and four issues a day.
struct AirOffice: Sendable {
    let seed: UInt64

    /// Row of a station and an hour; `nil` for a flagged or missing value.
    struct Row: Equatable {
        var pm10: Int?
        var pm25: Int?
        var ozone: Double?
        /// Numbers of 에어코리아's grades, 1…4, of PM10, PM2.5 and ozone.
        var grades: [Int]
    }

    private func hash(_ parts: Any...) -> Int { ForecastOffice.hash(seed, parts) }

    func isFaulty(_ endpoint: Endpoint, _ now: Date) -> Bool {
        hash(endpoint, KoreanTime(now).compact, "fault") % 9 == 0
    }

    /// Newest hour of a station at a moment: that of twenty minutes ago, or one to four hours before it.
    func hour(of station: String, at now: Date) -> Date {
        let time = KoreanTime(now - 20 * 60)
        let newest = time.date.at(hour: time.hour)
        let late = hash(station, time.date, time.hour / 5, "late") % 9
        return newest - Double(late > 4 ? 0 : late) * 3_600
    }

    func row(_ station: String, _ hour: Date) -> Row {
        func isKnown(_ name: String) -> Bool { hash(station, hour, name, "known") % 5 > 0 }
        return Row(
            pm10: isKnown("pm10") ? hash(station, hour, "pm10") % 300 : nil,
            pm25: isKnown("pm25") ? hash(station, hour, "pm25") % 150 : nil,
            ozone: isKnown("o3") ? Double(hash(station, hour, "o3") % 120) / 1_000 : nil,
            grades: ["pm10", "pm25", "o3"].map { hash(station, hour, $0, "grade") % 4 + 1 }
        )
    }

    /// Issues of the dust forecast known at a moment, newest first.
    func issues(at now: Date) -> [Date] {
        let today = KoreanDate(of: now)
        return [today, today + -1].flatMap { day in [23, 17, 11, 5].map { day.at(hour: $0) } }.filter {
            $0 + 1_800 <= now
        }
    }

    func grade(_ code: String, _ zone: String, _ date: KoreanDate, _ issue: Date) -> AirGrade {
        AirGrade.allCases[hash(code, zone, date, issue, "forecast") % 4]
    }

    /// Day of the newest forecast for the week, asked for from 18:00 on.
    func weekDay(at now: Date) -> KoreanDate {
        let today = KoreanDate(of: now)
        return today.at(hour: 18) <= now ? today : today + -1
    }

    func level(_ zone: String, _ date: KoreanDate, _ day: KoreanDate) -> DustLevel {
        DustLevel.allCases[hash(zone, date, day, "week") % 2]
    }

    static let zones = ["서울", "경기북부", "경기남부", "영동", "영서", "인천"]

    func answer(to request: Request, _ endpoint: Endpoint, at now: Date) -> StubAnswer {
        if isFaulty(endpoint, now) { return .text("", status: 502) }
        let day = request["searchDate"].flatMap { KoreanDate($0) }
        return switch endpoint {
        case .airMeasured: measured(request["sidoName"] ?? "", at: now)
        case .dustForecast: forecast(on: day ?? KoreanDate(of: now), at: now)
        default: week(on: day ?? KoreanDate(of: now), at: now)
        }
    }

    private func measured(_ province: String, at now: Date) -> StubAnswer {
        Self.envelope(
            AirStation.all.filter { $0.province == province }.map { station in
                let hour = hour(of: station.name, at: now)
                let row = row(station.name, hour)
                let time = KoreanTime(hour)
                // Midnight is 24:00 of the day before.
                let name = time.hour == 0 ? "\(time.date + -1) 24:00" : "\(time.date) \(time.clock)"
                // A flagged value comes with its flag, or as a dash.
                func value(_ name: String, _ amount: String?, _ unknown: String) -> String {
                    let isFlagged = amount == nil && hash(station.name, hour, name, "flag") % 2 == 0
                    return
                        #""\#(name)Value":"\#(amount ?? (isFlagged ? unknown : "-"))","\#(name)Flag":\#(isFlagged ? "\"통신장애\"" : "null")"#
                }
                return "{"
                    + [
                        #""stationName":"\#(station.name)","dataTime":"\#(name)""#,
                        value("pm10", row.pm10.map(String.init), "12"),
                        value("pm25", row.pm25.map(String.init), "7"),
                        value("o3", row.ozone.map { "\($0)" }, "0.03"),
                        #""pm10Grade1h":"\#(row.grades[0])","pm25Grade1h":"\#(row.grades[1])","o3Grade":"\#(row.grades[2])""#,
                    ]
                    .joined(separator: ",") + "}"
            }
        )
    }

    private func forecast(on day: KoreanDate, at now: Date) -> StubAnswer {
        let issues = issues(at: now).filter { KoreanDate(of: $0) == day }
        return Self.envelope(
            issues.flatMap { issue in
                [day, day + 1].flatMap { date in
                    ["PM10", "PM25"].map { code in
                        let words = Self.zones.map { "\($0) : \(grade(code, $0, date, issue).label.korean)" }
                        return
                            #"{"informCode":"\#(code)","informData":"\#(date)","informGrade":"\#(words.joined(separator: ","))","#
                            + #""dataTime":"\#(day) \#(KoreanTime(issue).clock.prefix(2))시 발표"}"#
                    }
                }
            }
        )
    }

    private func week(on day: KoreanDate, at now: Date) -> StubAnswer {
        if day.at(hour: 17, minute: 30) > now { return Self.envelope([]) }
        let days = zip(["One", "Two", "Three", "Four"], 3...6).map { name, offset in
            let words = Self.zones.map {
                "\($0.hasPrefix("영") ? "강원" : "")\($0) : \(level($0, day + offset, day).label.korean)"
            }
            return
                #""frcst\#(name)Dt":"\#(day + offset)","frcst\#(name)Cn":"\#(words.joined(separator: ", ")), 신뢰도 : 높음""#
        }
        return Self.envelope(["{\(days.joined(separator: ",")),\"presnatnDt\":\"\(day)\"}"])
    }

    private static func envelope(_ items: [String]) -> StubAnswer {
        .json(
            #"{"response":{"body":{"totalCount":\#(items.count),"items":[\#(items.joined(separator: ","))],"pageNo":1,"numOfRows":300},"#
                + #""header":{"resultMsg":"NORMAL_CODE","resultCode":"00"}}}"#
        )
    }
}

/// Air of one report beside the rows that were sent.
private struct AirCheck {
    let office: AirOffice
    let place: Place
    let report: Report
    private(set) var strays: [String] = []
    private(set) var values = 0

    init(office: AirOffice, place: Place, report: Report) {
        (self.office, self.place, self.report) = (office, place, report)
    }

    private var now: Date { report.generatedAt }

    private func isFresh(_ feed: Feed) -> Bool {
        report[feed].map { [.fresh, .cached].contains($0.status) } ?? false
    }

    private mutating func expect(_ name: String, _ said: String?, _ right: String?) {
        values += 1
        if said != right { strays.append("\(name) \(said ?? "nothing"), sent \(right ?? "nothing")") }
    }

    mutating func json() throws {
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(report.json(.week, .korean))) as? [String: Any]
        )
        let air = json["air"] as? [String: Any] ?? [:]
        try measurement(air)
        let newest = office.issues(at: now)
        let week = office.weekDay(at: now)
        for day in air["forecast"] as? [[String: Any]] ?? [] {
            let date = try #require((day["date"] as? String).flatMap(KoreanDate.init))
            if date < KoreanDate(of: now) { strays.append("forecast of \(date)") }
            for (field, code) in [("pm10_grade", "PM10"), ("pm25_grade", "PM25")] {
                guard let said = day[field] as? String else { continue }
                let issues = isFresh(.airForecast) ? Array(newest.prefix(1)) : newest
                let sent = issues.filter { [0, 1].contains(date - KoreanDate(of: $0)) }
                    .map { office.grade(code, place.dustZone, date, $0).rawValue }
                expect("\(date) \(code)", said, sent.contains(said) ? said : sent.first)
            }
            if let said = day["pm25_level"] as? String {
                let days = isFresh(.airForecast) ? [week] : [week, week + -1, week + -2]
                let sent = days.filter { (3...6).contains(date - $0) }.map {
                    office.level(place.dustZone, date, $0).rawValue
                }
                expect("\(date) level", said, sent.contains(said) ? said : sent.first)
            }
            let same = (json["days"] as? [[String: Any]])?.first { $0["date"] as? String == date.description }
            let own = same?["air"] as? [String: Any]
            if let same, !same.isEmpty {
                expect("\(date) of the week", own?["pm10_grade"] as? String, day["pm10_grade"] as? String)
            }
        }
    }

    private mutating func measurement(_ air: [String: Any]) throws {
        let station = (air["station"] as? [String: Any])?["name"] as? String
        if isFresh(.airMeasured) {
            func isUsable(_ name: String) -> Bool {
                now.timeIntervalSince(office.hour(of: name, at: now)) <= 3 * 3_600
            }
            let usable = place.airStations.map(\.station.name).filter {
                let row = office.row($0, office.hour(of: $0, at: now))
                return isUsable($0) && (row.pm10 != nil || row.pm25 != nil)
            }
            let whole = usable.first {
                let row = office.row($0, office.hour(of: $0, at: now))
                return row.pm10 != nil && row.pm25 != nil
            }
            // The province of a farther station is asked only where the nearer ones have nothing.
            if station == nil || !usable.contains(station ?? "") {
                expect("station", station, whole ?? usable.first)
            }
        }
        guard let station, let time = (air["observed_at"] as? String).flatMap(instant) else { return }
        if isFresh(.airMeasured) {
            expect("\(station) at", "\(time)", "\(office.hour(of: station, at: now))")
        }
        if now.timeIntervalSince(time) > 3 * 3_600 || time > now { strays.append("\(station) of \(time)") }
        let row = office.row(station, time)
        expect("\(station) pm10", (air["pm10"] as? NSNumber)?.stringValue, row.pm10.map(String.init))
        expect("\(station) pm25", (air["pm25"] as? NSNumber)?.stringValue, row.pm25.map(String.init))
        expect(
            "\(station) ozone",
            (air["ozone"] as? NSNumber).map { "\($0.doubleValue)" },
            row.ozone.map { "\($0)" }
        )
        for (index, name) in ["pm10", "pm25", "ozone"].enumerated() {
            // A flag is of the value and its grade; without a value there is no grade.
            guard let said = air["\(name)_grade"] as? String else { continue }
            expect("\(station) \(name) without a value", air[name] is NSNumber ? nil : said, nil)
            expect("\(station) \(name) grade", said, AirGrade.allCases[row.grades[index] - 1].rawValue)
        }
    }

    /// The card has the amounts of the JSON with their grades.
    mutating func text() {
        guard let measured = report.air?.measurement else { return }
        let style = Style(
            language: .korean,
            ansi: ANSIStyle(isColored: false, hasTrueColor: false),
            columns: 100
        )
        let text = Output(.now).text(report, in: .table, style)
        let lines = text.components(separatedBy: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        for (name, value) in [("미세먼지", measured.pm10), ("초미세먼지", measured.pm25)] {
            guard let amount = value.amount, let grade = value.grade else { continue }
            values += 1
            let line = "\(name) \(Int(amount))µg/m³ \(grade.label.korean)"
            if !lines.contains(line) { strays.append("text has no \(line)") }
        }
    }

    private func instant(_ text: String) -> Date? {
        try? Date(text, strategy: Date.ISO8601FormatStyle(timeZoneSeparator: .colon))
    }
}
