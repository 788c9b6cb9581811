import Foundation
import Testing

@testable import Forecast

@Suite("Warnings at a moment")
struct WarningStatusTests {
    private static let zone = AlertZone(code: "L1100200", name: "서울동북권")

    /// 15:00, from which hours are counted.
    private static let now = today.at(hour: 15)

    /// An announcement of heat: hours of its issue, and of the begin or the end.
    private static func event(
        _ level: WarningLevel,
        _ issued: Double,
        start: Double? = nil,
        end: Double? = nil
    )
        -> WarningEvent
    {
        WarningEvent(
            kind: .heatWave,
            level: level,
            zone: zone,
            issuedAt: now + issued * 3_600,
            startsAt: start.map { now + $0 * 3_600 },
            endsAt: end.map { now + $0 * 3_600 }
        )
    }

    /// The text: its levels, and the hours of its announcement and of the moment it describes.
    private static func status(_ levels: [WarningLevel], issued: Double = -1, at described: Double = 0)
        -> WarningStatus
    {
        WarningStatus(
            warnings: levels.map { ZoneWarning(kind: .heatWave, level: $0, zone: zone) },
            issuedAt: now + issued * 3_600,
            describedAt: now + described * 3_600
        )
    }

    /// Warnings in words: level, begin and end in hours, such as `advisory -28`, `warning 20…22`.
    private static func words(_ status: WarningStatus) -> [String] {
        status.warnings.map { warning in
            func hour(_ time: Date?) -> String {
                time.map { "\(Int($0.timeIntervalSince(now) / 3_600))" } ?? ""
            }
            let times = hour(warning.effectiveAt) + (warning.endsAt.map { "…" + hour($0) } ?? "")
            return "\(warning.level.rawValue) \(times)"
        }
    }

    private static let raised = [event(.advisory, -47, start: -28), event(.warning, 0, start: 20)]
    private static let extended = [
        event(.advisory, -9, start: -8), event(.advisory, -2, end: 3), event(.advisory, -1),
    ]
    private static let lowered = [event(.warning, -7, start: -6), event(.advisory, 0, start: 3)]

