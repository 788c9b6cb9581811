import Foundation
import Testing

@testable import Forecast

@Suite("The versions of a warning")
struct WarningBulletinTests {
    private static let zone = AlertZone(code: "L1100200", name: "서울특별시동북권")
    private static let noon = today.at(hour: 12)

    private static func issue(
        _ level: WarningLevel = .advisory,
        at hour: Double,
        from start: Double? = nil
    ) -> WarningEvent {
        event(level, at: hour, start: start ?? hour, end: nil)
    }

    private static func release(
        _ level: WarningLevel = .advisory,
        at hour: Double,
        end: Double? = nil
    ) -> WarningEvent {
        event(level, at: hour, start: nil, end: end ?? hour)
    }

    /// Hours are counted from noon.
    private static func event(_ level: WarningLevel, at hour: Double, start: Double?, end: Double?)
        -> WarningEvent
    {
        WarningEvent(
            kind: .heavyRain,
            level: level,
            zone: zone,
            issuedAt: noon + hour * 3_600,
            startsAt: start.map { noon + $0 * 3_600 },
            endsAt: end.map { noon + $0 * 3_600 }
        )
    }

    private static func status(_ levels: WarningLevel...) -> WarningStatus {
        WarningStatus(warnings: levels.map { ZoneWarning(kind: .heavyRain, level: $0, zone: zone) })
    }

    /// Announcements of the versions, the oldest first.
    private static func actions(
        _ events: [WarningEvent],
        _ status: WarningStatus,
        after hours: Double = 0
    ) -> [WarningBulletin.Action] {
        [WarningBulletin](status, events, at: noon + hours * 3_600).reversed()
            .map(\.action).filter { $0 != .standing }
    }

    @Test(
        "Each announcement is a version: issued, changed, about to end, and released",
        arguments: [
            ([issue(at: -3)], [.issued]),
            ([issue(at: -3), issue(.warning, at: -2)], [.issued, .changed]),
            (
                [issue(at: -3), issue(.warning, at: -2), release(.warning, at: -1)],
                [.issued, .changed, .released]
            ),
            ([issue(at: -3), release(at: -2, end: 2)], [.issued, .ending]),
            // The same row twice, and a release of the old level with the issue of the new one.
            ([issue(at: -3), issue(at: -3)], [.issued]),
            ([issue(at: -3), release(at: -2), issue(.warning, at: -2)], [.issued, .changed]),
            // After its end a warning begins anew.
            ([issue(at: -5), release(at: -4), issue(at: -3)], [.issued, .released, .issued]),
            ([issue(at: -5), release(at: -4, end: -3), issue(at: -3)], [.issued, .ending, .issued]),
            // A change of mind before the end.
            ([issue(at: -5), release(at: -4, end: 3), issue(at: -3)], [.issued, .ending, .changed]),
            // The end told twice, and one whose issue nobody knows.
            ([issue(at: -5), release(at: -4, end: -3), release(at: -3)], [.issued, .ending]),
            ([release(at: -3)], []), ([issue(at: -3), release(.warning, at: -2)], [.issued]),
            // An end ahead of a warning whose issue nobody knows.
            ([release(at: -3, end: 3)], [.ending]),
        ] as [([WarningEvent], [WarningBulletin.Action])]
    )
    func versions(events: [WarningEvent], actions: [WarningBulletin.Action]) {
        #expect(Self.actions(events, Self.status(.advisory)) == actions)
        #expect(Self.actions(events.reversed(), Self.status(.advisory)) == actions)
    }

