import Forecast
import Regions

/// The API hub's `wrn_now_data_new.php`: a row for each zone and warning, in EUC-KR.
///
///     REG_UP, REG_UP_KO, REG_ID, REG_KO, TM_FC, TM_EF, WRN, LVL, CMD, ED_TM=
///
/// The words of the last columns are a closed set and are compared as bytes; land zones are named by the table. Lines
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

/// The columns of a row, without the spaces around them.
private struct HubWarningRow {
    private let columns: [[UInt8]]

    init(_ line: some Sequence<UInt8>) {
        columns = Array(line).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
            column in
            let rest = column.drop { $0 == 0x20 }
            return Array(rest.prefix(rest.count - rest.reversed().prefix { $0 == 0x20 }.count))
        }
    }

    func text(_ column: Int) -> String {
        columns.indices.contains(column) ? String(decoding: columns[column], as: UTF8.self) : ""
    }

    func instant(_ column: Int) -> Date? { KoreanTime.instant(compact: text(column)) }

    var kind: WarningKind? { word(6, of: HubWarningRow.kinds) }
    var level: WarningLevel? { word(7, of: HubWarningRow.levels) }
    var isRelease: Bool { columns.count > 8 && HubWarningRow.releases.contains(columns[8]) }

    private func word<Meaning>(_ column: Int, of table: [(word: [UInt8], meaning: Meaning)]) -> Meaning? {
        guard columns.indices.contains(column) else { return nil }
        return table.first { $0.word == columns[column] }?.meaning
    }

    // The code table of the hub has letters and digits; its answers have words.
    private static let kinds: [(word: [UInt8], meaning: WarningKind)] = [
        ([176, 173, 199, 179], .strongWind),  // 강풍
        ([200, 163, 191, 236], .heavyRain),  // 호우
        ([199, 209, 198, 196], .coldWave),  // 한파
        ([176, 199, 193, 182], .dry),  // 건조
        ([198, 248, 199, 179, 199, 216, 192, 207], .stormSurge),  // 폭풍해일
        ([199, 216, 192, 207], .stormSurge),  // 해일
        ([199, 179, 182, 251], .highSeas),  // 풍랑
        ([197, 194, 199, 179], .typhoon),  // 태풍
        ([180, 235, 188, 179], .heavySnow),  // 대설
        ([200, 178, 187, 231], .yellowDust),  // 황사
        ([198, 248, 191, 176], .heatWave),  // 폭염
        ([191, 173, 180, 235, 190, 223], .tropicalNight),  // 열대야
        ([193, 246, 193, 248, 199, 216, 192, 207], .tsunami),  // 지진해일
        ([190, 200, 176, 179], .fog),  // 안개
        (Array("W".utf8), .strongWind),
        (Array("R".utf8), .heavyRain),
        (Array("C".utf8), .coldWave),
        (Array("D".utf8), .dry),
        (Array("O".utf8), .stormSurge),
        (Array("V".utf8), .highSeas),
        (Array("T".utf8), .typhoon),
        (Array("S".utf8), .heavySnow),
        (Array("Y".utf8), .yellowDust),
        (Array("H".utf8), .heatWave),
        (Array("K".utf8), .tropicalNight),
        (Array("N".utf8), .tsunami),
        (Array("F".utf8), .fog),
    ]

    private static let levels: [(word: [UInt8], meaning: WarningLevel)] = [
        ([191, 185, 186, 241], .preliminary),  // 예비
        ([193, 214, 192, 199], .advisory),  // 주의
        ([193, 214, 192, 199, 186, 184], .advisory),  // 주의보
        ([176, 230, 186, 184], .warning),  // 경보
        ([193, 223, 180, 235, 176, 230, 186, 184], .severe),  // 중대경보
        (Array("1".utf8), .preliminary),
        (Array("2".utf8), .advisory),
        (Array("3".utf8), .warning),
    ]

    private static let releases: [[UInt8]] = [
        [199, 216, 193, 166],  // 해제
        [180, 235, 196, 161, 199, 216, 193, 166],  // 대치해제
        [186, 175, 176, 230, 199, 216, 193, 166],  // 변경해제
        Array("3".utf8), Array("4".utf8), Array("7".utf8),
    ]
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
