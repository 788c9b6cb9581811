import Feeds
import Foundation
import Regions

/// Checks a body of `/v1/week`, `/v1/now`, `/v1/hours` or `/v1/outlook` by rules that hold whatever the weather is.
///
/// It does not work out the week again: the merge has tests of its own, and a second merge would share its errors.
struct ForecastVerifier {
    typealias Object = [String: Any]

    let oracle: Oracle
    let path: String
    let place: Place
    let isEnglish: Bool
    /// What is wrong, in words.
    private(set) var findings: [String] = []
    private var sources: [String: Object] = [:]
    private var generatedAt = Date.distantPast

    init(oracle: Oracle, path: String, place: Place, isEnglish: Bool) {
        (self.oracle, self.path, self.place, self.isEnglish) = (oracle, path, place, isEnglish)
    }

    /// Seconds by which two clocks readings of one event may differ: both tries of an upstream request.
    private static let slack = Double(2 * TestHarness.timeout)

    /// The members that the contract names, by object. More may be there.
    private static let members: [String: String] = [
        "/v1/week": "place generated_at theme current days hours sources degraded stale attribution",
        "/v1/now": "place generated_at theme current sources degraded stale attribution",
        "/v1/hours": "place generated_at theme hours sources degraded stale attribution",
        "/v1/outlook": "place generated_at text sources degraded stale attribution",
        "place": "query name province district dong latitude longitude temperature_zone land_zone",
        "theme": "name color gradient text_color night label source",
        "current": """
            observed_at temperature feels_like humidity wind_speed wind_direction wind_gust visibility \
            precipitation_1h condition sunrise sunset
            """,
        "day": """
            date offset label weekday temperature_min temperature_max temperature_min_spread \
            temperature_max_spread am pm text theme precipitation_probability precipitation_amount source feeds partial
            """,
        "half day": "text theme precipitation_probability",
        "hour": """
            time temperature precipitation_probability precipitation_amount humidity wind_speed text theme night \
            source
            """,
        "source": "feed status issued_at fetched_at error",
        "error": "code message",
    ]

    /// What a number may be at the least and at the most, in the contract's units.
    private static let bounds: [String: ClosedRange<Double>] = [
        "temperature": -60...60, "feels_like": -80...80, "temperature_min": -60...60,
        "temperature_max": -60...60, "humidity": 0...100, "wind_speed": 0...100, "wind_gust": 0...150,
        "wind_direction": 0...359, "visibility": 0...100_000, "precipitation_probability": 0...100,
        "precipitation_amount": 0...2_000, "precipitation_1h": 0...500,
    ]

    /// Numbers that are worked out from several: sums of amounts, wind from its components.
    private static let computed = [
        "precipitation_amount", "precipitation_1h", "feels_like", "wind_speed", "wind_direction",
    ]

    /// Checks a body. Returns the status of each source, for counting.
    mutating func verify(_ body: Data) -> [(feed: String, status: String)] {
        guard let json = object(try? JSONSerialization.jsonObject(with: body), path) else { return [] }
        guard let made = instant(json["generated_at"]) else {
            findings.append("generated_at \(json["generated_at"] ?? "is missing")")
            return []
        }
        generatedAt = made
        verifyPlace(json["place"])
        let list = (json["sources"] as? [Any] ?? []).compactMap { object($0, "source") }
        for source in list { sources[source["feed"] as? String ?? ""] = source }
        for source in list { verify(source: source) }
        let isStale = list.contains { $0["status"] as? String == "stale" }
        expect(json["stale"] as? Bool == isStale, "stale is \(json["stale"] ?? "missing")")
        let failed = list.filter { $0["status"] as? String == "failed" }.compactMap { $0["feed"] as? String }
        expect(Set(failed).isSubset(of: json["degraded"] as? [String] ?? []), "degraded lacks one of \(failed)")
        if path == "/v1/outlook" {
            let texts = served("kma.outlook").compactMap(\.text)
            let text = Oracle.words(json["text"] as? String ?? "")
            expect(texts.contains(text), "an outlook that was not served")
        } else {
            verifyTheme(json["theme"])
            verifyCurrent(json["current"])
            verifyDays(json["days"], today: (json["generated_at"] as? String ?? "").prefix(10))
            verifyHours(json["hours"])
        }
        return list.map { ($0["feed"] as? String ?? "", $0["status"] as? String ?? "") }
    }

