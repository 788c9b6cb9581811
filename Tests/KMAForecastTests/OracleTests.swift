import Feeds
import Forecast
import Foundation
import Regions
import Rendering
import SQLiteStore
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

/// Every number of the JSON is traced back to a row that the upstream sent: the values of the stand-in are made of
/// endpoint, issue, cell or zone, category and time, so that a value of another row is another value.
@Suite("Numbers and the rows they are of", .isLong, .takesSlots(listeners: 1))
struct OracleTests {
    private static let places = ["서울특별시", "부산광역시"]

    @Test(
        "Over a day of faults, mix-ups and restarts each number is of the newest row sent for it",
        arguments: (runsLongTests ? [1, 2, 3] : [1]) as [UInt64]
    )
    func trace(seed: UInt64) async throws {
        let harness = try TestHarness(1, 20)
        let sent = SentRows(seed: seed)
        let traced = LockedValue(0)
        for endpoint in [Endpoint.shortTerm, .nowcast, .nextHours, .midTemperature, .midLand] {
            harness.upstream.answers[endpoint] = { sent.answer(to: $0, endpoint) }
        }
        let places = try Self.places.map { try Gazetteer.place(named: $0) }
        var forecaster = try harness.forecaster(openWeather: false)
        for step in 0..<26 {
            // A call that was made to try a feed again belongs to the step that made it.
            try await harness.untilNobodyFetches()
            harness.passes(1 + step, 20 + step % 3 * 10)
            sent.begin(step)
            let before = sent.rows
            if step % 5 == 4 { forecaster = try harness.forecaster(openWeather: false) }
            for place in places {
                for question in [Question.week, .now, .hours] {
                    let results = await forecaster.reports(question, at: [(place, .program)])
                    // Where a fault left nothing there is nothing to trace.
                    guard case .success(let report)? = results.first else { continue }
                    let body = Data(report.json(question, .korean))
                    let json = try JSONSerialization.jsonObject(with: body) as? [String: Any]
                    let trace = Trace(sent.rows, before: before, place, try #require(json), traced)
                    let strays = trace.strays
                    #expect(
                        strays.isEmpty,
                        "\(KoreanTime(harness.upstream.now).rfc3339) \(question) \(strays)"
                    )
                }
            }
        }
        #expect(sent.count > 100)
        #expect(traced.withLock { $0 } > 8_000)
    }
}

extension TestHarness {
    /// Waits until no program has a turn to fetch, or a lane to call.
    func untilNobodyFetches() async throws {
        let held = "SELECT 1 FROM hold WHERE fault IS NULL"
        try await until("the end of all calls") {
            let database = try StoredFiles.database(in: folder.path)
            return try database?.rows(held, read: { _ throws(SQLiteError) in true }).isEmpty ?? true
        }
    }
}

/// The rows that were sent up to a moment.
struct Rows: Sendable {
    /// The values of an issue, by their time and category.
    typealias Issue = [Date: [String: Int]]

    /// By endpoint and subject.
    var issues: [String: [Date: Issue]] = [:]

    /// The issues that were sent for a subject, the newest first.
    func issues(_ endpoint: Endpoint, _ subject: String) -> [(issue: Date, rows: Issue)] {
        (issues["\(endpoint) \(subject)"] ?? [:]).sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
    }

    /// The newest row that was sent for a time.
    func newest(_ endpoint: Endpoint, _ subject: String, at time: Date) -> [String: Int]? {
        issues(endpoint, subject).lazy.compactMap { $0.rows[time] }.first
    }
}

/// Rows sent by the stand-in, by endpoint and by cell or zone.
final class SentRows: Sendable {
    private struct State: Sendable {
        var rows = Rows()
        var step = 0
        var count = 0
    }

    private let seed: UInt64
    private let state = LockedValue(State())

    init(seed: UInt64) { self.seed = seed }

    var count: Int { state.withLock { $0.count } }

    func begin(_ step: Int) { state.withLock { $0.step = step } }

    /// Rows sent so far.
    var rows: Rows { state.withLock { $0.rows } }

