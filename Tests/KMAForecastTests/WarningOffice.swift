import Feeds
import Forecast
import Foundation
import StubUpstream
import TestSupport

@testable import KMAForecast

/// Warning of a kind on a zone: begun, raised and ended, each announced.
struct WarningLife: Hashable {
    let zone: String
    let kind: WarningKind
    /// Levels with the time of the announcement and of the effect.
    let levels: [Announced]
    let releasedAt: Date
    let endsAt: Date

    struct Announced: Hashable {
        let level: WarningLevel
        let issuedAt: Date
        let startsAt: Date
    }

    /// Levels that were announced by a moment.
    func announced(at now: Date) -> [Announced] { levels.filter { $0.issuedAt <= now } }
}

/// Warning of a moment as people should see it.
struct StandingWarning: Hashable {
    let zone: String
    let kind: String
    let level: String
    let issuedAt: Date
    let effectiveAt: Date
    let endsAt: Date?
}

/// An office that announces warnings in the forms of KMA: rows of `getPwnCd`, and the text of `getPwnStatus`, which has the
/// newest levels announced, also those to come, and none whose release is announced.
struct WarningOffice: Sendable {
    /// Zones of the table with their names in texts, and one at sea with its own.
    static let zones = [
        (code: "L1011900", text: "수원"), (code: "L1012000", text: "성남"), (code: "L1012100", text: "안양"),
        (code: "L1011500", text: "고양"), (code: "S1131200", text: "인천·경기북부앞바다"),
    ]
    private static let kinds: [(kind: WarningKind, number: Int, name: String)] = [
        (.heavyRain, 2, "호우"), (.strongWind, 1, "강풍"), (.dry, 4, "건조"), (.heatWave, 12, "폭염"),
    ]

    let seed: UInt64
    let lives: [WarningLife]

    init(seed: UInt64) {
        self.seed = seed
        var lives: [WarningLife] = []
        for (zone, _) in Self.zones {
            for (kind, number, _) in Self.kinds {
                func minutes(_ name: String, _ life: Int, _ range: Range<Int>) -> Int {
                    range.lowerBound + ForecastOffice.hash(seed, zone, number, life, name)
                        % (range.count / 10) * 10
                }
                var time = minutes("first", 0, -60..<420)
                for life in 0..<3 {
                    let issued = time
                    let starts = issued + minutes("start", life, 0..<240)
                    var levels = [Self.announced(.advisory, issued, starts)]
                    var last = starts
                    if ForecastOffice.hash(seed, zone, number, life, "raised") % 2 == 0 {
                        let raised = starts + minutes("raise", life, 10..<200)
                        last = raised + minutes("raised", life, 0..<120)
                        levels.append(Self.announced(.warning, raised, last))
                    }
                    let released = last + minutes("release", life, 20..<400)
                    let ends = released + minutes("end", life, 0..<180)
                    lives.append(
                        WarningLife(
                            zone: zone,
                            kind: kind,
                            levels: levels,
                            releasedAt: TestHarness.time(0, released),
                            endsAt: TestHarness.time(0, ends)
                        )
                    )
                    time = ends + minutes("pause", life, 30..<400)
                }
            }
        }
        self.lives = lives
    }

    private static func announced(_ level: WarningLevel, _ issued: Int, _ starts: Int)
        -> WarningLife.Announced
    {
        .init(level: level, issuedAt: TestHarness.time(0, issued), startsAt: TestHarness.time(0, starts))
    }

    func isFaulty(_ now: Date, _ name: String) -> Bool {
        ForecastOffice.hash(seed, KoreanTime(now).compact, name) % 11 == 0
    }

