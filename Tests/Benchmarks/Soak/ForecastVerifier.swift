import Feeds
import Foundation
import Regions

/// Checks a body of `/v1/week`, `/v1/now`, `/v1/hours`, `/v1/theme` or `/v1/outlook` by rules that hold whatever the
/// weather is. It does not work out the week again: the merge has tests of its own.
struct ForecastVerifier {
    typealias Object = [String: Any]

    let oracle: Oracle
    let path: String
    let place: Place
    private(set) var findings: [String] = []
    private var sources: [String: Object] = [:]
    private var generatedAt = Date.distantPast

    init(oracle: Oracle, path: String, place: Place) {
        (self.oracle, self.path, self.place) = (oracle, path, place)
    }

    /// Seconds by which the stub and the service may differ about one event: both tries of a request.
    private static let slack = Double(2 * TestHarness.timeout)

    /// The members that the contract names, by object. More may be there.
    private static let members = [
        "/v1/week": "place generated_at theme current days hours sources degraded stale attribution",
        "/v1/now": "place generated_at theme current sources degraded stale attribution",
        "/v1/hours": "place generated_at theme hours sources degraded stale attribution",
        "/v1/outlook": "place generated_at text sources degraded stale attribution",
        "place": "query name province district dong latitude longitude temperature_zone land_zone",
        "theme": "name color gradient text_color night label source",
        "current":
            "observed_at temperature feels_like humidity wind_speed wind_direction wind_gust visibility "
            + "precipitation_1h condition sunrise sunset",
        "day":
            "date offset label weekday temperature_min temperature_max temperature_min_spread am pm text theme "
            + "temperature_max_spread precipitation_probability precipitation_amount source feeds partial",
        "half day": "text theme precipitation_probability",
        "hour":
            "time temperature precipitation_probability precipitation_amount humidity wind_speed text theme "
            + "night source",
        "source": "feed status issued_at fetched_at error",
        "error": "code message",
    ]

    /// Bounds of a number, and whether it was served as it is: amounts are sums, and wind may come from its
    /// components.
    private static let numbers: [String: (bounds: ClosedRange<Double>, isServed: Bool)] = [
        "temperature": (-60...60, true), "temperature_min": (-60...60, true),
        "temperature_max": (-60...60, true), "feels_like": (-80...80, false), "humidity": (0...100, true),
        "wind_speed": (0...100, false), "wind_gust": (0...150, true), "wind_direction": (0...359, false),
        "visibility": (0...100_000, true), "precipitation_probability": (0...100, true),
        "precipitation_amount": (0...2_000, false), "precipitation_1h": (0...500, false),
    ]

    /// Verifies a body and returns each source with its status, for counting.
    mutating func verify(_ body: Data) -> [String] {
        let value = try? JSONSerialization.jsonObject(with: body)
        if path == "/v1/theme" {
            verifyTheme(value)
            return []
        }
        guard let json = object(value, path), let made = instant(json["generated_at"]) else {
            findings.append("no generated_at")
            return []
        }
        generatedAt = made
        let found = object(json["place"], "place") ?? [:]
        let zones = ["temperature_zone", "land_zone"].map { (found[$0] as? Object)?["code"] as? String }
        expect(text(found["name"]) == place.name, "place \(text(found["name"]))")
        expect(zones == [place.temperatureZone.code, place.landZone.code], "zones \(zones)")
        let list = (json["sources"] as? [Any] ?? []).compactMap { object($0, "source") }
        for source in list {
            sources[text(source["feed"])] = source
            verify(source: source)
        }
        let isStale = list.contains { text($0["status"]) == "stale" }
        expect(json["stale"] as? Bool == isStale, "stale is \(json["stale"] ?? "missing")")
        let failed = Set(list.filter { text($0["status"]) == "failed" }.map { text($0["feed"]) })
        expect(failed.isSubset(of: json["degraded"] as? [String] ?? []), "degraded lacks one of \(failed)")
        if path == "/v1/outlook" {
            let words = text(json["text"]).filter { !$0.isWhitespace }
            let wasServed = served("kma.outlook").contains { $0.text?.contains("\"\(words)\"") == true }
            expect(wasServed, "an outlook that was not served")
        } else {
            verifyTheme(json["theme"])
        }
        if let current = json["current"], !(current is NSNull) {
            verifyNumbers(of: current, "current", "current", feeds: ["kma.nowcast", "openweather.current"])
        }
        verifyDays(json["days"] as? [Any] ?? [], today: text(json["generated_at"]).prefix(10))
        verifyHours(json["hours"] as? [Any] ?? [])
        return list.map { "\(text($0["feed"])) \(text($0["status"]))" }
    }
}

