import Feeds
import Forecast
import Foundation
import KMAForecast
import Regions
import Testing

@testable import Rendering

@Suite("The sources of a report in JSON")
struct JSONSourcesTests {
    private typealias Object = [String: Any]
    private let today = KoreanDate(year: 2026, month: 10, day: 4)

    private func report(_ sources: [FeedReport]) throws -> Report {
        let now = today.at(hour: 15)
        let week = Week(Readings(), now: now, latitude: 37.26, longitude: 127.03)
        return Report(
            place: try Gazetteer.place(named: "경기도"),
            generatedAt: now,
            week: week,
            sources: sources
        )
    }

    private func object(_ report: Report, _ language: Language = .korean) throws -> Object {
        let bytes = report.json(.week, language)
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? Object)
    }

    private func source(_ feed: Feed, _ status: FeedReport.Status) -> FeedReport {
        switch status {
        case .fresh, .cached, .stale, .sample:
            FeedReport(
                feed: feed,
                status: status,
                issuedAt: today.at(hour: 6),
                fetchedAt: today.at(hour: 6, minute: 10)
            )
        case .missingKey: FeedReport(feed: feed, status: status, error: FeedError(.keyMissing))
        case .notSubscribed: FeedReport(feed: feed, status: status, error: FeedError(.notSubscribed))
        case .failed: FeedReport(feed: feed, status: status, error: FeedError(.timeout))
        case .partial:
            FeedReport(
                feed: feed,
                status: status,
                issuedAt: today.at(hour: 6),
                fetchedAt: today.at(hour: 6, minute: 10),
                error: FeedError(.timeout)
            )
        }
    }

    @Test(
        "A source has its feed, status, times and error",
        arguments: [
            (.fresh, "fresh", nil), (.cached, "cached", nil), (.stale, "stale", nil),
            (.sample, "sample", nil),
            (.missingKey, "missing_key", "key_missing"),
            (.notSubscribed, "not_subscribed", "not_subscribed"), (.failed, "failed", "timeout"),
            (.partial, "partial", "timeout"),
        ] as [(FeedReport.Status, String, String?)]
    )
    func sources(status: FeedReport.Status, spelling: String, code: String?) throws {
        let object = try object(try report([source(.midTemperature, status)]))
        let told = try #require((object["sources"] as? [Object])?.first)
        #expect(told["feed"] as? String == "kma.mid_temperature")
        #expect(told["status"] as? String == spelling)
        let hasValue = code == nil || status == .partial
        #expect(told["issued_at"] as? String == (hasValue ? "2026-10-04T06:00:00+09:00" : nil))
        #expect(told["fetched_at"] as? String == (hasValue ? "2026-10-04T06:10:00+09:00" : nil))
        #expect((told["error"] as? Object)?["code"] as? String == code)
    }

    @Test("The message of an error is in the requested language", arguments: Language.allCases)
    func words(language: Language) throws {
        let object = try object(try report([source(.midLand, .failed)]), language)
        let error = try #require((object["sources"] as? [Object])?.first?["error"] as? Object)
        #expect(error["message"] as? String == FeedError(.timeout).message(for: .midLand)[language])
    }

    @Test(
        "Only a stale feed makes an answer stale",
        arguments: [
            (.fresh, false), (.cached, false), (.sample, false), (.missingKey, false), (.failed, false),
            (.stale, true), (.partial, false),
        ] as [(FeedReport.Status, Bool)]
    )
    func stale(status: FeedReport.Status, isStale: Bool) throws {
        let report = try report([source(.midLand, .fresh), source(.midTemperature, status)])
        #expect(try object(report)["stale"] as? Bool == isStale)
    }

    @Test("The degraded feeds are those that should have contributed and did not, or only in part")
    func degraded() throws {
        let report = try report([
            source(.midTemperature, .fresh), source(.midLand, .failed), source(.shortTerm, .failed),
            source(.nowcast, .stale), source(.openWeatherCurrent, .failed),
            source(.openWeatherForecast, .partial),
        ])
        #expect(
            try object(report)["degraded"] as? [String] == [
                "kma.mid_land", "kma.short", "openweather.current", "openweather.forecast",
            ]
        )
    }

    @Test("Without a key OpenWeather is degraded only where KMA does not cover the same hours")
    func withoutOpenWeather() throws {
        let without = [source(.openWeatherCurrent, .missingKey), source(.openWeatherForecast, .missingKey)]
        let covered = try report([source(.shortTerm, .fresh), source(.nowcast, .fresh)] + without)
        #expect(covered.degraded.isEmpty)
        let bare = try report([source(.shortTerm, .failed), source(.nowcast, .failed)] + without)
        #expect(bare.degraded == [.shortTerm, .nowcast, .openWeatherCurrent, .openWeatherForecast])
    }

    @Test("The attribution names each provider of shown data once, and no other")
    func attribution() throws {
        let both = try report([
            source(.midTemperature, .stale), source(.midLand, .fresh), source(.shortTerm, .cached),
            source(.openWeatherCurrent, .fresh),
        ])
        #expect(
            try object(both)["attribution"] as? [String] == ["기상청", "Weather data provided by OpenWeather"]
        )
        let one = try report([source(.midTemperature, .failed), source(.openWeatherCurrent, .sample)])
        #expect(one.attribution == ["Weather data provided by OpenWeather"])
    }

    @Test("An answer can change when the first of its feeds can, and at midnight in Korea at the latest")
    func nextChange() throws {
        func next(_ changes: Date?...) throws -> Date {
            try report(
                changes.map { change in
                    var source = source(.midLand, .fresh)
                    source.nextChange = change
                    return source
                }
            ).nextChange
        }
        let (evening, tomorrow) = (today.at(hour: 18), (today + 1).at(hour: 6))
        #expect(try next(tomorrow, evening) == evening)
        #expect(try next(tomorrow) == (today + 1).start)
        #expect(try next(evening, nil) == today.at(hour: 15, minute: 1))
        #expect(try next(today.at(hour: 14)) == today.at(hour: 15).addingTimeInterval(1))
    }
}
