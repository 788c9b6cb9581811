import Forecast
import Regions

/// Announcements of the last days.
public struct WarningEvents: Sendable, Hashable {
    /// Events of the lowest zones.
    public var events: [WarningEvent] = []
    /// Rows that cannot be read.
    public var unresolved: [UnresolvedWarning] = []
}

/// `getPwnCd`: a row for each zone and event; `03` is no events.
enum WarningEventsResponse {
    static func read(_ answer: HTTPAnswer) throws(FeedError) -> WarningEvents {
        var listed = WarningEvents()
        do throws(FeedError) {
            let rows = try PortalEnvelope.items(in: answer) { EventRow(&$0) }
            let names = EventRow.seaNames(in: rows)
            for row in rows where !row.isCancelled { row.add(to: &listed, seaNames: names) }
        } catch { if error.code != .noData { throw error } }
        return listed
    }
}

private struct EventRow {
    var areaCode: String?
    var areaName: String?
    var kind: WarningKind?
    var level: WarningLevel?
    var isCancelled = false
    var tmFc: Date?
    var startTime: Date?
    var endTime: Date?
    var hasUnreadTime = false

    init(_ json: inout JSONReader) {
        json.object { json, key in
            switch key {
            case "areaCode": areaCode = json.line()
            case "areaName": areaName = json.text()
            case "warnVar": kind = json.integer().flatMap { EventRow.kinds[$0] }
            case "warnStress": level = json.integer().flatMap { EventRow.levels[$0] }
            case "cancel": isCancelled = ["1", "y", "Y"].contains(json.line() ?? "")
            case "tmFc": tmFc = instant(&json)
            case "startTime": startTime = instant(&json)
            case "endTime": endTime = instant(&json)
            default: break
            }
        }
    }

    /// `nil` for 0, as an issue has for its end.
    private mutating func instant(_ json: inout JSONReader) -> Date? {
        guard let text = json.text(), text.contains(where: { $0 != "0" && $0 != " " }) else { return nil }
        let instant = KoreanTime.instant(announced: text)
        hasUnreadTime = hasUnreadTime || instant == nil
        return instant
    }

    /// Zones at sea by code, from ungarbled rows: KMA cuts some texts in the wrong place.
    static func seaNames(in rows: [EventRow]) -> [String: String] {
        rows.reduce(into: [:]) { names, row in
            guard let code = row.areaCode, let name = row.areaName, !name.contains("\u{FFFD}") else { return }
            names[code] = name
        }
    }

    func add(to listed: inout WarningEvents, seaNames: [String: String]) {
        let zones = WarningZones.ofKorea
        let (code, land) = (areaCode ?? "", areaCode.flatMap { zones[$0] }.map(zones.leaves))
        let isAtSea = code.hasPrefix("S") || seaNames[code].map(SeaZoneName.isName) == true
        guard let kind, let level, let issuedAt = tmFc, land != nil || isAtSea, !hasUnreadTime,
            [startTime, endTime].allSatisfy({ $0?.mayBeAnnounced(at: issuedAt) ?? true })
        else {
            let possible = isAtSea ? [] : land ?? zones.leaves
            listed.unresolved.append(UnresolvedWarning(text: code, zones: Set(possible.map(\.code)), issuedAt: tmFc))
            return
        }
        // Zones at sea go by name, as in texts.
        for zone in land?.map(\.alertZone) ?? [AlertZone(code: nil, name: seaNames[code] ?? code)] {
            listed.events.append(WarningEvent(kind: kind, level: level, zone: zone, issuedAt: issuedAt, startsAt: startTime, endsAt: endTime))
        }
    }

    private static let kinds: [Int: WarningKind] = [
        1: .strongWind, 2: .heavyRain, 3: .coldWave, 4: .dry, 5: .stormSurge, 6: .highSeas, 7: .typhoon, 8: .heavySnow, 9: .yellowDust, 12: .heatWave,
        13: .tropicalNight,
    ]
    private static let levels: [Int: WarningLevel] = [0: .advisory, 1: .warning, 2: .severe]
}