extension ForecastVerifier {
    private mutating func verify(source: Object) {
        let (feed, status) = (text(source["feed"]), text(source["status"]))
        let error = source["error"] is NSNull ? nil : object(source["error"], "error")
        if let error {
            let isCaused = oracle.accountsFor(text(error["code"]), at: Oracle.service(of: feed))
            expect(isCaused, "\(feed): \(text(error["code"])), without a fault at its service")
        }
        guard status != "failed", let fetchedAt = instant(source["fetched_at"]) else {
            return expect(status == "failed" && error != nil, "\(feed): \(status), error \(error ?? [:])")
        }
        let slack = ForecastVerifier.slack
        let wasServed = oracle.served(feed, at: place).contains {
            abs($0.servedAt.timeIntervalSince(fetchedAt)) <= slack
        }
        expect(wasServed, "\(feed): \(status) of \(fetchedAt), when nothing was served")
        let age = generatedAt.timeIntervalSince(fetchedAt)
        let isOfNow = feed.hasPrefix("openweather") || feed == "kma.nowcast"
        switch status {
        case "fresh": expect((-slack...1).contains(age), "\(feed): fresh after \(age) s")
        case "cached":
            let lifetime = feed.hasPrefix("openweather") ? 601.0 : isOfNow ? 3_700 : 43_300
            expect(age <= lifetime, "\(feed): cached for \(age) s")
            // Half of the nowcast may have failed while the other is well.
            expect(error == nil || feed == "kma.nowcast", "\(feed): cached with an error")
        case "stale":
            let time = instant(source["issued_at"]) ?? fetchedAt
            let limit = isOfNow ? 3.0 : 48
            expect(generatedAt.timeIntervalSince(time) <= limit * 3_600 + 1, "\(feed): stale since \(time)")
            expect(error != nil, "\(feed): stale without an error")
        default: expect(status == "partial" && error != nil, "\(feed): \(status), error \(error ?? [:])")
        }
    }

    /// Served answers of a feed that may stand in this response.
    private func served(_ feed: String) -> [Oracle.Served] {
        guard let source = sources[feed], let fetchedAt = instant(source["fetched_at"]) else { return [] }
        let (issuedAt, slack) = (instant(source["issued_at"]), ForecastVerifier.slack)
        return oracle.served(feed, at: place).filter { served in
            switch (feed, issuedAt) {
            // The day's low stands in an earlier issue. The two answers of the nowcast are an hour apart at most, and two
            // where the newest issue of the older one was not there yet.
            case ("kma.short", let issue?), ("kma.nowcast", let issue?):
                (-7_200...86_400).contains(issue.timeIntervalSince(served.issue))
            case (_, let issue?): served.issue == issue
            // An earlier forecast tells the hours of today that are over.
            case ("openweather.forecast", nil): served.servedAt <= fetchedAt.addingTimeInterval(slack)
            case (_, nil): abs(served.servedAt.timeIntervalSince(fetchedAt)) <= slack
            }
        }
    }