    /// Checks a body of `/v1/theme`, or the theme within another.
    mutating func verifyTheme(_ value: Any?) {
        guard let theme = object(value, "theme") else { return }
        let names = ["clear", "cloudy", "rain", "snow"]
        expect(names.contains(theme["name"] as? String ?? ""), "theme \(theme["name"] ?? "")")
        let colours = [theme["color"], theme["text_color"]] + (theme["gradient"] as? [Any] ?? [])
        for colour in colours.map({ $0 as? String ?? "" }) {
            expect(colour.wholeMatch(of: /#[0-9A-F]{6}/) != nil, "colour \(colour)")
        }
    }
}

// MARK: - Sources

extension ForecastVerifier {
    private mutating func verify(source: Object) {
        let (feed, status) = (source["feed"] as? String ?? "", source["status"] as? String ?? "")
        let error = source["error"] is NSNull ? nil : object(source["error"], "error")
        if let code = error?["code"] as? String {
            let isCaused = oracle.accountsFor(code, at: Oracle.service(of: feed))
            expect(isCaused, "\(feed): \(code), without a fault at its service")
        }
        guard ["fresh", "cached", "stale", "partial"].contains(status) else {
            expect(status == "failed" && error != nil, "\(feed): \(status) without an error")
            return
        }
        guard let fetchedAt = instant(source["fetched_at"]) else {
            findings.append("\(feed): \(status) without fetched_at")
            return
        }
        let wasServed = oracle.served(feed, at: place).contains {
            abs($0.servedAt.timeIntervalSince(fetchedAt)) <= ForecastVerifier.slack
        }
        expect(wasServed, "\(feed): \(status) of \(fetchedAt), when nothing was served")
        let age = generatedAt.timeIntervalSince(fetchedAt)
        switch status {
        case "fresh":
            expect((-ForecastVerifier.slack...1).contains(age), "\(feed): fresh after \(age) s")
        case "cached":
            expect(error == nil || feed == "kma.nowcast", "\(feed): cached with an error")
            let lifetime = feed.hasPrefix("openweather") ? 601 : feed == "kma.nowcast" ? 3_700 : 43_300
            expect(age <= Double(lifetime), "\(feed): cached for \(age) s")
        case "stale":
            expect(error != nil, "\(feed): stale without an error")
            let isOfNow = feed.hasPrefix("openweather") || feed == "kma.nowcast"
            let time = instant(source["issued_at"]) ?? fetchedAt
            let limit = isOfNow ? 3.0 : 48
            expect(generatedAt.timeIntervalSince(time) <= limit * 3_600 + 1, "\(feed): stale since \(time)")
        default:
            expect(error != nil, "\(feed): partial without an error")
        }
    }

    /// What was served of a feed and may stand in this response.
    private func served(_ feed: String) -> [Oracle.Served] {
        guard let source = sources[feed], let fetchedAt = instant(source["fetched_at"]) else { return [] }
        let issuedAt = instant(source["issued_at"])
        return oracle.served(feed, at: place).filter { served in
            switch (feed, issuedAt) {
            // The day's low stands in an earlier issue; the two answers of the nowcast are an hour apart at most.
            case ("kma.short", let issue?), ("kma.nowcast", let issue?):
                (-3_600...86_400).contains(issue.timeIntervalSince(served.issue))
            case (_, let issue?): served.issue == issue
            // An earlier forecast tells the hours of today that are over.
            case ("openweather.forecast", nil):
                served.servedAt <= fetchedAt.addingTimeInterval(ForecastVerifier.slack)
            case (_, nil): abs(served.servedAt.timeIntervalSince(fetchedAt)) <= ForecastVerifier.slack
            }
        }
    }

    /// Checks that a number is within its bounds and, unless it is worked out from several, was served by a feed.
    private mutating func verify(_ name: String, in object: Object, of what: String, feeds: [String]) {
        guard let value = object[name], !(value is NSNull) else { return }
        guard let number = (value as? NSNumber)?.doubleValue else {
            findings.append("\(what): \(name) is \(value)")
            return
        }
        if let bounds = ForecastVerifier.bounds[name] {
            expect(bounds.contains(number), "\(what): \(name) \(number)")
        }
        if ForecastVerifier.computed.contains(name) { return }
        let hundredths = Int((number * 100).rounded())
        // OpenWeather writes 35 % as 0.35.
        let spellings = name == "precipitation_probability" ? [hundredths, hundredths / 100] : [hundredths]
        let wasServed = feeds.contains { feed in
            served(feed).contains { served in spellings.contains { served.numbers.contains($0) } }
        }
        expect(wasServed, "\(what): \(name) \(number), served by none of \(feeds)")
    }
}

// MARK: - Weather

extension ForecastVerifier {
    private mutating func verifyPlace(_ value: Any?) {
        guard let found = object(value, "place") else { return }
        expect(found["name"] as? String == place.name, "place \(found["name"] ?? "")")
        let zones = [
            ("temperature_zone", place.temperatureZone.code), ("land_zone", place.landZone.code),
        ]
        for (name, code) in zones {
            expect((found[name] as? Object)?["code"] as? String == code, "\(name) \(found[name] ?? "")")
        }
    }

    private mutating func verifyCurrent(_ value: Any?) {
        guard let value, !(value is NSNull), let current = object(value, "current") else { return }
        expect(instant(current["observed_at"]) != nil, "observed_at \(current["observed_at"] ?? "")")
        let names = [
            "temperature", "feels_like", "humidity", "wind_speed", "wind_direction", "wind_gust", "visibility",
            "precipitation_1h",
        ]
        let feeds = ["kma.nowcast", "openweather.current"]
        for name in names { verify(name, in: current, of: "current", feeds: feeds) }
    }

    private mutating func verifyDays(_ value: Any?, today: Substring) {
        guard let days = value as? [Any] else { return }
        var last: Int?
        for value in days {
            guard let day = object(value, "day") else { continue }
            let date = day["date"] as? String ?? ""
            guard let number = dayNumber(date), let first = dayNumber(today) else {
                findings.append("date \(date)")
                continue
            }
            expect(last.map { number == $0 + 1 } ?? true, "\(date) does not follow the day before")
            expect(day["offset"] as? Int == number - first, "\(date): offset \(day["offset"] ?? "")")
            // 1970-01-01 was a Thursday.
            let weekday = ["일", "월", "화", "수", "목", "금", "토"][(number + 4) % 7]
            if !isEnglish { expect(day["weekday"] as? String == weekday, "\(date): \(day["weekday"] ?? "")") }
            last = number
            verify(day: day, date)
        }
        expect(days.count <= 12, "\(days.count) days")
    }

    private mutating func verify(day: Object, _ date: String) {
        let feeds = day["feeds"] as? [String] ?? []
        expect(!feeds.isEmpty && feeds.allSatisfy { sources[$0] != nil }, "\(date): feeds \(feeds)")
        for name in ["temperature_min", "temperature_max", "precipitation_probability", "precipitation_amount"] {
            verify(name, in: day, of: date, feeds: feeds)
        }
        for half in ["am", "pm"] {
            guard let value = day[half], !(value is NSNull), let half = object(value, "half day") else { continue }
            verify("precipitation_probability", in: half, of: date, feeds: feeds)
        }
        if let low = (day["temperature_min"] as? NSNumber)?.doubleValue,
            let high = (day["temperature_max"] as? NSNumber)?.doubleValue
        {
            expect(low <= high, "\(date): low \(low), high \(high)")
        }
    }

    private mutating func verifyHours(_ value: Any?) {
        guard let hours = value as? [Any] else { return }
        var last = Date.distantPast
        for value in hours {
            guard let hour = object(value, "hour") else { continue }
            guard let time = instant(hour["time"]) else {
                findings.append("hour \(hour["time"] ?? "")")
                continue
            }
            expect(time > last, "\(time) after \(last)")
            last = time
            let isKMA = (hour["source"] as? String)?.hasPrefix("kma") == true
            let feeds = isKMA ? ["kma.nowcast", "kma.short"] : ["openweather.forecast", "openweather.current"]
            let names = [
                "temperature", "humidity", "wind_speed", "precipitation_probability", "precipitation_amount",
            ]
            for name in names { verify(name, in: hour, of: hour["time"] as? String ?? "", feeds: feeds) }
        }
    }
}

// MARK: - Values

extension ForecastVerifier {
    private mutating func expect(_ holds: Bool, _ finding: @autoclosure () -> String) {
        if !holds { findings.append(finding()) }
    }

    /// A JSON object with all the members that the contract names for it.
    private mutating func object(_ value: Any?, _ kind: String) -> Object? {
        guard let object = value as? Object else {
            findings.append("\(kind) is \(value ?? "missing")")
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

    /// Days from 1970-01-01 to a date `yyyy-MM-dd`.
    private func dayNumber(_ date: some StringProtocol) -> Int? {
        guard let start = instant("\(date)T00:00:00+09:00") else { return nil }
        return Int(start.timeIntervalSince1970 + 9 * 3_600) / 86_400
    }
}
