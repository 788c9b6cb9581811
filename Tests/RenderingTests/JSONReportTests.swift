import Feeds
import Forecast
import Foundation
import KMAForecast
import Regions
import Testing

@testable import Rendering

@Suite("A report in JSON")
struct JSONReportTests {
    private typealias Object = [String: Any]
    private let today = KoreanDate(year: 2026, month: 10, day: 4)

    /// Names of the outside contract, object by object.
    private enum Contract {
        static let week = [
            "place", "generated_at", "theme", "current", "alerts", "days", "hours", "sources", "degraded",
            "stale",
            "attribution",
        ]
        static let place = [
            "query", "name", "province", "district", "dong", "latitude", "longitude", "temperature_zone",
            "land_zone",
        ]
        static let theme = ["name", "color", "gradient", "text_color", "night", "label", "source"]
        static let current = [
            "observed_at", "temperature", "feels_like", "feels_like_source", "humidity", "wind_speed",
            "wind_direction",
            "wind_gust",
            "visibility", "precipitation_1h", "condition", "sunrise", "sunset",
        ]
        static let condition = ["text", "theme", "code", "icon"]
        static let day = [
            "date", "offset", "label", "weekday", "temperature_min", "temperature_max",
            "temperature_min_spread",
            "temperature_max_spread", "temperature_min_range", "temperature_max_range", "feels_like_min",
            "feels_like_max", "am", "pm", "text", "theme",
            "precipitation_probability",
            "precipitation_amount", "rain_confidence", "source", "feeds", "partial",
        ]
        static let half = ["text", "theme", "precipitation_probability"]
        static let hour = [
            "time", "temperature", "feels_like", "feels_like_source", "lightning",
            "precipitation_probability", "precipitation_amount", "humidity",
            "wind_speed",
            "text", "theme", "night", "source",
        ]
        static let source = ["feed", "status", "issued_at", "fetched_at", "error"]
    }

    /// A report of a place, with what the feeds said and what came of them.
    private func report(_ readings: Readings, _ sources: [FeedReport] = []) throws -> Report {
        let now = today.at(hour: 15)
        let week = Week(readings, now: now, latitude: 37.26, longitude: 127.03)
        let place = try Gazetteer.place(named: "경기도")
        return Report(place: place, generatedAt: now, week: week, sources: sources)
    }

