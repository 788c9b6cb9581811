import Feeds
import Forecast
import Foundation
import Record
import Regions
import SQLiteStore
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast
@testable import Rendering

/// Judgements and formats are held to the rows that the upstream sent: history, choices, changes, the country, CSV and the table.
@Suite("Judgements, formats and the rows they are of", .isLong, .takesSlots(listeners: 1))
struct RecordOracleTests {
    private static let traced: [Endpoint] = [.shortTerm, .nowcast, .nextHours, .midTemperature, .midLand]

    @Test(
        "Over a day and a midnight with faults each value names the issue that said it",
        arguments: (runsLongTests ? [1, 2, 3] : [2]) as [UInt64]
    )
    func trace(seed: UInt64) async throws {
        let harness = try TestHarness(1, 20)
        let sent = SentRows(seed: seed)
        for endpoint in Self.traced { harness.upstream.answers[endpoint] = { sent.answer(to: $0, endpoint) } }
        let place = try Gazetteer.place(named: "부산광역시")
        let recorder = LedgerRecorder(SQLiteLedger(path: harness.folder.path + "/ledger.db"))
        var forecaster = try harness.forecaster(openWeather: false, recorder: recorder)
        var (values, strays): ([String: Int], [String]) = ([:], [])
        for step in 0..<30 {
            try await harness.untilNobodyFetches()
            harness.passes(1 + step, [20, 50, 5][step % 3])
            sent.begin(step)
            if step % 7 == 6 { forecaster = try harness.forecaster(openWeather: false, recorder: recorder) }
            guard let report = try? await forecaster.report(.week, at: place, isExplained: true) else {
                continue
            }
            await recorder.flush()
            var check = ValueCheck(rows: sent.rows, place: place)
            for day in report.week.days {
                var explained = report
                explained.week.days = [day]
                check.choices(try object(JSONWriter.object { explained.writeWhy(to: &$0, .korean) }))
            }
            check.changes(try object(report.json(.week, .korean)))
            try check.formats(of: report)
            let today = KoreanDate(of: harness.upstream.now)
            for offset in [0, 1, 4, 5, 9] {
                check.history(
                    try object(try await forecaster.history(at: place, on: today + offset).json(.korean))
                )
            }
            if step % 6 == 3 {
                let cities = NationCity.all.map { _ in Caller.program }
                let nation = try await forecaster.nation(on: today, for: cities, countryFor: .program)
                check.rows = sent.rows
                check.country(try object(nation.json(.korean)), nation)
            }
            values.merge(check.values, uniquingKeysWith: +)
            strays += check.strays.map { "\(KoreanTime(harness.upstream.now).rfc3339) \($0)" }
        }
        #expect(strays.isEmpty, "\(strays.prefix(12))")
        for (kind, fewest) in [
            ("why", 500), ("change", 20), ("history", 500), ("country", 20), ("CSV", 2_000), ("table", 200),
        ] {
            #expect(values[kind, default: 0] > fewest, "\(kind): \(values)")
        }
    }
}

private func object(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
}

/// Values without a row that was sent for them.
private struct ValueCheck {
    var rows: Rows
    let place: Place
    private(set) var strays: [String] = []
    /// By kind: why, change, history, country, CSV, table.
    private(set) var values: [String: Int] = [:]

    init(rows: Rows, place: Place) { (self.rows, self.place) = (rows, place) }

    private var cell: String { "\(place.gridCell.x)-\(place.gridCell.y)" }

    private mutating func expect(
        _ kind: String,
        _ name: @autoclosure () -> String,
        _ value: Double,
        among sent: [Int]
    ) {
        values[kind, default: 0] += 1
        if !sent.contains(where: { Double($0) == value }) {
            strays.append("\(kind) \(name()) \(value), sent \(sent.prefix(8))")
        }
    }

    /// Numbers that one issue of a feed gave for a date: of its hours, or of its fields.
    private func sent(_ feed: String, _ issue: Date, _ date: KoreanDate, _ fields: [String]) -> [Int] {
        let endpoints: [(Endpoint, String)] =
            switch feed {
            case "kma.short": [(.shortTerm, cell)]
            case "kma.nowcast": [(.nextHours, cell), (.nowcast, cell)]
            case "kma.mid_temperature": [(.midTemperature, place.temperatureZone.code)]
            case "kma.mid_land": [(.midLand, place.landZone.code)]
            default: []
            }
        return endpoints.flatMap { endpoint, subject in
            let times = rows.issues(endpoint, subject).first { $0.issue == issue }?.rows ?? [:]
            // The step of 24:00 ends the day before it.
            let own = times.filter { KoreanDate(of: $0.key) == date || $0.key == (date + 1).start }
            return own.values.flatMap { row in fields.compactMap { row[$0] } }
        }
    }

    private static let fields = [
        "temperature_min": ["T", "taMin"], "temperature_max": ["T", "taMax"],
        "precipitation_probability": ["POP", "rnSt", "rnStAm", "rnStPm"],
    ]

