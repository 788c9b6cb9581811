/// Text table of KMA's API hub (typ01). The line above the rows names the columns; the list of `help=1` has another order.
///
///     # REG_ID TM_FC        TM_EF        MOD STN C MIN MAX MIN_L MIN_H MAX_L MAX_H
///     11B10101,202301010600,202301040000,A01,109,2,-7,2,0,1,1,1,=
///     #7777END
struct HubTable {
    typealias Bytes = ArraySlice<UInt8>
    let heading: Bytes
    let columns: [String: Int]
    let lines: [Bytes]
    /// False without `#7777END`: the table was cut off.
    let isWhole: Bool

    init?(_ body: [UInt8], columns needed: [String]) {
        var heading: Bytes?
        var columns: [String: Int] = [:]
        var lines: [Bytes] = []
        var isWhole = false
        for var line in body.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            line = line.drop { $0 == UInt8(ascii: " ") }
            guard line.first == UInt8(ascii: "#") else {
                if !line.isEmpty { lines.append(line) }
                continue
            }
            let words = HubTable.cells(line.dropFirst()).map { String(decoding: $0, as: UTF8.self) }
            if words.first?.hasPrefix("7777END") == true { isWhole = true }
            if needed.allSatisfy(words.contains) {
                heading = line
                columns = Dictionary(words.enumerated().map { ($1, $0) }) { first, _ in first }
            }
        }
        guard let heading else { return nil }
        (self.heading, self.columns, self.lines, self.isWhole) = (heading, columns, lines, isWhole)
    }

    /// Between commas, else blanks; the final `=` is no cell.
    static func cells(_ line: Bytes) -> [Bytes] {
        var cells = line.contains(UInt8(ascii: ",")) ? cells(betweenCommas: line) : line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        if cells.last?.elementsEqual("=".utf8) == true { cells.removeLast() }
        return cells
    }

    static func cells(betweenCommas line: Bytes) -> [Bytes] {
        line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { cell in
            let rest = cell.drop { $0 == UInt8(ascii: " ") }
            return rest.prefix(rest.count - rest.reversed().prefix { $0 == UInt8(ascii: " ") }.count)
        }
    }
}

/// EUC-KR, limited to syllables of forecasts and warnings.
package enum EUCKR {
    /// U+FFFD for unknown syllables; also UTF-8, in which some answers come.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        var text = ""
        var rest = bytes[...]
        while let first = rest.popFirst() {
            if first < 0x80 {
                text.unicodeScalars.append(Unicode.Scalar(first))
            } else {
                let syllable = rest.popFirst().flatMap { syllables[UInt16(first) << 8 | UInt16($0)] }
                text.unicodeScalars.append(syllable ?? "\u{FFFD}")
            }
        }
        guard text.contains("\u{FFFD}") else { return text }
        return String(validating: bytes, as: UTF8.self) ?? text
    }

    package static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar -> [UInt8] in
            guard let code = codes[scalar] else { return scalar.isASCII ? [UInt8(scalar.value)] : [] }
            return [UInt8(code >> 8), UInt8(code & 0xFF)]
        }
    }

    private static let codes: [Unicode.Scalar: UInt16] = [
        "맑": 0xB8BC, "음": 0xC0BD, "구": 0xB1B8, "름": 0xB8A7, "조": 0xC1B6, "금": 0xB1DD, "많": 0xB8B9, "흐": 0xC8E5, "림": 0xB8B2, "리": 0xB8AE, "고": 0xB0ED,
        "비": 0xBAF1, "눈": 0xB4AB, "소": 0xBCD2, "나": 0xB3AA, "기": 0xB1E2, "강": 0xB0AD, "풍": 0xC7B3, "호": 0xC8A3, "우": 0xBFEC, "한": 0xC7D1, "파": 0xC6C4,
        "건": 0xB0C7, "폭": 0xC6F8, "해": 0xC7D8, "일": 0xC0CF, "랑": 0xB6FB, "태": 0xC5C2, "대": 0xB4EB, "설": 0xBCB3, "황": 0xC8B2, "사": 0xBBE7, "염": 0xBFB0,
        "열": 0xBFAD, "야": 0xBEDF, "지": 0xC1F6, "진": 0xC1F8, "안": 0xBEC8, "개": 0xB0B3, "예": 0xBFB9, "주": 0xC1D6, "의": 0xC0C7, "보": 0xBAB8, "경": 0xB0E6,
        "중": 0xC1DF, "제": 0xC1A6, "치": 0xC4A1, "변": 0xBAAF, "발": 0xB9DF, "표": 0xC7A5, "없": 0xBEF8, "동": 0xB5BF, "남": 0xB3B2, "북": 0xBACF, "부": 0xBACE,
        "서": 0xBCAD, "쪽": 0xC2CA, "앞": 0xBED5, "바": 0xB9D9, "다": 0xB4D9, "먼": 0xB8D5, "깥": 0xB1F9, "인": 0xC0CE, "천": 0xC3B5, "충": 0xC3E6, "전": 0xC0FC,
        "거": 0xB0C5, "시": 0xBDC3, "산": 0xBBEA, "울": 0xBFEF, "상": 0xBBF3, "릉": 0xB8AA, "도": 0xB5B5, "연": 0xBFAC, "원": 0xBFF8, "은": 0xC0BA, "새": 0xBBF5,
        "벽": 0xBAAE, "아": 0xBEC6, "침": 0xC4A7, "오": 0xBFC0, "낮": 0xB3B7, "저": 0xC0FA, "녁": 0xB3E1, "밤": 0xB9E3, "늦": 0xB4CA, "이": 0xC0CC, "른": 0xB8A5,
        "후": 0xC8C4, "분": 0xBAD0, "월": 0xBFF9, "년": 0xB3E2, "·": 0xA1A4, "특": 0xC6AF,
    ]
    private static let syllables = Dictionary(codes.map { ($0.value, $0.key) }) { first, _ in first }
}
