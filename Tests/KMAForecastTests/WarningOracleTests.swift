import AlertFeeds
import Feeds
import Forecast
import Foundation
import Regions
import Rendering
import StubUpstream
import TestSupport
import Testing

@testable import KMAForecast

/// Each zone, level and pair of times of a warning is held to the announcement that said it, and each announcement that
/// stands is looked for: in JSON of the country, a province and places, in the table, in Atom and in CAP.
@Suite("Warnings and the announcements they are of", .isLong, .takesSlots(listeners: 1))
struct WarningOracleTests {
    @Test(
        "Over a day and a midnight with faults each warning is as it was announced, and none is missing",
        arguments: (runsLongTests ? [1, 2, 3] : [1]) as [UInt64]
    )
    func trace(seed: UInt64) async throws {
        let harness = try TestHarness(1, 5)
        let office = WarningOffice(seed: seed)
        harness.upstream.answers[.warningStatus] = { [harness] in
            $0.isFaulty(office, harness.upstream.now, "text") ?? office.text(at: harness.upstream.now)
        }
        harness.upstream.answers[.warningEvents] = { [harness] in
            $0.isFaulty(office, harness.upstream.now, "events") ?? office.events(at: harness.upstream.now)
        }
        let places: [Place?] =
            try [nil] + ["경기도", "수원시", "성남시", "고양시"].map { try Gazetteer.place(named: $0) }
        var forecaster = try harness.forecaster(openWeather: false)
        var (traced, strays): ([String: Int], [String]) = ([:], [])
        for step in 0..<(runsLongTests ? 72 : 18) {
            try await harness.untilNobodyFetches()
            harness.passes(1, 5 + step * (runsLongTests ? 23 : 89))
            let now = harness.upstream.now
            if step % 9 == 8 { forecaster = try harness.forecaster(openWeather: false) }
            let isFaulty = ["text", "events"].contains { office.isFaulty(now, $0) }
            for place in places {
                guard let report = try? await forecaster.alerts(at: place) else { continue }
                var check = WarningCheck(office: office, place: place, now: now)
                // After a fault an earlier answer is shown, and said to be one; it never puts off what is in force.
                guard [.fresh, .cached].contains(report.source.status) else {
                    #expect(report.isStale || !report.degraded.isEmpty, "\(KoreanTime(now).rfc3339)")
                    check.nothingPutOff(in: report)
                    traced["old", default: 0] += report.alerts?.count ?? 0
                    strays += check.strays
                    continue
                }
                #expect(!isFaulty, "\(KoreanTime(now).rfc3339)")
                try check.json(report.json(.korean))
                check.table(of: report)
                if let place {
                    let week = try await forecaster.report(.now, at: place)
                    try check.json(week.json(.now, .korean))
                }
                let bulletins = try await forecaster.bulletins(at: place)
                check.atom(bulletins)
                check.messages(bulletins)
                traced.merge(check.values, uniquingKeysWith: +)
                strays += check.strays.map { "\(KoreanTime(now).rfc3339) \(place?.name ?? "전국"): \($0)" }
            }
        }
        #expect(strays.isEmpty, "\(strays.count): \(strays.prefix(8).joined(separator: "\n"))")
        for (kind, fewest) in [("JSON", 500), ("table", 300), ("Atom", 500), ("CAP", 500), ("old", 20)] {
            #expect(traced[kind, default: 0] > fewest, "\(kind): \(traced)")
        }
    }
}

extension Request {
    fileprivate func isFaulty(_ office: WarningOffice, _ now: Date, _ name: String) -> StubAnswer? {
        office.isFaulty(now, name) ? .text("", status: 502) : nil
    }
}

/// Outputs of a moment beside the announcements by then.
private struct WarningCheck {
    let office: WarningOffice
    let now: Date
    private let zones: Set<String>
    private(set) var strays: [String] = []
    /// By kind: JSON, table, Atom, CAP.
    private(set) var values: [String: Int] = [:]

    init(office: WarningOffice, place: Place?, now: Date) {
        (self.office, self.now) = (office, now)
        zones = place.map { Set($0.warningZones.map(\.code)) } ?? Set(WarningOffice.zones.map(\.code))
    }

    private var expected: Set<StandingWarning> { office.standing(at: now, in: zones) }

    mutating func json(_ bytes: [UInt8]) throws {
        let json = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        guard let alerts = json["alerts"] as? [[String: Any]] else {
            if !expected.isEmpty { strays.append("JSON has no alerts, announced \(expected.count)") }
            return
        }
        var said: [String] = []
        for alert in alerts {
            for zone in alert["zones"] as? [[String: Any]] ?? [] {
                let code = zone["code"] as? String ?? WarningOffice.zones.last?.code ?? ""
                let words = ["kind", "level", "issued_at", "effective_at", "ends"].map {
                    alert[$0] as? String ?? "-"
                }
                said.append(([code] + words).joined(separator: " "))
            }
        }
        let right = expected.map { warning in
            let end = warning.endsAt.map(Self.dayAndHour) ?? "-"
            return [
                warning.zone, warning.kind, warning.level, KoreanTime(warning.issuedAt).rfc3339,
                KoreanTime(warning.effectiveAt).rfc3339, end,
            ]
            .joined(separator: " ")
        }
        compare("JSON", said, right)
    }

