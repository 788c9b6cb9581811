import Foundation
import Testing

@testable import Forecast

@Suite("Alerts of a place")
struct AlertTests {
    private static let now = today.at(hour: 15)

    /// A warning on a zone; times are hours from ``now``.
    private static func warning(
        _ kind: WarningKind,
        _ level: WarningLevel,
        _ code: String?,
        issued: Double? = nil,
        start: Double? = nil,
        end: Double? = nil
    ) -> ZoneWarning {
        let zone = AlertZone(code: code, name: code ?? "먼바다")
        var warning = ZoneWarning(kind: kind, level: level, zone: zone)
        warning.issuedAt = issued.map { now + $0 * 3_600 }
        warning.effectiveAt = start.map { now + $0 * 3_600 }
        warning.endsAt = end.map { now + $0 * 3_600 }
        return warning
    }

    private static func alerts(_ warnings: [ZoneWarning], zones: [String]? = nil) -> [Alert]? {
        [Alert](WarningStatus(warnings: warnings), zones: zones)
    }

    @Test(
        "An alert is in force from its time of effect on, and a preliminary one never",
        arguments: [
            (.advisory, nil, true), (.advisory, -1, true), (.advisory, 0, true), (.advisory, 1, false),
            (.preliminary, nil, false), (.preliminary, -1, false), (.severe, 0, true),
        ] as [(WarningLevel, Double?, Bool)]
    )
    func force(level: WarningLevel, start: Double?, isInForce: Bool) throws {
        let warning = Self.warning(.heatWave, level, "A", start: start)
        let alerts = try #require(Self.alerts([warning]))
        #expect(alerts.map { $0.isInForce(at: Self.now) } == [isInForce])
        #expect(alerts.leading(at: Self.now) == alerts)
        #expect([Alert]().leading(at: Self.now) == [])
    }

    @Test("A warning in force goes before an announced one, and of several the severest")
    func leading() throws {
        let alerts = try #require(
            Self.alerts([
                Self.warning(.typhoon, .severe, "A", start: 3),
                Self.warning(.heavyRain, .warning, "A", start: -1),
                Self.warning(.dry, .advisory, "A", start: -2),
            ])
        )
        #expect(alerts.leading(at: Self.now).map(\.level) == [.warning, .severe])
    }

    @Test("The severer comes first, then the more dangerous kind, then the earlier, unknown times first")
    func order() throws {
        let ordered = [
            Self.warning(.dry, .severe, "A", start: 9), Self.warning(.typhoon, .warning, "A", start: 9),
            Self.warning(.dry, .warning, "A"), Self.warning(.heavyRain, .advisory, "A"),
            Self.warning(.heavyRain, .advisory, "A", end: 2),
            Self.warning(.heavyRain, .advisory, "A", end: 3),
            Self.warning(.heavyRain, .advisory, "A", issued: -3),
            Self.warning(.heavyRain, .advisory, "A", issued: -2),
            Self.warning(.heavyRain, .advisory, "A", issued: -2, start: -1),
            Self.warning(.heavyRain, .advisory, "A", issued: -3, start: 1),
            Self.warning(.other("가"), .advisory, "A"), Self.warning(.other("나"), .advisory, "A"),
            Self.warning(.tsunami, .preliminary, "A"),
        ]
        let words = try [ordered, ordered.reversed()].map { warnings in
            try #require(Self.alerts(warnings)).map {
                Self.warning(
                    $0.kind,
                    $0.level,
                    "A",
                    issued: $0.issuedAt.map { $0.timeIntervalSince(Self.now) / 3_600 },
                    start: $0.effectiveAt.map { $0.timeIntervalSince(Self.now) / 3_600 },
                    end: $0.endsAt.map { $0.timeIntervalSince(Self.now) / 3_600 }
                )
            }
        }
        #expect(words == [ordered, ordered])
    }

    @Test(
        "An alert covers the place if all of its zones are warned, each of which it names once",
        arguments: [
            (["A", "B"], ["A", "B"], true), (["A", "B", "A"], ["A", "B"], true), (["A"], ["A", "B"], false),
            (["A", "B"], nil, false), (["A"], ["A"], true),
        ] as [([String], [String]?, Bool)]
    )
    func zones(warned: [String], zones: [String]?, coversAll: Bool) throws {
        let warnings = warned.map { Self.warning(.dry, .advisory, $0) }
        let alert = try #require(Self.alerts(warnings, zones: zones)?.first)
        #expect(alert.coversAll == coversAll)
        #expect(alert.zones.compactMap(\.code) == Array(Set(warned)).sorted())
    }

    @Test("The next change is the first begin or end that is still to come")
    func nextChange() throws {
        for (times, next) in [
            ([(nil, nil)], nil), ([(0, nil)], nil), ([(-1, 0)], nil), ([(0.1, nil)], 0.1), ([(-1, 4)], 4),
            ([(2, 4), (3, nil)], 2), ([(3, 4), (-2, 1)], 1),
        ] as [([(Double?, Double?)], Double?)] {
            let alerts = try #require(
                Self.alerts(times.map { Self.warning(.dry, .advisory, "A", start: $0, end: $1) })
            )
            #expect(alerts.nextChange(after: Self.now) == next.map { Self.now + $0 * 3_600 })
        }
    }

    @Test("Warnings, events and unread parts are those of the zones asked for, and all without zones")
    func readings() {
        func event(_ code: String?) -> WarningEvent {
            WarningEvent(
                kind: .coldWave,
                level: .advisory,
                zone: AlertZone(code: code, name: code ?? "먼바다"),
                issuedAt: Self.now,
                startsAt: Self.now,
                endsAt: nil
            )
        }
        var readings = Readings()
        readings.warningEvents = ["A", "B", nil].map(event)
        #expect(readings.warnings(in: nil, at: Self.now) == nil)
        readings.warnings = WarningStatus(
            warnings: ["A", "B", nil].map { Self.warning(.dry, .advisory, $0) },
            unresolved: [
                UnresolvedWarning(text: "1", zones: ["A", "C"]), UnresolvedWarning(text: "2", zones: ["B"]),
                UnresolvedWarning(text: "3", zones: []),
            ],
            issuedAt: Self.now - 3_600
        )
        for (zones, warned, unread) in [
            (nil, ["A", "B", nil, "A", "B", nil], ["1", "2", "3"]), (["A"], ["A", "A"], ["1"]),
            (["B", "C"], ["B", "B"], ["1", "2"]), ([], [], []), (["D"], [], []),
        ] as [([String]?, [String?], [String])] {
            let status = readings.warnings(in: zones, at: Self.now)
            #expect(
                status?.warnings.map(\.zone.code).sorted { $0 ?? "~" < $1 ?? "~" }
                    == warned.sorted { $0 ?? "~" < $1 ?? "~" }
            )
            #expect(status?.unresolved.map(\.text) == unread)
        }
    }
}