    private static let changesAhead: [([WarningEvent], [WarningLevel], Double, Double, [String])] = [
        // Raised and lowered ahead, before and after.
        (raised, [.warning], 20, 0, ["advisory -28", "warning 20"]),
        (raised, [.warning], 20, 19.9, ["advisory -28", "warning 20"]),
        (raised, [.warning], 20, 20, ["warning 20"]),
        (lowered, [.advisory], 3, 0, ["warning -6", "advisory 3"]),
        (lowered, [.advisory], 3, 3, ["advisory 3"]),
        // Twice ahead, of which the text has only the last.
        (
            raised + [event(.severe, 0.5, start: 24)], [.severe], 24, 1,
            ["advisory -28", "warning 20", "severe 24"]
        ),
        (raised + [event(.severe, 0.5, start: 24)], [.severe], 24, 21, ["warning 20", "severe 24"]),
        // Put off, brought forward, withdrawn, and announced twice.
        (raised + [event(.warning, 0.5, start: 22)], [.warning], 22, 21, ["advisory -28", "warning 22"]),
        (raised + [event(.warning, 0.5, start: 10)], [.warning], 10, 11, ["warning 10"]),
        (raised + [event(.warning, 0.5, end: 0.5)], [.advisory], 0, 1, ["advisory -28"]),
        (raised + raised, [.warning], 20, 1, ["advisory -28", "warning 20"]),
        // The old level is released at the begin of the new one.
        (raised + [event(.advisory, 0, end: 20)], [.warning], 20, 1, ["advisory -28", "warning 20"]),
        (raised + [event(.advisory, 1, end: 20)], [.warning], 20, 2, ["advisory -28", "warning 20"]),
        // An end ahead, which the text leaves out; and one whose issue no event tells.
        (lowered + [event(.advisory, 4, end: 6)], [], 6, 5, ["advisory 3…6"]),
        (lowered + [event(.advisory, 4, end: 6)], [], 6, 6, []),
        ([event(.warning, -1, end: 2)], [], 2, 0, ["warning …2"]),
        ([event(.warning, -1, end: 2)], [], 2, 2, []),
        // The events lag: what the text adds begins by its moment, what it leaves out stands until then.
        ([], [.warning], 2, 0, ["warning 2"]), ([], [.warning], 2, 2, ["warning "]),
        ([], [.warning], 0, 0, ["warning "]),
        ([event(.advisory, -9, start: -8)], [.warning], 2, 0, ["advisory -8", "warning 2"]),
        ([event(.advisory, -9, start: -8)], [.warning], 0, 0, ["warning "]),
        ([event(.advisory, -9, start: -8)], [], 2, 0, ["advisory -8"]),
        ([event(.advisory, -9, start: -8)], [], 2, 2, []),
        // The text lags: an event is newer.
        ([event(.advisory, 0, start: 0)], [], 0, 1, ["advisory 0"]),
        ([event(.advisory, -2, start: -2)], [], 0, 1, []),
        ([event(.advisory, -1, start: -1)], [], 0, 1, []),
        ([event(.warning, 0, start: 20)], [], 0, 1, ["warning 20"]),
        ([event(.advisory, -5, start: 20), event(.warning, 0, start: 20)], [], 0, 1, ["warning 20"]),
        // An end that the text leaves out as well, whichever of the two was announced first.
        (lowered + [event(.advisory, 4, end: 6)], [.advisory], 3, 5, ["advisory 3…6"]),
        (
            [raised[0], event(.advisory, 0, end: 20), event(.warning, 1, start: 20)], [.warning], 20, 2,
            ["advisory -28", "warning 20"]
        ),
        ([event(.advisory, -1, end: 5), event(.warning, 0, start: 3)], [], 6, 3, ["warning 3"]),
        // Withdrawn for the moment of its begin, and released as it begins.
        (raised + [event(.warning, 0.5, end: 20)], [], 2, 1, ["advisory -28"]),
        (raised + [event(.warning, 20, end: 20)], [], 24, 21, []),
        // Announced for tonight, where the text is of now, or of tonight without it.
        ([event(.advisory, -9, start: 6)], [], 0, 0, ["advisory 6"]),
        ([event(.advisory, -9, start: 6)], [], 6, 0, []),
        // Extended after its end was announced, by a row without times, for the level that it names.
        (extended, [], 3, 0, ["advisory -8"]), (extended, [.advisory], 0, 4, ["advisory -8"]),
        ([event(.advisory, -1)], [.advisory], 0, 1, ["advisory "]),
        // Put off as it begins: it has begun.
        (
            [event(.advisory, -5, start: 0), event(.advisory, 0, start: 3)], [.advisory], 3, 1,
            ["advisory 0"]
        ),
    ]

    @Test(
        "Until a change begins the level before it is in force",
        arguments: changesAhead
    )
    func changes(
        events: [WarningEvent],
        levels: [WarningLevel],
        described: Double,
        hours: Double,
        expected: [String]
    ) {
        let status = Self.status(levels, at: described)
        for events in [events, events.reversed()] {
            let completed = status.completed(by: events, at: Self.now + hours * 3_600)
            #expect(Self.words(completed) == expected)
        }
    }