    /// `4일 15시 20분`, by the civil time of Korea.
    private static func dayAndHour(_ instant: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 9 * 3_600) ?? .gmt
        let parts = calendar.dateComponents([.day, .hour, .minute], from: instant)
        let minutes = parts.minute == 0 ? "" : " \(parts.minute ?? 0)분"
        return "\(parts.day ?? 0)일 \(parts.hour ?? 0)시\(minutes)"
    }

    mutating func nothingPutOff(in report: AlertReport) {
        for alert in report.alerts ?? [] where alert.effectiveAt.map({ $0 > now }) ?? false {
            let begun = expected.filter {
                ($0.kind, $0.level) == (alert.kind.identifier, alert.level.rawValue) && $0.effectiveAt <= now
                    && alert.zones.compactMap(\.code).contains($0.zone)
            }
            strays += begun.map { "\(KoreanTime(now).rfc3339) puts off \($0)" }
        }
    }

    /// Each warning's name with its zone and times stands in a row, and no other level of the kind does.
    mutating func table(of report: AlertReport) {
        let style = Style(
            language: .korean,
            ansi: ANSIStyle(isColored: false, hasTrueColor: false),
            columns: 100
        )
        let text = Output.alerts.text(report, in: .table, style)
        // Long lines are wrapped.
        let parts = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").components(
            separatedBy: "⚠"
        )
        .flatMap { $0.components(separatedBy: " · ") }
        for warning in expected {
            guard
                let label = report.alerts?.first(where: {
                    $0.kind.identifier == warning.kind && $0.level.rawValue == warning.level
                })?.label
            else {
                strays.append("table lacks \(warning)")
                continue
            }
            values["table", default: 0] += 1
            let times = [
                warning.effectiveAt > now ? "\(Self.dayAndHour(warning.effectiveAt))부터" : nil,
                warning.endsAt.map { "\(Self.dayAndHour($0))까지" },
            ].compactMap(\.self)
            let isTold = parts.contains { part in
                part.contains(label.korean) && times.allSatisfy(part.contains)
            }
            if !isTold { strays.append("table \(label.korean) \(times): \(text)") }
        }
        if expected.isEmpty, !text.contains("발효 중인 특보가 없습니다") { strays.append("table: \(text)") }
    }

    /// Announcements of the zones that stand or ended within two days: level, and the times of the announcement, effect, end.
    private var announcements: [String] {
        office.lives.filter { zones.contains($0.zone) }.flatMap { life -> [String] in
            var said = life.announced(at: now).map {
                Self.line(life, $0.level, $0.issuedAt, $0.startsAt, nil)
            }
            if life.releasedAt <= now, let last = life.levels.last {
                said.append(Self.line(life, last.level, life.releasedAt, nil, life.endsAt))
            }
            return said
        }
    }

    private static func line(
        _ life: WarningLife,
        _ level: WarningLevel,
        _ issued: Date,
        _ start: Date?,
        _ end: Date?
    )
        -> String
    {
        let zone = WarningZones.ofKorea[life.zone]?.name ?? WarningOffice.zones.last?.text ?? ""
        let times = [issued, start, end].map { $0.map { KoreanTime($0).rfc3339 } ?? "-" }
        return ([zone, level.label(of: life.kind).korean] + times).joined(separator: " ")
    }

    mutating func atom(_ report: BulletinReport) {
        let xml = String(decoding: report.atom(.korean, query: ""), as: UTF8.self)
        let said = xml.components(separatedBy: "<entry>").dropFirst().map { entry in
            let title = Self.element("title", in: entry)?.components(separatedBy: " ") ?? []
            let label = title.dropFirst().first?.replacing("로", with: "") ?? ""
            return "\(title.first ?? "") \(label) \(Self.element("updated", in: entry) ?? "")"
        }
        let right = announcements.map { line in
            line.components(separatedBy: " ").prefix(3).joined(separator: " ")
        }
        compare("Atom", said, right)
    }

    mutating func messages(_ report: BulletinReport) {
        var said: [String] = []
        for bulletin in report.bulletins {
            guard let message = CAPMessage(bulletin, isSample: false) else {
                strays.append("CAP has no message of \(bulletin.id)")
                continue
            }
            let xml = String(decoding: message.xml, as: UTF8.self)
            let parts = ["areaDesc", "event", "sent", "onset", "expires"].map {
                Self.element($0, in: xml) ?? "-"
            }
            said.append(parts.joined(separator: " "))
        }
        compare("CAP", said, announcements)
    }

    private static func element(_ name: String, in xml: String) -> String? {
        guard let start = xml.range(of: "<\(name)>"),
            let end = xml.range(of: "</\(name)>", range: start.upperBound..<xml.endIndex)
        else { return nil }
        return String(xml[start.upperBound..<end.lowerBound])
    }

    private mutating func compare(_ kind: String, _ said: [String], _ right: [String]) {
        values[kind, default: 0] += right.count
        let (told, meant) = (Set(said), Set(right))
        if said.count != told.count {
            strays.append(
                "\(kind) says twice \(said.filter { one in said.count { $0 == one } > 1 }.prefix(2))"
            )
        }
        strays += told.subtracting(meant).sorted().map { "\(kind) says \($0)" }
        strays += meant.subtracting(told).sorted().map { "\(kind) lacks \($0)" }
    }
}
