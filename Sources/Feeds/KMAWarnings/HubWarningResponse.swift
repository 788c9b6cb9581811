import Forecast
import Regions

/// `wrn_now_data_new.php` of the API hub, a row for each zone and warning; lines with # are headings, there also if nothing is in force.
///
///     REG_UP, REG_UP_KO, REG_ID, REG_KO, TM_FC, TM_EF, WRN, LVL, CMD, ED_TM=
enum HubWarningResponse {
    private static let heading = [UInt8]("REG_UP".utf8)
    private static let lastColumn = [UInt8]("ED_TM".utf8)

    static func read(_ answer: HTTPAnswer, _ origin: Origin? = nil) throws(FeedError) -> WarningStatus {
        let lines = answer.body.split { "\n\r".utf8.contains($0) }.map { $0.drop(while: \.isPadding) }.filter { !$0.isEmpty }
        // `#START7777` alone is an answer that was cut.
        let isBegun = lines.count > 1 && lines[0].starts(with: "#START".utf8)
        // Lines of help=1 before it name columns as well.
        let columns = lines.last { $0.contains(HubWarningResponse.heading) }
        let isCut = columns.map { !$0.contains(HubWarningResponse.lastColumn) } ?? false
        let isTable = !isCut && (isBegun || columns != nil || lines.contains { $0.first != UInt8(ascii: "#") })
        guard answer.status == 200, isTable, let first = lines.first?.first, [0x23, 0x4C, 0x53].contains(first) else {
            // An answer without #, L or S in front is a fault in an envelope, `# ERROR` one in words.
            _ = try PortalEnvelope.items(in: answer) { $0.skip() }
            throw FeedError(.malformedResponse)
        }
        if let columns {
            let names = EUCKR.text(columns).split { !$0.isLetter && $0 != "_" }
            guard names.starts(with: HubWarningRow.columns) else { throw FeedError(.malformedResponse, "REG_UP") }
        }
        var status = WarningStatus(warnings: [])
        let rows = lines.filter { $0.first != UInt8(ascii: "#") }.map(HubWarningRow.init)
        let releases = rows.filter { $0.isRelease && $0.endsAt ?? .distantPast <= origin?.fetchedAt ?? .distantFuture }
        // An issue ends by a release after it, and a release by itself.
        let ends = Dictionary(releases.map { ($0.warning, $0.issuedAt ?? .distantFuture) }, uniquingKeysWith: max)
        for row in rows where ends[row.warning].map({ $0 < row.issuedAt ?? .distantPast }) ?? true { status.add(row, origin) }
        // A last row without its `=` was cut off, with whatever stood below it.
        if let last = lines.last, last.first != UInt8(ascii: "#"), last.last(where: { $0 > 0x20 }) != UInt8(ascii: "=") {
            status.unresolved.append(.anywhere(text: "="))
        }
        status.issuedAt = status.warnings.compactMap(\.issuedAt).max()
        return status
    }
}

private struct HubWarningRow {
    static let columns: [Substring] = ["REG_UP", "REG_UP_KO", "REG_ID", "REG_KO", "TM_FC", "TM_EF", "WRN", "LVL", "CMD"]
    private let columns: [String]

    init(_ line: HubTable.Bytes) { columns = HubTable.cells(betweenCommas: line).map(EUCKR.text) }

    func text(_ column: Int) -> String { columns.indices.contains(column) ? columns[column] : "" }

    var zone: AlertZone {
        let column = text(2).isEmpty ? 0 : 2
        let (code, name) = (text(column), text(column + 1))
        return AlertZone(code: code, name: name.isEmpty || name.contains("\u{FFFD}") ? code : name)
    }

    var kind: WarningKind? {
        let kind = HubWarningRow.letters[text(6)] ?? WarningKind(word: text(6))
        if case .other = kind { return nil }
        return kind
    }
    var level: WarningLevel? { HubWarningRow.levels[text(7)] }
    var isRelease: Bool { text(8).hasSuffix("해제") || ["3", "4", "7"].contains(text(8)) }

