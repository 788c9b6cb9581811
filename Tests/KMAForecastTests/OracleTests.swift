import CommandLineSupport
import Feeds
import Forecast
import Foundation
import Regions
import StubUpstream
import Testing

@testable import KMAForecast

/// Every number of the JSON is traced back to a row that the upstream sent: the values of the stand-in are made of
/// endpoint, issue, cell or zone, category and time, so that a value of another row is another value.
@Suite("Numbers and the rows they are of", .timeLimit(.minutes(5)))
struct OracleTests {
    private static let places = ["서울특별시", "부산광역시"]

    @Test(
        "Over a day of faults, mix-ups and restarts each number is that of the newest row which was sent for it",
        arguments: [1] as [UInt64]
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
            harness.passes(1 + step, 20 + step % 3 * 10)
            sent.begin(step)
            if step % 5 == 4 { forecaster = try harness.forecaster(openWeather: false) }
            for place in places {
                for question in [Question.week, .now, .hours] {
                    let results = await forecaster.reports(question, at: [(place, .program)])
                    // Where a fault left nothing there is nothing to trace.
                    guard case .success(let report)? = results.first else { continue }
                    let body = Data(report.json(question, .korean))
                    let json = try JSONSerialization.jsonObject(with: body) as? [String: Any]
                    let trace = Trace(sent, place, try #require(json), traced)
                    let strays = trace.strays(at: harness.upstream.now)
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

/// What the stand-in sent, by endpoint and by cell or zone.
private final class SentRows: Sendable {
    /// The values of an issue, by their time and category.
    typealias Rows = [Date: [String: Int]]

    private struct State: Sendable {
        var rows: [String: [Date: Rows]] = [:]
        var step = 0
        var count = 0
    }

    private let seed: UInt64
    private let state = LockedValue(State())

    init(seed: UInt64) { self.seed = seed }

    var count: Int { state.withLock { $0.count } }

    func begin(_ step: Int) { state.withLock { $0.step = step } }

    /// The issues that were sent for a subject, the newest first.
    func issues(_ endpoint: Endpoint, _ subject: String) -> [(issue: Date, rows: Rows)] {
        state.withLock { $0.rows["\(endpoint) \(subject)"] ?? [:] }
            .sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
    }

    /// A number from 0 to 60 that is another for each row.
    private func value(_ parts: Any...) -> Int {
        let text = parts.map { "\($0)" }.joined(separator: "|") + "|\(seed)"
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return Int((hash ^ hash >> 29) % 61)
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
            state.rows["\(endpoint) \(subject)", default: [:]][issue, default: [:]].merge(rows) { old, _ in
                old
            }
        }
        return answer
    }

    /// The body of an issue; of another cell or zone where `x` is given.
    private func body(of request: Request, _ endpoint: Endpoint, _ issue: Date, x: Int?) -> (
        rows: Rows, answer: StubAnswer
    ) {
        switch endpoint {
        case .midTemperature, .midLand: midTerm(request, endpoint, issue, isOther: x != nil)
        default: grid(request, endpoint, issue, x: x)
        }
    }

    private func midTerm(_ request: Request, _ endpoint: Endpoint, _ issue: Date, isOther: Bool) -> (
        rows: Rows, answer: StubAnswer
    ) {
        let zone = isOther ? "11Z99999" : request["regId"] ?? ""
        var rows: Rows = [:]
        var fields = [#""regId":"\#(zone)""#]
        for day in 4...10 {
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
        rows: Rows, answer: StubAnswer
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
        var rows: Rows = [:]
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
    let sent: SentRows
    let place: Place
    let json: [String: Any]
    /// How many numbers were looked at.
    let traced: LockedValue<Int>
    private let cell: String

    init(_ sent: SentRows, _ place: Place, _ json: [String: Any], _ traced: LockedValue<Int>) {
        (self.sent, self.place, self.json, self.traced) = (sent, place, json, traced)
        cell = "\(place.gridCell.x)-\(place.gridCell.y)"
    }

    /// The numbers that are not those of the newest row that was sent for them.
    func strays(at now: Date) -> [String] {
        hours + current(at: now) + days
    }

    private func newest(_ endpoint: Endpoint, _ subject: String, at time: Date) -> [String: Int]? {
        sent.issues(endpoint, subject).lazy.compactMap { $0.rows[time] }.first
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

    private var hours: [String] {
        (json["hours"] as? [[String: Any]] ?? []).flatMap { hour -> [String] in
            guard let name = hour["time"] as? String, let time = instant(name) else { return ["no time"] }
            let endpoint: Endpoint = hour["source"] as? String == "kma.nowcast" ? .nextHours : .shortTerm
            let fields: KeyValuePairs = [
                "temperature": "T", "humidity": "REH", "wind_speed": "WSD",
                "precipitation_probability": "POP",
            ]
            return differences("\(name) \(endpoint)", hour, fields, newest(endpoint, cell, at: time))
        }
    }

    private func current(at now: Date) -> [String] {
        var strays: [String] = []
        let fields: KeyValuePairs = ["temperature": "T", "humidity": "REH", "wind_speed": "WSD"]
        if let current = json["current"] as? [String: Any],
            let time = (current["observed_at"] as? String).flatMap(instant)
        {
            strays += differences("current", current, fields, newest(.nowcast, cell, at: time))
            let issues = sent.issues(.nowcast, cell)
            // The one before is shown while the newest is still being asked for.
            let shown = issues.prefix(2).map(\.issue)
            if time > now || !shown.contains(time) {
                strays.append("current of \(time)")
            }
        }
        if let yesterday = json["yesterday"] as? [String: Any],
            let time = (yesterday["observed_at"] as? String).flatMap(instant)
        {
            strays += differences(
                "yesterday",
                yesterday,
                ["temperature": "T"],
                newest(.nowcast, cell, at: time)
            )
        }
        return strays
    }

    private var days: [String] {
        (json["days"] as? [[String: Any]] ?? []).flatMap { day -> [String] in
            guard let name = day["date"] as? String, let date = KoreanDate(name) else { return ["no date"] }
            guard day["source"] as? String == "kma.mid" else { return sampled(day, on: date) }
            let temperatures = newest(.midTemperature, place.temperatureZone.code, at: date.start)
            let land = newest(.midLand, place.landZone.code, at: date.start)
            let (am, pm) = (day["am"] as? [String: Any] ?? [:], day["pm"] as? [String: Any] ?? [:])
            let feeds = day["feeds"] as? [String] ?? []
            var strays: [String] = []
            if feeds == ["kma.mid_temperature", "kma.mid_land"] || feeds == ["kma.mid_temperature"] {
                strays += differences(
                    name,
                    day,
                    ["temperature_min": "taMin", "temperature_max": "taMax"],
                    temperatures
                )
            }
            if feeds == ["kma.mid_temperature", "kma.mid_land"] || feeds == ["kma.mid_land"] {
                strays += differences(name, am, ["precipitation_probability": "rnStAm"], land)
                strays += differences(name, pm, ["precipitation_probability": "rnStPm"], land)
                if land?["rnSt"] != nil {
                    strays += differences(name, day, ["precipitation_probability": "rnSt"], land)
                }
            }
            return strays
        }
    }

    /// A day that is made of hours has as low, high and chance values that were sent for its hours.
    private func sampled(_ day: [String: Any], on date: KoreanDate) -> [String] {
        let feeds = day["feeds"] as? [String] ?? []
        guard Set(feeds).isSubset(of: ["kma.short", "kma.nowcast"]) else { return [] }
        let rows = [Endpoint.shortTerm, .nextHours].flatMap { endpoint in
            sent.issues(endpoint, cell).flatMap { $0.rows }
        }
        .filter { KoreanDate(of: $0.key) == date }.map(\.value)
        let fields = [
            ("temperature_min", "T"), ("temperature_max", "T"), ("precipitation_probability", "POP"),
        ]
        return fields.compactMap { field, category in
            guard let number = (day[field] as? NSNumber)?.doubleValue else { return nil }
            traced.withLock { $0 += 1 }
            let isSent = rows.contains { $0[category].map(Double.init) == number }
            return isSent ? nil : "\(date) \(field) \(number) was not sent"
        }
    }

    private func instant(_ text: String) -> Date? { ISO8601DateFormatter().date(from: text) }
}