    /// Checks the members of an object and the bounds of its numbers, and that a feed served them.
    private mutating func verifyNumbers(of value: Any?, _ kind: String, _ label: String, feeds: [String]) {
        guard let object = object(value, kind) else { return }
        for (name, rule) in ForecastVerifier.numbers {
            guard let value = object[name], !(value is NSNull) else { continue }
            let number = (value as? NSNumber)?.doubleValue ?? .nan
            expect(rule.bounds.contains(number), "\(label): \(name) \(value)")
            guard rule.isServed, rule.bounds.contains(number) else { continue }
            // OpenWeather writes 35 % as 0.35.
            let spellings: Set = name == "precipitation_probability" ? [number, number / 100] : [number]
            let wasServed = feeds.flatMap(served).contains { !$0.numbers.isDisjoint(with: spellings) }
            expect(wasServed, "\(label): \(name) \(number), served by none of \(feeds)")
        }
    }

    private mutating func verifyTheme(_ value: Any?) {
        guard let theme = object(value, "theme") else { return }
        expect(["clear", "cloudy", "rain", "snow"].contains(text(theme["name"])), "theme \(theme)")
    }

    private mutating func verifyDays(_ days: [Any], today: Substring) {
        let midnight = instant("\(today)T00:00:00+09:00") ?? .distantPast
        let first = (days.first as? Object)?["offset"] as? Int ?? 0
        for (index, value) in days.enumerated() {
            guard let day = object(value, "day") else { continue }
            let (date, offset) = (text(day["date"]), first + index)
            let isInOrder = instant("\(date)T00:00:00+09:00") == midnight + Double(offset) * 86_400
            expect(isInOrder && day["offset"] as? Int == offset, "\(date): offset \(day["offset"] ?? "")")
            let feeds = day["feeds"] as? [String] ?? []
            // A day between two others may have nothing; then no service is named for it.
            let isNamed = !feeds.isEmpty || day["source"] is NSNull
            expect(isNamed && feeds.allSatisfy { sources[$0] != nil }, "\(date): feeds \(feeds)")
            verifyNumbers(of: day, "day", date, feeds: feeds)
            for half in [day["am"], day["pm"]] where half is Object {
                verifyNumbers(of: half, "half day", date, feeds: feeds)
            }
            let range = ["temperature_min", "temperature_max"].compactMap { day[$0] as? NSNumber }
            expect(range == range.sorted { $0.doubleValue < $1.doubleValue }, "\(date): range \(range)")
        }
    }

    private mutating func verifyHours(_ hours: [Any]) {
        var last = Date.distantPast
        for value in hours {
            guard let hour = value as? Object, let time = instant(hour["time"]) else {
                findings.append("an hour without a time")
                continue
            }
            expect(time > last, "\(time) after \(last)")
            last = time
            let isKMA = text(hour["source"]).hasPrefix("kma")
            let names =
                isKMA ? ["kma.nowcast", "kma.short"] : ["openweather.forecast", "openweather.current"]
            verifyNumbers(of: hour, "hour", text(hour["time"]), feeds: names)
        }
    }

    private mutating func expect(_ holds: Bool, _ finding: @autoclosure () -> String) {
        if !holds { findings.append(finding()) }
    }

    /// A JSON object with all the members that the contract names for it.
    private mutating func object(_ value: Any?, _ kind: String) -> Object? {
        guard let object = value as? Object else {
            findings.append("\(kind) is no object")
            return nil
        }
        for member in (ForecastVerifier.members[kind] ?? "").split(separator: " ") {
            expect(object[String(member)] != nil, "\(kind) lacks \(member)")
        }
        return object
    }

    /// An instant as the contract writes it; `nil` for anything else.
    private func instant(_ value: Any?) -> Date? {
        guard let text = value as? String, text.count == 25, text.hasSuffix("+09:00") else { return nil }
        return try? Date(text, strategy: .iso8601)
    }
}

/// A JSON string; empty for anything else.
private func text(_ value: Any?) -> String { value as? String ?? "" }