    /// False for an unknown command, and for an issue of another time: dryness lasts for two months.
    func isKnown(_ origin: Origin?) -> Bool {
        let isOfNow = origin.flatMap { origin in issuedAt.map { origin.mayKnow(of: $0) && $0 > origin.fetchedAt - 180 * 86_400 } } ?? true
        return isOfNow && (isRelease || HubWarningRow.commands.contains(text(8)))
    }

    /// Zone and kind, by which a release is of an issue.
    struct Warning: Hashable {
        let zone: String?
        let kind: WarningKind?
    }

    var warning: Warning { Warning(zone: zone.code, kind: kind) }

    var issuedAt: Date? { KoreanTime.instant(announced: text(4)) }

    /// Time of effect; of a preliminary warning the start of the part of the day.
    var effectiveAt: Date? {
        guard !isRelease, let time = likely(KoreanTime.instant(announced: text(5))) else { return nil }
        let minute = KoreanTime(time).minute
        guard level == .preliminary, minute >= 58 else { return time }
        return HubWarningRow.starts[String(text(5).suffix(4))].map { KoreanDate(of: time).at(hour: $0) }
    }

    /// Announced end; a release is in force until its effect.
    var endsAt: Date? {
        if isRelease { return likely(KoreanTime.instant(announced: text(5))) }
        let words = columns.dropFirst(9).joined().filter { $0 != " " }
        return likely(KoreanTime.instant(announced: text(9)) ?? issuedAt.flatMap { AnnouncedTime(words, issuedAt: $0)?.end })
    }

    private func likely(_ time: Date?) -> Date? { time.flatMap { issuedAt.map($0.mayBeAnnounced) ?? true ? $0 : nil } }

    private static let letters: [String: WarningKind] = [
        "W": .strongWind, "R": .heavyRain, "C": .coldWave, "D": .dry, "O": .stormSurge, "V": .highSeas, "T": .typhoon, "S": .heavySnow,
        "Y": .yellowDust, "H": .heatWave, "K": .tropicalNight, "N": .tsunami, "F": .fog,
    ]
    private static let levels: [String: WarningLevel] = [
        "예비": .preliminary, "예비특보": .preliminary, "주의": .advisory, "주의보": .advisory, "경보": .warning, "중대": .severe, "중대경보": .severe,
        "1": .preliminary, "2": .advisory, "3": .warning,
    ]
    private static let commands: Set = ["", "발표", "대치", "연장", "변경", "변경발표", "정정", "해제예고", "1", "2", "5", "6"]

    /// Parts of a day by their last minute, the minute before for six hours.
    private static let starts = [
        "0259": 0, "0559": 3, "0859": 6, "1159": 9, "1459": 12, "1759": 15, "2059": 18, "2359": 21, "0558": 0, "1158": 6, "1458": 12, "1758": 12,
        "2358": 18,
    ]
}

extension WarningStatus {
    fileprivate mutating func add(_ row: HubWarningRow, _ origin: Origin?) {
        let (zones, zone) = (WarningZones.ofKorea, row.zone)
        let code = zone.code ?? ""
        let isAtSea = code.hasPrefix("S") || zones[code] == nil && row.text(0).hasPrefix("S")
        guard row.isKnown(origin), let kind = row.kind, let level = row.level, isAtSea || zones[code] != nil else {
            let known = zones[code] ?? zones[row.text(0)]
            let possible = known.map(zones.leaves) ?? (isAtSea ? [] : zones.leaves)
            unresolved.append(UnresolvedWarning(text: code, zones: Set(possible.map(\.code))))
            return
        }
        for zone in zones[code].map({ zones.leaves(of: $0).map(\.alertZone) }) ?? [zone] {
            var warning = ZoneWarning(kind: kind, level: level, zone: zone)
            (warning.issuedAt, warning.effectiveAt, warning.endsAt) = (row.issuedAt, row.effectiveAt, row.endsAt)
            warnings.append(warning)
        }
    }
}