    @Test("A version names the one before, and what it says does not depend on what comes later")
    func references() throws {
        let events = [
            Self.issue(at: -3), Self.issue(.warning, at: -2, from: -1), Self.release(.warning, at: 0, end: 3),
        ]
        let all = [WarningBulletin](Self.status(.warning), events, at: Self.noon + 3_600)
        #expect(all.map(\.action) == [.ending, .changed, .issued])
        #expect(all.map(\.level) == [.warning, .warning, .advisory])
        #expect(all.map(\.previous?.id) == [all[1].id, all[2].id, nil])
        #expect(all[0].previous?.issuedAt == all[1].issuedAt)
        #expect(
            all.map(\.id) == ["1200", "1000", "0900"].map { "L1100200-heavy_rain-20261004" + $0 }
        )
        for count in 1...3 {
            let status = Self.status(count == 1 ? .advisory : .warning)
            let earlier = [WarningBulletin](status, Array(events.prefix(count)), at: Self.noon)
            #expect(earlier == Array(all.suffix(count)))
        }
    }

    @Test("A warning stays for 48 hours after its end, and one without an end as long as it stands")
    func keeping() {
        let released = [Self.issue(at: -3), Self.release(at: 0)]
        #expect(Self.actions(released, Self.status(), after: 47.9) == [.issued, .released])
        #expect(Self.actions(released, Self.status(), after: 48).isEmpty)
        let standing = [Self.issue(at: -3)]
        #expect(Self.actions(standing, Self.status(.advisory), after: 500) == [.issued])
        #expect(Self.actions(standing, Self.status()).isEmpty)
        #expect(Self.actions(standing, Self.status(.preliminary)).isEmpty)
    }

    @Test("Where the text could not be read, a warning that was issued is not taken for ended")
    func unread() {
        var status = Self.status()
        status.unresolved = [UnresolvedWarning(text: "서울��", zones: ["L1100200"])]
        #expect(Self.actions([Self.issue(at: -3)], status) == [.issued])
        status.unresolved = [UnresolvedWarning(text: "부산��", zones: ["L1080200"])]
        #expect(Self.actions([Self.issue(at: -3)], status).isEmpty)
    }

    @Test("Without events a warning is known by the status where that tells its time, and not otherwise")
    func statusAlone() throws {
        var status = Self.status(.warning)
        status.issuedAt = Self.noon - 3_600
        let standing = try #require([WarningBulletin](status, [], at: Self.noon).first)
        #expect(standing.action == .standing && standing.issuedAt == status.issuedAt)
        #expect(standing.id == "L1100200-heavy_rain-warning-2026-10-04")
        // Of the same text the same, of another day's another.
        let later = [WarningBulletin](status, [], at: Self.noon + 90_000)
        #expect(later.map(\.id) == [standing.id])
        status.issuedAt = Self.noon + 86_400
        #expect([WarningBulletin](status, [], at: Self.noon + 90_000).map(\.id) != [standing.id])
        status.issuedAt = Self.noon - 3_600
        // Of a level that no event tells, beside one that they tell.
        let both = [WarningBulletin](status, [Self.issue(at: -3)], at: Self.noon)
        #expect(both.map(\.action) == [.standing, .issued])
        status.warnings[0].issuedAt = Self.noon
        status.warnings[0].effectiveAt = Self.noon + 60
        let bulletin = try #require([WarningBulletin](status, [], at: Self.noon).first)
        #expect(
            bulletin.action == .issued && bulletin.startsAt == Self.noon + 60 && bulletin.level == .warning
        )
        status.warnings[0].endsAt = Self.noon + 3_600
        #expect(
            [WarningBulletin](status, [], at: Self.noon).map(\.id)
                == ["L1100200-heavy_rain-202610041200-202610041300"]
        )
    }

    @Test("The identifier of a zone at sea without a code is made of its name's letters")
    func sea() {
        let bulletin = WarningBulletin(
            kind: .highSeas,
            level: .advisory,
            zone: AlertZone(code: nil, name: "울릉도.독도 <&, 먼바다"),
            action: .issued,
            issuedAt: KoreanDate(year: 2026, month: 10, day: 3).at(hour: 10)
        )
        #expect(bulletin.id == "울릉도독도먼바다-high_seas-202610031000")
    }
}