    /// A number from 0 to 40 that is another for each row.
    private func value(_ parts: Any...) -> Int {
        let text = parts.map { "\($0)" }.joined(separator: "|") + "|\(seed)"
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return Int((hash ^ hash >> 29) % 41)
    }

    func answer(to request: Request, _ endpoint: Endpoint) -> StubAnswer {
        let step = state.withLock { $0.step }
        let compact = request["tmFc"] ?? (request["base_date"] ?? "") + (request["base_time"] ?? "")
        guard let issue = KoreanTime.instant(compact: compact) else { return .noData }
        // A fault of each kind now and then, the same for each call of a step.
        switch value(endpoint, step, "fault") % 12 {
        case 0: return .text("", status: 502)
        case 1 where step > 0: return .noData
        case 2: return body(of: request, endpoint, issue, x: 99).answer
        default: break
        }
        let (rows, answer) = body(of: request, endpoint, issue, x: nil)
        let subject = request["regId"] ?? "\(request["nx"] ?? "")-\(request["ny"] ?? "")"
        state.withLock { state in
            state.count += 1
            // A part of an issue adds nothing to the whole.
            let name = "\(endpoint) \(subject)"
            state.rows.issues[name, default: [:]][issue, default: [:]].merge(rows) { old, _ in old }
        }
        return answer
    }

    /// The body of an issue; of another cell or zone where `x` is given.
    private func body(of request: Request, _ endpoint: Endpoint, _ issue: Date, x: Int?) -> (
        rows: Rows.Issue, answer: StubAnswer
    ) {
        switch endpoint {
        case .midTemperature, .midLand: midTerm(request, endpoint, issue, isOther: x != nil)
        default: grid(request, endpoint, issue, x: x)
        }
    }

