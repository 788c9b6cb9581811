import Forecast
import Regions

/// The API hub's `wrn_now_data_new.php`: a row for each zone and warning, in EUC-KR.
///
///     REG_UP, REG_UP_KO, REG_ID, REG_KO, TM_FC, TM_EF, WRN, LVL, CMD, ED_TM=
///
/// The words of the last columns are a closed set; land zones are named by the table. Lines
/// that begin with # are headings, and there where nothing is in force.
enum HubWarningResponse {
    static func read(_ answer: HTTPAnswer) throws(FeedError) -> WarningStatus {
        let lines = answer.body.split(separator: UInt8(ascii: "\n")).map {
            $0.filter { $0 != UInt8(ascii: "\r") }
        }
        guard answer.status == 200, let first = lines.first?.first, [0x23, 0x4C, 0x53].contains(first) else {
            // Whatever does not begin with #, L or S is a fault in one of KMA's envelopes.
            _ = try PortalEnvelope.items(in: answer) { $0.skip() }
            throw FeedError(.malformedResponse)
        }
        var status = WarningStatus(warnings: [])
        for line in lines where !line.isBlankOrHeading { status.add(HubWarningRow(line)) }
        return status
    }
}

extension [UInt8] {
    /// Whether a line has nothing but blanks, or is a heading.
    fileprivate var isBlankOrHeading: Bool {
        first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }.map { $0 == UInt8(ascii: "#") } ?? true
    }
}

private struct HubWarningRow {
    private let columns: [HubTable.Bytes]

    init(_ line: [UInt8]) {
        columns = HubTable.cells(betweenCommas: line[...])
    }

    func text(_ column: Int) -> String {
        columns.indices.contains(column) ? String(decoding: columns[column], as: UTF8.self) : ""
    }

    func instant(_ column: Int) -> Date? { KoreanTime.instant(compact: text(column)) }

    var kind: WarningKind? {
        let kind = HubWarningRow.letters[word(6)] ?? WarningKind(word: word(6))
        if case .other = kind { return nil }
        return kind
    }
    var level: WarningLevel? { HubWarningRow.levels[word(7)] }
    var isRelease: Bool { HubWarningRow.releases.contains(word(8)) }

    /// A column in KMA's words, of which the hub has a closed set.
    private func word(_ column: Int) -> String {
        columns.indices.contains(column) ? EUCKR.text(columns[column]) ?? "" : ""
    }

    // The code table of the hub has letters and digits; its answers have words.
    private static let letters: [String: WarningKind] = [
        "W": .strongWind, "R": .heavyRain, "C": .coldWave, "D": .dry, "O": .stormSurge, "V": .highSeas,
        "T": .typhoon, "S": .heavySnow, "Y": .yellowDust, "H": .heatWave, "K": .tropicalNight,
        "N": .tsunami, "F": .fog,
    ]
    private static let levels: [String: WarningLevel] = [
        "예비": .preliminary, "주의": .advisory, "주의보": .advisory, "경보": .warning, "중대경보": .severe,
        "1": .preliminary, "2": .advisory, "3": .warning,
    ]
    private static let releases: Set = ["해제", "대치해제", "변경해제", "3", "4", "7"]
}

extension WarningStatus {
    fileprivate mutating func add(_ row: HubWarningRow) {
        guard !row.isRelease else { return }
        let (zones, code) = (WarningZones.ofKorea, row.text(2))
        let isAtSea = code.hasPrefix("S")
        let known = zones[code] ?? zones[row.text(0)]
        guard let kind = row.kind, let level = row.level, isAtSea || zones[code] != nil else {
            let possible = known.map(zones.leaves) ?? (isAtSea ? [] : zones.leaves)
            unresolved.append(UnresolvedWarning(text: code, zones: Set(possible.map(\.code))))
            return
        }
        let land = zones[code].map { zones.leaves(of: $0).map(\.alertZone) }
        for zone in land ?? [AlertZone(code: code, name: code)] {
            var warning = ZoneWarning(kind: kind, level: level, zone: zone)
            (warning.issuedAt, warning.effectiveAt, warning.endsAt) = (
                row.instant(4), row.instant(5), row.instant(9)
            )
            warnings.append(warning)
        }
    }
}