    private func object(_ report: Report, _ question: Question = .week, _ language: Language = .korean) throws
        -> Object
    {
        let bytes = report.json(question, language)
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? Object)
    }

    /// Readings in which every optional value is missing.
    private var bare: Readings {
        var readings = Readings()
        var observation = ObservedWeather(feed: .openWeatherCurrent, observedAt: today.at(hour: 15))
        observation.temperature = 21.4
        readings.current = observation
        readings.openWeather = SlotForecast(
            slots: (5...7).map {
                Slot(origin: .of(.openWeatherForecast), time: today.at(hour: $0 * 3), hours: 3)
            }
                + [3, 6].map {
                    Slot(origin: .of(.openWeatherForecast), time: (today + 2).at(hour: $0), hours: 3)
                }
        )
        for index in [0, 2] { readings.openWeather?.slots[index].temperature = 20 }
        for index in 3...4 { readings.openWeather?.slots[index].temperature = 10 }
        return readings
    }

    @Test("Every name of the contract is present, also without a value")
    func names() throws {
        let failed = FeedReport(feed: .midLand, status: .failed, error: FeedError(.timeout))
        let missing = FeedReport(feed: .outlook, status: .missingKey)
        let week = try object(try report(bare, [failed, missing]))
        func expect(_ names: [String], in object: Any?, _ what: String) throws {
            let object = try #require(object as? Object, "\(what)")
            for name in names { #expect(object[name] != nil, "\(what).\(name)") }
        }
        try expect(Contract.week, in: week, "week")
        try expect(Contract.place, in: week["place"], "place")
        try expect(Contract.theme, in: week["theme"], "theme")
        try expect(Contract.current, in: week["current"], "current")
        for day in try #require(week["days"] as? [Object]) { try expect(Contract.day, in: day, "day") }
        for hour in try #require(week["hours"] as? [Object]) { try expect(Contract.hour, in: hour, "hour") }
        for source in try #require(week["sources"] as? [Object]) {
            try expect(Contract.source, in: source, "source")
        }
        for name in ["temperature_zone", "land_zone"] {
            try expect(["code", "name"], in: (week["place"] as? Object)?[name], name)
        }
    }

    @Test("An absent value is null, and never 0")
    func nulls() throws {
        let week = try object(try report(bare))
        let current = try #require(week["current"] as? Object)
        for name in [
            "feels_like", "humidity", "wind_speed", "wind_gust", "visibility", "precipitation_1h",
            "condition",
        ] {
            #expect(current[name] is NSNull, "\(name)")
        }
        let days = try #require(week["days"] as? [Object])
        let empty = try #require(days.first { $0["date"] as? String == "2026-10-05" })
        let kept: Set = ["date", "offset", "label", "weekday", "feeds", "partial", "sunrise", "sunset"]
        for (name, value) in empty where !kept.contains(name) { #expect(value is NSNull, "\(name)") }
        let hour = try #require((week["hours"] as? [Object])?.dropFirst().first)
        for name in ["temperature", "precipitation_probability", "precipitation_amount", "text", "theme"] {
            #expect(hour[name] is NSNull, "\(name)")
        }
    }

    @Test(
        "Values have the contract's names, units and spellings, in Korean and in English",
        arguments: Language.allCases
    )
    func values(language: Language) throws {
        var readings = Readings()
        let condition = Condition(.rain, LocalizedText("강한 비", "Heavy rain"), code: 502, icon: "10d")
        var observation = ObservedWeather(
            feed: .openWeatherCurrent,
            observedAt: today.at(hour: 14, minute: 55)
        )
        (observation.temperature, observation.condition) = (21.44, condition)
        readings.current = observation
        readings.midTemperature = MidTemperature(
            origin: .of(.midTemperature),
            days: [today + 4: Extremes(minimum: -2, maximum: 9.5, minimumSpread: Spread(low: 1, high: 2))]
        )
        readings.midLand = MidLand(
            origin: .of(.midLand),
            days: [
                today + 4: DaySky(
                    afternoon: HalfDay(
                        condition: condition,
                        precipitationProbability: Probability(percent: 60)
                    )
                )
            ]
        )
        let week = try object(try report(readings), .week, language)
        let text = condition.text[language]
        #expect(week["generated_at"] as? String == "2026-10-04T15:00:00+09:00")
        let theme = try #require(week["theme"] as? Object)
        #expect(theme["name"] as? String == "rain")
        #expect(theme["color"] as? String == "#1F4F58")
        #expect(theme["gradient"] as? [String] == ["#1F4F58", "#2C666C"])
        #expect(theme["text_color"] as? String == "#FFFFFF")
        #expect(theme["label"] as? String == text)
        #expect(theme["source"] as? String == "openweather.current")
        let current = try #require(week["current"] as? Object)
        #expect(current["observed_at"] as? String == "2026-10-04T14:55:00+09:00")
        let said = try #require(current["condition"] as? Object)
        #expect(Set(said.keys) == Set(Contract.condition))
        #expect(said["text"] as? String == text)
        #expect(said["code"] as? Int == 502)
        let day = try #require((week["days"] as? [Object])?.first)
        #expect(day["date"] as? String == "2026-10-08")
        #expect(day["offset"] as? Int == 4)
        #expect(day["label"] as? String == (language == .korean ? "10월 8일" : "Oct 8"))
        #expect(day["weekday"] as? String == (language == .korean ? "목" : "Thu"))
        #expect(day["temperature_min"] as? Double == -2)
        #expect(day["temperature_min_spread"] as? [String: Double] == ["low": 1, "high": 2])
        #expect(day["temperature_max_spread"] is NSNull)
        #expect(day["am"] is NSNull)
        let afternoon = try #require(day["pm"] as? Object)
        #expect(Set(afternoon.keys) == Set(Contract.half))
        #expect(afternoon["text"] as? String == text)
        #expect(day["precipitation_probability"] as? Int == 60)
        #expect(day["source"] as? String == "kma.mid")
        #expect(day["feeds"] as? [String] == ["kma.mid_temperature", "kma.mid_land"])
        #expect(day["partial"] as? Bool == true)
    }

    @Test("The names of a week come in the order of the contract")
    func order() throws {
        let text = String(decoding: try report(bare).json(.week, .korean), as: UTF8.self)
        var rest = text[...]
        for name in Contract.week {
            let found = try #require(rest.firstRange(of: "\"\(name)\":"), "\(name)")
            rest = rest[found.upperBound...]
        }
    }

    @Test(
        "Each question has its part of the week, and the theme is an object of its own",
        arguments: [
            (.week, ["current", "days", "hours"]), (.now, ["current"]), (.hours, ["hours"]), (.theme, []),
            (.outlook, []),
        ] as [(Question, [String])]
    )
    func parts(question: Question, parts: [String]) throws {
        let answer = try object(try report(bare), question)
        for name in ["current", "days", "hours"] {
            #expect((answer[name] != nil) == parts.contains(name), "\(name)")
        }
        if question == .theme {
            #expect(Set(answer.keys) == Set(Contract.theme))
        } else {
            for name in ["place", "generated_at", "sources", "degraded", "stale", "attribution"] {
                #expect(answer[name] != nil, "\(name)")
            }
        }
    }

    @Test("The outlook has its text, its issue and the office that wrote it")
    func outlook() throws {
        var report = try report(Readings())
        report.outlook = Outlook(issuedAt: today.at(hour: 6), text: "○ (강수) 없음\n○ (기온) 높음")
        let answer = try object(report, .outlook)
        #expect(answer["text"] as? String == "○ (강수) 없음\n○ (기온) 높음")
        #expect(answer["issued_at"] as? String == "2026-10-04T06:00:00+09:00")
        #expect((answer["station"] as? Object)?["code"] as? String == "109")
    }
}