    /// Warnings that stand or are to come, of some zones.
    func standing(at now: Date, in zones: Set<String>) -> Set<StandingWarning> {
        var found: Set<StandingWarning> = []
        for life in lives where zones.contains(life.zone) {
            let said = life.announced(at: now)
            let end = life.releasedAt <= now ? life.endsAt : nil
            if let end, end <= now { continue }
            let begun = said.lastIndex { $0.startsAt <= now } ?? 0
            for (index, level) in said.enumerated().dropFirst(begun) {
                found.insert(
                    StandingWarning(
                        zone: life.zone,
                        kind: life.kind.identifier,
                        level: level.level.rawValue,
                        issuedAt: level.issuedAt,
                        effectiveAt: level.startsAt,
                        endsAt: index == said.count - 1 ? end : nil
                    )
                )
            }
        }
        return found
    }

    func events(at now: Date) -> StubAnswer {
        let rows = lives.flatMap { life -> [String] in
            let sea = Self.zones.first { $0.code == life.zone }?.text ?? ""
            let number = Self.kinds.first { $0.kind == life.kind }?.number ?? 0
            func row(_ level: WarningLevel, _ command: Int, _ issued: Date, _ start: Date?, _ end: Date?)
                -> String
            {
                #"{"allEndTime":0,"areaCode":"\#(life.zone)","areaName":"\#(sea)","cancel":"0","command":"\#(command)","#
                    + #""endTime":\#(end.map { KoreanTime($0).compact } ?? "0"),"stnId":"108","tmFc":\#(KoreanTime(issued).compact),"#
                    + #""tmSeq":1,"warnVar":\#(number),"warnStress":"\#(level == .warning ? 1 : 0)","#
                    + #""startTime":\#(start.map { KoreanTime($0).compact } ?? "0")}"#
            }
            var rows = life.announced(at: now).map { row($0.level, 1, $0.issuedAt, $0.startsAt, nil) }
            if life.releasedAt <= now, let last = life.levels.last {
                rows.append(row(last.level, 2, life.releasedAt, nil, life.endsAt))
            }
            return rows
        }
        return rows.isEmpty ? .noData : Self.envelope(rows)
    }

    func text(at now: Date) -> StubAnswer {
        let open = lives.filter { $0.releasedAt > now && !$0.announced(at: now).isEmpty }
        var entries: [String] = []
        for (kind, _, name) in Self.kinds {
            for (level, word) in [(WarningLevel.warning, "경보"), (.advisory, "주의보")] {
                let zones = open.filter { $0.kind == kind && $0.announced(at: now).last?.level == level }.map(
                    \.zone
                )
                let land = Self.zones.dropLast().filter { zones.contains($0.code) }.map(\.text)
                let sea = Self.zones.suffix(1).filter { zones.contains($0.code) }.map(\.text)
                let areas = (land.isEmpty ? [] : ["경기도(\(land.joined(separator: ", ")))"]) + sea
                if !areas.isEmpty { entries.append("o \(name)\(word) : \(areas.joined(separator: ", "))") }
            }
        }
        let announcements = lives.flatMap { life in
            life.announced(at: now).map { (issued: $0.issuedAt, effect: $0.startsAt) }
                + (life.releasedAt <= now ? [(issued: life.releasedAt, effect: life.endsAt)] : [])
        }
        let newest = announcements.max { ($0.issued, $0.effect) < ($1.issued, $1.effect) }
        let text = entries.isEmpty ? "o 없음" : entries.joined(separator: "\\r\\n")
        let times = [newest?.effect ?? now, newest?.issued ?? now].map { KoreanTime($0).compact }
        return Self.envelope([
            #"{"other":"o 없음","t6":"\#(text)","t7":"o 없음","tmEf":"\#(times[0])","tmFc":\#(times[1]),"tmSeq":9}"#
        ])
    }

    private static func envelope(_ items: [String]) -> StubAnswer {
        .json(
            #"{"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON","#
                + #""items":{"item":[\#(items.joined(separator: ","))]},"pageNo":1,"numOfRows":5000,"totalCount":\#(items.count)}}}"#
        )
    }
}
