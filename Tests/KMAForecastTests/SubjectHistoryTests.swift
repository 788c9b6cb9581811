import Feeds
import Forecast
import Foundation
import Testing

@testable import KMAForecast

private let day = KoreanDate(year: 2026, month: 10, day: 4)

private func time(_ hour: Int, _ minute: Int = 0) -> Date { day.at(hour: hour, minute: minute) }

/// The value of an answer is the hour of its issue.
private typealias History = SubjectHistory<Int>

private func answer(_ issue: Int, at fetchedAt: Date) -> History.Event {
    .answered(History.Answer(value: issue, issue: time(issue), fetchedAt: fetchedAt))
}

/// Decision in a comparable form, by the hours of issues.
private enum Shown: Equatable {
    case current(Int)
    case stale(Int, ErrorCode)
    case fetch(Int, meanwhile: Int?)
    case nothing(ErrorCode)

    init(_ decision: History.Decision) {
        func hour(_ date: Date) -> Int { Int(date.timeIntervalSince(day.start) / 3_600) }
        switch decision {
        case .show(let answer, .current): self = .current(answer.value)
        case .show(let answer, .stale(let fault)): self = .stale(answer.value, fault.code)
        case .fetch(let issue, let meanwhile): self = .fetch(hour(issue), meanwhile: meanwhile?.value)
        case .nothing(let fault): self = .nothing(fault.code)
        }
    }
}

@Suite("History of a subject")
struct SubjectHistoryTests {
    /// Issues at 06:00 and 18:00, asked for again after five minutes, shown as stale for two days.
    private static let issues = Freshness.byIssue(.midTerm, maximumAge: Freshness.maximumForecastAge)
    private static let tenMinutes = Freshness.byAge(600)
    private static let noData = FeedError(.noData)

    private static func played(_ events: [(at: Date, event: History.Event)], _ freshness: Freshness)
        -> History
    {
        var history = History(freshness)
        for (now, event) in events { history.event(event, at: now) }
        return history
    }

