import Feeds
import Forecast
import Foundation
import TestSupport
import Testing

@testable import KMAForecast

@Suite("The record of a place, for its week")
struct PlaceRecordTests {
    private static let today = KoreanDate(year: 2026, month: 10, day: 4)
    private static let dates = today + -200...today + -1
    private static let zone = LedgerSubject(feed: .midTemperature, name: "11B10101")
    private static let land = LedgerSubject(feed: .midLand, name: "11B00000")

    /// An issue with a low and a high, or with rain by halves, of the days 5 to 10 ahead.
    private static func issue(
        _ subject: LedgerSubject,
        at issuedAt: Date,
        _ extremes: Extremes = Extremes(),
        chance: Double = 40
    ) -> LedgerIssue {
        let sky = HalfDay(
            condition: Condition(kmaText: chance >= 60 ? "흐리고 비" : "흐림"),
            precipitationProbability: Probability(percent: chance)
        )
        let parts: [DayPart] = subject == land ? [.morning, .afternoon] : [.day]
        let days = (5...10).flatMap { lead in
            parts.map { part in
                IssuedDay(
                    date: KoreanDate(of: issuedAt) + lead,
                    part: part,
                    extremes: extremes,
                    sky: subject == land ? sky : nil
                )
            }
        }
        return LedgerIssue(
            subject: subject,
            issuedAt: issuedAt,
            fetchedAt: issuedAt,
            origin: .hub,
            body: Array("\(subject.name) \(issuedAt) \(chance) \(extremes)".utf8),
            days: days
        )
    }

    private static func observed(_ date: KoreanDate, low: Double, rain: ObservedDay.Rain) -> ObservedDay {
        ObservedDay(
            station: 108,
            date: date,
            minimum: low,
            maximum: low + 9,
            rain: rain,
            fetchedAt: date.publication
        )
    }

    /// A day of the mid-term forecast of a morning.
    private static func day(_ lead: Int, issuedAt: Date) -> Day {
        var day = Day(date: KoreanDate(of: issuedAt) + lead)
        let spread = Spread(low: 1, high: 1)
        let issued = issue(
            zone,
            at: issuedAt,
            Extremes(minimum: 10, maximum: 20, minimumSpread: spread, maximumSpread: spread)
        )
        let sky = issue(land, at: issuedAt)
        for (issue, feed) in [(issued, Feed.midTemperature), (sky, .midLand)] {
            for part in issue.days where part.date == day.date {
                day.said.add(part, Origin(feed, issuedAt: issuedAt, fetchedAt: issuedAt))
            }
        }
        return day
    }

    private static func record(_ issues: [LedgerIssue], _ observed: [ObservedDay]) async throws -> PlaceRecord
    {
        let ledger = MemoryLedger()
        await ledger.add(issues, observed, through: nil)
        return PlaceRecord(
            of: dates,
            temperatures: try await ledger.figures(of: [zone], on: dates),
            land: try await ledger.figures(of: [land], on: dates),
            observed: observed
        )
    }

    /// Issues of each morning and evening: in the morning far off, in the evening two degrees too low.
    private static func issues() -> [LedgerIssue] {
        let spread = Spread(low: 1, high: 1)
        return (0..<220).flatMap { number -> [LedgerIssue] in
            let date = dates.lowerBound + (number - 11)
            return [(6, 30.0), (18, 8.0)].flatMap { hour, low in
                let extremes = Extremes(
                    minimum: low,
                    maximum: low + 9,
                    minimumSpread: spread,
                    maximumSpread: spread
                )
                return [
                    issue(zone, at: date.at(hour: hour), extremes),
                    issue(land, at: date.at(hour: hour), chance: hour == 6 ? 70 : 40),
                ]
            }
        }
    }

    @Test("Ranges and confidence are of the last issue of each day, at the lead of the day shown")
    func lastIssue() async throws {
        let observed = (0..<200).map { number in
            Self.observed(
                Self.dates.lowerBound + number,
                low: 10,
                rain: number % 2 == 0 ? .measured(1) : .blank
            )
        }
        let record = try await Self.record(Self.issues(), observed)
        var day = Self.day(7, issuedAt: Self.today.at(hour: 6))
        record.fill(&day)
        let low = try #require(day.lowRange)
        // Two degrees too low each time: the range is that of one value, and no correction of it.
        #expect((low.from, low.to, day.extremes.minimum) == (12, 12, 10))
        // 200 days, of which the last is not published by six.
        #expect((low.cases, low.since) == (199, Self.dates.lowerBound))
        #expect(day.highRange?.to == 22)
        let rain = try #require(day.rainConfidence)
        #expect(rain.kind == .open && rain.right.cases == 199 * 6)
        #expect((0.49...0.51).contains(rain.right.value) && rain.changed?.value == 0)
        var far = Self.day(11, issuedAt: Self.today.at(hour: 6))
        record.fill(&far)
        #expect(far.lowRange == nil)
    }

    @Test("A short-term value, 19 observed days and an empty record have no range")
    func none() async throws {
        let observed = (0..<19).map { Self.observed(Self.dates.lowerBound + $0, low: 10, rain: .blank) }
        let record = try await Self.record(Self.issues(), observed)
        var day = Self.day(7, issuedAt: Self.today.at(hour: 6))
        record.fill(&day)
        #expect(day.lowRange == nil && day.highRange == nil && day.rainConfidence?.right.cases == 19 * 6)
        let full = try await Self.record(
            Self.issues(),
            Self.dates.map { Self.observed($0, low: 10, rain: .blank) }
        )
        day.said.low?.origin.feed = .shortTerm
        full.fill(&day)
        #expect(day.lowRange == nil && day.highRange != nil)
        var other = Self.day(7, issuedAt: Self.today.at(hour: 6))
        try await Self.record([], observed).fill(&other)
        #expect(other.lowRange == nil && other.rainConfidence == nil)
    }

    @Test("Issues and observations after the issue shown change nothing in its days")
    func noLeak() async throws {
        let observed = Self.dates.map { date in
            Self.observed(
                date,
                low: Double(date.dayNumber * 7 % 9),
                rain: date.dayNumber % 3 == 0 ? .measured(2) : .blank
            )
        }
        let shown = (Self.today + -20).at(hour: 18)
        var before = Self.day(6, issuedAt: shown)
        try await Self.record(Self.issues(), observed).fill(&before)
        let issues = Self.issues().filter { $0.issuedAt < shown }
        let changed = observed.map { day in
            day.date.publication <= shown ? day : Self.observed(day.date, low: 40, rain: .measured(9))
        }
        var after = Self.day(6, issuedAt: shown)
        try await Self.record(issues, changed).fill(&after)
        #expect(before == after && before.lowRange != nil && before.rainConfidence != nil)
    }
}

extension ClosedRange<KoreanDate> {
    fileprivate func map<Value>(_ transform: (KoreanDate) -> Value) -> [Value] {
        (lowerBound.dayNumber...upperBound.dayNumber).map { transform(KoreanDate(dayNumber: $0)) }
    }
}