    mutating func choices(_ json: [String: Any]) {
        guard let date = (json["date"] as? String).flatMap(KoreanDate.init) else { return }
        for value in json["values"] as? [[String: Any]] ?? [] {
            guard let field = value["field"] as? String, let fields = Self.fields[field] else { continue }
            for candidate in value["candidates"] as? [[String: Any]] ?? [] {
                guard let number = (candidate["value"] as? NSNumber)?.doubleValue,
                    let feed = candidate["feed"] as? String,
                    let issue = (candidate["issued_at"] as? String).flatMap(instant)
                else { continue }
                expect("why", "\(field) \(feed) \(issue)", number, among: sent(feed, issue, date, fields))
            }
        }
    }

    /// Value of the day before, and the present one.
    mutating func changes(_ json: [String: Any]) {
        for change in json["changes"] as? [[String: Any]] ?? [] {
            guard let field = change["field"] as? String, let fields = Self.fields[field],
                let date = (change["date"] as? String).flatMap(KoreanDate.init),
                let from = (change["from"] as? NSNumber)?.doubleValue,
                let since = (change["since"] as? String).flatMap(instant)
            else { continue }
            let feeds = ["kma.short", "kma.nowcast", "kma.mid_temperature", "kma.mid_land"]
            expect(
                "change",
                "\(field) since \(since)",
                from,
                among: feeds.flatMap { sent($0, since, date, fields) }
            )
            let day = (json["days"] as? [[String: Any]] ?? []).first {
                $0["date"] as? String == date.description
            }
            let now = (day?[field] as? NSNumber)?.doubleValue
            values["change", default: 0] += 1
            if now != (change["to"] as? NSNumber)?.doubleValue {
                strays.append("change to \(change), day \(now ?? .nan)")
            }
        }
    }

    mutating func history(_ json: [String: Any]) {
        guard let date = (json["date"] as? String).flatMap(KoreanDate.init) else { return }
        for issue in json["issues"] as? [[String: Any]] ?? [] {
            guard let issuedAt = (issue["issued_at"] as? String).flatMap(instant) else { continue }
            let feeds =
                issue["source"] as? String == "kma.short"
                ? ["kma.short"] : ["kma.mid_temperature", "kma.mid_land"]
            for (field, fields) in Self.fields {
                let halves = [issue["am"], issue["pm"], issue].compactMap { $0 as? [String: Any] }
                for number in halves.compactMap({ ($0[field] as? NSNumber)?.doubleValue }) {
                    expect(
                        "history",
                        "\(date) \(issuedAt) \(field)",
                        number,
                        among: feeds.flatMap { sent($0, issuedAt, date, fields) }
                    )
                }
            }
        }
    }

    mutating func country(_ json: [String: Any], _ nation: NationReport) {
        for (shown, city) in zip(json["places"] as? [[String: Any]] ?? [], nation.cities) {
            guard let number = (shown["temperature"] as? NSNumber)?.doubleValue,
                let now = city.report?.week.current
            else { continue }
            let cell = city.city.place.gridCell
            let row = rows.newest(.nowcast, "\(cell.x)-\(cell.y)", at: now.observedAt)
            expect("country", "\(city.city.name)", number, among: [row?["T"]].compactMap(\.self))
        }
    }

    /// CSV has JSON's numbers, and the table each day's low and high.
    mutating func formats(of report: Report) throws {
        let json = try object(report.json(.week, .korean))
        let style = Style(
            language: .korean,
            ansi: ANSIStyle(isColored: false, hasTrueColor: false),
            columns: 100
        )
        for (name, key, question) in [("days", "date", Question.week), ("hours", "time", .hours)] {
            let source = question == .week ? json : try object(report.json(.hours, .korean))
            let lines = Output(question).text(report, in: .csv, style).components(separatedBy: "\r\n")
            let columns = (lines.first ?? "").components(separatedBy: ",")
            let items = (source[name] as? [[String: Any]] ?? [])
            for line in lines.dropFirst() where !line.isEmpty {
                let cells = Dictionary(zip(columns, line.components(separatedBy: ","))) { first, _ in first }
                let item = items.first { $0[key] as? String == cells[key] }
                for (column, cell) in cells {
                    guard let number = Double(cell), let value = item?[column] as? NSNumber else { continue }
                    values["CSV", default: 0] += 1
                    if value.doubleValue != number {
                        strays.append("CSV \(cells[key] ?? "") \(column) \(number), JSON \(value)")
                    }
                }
            }
        }
        let table = Output(.week).text(report, in: .table, style).components(separatedBy: "\n")
        for day in report.week.days {
            guard let low = day.extremes.minimum, let high = day.extremes.maximum else { continue }
            let label = day.date.label(offset: day.date - KoreanDate(of: report.generatedAt)).korean
            let (_, month, number) = day.date.civil
            values["table", default: 0] += 1
            let isShown = table.contains { line in
                (line.contains(" \(label) ") || line.contains("\(month)/\(number) "))
                    && line.contains("\(Int(low))°")
                    && line.contains("\(Int(high))°")
            }
            if !isShown { strays.append("table \(day.date) \(low) \(high)") }
        }
    }

    private func instant(_ text: String) -> Date? {
        try? Date(text, strategy: Date.ISO8601FormatStyle(timeZoneSeparator: .colon))
    }
}