    /// Events, a question at a time, and the decision.
    fileprivate struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var events: [(at: Date, event: History.Event)] = []
        var wish = History.Wish.newest
        var maximumAge: Double?
        var now: Date
        var shown: Shown
    }

    private static let morning: (at: Date, event: History.Event) = (time(6, 10), answer(6, at: time(6, 10)))
    private static let notYet: (at: Date, event: History.Event) = (
        time(18, 1), .notYet(issue: time(18), askedAt: time(18, 1))
    )

    fileprivate static let rowsOfIssues = [
        Row("nothing known", now: time(7), .fetch(6, meanwhile: nil)),
        Row("the newest issue", [morning], now: time(7), .current(6)),
        Row("until the next one is due", [morning], now: time(17, 59), .current(6)),
        Row("the next one is due", [morning], now: time(18), .fetch(18, meanwhile: 6)),
        Row("an hour of the day before", [morning], now: time(5, 59), .fetch(-6, meanwhile: 6)),
        Row("too old to be shown meanwhile", [morning], now: time(54, 1), .fetch(54, meanwhile: nil)),
        Row("shown meanwhile for two days", [morning], now: time(53, 59), .fetch(42, meanwhile: 6)),
        Row("older than wished", [morning], maximumAge: 3_000, now: time(7), .fetch(6, meanwhile: 6)),
        Row("as young as wished", [morning], maximumAge: 3_001, now: time(7), .current(6)),
        Row("no age is young enough", [morning], maximumAge: 0, now: time(6, 10), .fetch(6, meanwhile: 6)),
        Row("from the future", [morning], maximumAge: 1e9, now: time(6, 9), .fetch(6, meanwhile: 6)),
        Row("not yet there", [morning, notYet], now: time(18, 5), .current(6)),
        Row(
            "not yet there, five minutes ago",
            [morning, notYet],
            now: time(18, 6),
            .fetch(18, meanwhile: 6)
        ),
        Row(
            "not yet there, before the clock jumped",
            [morning, notYet],
            now: time(18),
            .fetch(18, meanwhile: 6)
        ),
        Row(
            "not yet there, asked again by wish",
            [morning, notYet],
            maximumAge: 60,
            now: time(18, 3),
            .fetch(18, meanwhile: 6)
        ),
        Row(
            "not yet there, and of the one before nothing",
            [notYet],
            now: time(18, 2),
            .fetch(6, meanwhile: nil)
        ),
        Row(
            "neither of the two is there",
            [notYet, (time(18, 1), .notYet(issue: time(6), askedAt: time(18, 1)))],
            now: time(18, 2),
            .nothing(.noData)
        ),
        Row(
            "neither of the two is there, and an older one is known",
            [
                (time(-6, 10), answer(-6, at: time(-6, 10))), notYet,
                (time(18, 1), .notYet(issue: time(6), askedAt: time(18, 1))),
            ],
            now: time(18, 2),
            .stale(-6, .noData)
        ),
        Row(
            "a fault of the newest is not remembered here",
            [(time(6, 1), .failed(FeedError(.badInput), issue: time(6)))],
            now: time(6, 1),
            .fetch(6, meanwhile: nil)
        ),
        Row(
            "news of a later answer",
            [morning, (time(7), .news(news(6, at: time(6, 30))))],
            now: time(7),
            .fetch(6, meanwhile: nil)
        ),
        Row(
            "news of the answer that is known",
            [morning, (time(7), .news(news(6, at: time(6, 10))))],
            now: time(7),
            .current(6)
        ),
        Row(
            "news of an issue after not yet",
            [morning, notYet, (time(18, 2), .news(news(18, at: time(18, 2))))],
            now: time(18, 3),
            .fetch(18, meanwhile: 6)
        ),
        Row(
            "the clock jumped back",
            [(time(18, 1), answer(18, at: time(18, 1))), (time(7), answer(6, at: time(7)))],
            now: time(7),
            .current(6)
        ),
    ]

    private static func news(_ issue: Int, at fetchedAt: Date) -> StoredNews {
        let subject = StoredSubject(scope: .forTests, feed: .midLand, name: "a")
        return StoredNews(subject: subject, issue: time(issue), fetchedAt: fetchedAt)
    }

    @Test("The newest issue that can be there is shown, else fetched", arguments: rowsOfIssues)
    fileprivate func newest(row: Row) {
        let history = Self.played(row.events, Self.issues)
        #expect(Shown(history.decide(row.wish, maximumAge: row.maximumAge, at: row.now)) == row.shown)
    }

    private static let refused = FeedError(.upstreamError, "10", isRetryable: false)
    private static let unsent = FeedError.refused(.daySpent)

    fileprivate static let rowsOfOneIssue = [
        Row("nothing known", wish: .issue(time(-6)), now: time(7), .fetch(-6, meanwhile: nil)),
        Row(
            "known, however old",
            [(time(7), answer(-6, at: time(-6)))],
            wish: .issue(time(-6)),
            now: time(50),
            .current(-6)
        ),
        Row(
            "refused",
            [(time(7), .failed(refused, issue: time(-6)))],
            wish: .issue(time(-6)),
            now: time(7, 59),
            .nothing(.upstreamError)
        ),
        Row(
            "refused an hour ago",
            [(time(7), .failed(refused, issue: time(-6)))],
            wish: .issue(time(-6)),
            now: time(8),
            .fetch(-6, meanwhile: nil)
        ),
        Row(
            "refused before the clock jumped",
            [(time(17), .failed(refused, issue: time(-6)))],
            wish: .issue(time(-6)),
            now: time(7),
            .fetch(-6, meanwhile: nil)
        ),
        Row(
            "never sent",
            [(time(7), .failed(unsent, issue: time(-6)))],
            wish: .issue(time(-6)),
            now: time(7),
            .fetch(-6, meanwhile: nil)
        ),
        Row(
            "a fault that passes",
            [(time(7), .failed(FeedError(.timeout), issue: time(-6)))],
            wish: .issue(time(-6)),
            now: time(7),
            .fetch(-6, meanwhile: nil)
        ),
        Row(
            "not there",
            [(time(7), .notYet(issue: time(-6), askedAt: time(7)))],
            wish: .issue(time(-6)),
            now: time(7, 59),
            .nothing(.noData)
        ),
        Row(
            "not there an hour ago",
            [(time(7), .notYet(issue: time(-6), askedAt: time(7)))],
            wish: .issue(time(-6)),
            now: time(8),
            .fetch(-6, meanwhile: nil)
        ),
        Row(
            "a refusal of one is none of the newest",
            [morning, (time(7), .failed(refused, issue: time(-6)))],
            now: time(7),
            .current(6)
        ),
        Row(
            "news of what was refused",
            [(time(7), .failed(refused, issue: time(-6))), (time(7), .news(news(-6, at: time(7))))],
            wish: .issue(time(-6)),
            now: time(7),
            .fetch(-6, meanwhile: nil)
        ),
    ]

    @Test(
        "One issue before the newest is asked for once an hour where it is not there",
        arguments: rowsOfOneIssue
    )
    fileprivate func one(row: Row) {
        let history = Self.played(row.events, Self.issues)
        #expect(Shown(history.decide(row.wish, at: row.now)) == row.shown)
    }

    private static let noon: (at: Date, event: History.Event) = (time(12, 5), answer(12, at: time(12, 5)))

    fileprivate static let rowsOfAge = [
        Row("nothing known", now: time(12, 1), .fetch(12, meanwhile: nil)),
        Row("not old yet", [noon], now: time(12, 14), .current(12)),
        Row("old", [noon], now: time(12, 15), .fetch(12, meanwhile: 12)),
        Row(
            "not old yet, in the next three hours",
            [(time(14, 55), answer(12, at: time(14, 55)))],
            now: time(15, 4),
            .current(12)
        ),
        Row(
            "old, in the next three hours",
            [(time(14, 55), answer(12, at: time(14, 55)))],
            now: time(15, 5),
            .fetch(15, meanwhile: 12)
        ),
        Row("too old to be shown", [noon], now: time(15, 6), .fetch(15, meanwhile: nil)),
        Row(
            "from a machine whose clock is ahead",
            [(time(12, 4), answer(12, at: time(12, 4) + 4))],
            now: time(12, 4),
            .current(12)
        ),
        Row("from before the clock jumped back", [noon], now: time(12, 4), .fetch(12, meanwhile: 12)),
        Row(
            "news",
            [noon, (time(12, 7), .news(news(12, at: time(12, 7))))],
            now: time(12, 7),
            .fetch(12, meanwhile: nil)
        ),
    ]

    @Test("Without issues an answer is shown for its age", arguments: rowsOfAge)
    fileprivate func byAge(row: Row) {
        let history = Self.played(row.events, Self.tenMinutes)
        #expect(Shown(history.decide(row.wish, at: row.now)) == row.shown)
    }

    @Test(
        "Newer answers are due at the next issue, five minutes after a missing issue, never before now"
    )
    func nextChange() {
        let history = Self.played([Self.morning, Self.notYet], Self.issues)
        let held = History.Answer(value: 6, issue: time(6), fetchedAt: time(6, 10))
        #expect(Self.played([Self.morning], Self.issues).nextChange(of: held, at: time(7)) == time(18))
        #expect(history.nextChange(of: held, at: time(18, 2)) == time(18, 6))
        for minute in [6, 7, 20, 59] {
            let now = time(18, minute)
            #expect(history.nextChange(of: held, at: now) == now.addingTimeInterval(300), "past the pause")
        }
    }

    @Test("An answer tells which issue it is, which was looked for, and when the upstream was asked last")
    func version() {
        let history = Self.played([Self.morning, Self.notYet], Self.issues)
        let held = History.Answer(value: 6, issue: time(6), fetchedAt: time(6, 10))
        func version(_ answer: History.Answer?, _ wish: History.Wish = .newest, isAskedNow: Bool = false)
            -> AnswerVersion
        {
            history.version(of: answer, wish, isAskedNow: isAskedNow, at: time(18, 3))
        }
        #expect(version(held) == AnswerVersion(issue: time(6), newestIssue: time(18), askedAt: time(18, 1)))
        #expect(version(held, isAskedNow: true).askedAt == time(18, 3))
        #expect(version(held, .issue(time(6))).newestIssue == time(6))
        #expect(
            version(nil) == AnswerVersion(issue: .distantPast, newestIssue: time(18), askedAt: .distantPast)
        )
    }

    @Test(
        "Issues of a day keep what newer ones lack, and stored ones are read once"
    )
    func earlier() {
        func forecast(_ issue: Int) -> SubjectHistory<SlotForecast>.Answer {
            let origin = Origin(.shortTerm, issuedAt: time(issue), fetchedAt: time(issue, 11))
            let slots = (issue + 1...issue + 30).map { Slot(origin: origin, time: time($0), hours: 1) }
            return .init(value: SlotForecast(slots: slots), issue: time(issue), fetchedAt: time(issue, 11))
        }
        let freshness = Freshness.byIssue(.shortTerm, maximumAge: Freshness.maximumForecastAge)
        var history = SubjectHistory(freshness, remainder: SlotForecast.remainder)
        history.event(.answered(forecast(11)), at: time(11, 11))
        #expect(history.lacksEarlier(of: forecast(11), on: day))
        let stored = [11, 8, 5, -1, -4].map { time($0) }
        #expect(history.unread(of: stored, before: forecast(11), on: day) == [8, 5, -1].map { time($0) })
        for issue in [8, 5, -1] { history.event(.answered(forecast(issue)), at: time(11, 11)) }
        history.hasRead(day, before: forecast(11))
        #expect(!history.lacksEarlier(of: forecast(11), on: day))
        #expect(history.filled(forecast(11), on: day).slots.map(\.time) == (0...41).map { time($0) })
        #expect(history.earlier[time(8)]?.slots.map(\.time) == [9, 10, 11].map { time($0) })
        // The next issue replaces it, and after midnight the day is another.
        history.event(.answered(forecast(14)), at: time(14, 11))
        #expect(history.lacksEarlier(of: forecast(14), on: day))
        #expect(history.filled(forecast(14), on: day).slots.first?.time == time(0))
        history.event(.answered(forecast(23)), at: time(24, 30))
        #expect(history.earlier.isEmpty)
    }

    @Test("A late observation is requested again after a minute, then ever more seldom; a forecast is not")
    func pauses() {
        let observations = Freshness.byIssue(.observation, maximumAge: 0)
        for (minute, pause) in [(10, 60.0), (11, 60), (12, 120), (14, 240), (16, 300), (59, 300)] {
            #expect(observations.emptyPause(after: time(15, minute), of: time(15)) == pause, "\(minute)")
        }
        for (schedule, pause) in [(IssueSchedule.shortTerm, 300.0), (.airMeasured, 900)] {
            let freshness = Freshness.byIssue(schedule, maximumAge: 0)
            #expect(freshness.emptyPause(after: time(14, 10), of: time(14)) == pause)
        }
    }
}

extension SubjectHistoryTests.Row {
    fileprivate init(
        _ name: String,
        _ events: [(at: Date, event: History.Event)] = [],
        wish: History.Wish = .newest,
        maximumAge: Double? = nil,
        now: Date,
        _ shown: Shown
    ) {
        self.init(
            testDescription: name,
            events: events,
            wish: wish,
            maximumAge: maximumAge,
            now: now,
            shown: shown
        )
    }
}