    @Test("A preliminary one stays as it is, and without events nothing is added")
    func untouched() {
        let preliminary = Self.status([.preliminary], at: 9)
        #expect(
            preliminary.completed(by: Self.raised + [Self.event(.warning, 0, end: 0)], at: Self.now).warnings
                .first?.effectiveAt == nil
        )
        #expect(
            Self.status([.warning], at: 9).completed(by: nil, at: Self.now).warnings.map(\.effectiveAt) == [
                nil
            ]
        )
    }

    @Test(
        "A preliminary one is expected until its part of the day is over",
        arguments: [(-11.0, true), (-12.0, false), (3.0, true)]
    )
    func passed(start: Double, isExpected: Bool) {
        var status = Self.status([.preliminary])
        status.warnings[0].effectiveAt = Self.now + start * 3_600
        #expect(status.completed(by: nil, at: Self.now).warnings.isEmpty != isExpected)
    }

    @Test("Of two levels with times of their own, the one announced last is in force")
    func newest() {
        var status = Self.status([.advisory, .warning])
        for (index, hour) in [-8.0, -3].enumerated() {
            status.warnings[index].issuedAt = Self.now + hour * 3_600
            status.warnings[index].effectiveAt = Self.now + hour * 3_600
        }
        #expect(Self.words(status.completed(by: nil, at: Self.now)) == ["warning -3"])
        status.warnings[1].effectiveAt = Self.now + 3_600
        #expect(Self.words(status.completed(by: nil, at: Self.now)) == ["advisory -8", "warning 1"])
        status.warnings[1].effectiveAt = Self.now
        #expect(Self.words(status.completed(by: nil, at: Self.now)) == ["warning 0"])
        status.warnings[1].effectiveAt = nil
        #expect(Self.words(status.completed(by: nil, at: Self.now)) == ["warning "])
    }

    @Test(
        "A time of effect in the text goes before that of events, and levels before it are in force",
        arguments: [
            ([event(.advisory, -7, start: -6)], 3, ["advisory 3"]),
            ([event(.advisory, -7, start: -6), event(.warning, 0, start: 20)], 3, ["advisory 3"]),
            ([event(.warning, -7, start: -6)], 3, ["warning -6", "advisory 3"]),
            ([event(.warning, 0, start: 3)], 3, ["advisory 3"]),
            ([event(.warning, 0, start: 2)], 3, ["warning 2", "advisory 3"]),
        ] as [([WarningEvent], Double, [String])]
    )
    func told(events: [WarningEvent], start: Double, expected: [String]) {
        var status = Self.status([.advisory], at: 3)
        status.warnings[0].effectiveAt = Self.now + start * 3_600
        #expect(Self.words(status.completed(by: events, at: Self.now)) == expected)
    }

    @Test(
        "An announcement after the text's is the newer word, and the text's stands until it begins",
        arguments: [
            ([event(.advisory, -6, start: -5), event(.warning, -2, start: -1)], ["warning -1"]),
            (
                [event(.advisory, -6, start: -5), event(.warning, -2, start: 3)],
                ["advisory -5", "warning 3"]
            ),
            ([event(.warning, -2, start: 3)], ["advisory ", "warning 3"]),
            ([event(.advisory, -6, start: -5), event(.advisory, -2, end: -1)], []),
            ([event(.advisory, -6, start: -5), event(.advisory, -2, end: 2)], ["advisory -5…2"]),
            // Announced in an hour, by a clock that is ahead; in two: no clock is so wrong.
            ([event(.advisory, -6, start: -5), event(.warning, 1, start: 3)], ["advisory -5", "warning 3"]),
            ([event(.advisory, -6, start: -5), event(.warning, 2, start: 3)], ["advisory -5"]),
            // Before the text.
            ([event(.advisory, -6, start: -5), event(.advisory, -4.5, end: -1)], ["advisory "]),
        ] as [([WarningEvent], [String])]
    )
    func newerEvents(events: [WarningEvent], expected: [String]) {
        let status = Self.status([.advisory], issued: -4, at: -4)
        #expect(Self.words(status.completed(by: events, at: Self.now)) == expected)
    }

    @Test(
        "A text that describes a later hour than a newer announcement does not put its warning in force",
        arguments: [
            ([event(.warning, 0.2, start: 3)], ["warning 3"]),
            ([event(.advisory, 0.2, start: 5)], ["advisory 5"]),
            (
                [event(.advisory, -8, start: -7), event(.warning, 0.2, start: 3)],
                ["advisory -7", "warning 3"]
            ),
        ] as [([WarningEvent], [String])]
    )
    func newerThanText(events: [WarningEvent], expected: [String]) {
        let status = Self.status([.advisory], issued: 0, at: 3)
        #expect(Self.words(status.completed(by: events, at: Self.now + 0.3 * 3_600)) == expected)
    }

    @Test("A warning has the time of its announcement from the text, else from the events")
    func announced() {
        let event = Self.event(.advisory, -2, start: -1)
        var status = Self.status([.advisory])
        #expect(status.completed(by: [event], at: Self.now).warnings.map(\.issuedAt) == [event.issuedAt])
        status.warnings[0].issuedAt = Self.now
        #expect(status.completed(by: [event], at: Self.now).warnings.map(\.issuedAt) == [Self.now])
    }

    @Test("A text without times of its own lacks nothing, and puts nothing off")
    func timeless() {
        let events = [Self.event(.advisory, -9, start: -8)]
        #expect(WarningStatus(warnings: []).completed(by: events, at: Self.now).warnings == [])
        var status = Self.status([.warning])
        status.describedAt = nil
        #expect(Self.words(status.completed(by: [], at: Self.now)) == ["warning "])
        #expect(status.subjectsWithoutBeginning(in: [], at: Self.now) == [])
    }

    @Test("Events that are older than the text put off nothing, and what they told goes on until its change")
    func olderEvents() {
        var status = Self.status([.warning], at: 9)
        status.lacksEvents = true
        #expect(status.completed(by: [], at: Self.now).warnings.map(\.effectiveAt) == [nil])
        var none = Self.status([], at: 9)
        none.lacksEvents = true
        let known = none.completed(by: [Self.event(.advisory, -9, start: -8)], at: Self.now)
        #expect(known.warnings.map(\.level) == [.advisory])
    }

    @Test("A kind that no event can tell is in force, and not taken for one to come")
    func tsunami() {
        var status = Self.status([.warning], at: 9)
        status.warnings[0].kind = .tsunami
        #expect(status.completed(by: [], at: Self.now).warnings.map(\.effectiveAt) == [nil])
    }

    @Test("Weeks of events are needed if something lies ahead of which no event tells what is in force")
    func beginnings() {
        func count(_ levels: [WarningLevel], _ described: Double, _ events: [WarningEvent]) -> Int {
            Self.status(levels, at: described).subjectsWithoutBeginning(in: events, at: Self.now).count
        }
        #expect(count([.warning], 20, Self.raised) == 0)
        #expect(count([.warning], 20, [Self.raised[1]]) == 1)
        #expect(count([.warning], 20, []) == 1)
        #expect(count([.warning], 0, []) == 0)
        #expect(count([.advisory], 0, [Self.event(.advisory, -1, start: 0)]) == 0)
        #expect(count([], 2, [Self.event(.warning, -1, end: 2)]) == 1)
        #expect(count([.preliminary], 20, []) == 0)
    }

    @Test("A sea named as a whole has the times that its parts share, and covers them")
    func wholeSea() {
        let sea = AlertZone(code: nil, name: "동해남부전해상")
        func part(_ name: String, start: Double) -> WarningEvent {
            var event = Self.event(.advisory, -9, start: start)
            (event.kind, event.zone) = (.highSeas, AlertZone(code: nil, name: name))
            return event
        }
        var status = WarningStatus(warnings: [ZoneWarning(kind: .highSeas, level: .advisory, zone: sea)])
        let (near, far) = (part("동해남부앞바다", start: -8), part("동해남부북쪽안쪽먼바다", start: -8))
        status.describedAt = Self.now + 7_200
        for (events, start) in [([near, far], near.startsAt), ([near, part("동해남부먼바다", start: -3)], nil)] {
            let warnings = status.completed(by: events, at: Self.now).warnings
            #expect(warnings.map(\.zone) == [sea] && warnings[0].effectiveAt == start)
        }
        // Neither another kind on a part of it nor the same on another sea says anything of it.
        var wind = part("동해남부앞바다", start: -2)
        wind.kind = .strongWind
        let others = [near, wind, part("남해동부앞바다", start: -4)]
        let told = status.completed(by: others, at: Self.now).warnings.first
        #expect(told?.effectiveAt == near.startsAt && told?.issuedAt == near.issuedAt)
        #expect([WarningBulletin](status, others, at: Self.now).map(\.startsAt) == [near.startsAt])
        var later = far
        later.issuedAt += 60
        #expect(status.completed(by: [near, later], at: Self.now).warnings[0].issuedAt == nil)
        #expect(!AlertZone(code: nil, name: "제주도전해상").isWhole(of: AlertZone(code: "L1090500", name: "제주도산지")))
        #expect(
            [WarningBulletin](status, [near, far], at: Self.now).map(\.zone.name)
                == [near.zone.name, far.zone.name].sorted()
        )
    }

    @Test("Alerts are one kind, level and pair of times each, in an order of their own")
    func groups() throws {
        func warning(_ level: WarningLevel, _ code: String, _ start: Double?, end: Double? = nil)
            -> ZoneWarning
        {
            var warning = ZoneWarning(kind: .heatWave, level: level, zone: AlertZone(code: code, name: code))
            warning.effectiveAt = start.map { Self.now + $0 * 3_600 }
            warning.endsAt = end.map { Self.now + $0 * 3_600 }
            return warning
        }
        let warnings = [
            warning(.warning, "A", 20), warning(.advisory, "A", -1), warning(.advisory, "B", -1, end: 2),
            warning(.advisory, "C", -1), warning(.warning, "B", 5),
        ]
        for warnings in [warnings, warnings.reversed()] {
            let alerts = try #require([Alert](WarningStatus(warnings: warnings), zones: nil))
            #expect(alerts.map { Set($0.zones.compactMap(\.code)) } == [["B"], ["A"], ["A", "C"], ["B"]])
            #expect(alerts.leading(at: Self.now).map(\.level) == [.advisory, .warning])
            #expect(alerts.leading(at: Self.now + 6 * 3_600).map(\.level) == [.warning])
            #expect(alerts.nextChange(after: Self.now) == Self.now + 7_200)
        }
        let unread = [UnresolvedWarning(text: "?", zones: [])]
        #expect([Alert](WarningStatus(warnings: [], unresolved: unread), zones: nil) == nil)
        #expect([Alert](WarningStatus(warnings: warnings, unresolved: unread), zones: nil)?.count == 4)
        #expect([Alert](WarningStatus(warnings: []), zones: nil) == [] && [Alert](nil, zones: nil) == nil)
    }

    @Test(
        "A released warning has the times of its newest issue, in whatever order the events come",
        arguments: [true, false]
    )
    func released(newestFirst: Bool) throws {
        let newest = Self.event(.advisory, -12, start: -12)
        let events = [Self.event(.advisory, -6, end: -3), newest, Self.event(.advisory, -43, start: -43)]
        let status = WarningStatus(warnings: [])
            .completed(by: newestFirst ? events : events.reversed(), at: Self.now - 5 * 3_600)
        let warning = try #require(status.warnings.first)
        #expect(warning.issuedAt == newest.issuedAt && warning.effectiveAt == newest.startsAt)
    }

    @Test("A warning that is still listed after its announced end has none", arguments: [-1.0, 0, 1])
    func endPassed(hours: Double) {
        var status = Self.status([.advisory])
        status.warnings[0].effectiveAt = Self.now - 7_200
        status.warnings[0].endsAt = Self.now + hours * 3_600
        let words = Self.words(status.completed(by: nil, at: Self.now))
        #expect(words == [hours > 0 ? "advisory -2…1" : "advisory -2"])
    }
}
