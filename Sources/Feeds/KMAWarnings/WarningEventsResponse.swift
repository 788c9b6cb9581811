import Forecast
import Regions

/// `getPwnCd`: a row for each zone and event; `03` is no events.
enum WarningEventsResponse {
    static func read(_ answer: HTTPAnswer) throws(FeedError) -> [WarningEvent] {
        do throws(FeedError) {
            let rows = try PortalEnvelope.items(in: answer) { EventRow(&$0) }
            let names = EventRow.seaNames(in: rows)
            return rows.flatMap { $0.events(seaNames: names) }
        } catch {
            if error.code == .noData { return [] }
            throw error
        }
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

    init(_ json: inout JSONReader) {
        json.object { json, key in
            switch key {
            case "areaCode": areaCode = json.text()
            case "areaName": areaName = json.text()
            case "warnVar": kind = json.integer().flatMap { EventRow.kinds[$0] }
            case "warnStress": level = json.integer().flatMap { EventRow.levels[$0] }
            case "cancel": isCancelled = json.integer() == 1
            case "tmFc": tmFc = EventRow.instant(&json)
            case "startTime": startTime = EventRow.instant(&json)
            case "endTime": endTime = EventRow.instant(&json)
            default: break
            }
        }
    }

    private static func instant(_ json: inout JSONReader) -> Date? { json.text().flatMap(KoreanTime.instant(compact:)) }

    /// Zones at sea by code, from ungarbled rows: KMA cuts some texts in the wrong place.
    static func seaNames(in rows: [EventRow]) -> [String: String] {
        rows.reduce(into: [:]) { names, row in
            guard let code = row.areaCode, let name = row.areaName, !name.contains("\u{FFFD}") else { return }
            names[code] = name
        }
    }

    /// Events of the lowest zones; none if cancelled or of an unknown code.
    func events(seaNames: [String: String]) -> [WarningEvent] {
        guard !isCancelled, let code = areaCode, let kind, let level, let issuedAt = tmFc else { return [] }
        let zones = WarningZones.ofKorea
        // Zones at sea go by name, as in texts.
        let named = AlertZone(code: nil, name: seaNames[code] ?? code)
        let land = zones[code].map { zones.leaves(of: $0).map(\.alertZone) }
        return (land ?? [named]).map { zone in
            WarningEvent(kind: kind, level: level, zone: zone, issuedAt: issuedAt, startsAt: startTime, endsAt: endTime)
        }
    }

    private static let kinds: [Int: WarningKind] = [
        1: .strongWind, 2: .heavyRain, 3: .coldWave, 4: .dry, 5: .stormSurge, 6: .highSeas, 7: .typhoon, 8: .heavySnow, 9: .yellowDust, 12: .heatWave,
        13: .tropicalNight,
    ]
    private static let levels: [Int: WarningLevel] = [0: .advisory, 1: .warning, 2: .severe]
}