    private func midTerm(_ request: Request, _ endpoint: Endpoint, _ issue: Date, isOther: Bool) -> (
        rows: Rows.Issue, answer: StubAnswer
    ) {
        let zone = isOther ? "11Z99999" : request["regId"] ?? ""
        var rows: Rows.Issue = [:]
        var fields = [#""regId":"\#(zone)""#]
        for day in (KoreanTime(issue).hour < 18 ? 4 : 5)...10 {
            let date = KoreanDate(of: issue) + day
            let number = value(endpoint, zone, issue, day)
            if endpoint == .midTemperature {
                rows[date.start] = ["taMin": number - 30, "taMax": number + 10]
                fields.append(#""taMin\#(day)":\#(number - 30),"taMax\#(day)":\#(number + 10)"#)
            } else if day < 8 {
                rows[date.start] = ["rnStAm": number, "rnStPm": number + 1]
                fields.append(#""rnSt\#(day)Am":\#(number),"rnSt\#(day)Pm":\#(number + 1)"#)
            } else {
                rows[date.start] = ["rnSt": number]
                fields.append(#""rnSt\#(day)":\#(number)"#)
            }
        }
        return (rows, SentRows.envelope(["{\(fields.joined(separator: ","))}"]))
    }

    private func grid(_ request: Request, _ endpoint: Endpoint, _ issue: Date, x: Int?) -> (
        rows: Rows.Issue, answer: StubAnswer
    ) {
        let nx = x.map(String.init) ?? request["nx"] ?? ""
        let ny = request["ny"] ?? ""
        let base = KoreanTime(issue).compact
        let echo = #""baseDate":"\#(base.prefix(8))","baseTime":"\#(base.suffix(4))","nx":\#(nx),"ny":\#(ny)"#
        let isObservation = endpoint == .nowcast
        let temperature = endpoint == .shortTerm ? "TMP" : "T1H"
        let first = KoreanTime(issue).date.at(hour: KoreanTime(issue).hour + (isObservation ? 0 : 1))
        let hours = isObservation ? 1 : endpoint == .nextHours ? 6 : 60
        let limit = Int(request["numOfRows"] ?? "") ?? 1_500
        var rows: Rows.Issue = [:]
        var items: [String] = []
        for hour in 0..<hours {
            let time = first.addingTimeInterval(Double(hour) * 3_600)
            let categories = [temperature, "REH", "WSD"] + (isObservation ? [] : ["POP"])
            for category in categories {
                let number = value(endpoint, nx, ny, issue, time, category)
                if items.count < limit {
                    rows[time, default: [:]][category == temperature ? "T" : category] = number
                }
                items.append(row(category, number, time, echo, isObservation))
            }
            if !isObservation { items.append(row("SKY", 1, time, echo, false)) }
            items.append(row("PTY", 0, time, echo, isObservation))
        }
        return (rows, SentRows.envelope(Array(items.prefix(limit)), total: items.count))
    }

    private func row(_ category: String, _ value: Int, _ time: Date, _ echo: String, _ isObservation: Bool)
        -> String
    {
        let compact = KoreanTime(time).compact
        return isObservation
            ? #"{\#(echo),"category":"\#(category)","obsrValue":"\#(value)"}"#
            : #"{\#(echo),"category":"\#(category)","fcstDate":"\#(compact.prefix(8))","#
                + #""fcstTime":"\#(compact.suffix(4))","fcstValue":"\#(value)"}"#
    }

    private static func envelope(_ items: [String], total: Int? = nil) -> StubAnswer {
        .json(
            #"{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON","#
                + #""items":{"item":[\#(items.joined(separator: ","))]},"pageNo":1,"numOfRows":1500,"#
                + #""totalCount":\#(total ?? items.count)}}}"#
        )
    }
}

/// The numbers of one JSON object beside the rows that were sent.
private struct Trace {
    /// All rows, and those of the steps before.
    private let rows: Rows
    private let before: Rows
    private let place: Place
    private let json: [String: Any]
    /// Number of traced values.
    private let traced: LockedValue<Int>
    private let cell: String
    /// The feeds that are told as older than they should be.
    private let stale: Set<String>

    init(
        _ rows: Rows,
        before: Rows,
        _ place: Place,
        _ json: [String: Any],
        _ traced: LockedValue<Int>
    ) {
        (self.rows, self.before, self.place, self.json, self.traced) = (rows, before, place, json, traced)
        cell = "\(place.gridCell.x)-\(place.gridCell.y)"
        let sources = json["sources"] as? [[String: Any]] ?? []
        stale = Set(
            sources.filter { $0["status"] as? String == "stale" }.compactMap { $0["feed"] as? String }
        )
    }

    /// The numbers that are not those of the newest row that was sent for them.
    ///
    /// Nobody waits for the call that tries a feed again after a fault: what is shown meanwhile is told as stale, and is all
    /// of the rows that were sent before.
    var strays: [String] {
        strays(of: ["kma.short"], hours(.shortTerm)) + strays(of: ["kma.nowcast"], hours(.nextHours))
            + strays(of: ["kma.nowcast"], current)
            + strays(of: ["kma.mid_temperature"], temperatures) + strays(of: ["kma.mid_land"], land)
            + strays(of: ["kma.short", "kma.nowcast"], sampledDays)
    }

    private func strays(of feeds: Set<String>, _ check: (Rows) -> [String]) -> [String] {
        let strays = check(rows)
        return strays.isEmpty || stale.isDisjoint(with: feeds) ? strays : check(before)
    }

    private func differences(
        _ name: String,
        _ object: [String: Any],
        _ fields: KeyValuePairs<String, String>,
        _ row: [String: Int]?
    ) -> [String] {
        fields.compactMap { field, category in
            guard let number = (object[field] as? NSNumber)?.doubleValue else { return nil }
            traced.withLock { $0 += 1 }
            return row?[category].map(Double.init) == number
                ? nil : "\(name) \(field) \(number), sent \(row?[category].map(String.init) ?? "nothing")"
        }
    }

    private func hours(_ endpoint: Endpoint) -> (Rows) -> [String] {
        let source = endpoint == .nextHours ? "kma.nowcast" : "kma.short"
        let hours = (json["hours"] as? [[String: Any]] ?? []).filter { $0["source"] as? String == source }
        let fields: KeyValuePairs = [
            "temperature": "T", "humidity": "REH", "wind_speed": "WSD", "precipitation_probability": "POP",
        ]
        return { rows in
            hours.flatMap { hour -> [String] in
                guard let name = hour["time"] as? String, let time = instant(name) else { return ["no time"] }
                let row = rows.newest(endpoint, cell, at: time)
                return differences("\(name) \(endpoint)", hour, fields, row)
            }
        }
    }

    private func current(_ rows: Rows) -> [String] {
        var strays: [String] = []
        let fields: KeyValuePairs = ["temperature": "T", "humidity": "REH", "wind_speed": "WSD"]
        if let current = json["current"] as? [String: Any],
            let time = (current["observed_at"] as? String).flatMap(instant)
        {
            strays += differences("current", current, fields, rows.newest(.nowcast, cell, at: time))
            if rows.issues(.nowcast, cell).first?.issue != time { strays.append("current of \(time)") }
        }
        if let yesterday = json["yesterday"] as? [String: Any],
            let time = (yesterday["observed_at"] as? String).flatMap(instant)
        {
            let row = rows.newest(.nowcast, cell, at: time)
            strays += differences("yesterday", yesterday, ["temperature": "T"], row)
        }
        return strays
    }

    /// The days with the feeds that they are of.
    private func days(of source: String) -> [(
        name: String, date: KoreanDate, day: [String: Any], feeds: [String]
    )] {
        (json["days"] as? [[String: Any]] ?? []).filter {
            ($0["source"] as? String == "kma.mid") == (source == "kma.mid")
        }
        .compactMap { day in
            guard let name = day["date"] as? String, let date = KoreanDate(name) else { return nil }
            return (name, date, day, day["feeds"] as? [String] ?? [])
        }
    }

    private func temperatures(_ rows: Rows) -> [String] {
        days(of: "kma.mid").flatMap { name, date, day, feeds -> [String] in
            guard feeds.first == "kma.mid_temperature", feeds.allSatisfy({ $0.hasPrefix("kma.mid") })
            else { return [] }
            return differences(
                name,
                day,
                ["temperature_min": "taMin", "temperature_max": "taMax"],
                rows.newest(.midTemperature, place.temperatureZone.code, at: date.start)
            )
        }
    }

    private func land(_ rows: Rows) -> [String] {
        days(of: "kma.mid").flatMap { name, date, day, feeds -> [String] in
            guard feeds.last == "kma.mid_land", feeds.allSatisfy({ $0.hasPrefix("kma.mid") }) else {
                return []
            }
            let land = rows.newest(.midLand, place.landZone.code, at: date.start)
            let (am, pm) = (day["am"] as? [String: Any] ?? [:], day["pm"] as? [String: Any] ?? [:])
            let halves =
                differences(name, am, ["precipitation_probability": "rnStAm"], land)
                + differences(name, pm, ["precipitation_probability": "rnStPm"], land)
            let whole = differences(name, day, ["precipitation_probability": "rnSt"], land)
            return land?["rnSt"] == nil ? halves : halves + whole
        }
    }

    /// A day that is made of hours has as low, high and chance values that were sent for its hours, or were observed.
    private func sampledDays(_ rows: Rows) -> [String] {
        days(of: "kma.short").flatMap { _, date, day, feeds -> [String] in
            guard Set(feeds).isSubset(of: ["kma.short", "kma.nowcast"]) else { return [] }
            let sent = [Endpoint.shortTerm, .nextHours, .nowcast].flatMap { endpoint in
                rows.issues(endpoint, cell).flatMap { $0.rows }
            }
            .filter { KoreanDate(of: $0.key) == date }.map(\.value)
            let fields = [
                ("temperature_min", "T"), ("temperature_max", "T"), ("precipitation_probability", "POP"),
            ]
            return fields.compactMap { field, category in
                guard let number = (day[field] as? NSNumber)?.doubleValue else { return nil }
                traced.withLock { $0 += 1 }
                let isSent = sent.contains { $0[category].map(Double.init) == number }
                return isSent ? nil : "\(date) \(field) \(number) was not sent"
            }
        }
    }

    private func instant(_ text: String) -> Date? {
        try? Date(text, strategy: Date.ISO8601FormatStyle(timeZoneSeparator: .colon))
    }
}
