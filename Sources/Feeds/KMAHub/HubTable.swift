/// A text table of KMA's API hub (typ01): comment lines with `#`, then rows.
///
///     #START7777
///     # REG_ID TM_FC        TM_EF        MOD STN C MIN MAX MIN_L MIN_H MAX_L MAX_H
///     11B10101,202301010600,202301040000,A01,109,2,-7,2,0,1,1,1,=
///     #7777END
///
/// A column is found by its name in the line above the rows: the numbered list that `help=1` prints has another order.
struct HubTable {
    typealias Bytes = ArraySlice<UInt8>

    /// The line of the columns' names, as it came.
    let heading: Bytes
    /// Where a column stands, by its name.
    let columns: [String: Int]
    /// The lines of rows, without their line ends.
    let lines: [Bytes]
    /// Whether the answer reached its end: a table that was cut off lacks `#7777END`.
    let isWhole: Bool

    /// Reads a table that has these columns; `nil` for any other text.
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

    /// The cells of a line: between commas where it has any, else between blanks. The `=` that ends a row is none.
    static func cells(_ line: Bytes) -> [Bytes] {
        let blank = UInt8(ascii: " ")
        let hasCommas = line.contains(UInt8(ascii: ","))
        var cells =
            hasCommas
            ? line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { cell in
                let rest = cell.drop { $0 == blank }
                return rest.prefix(rest.count - rest.reversed().prefix { $0 == blank }.count)
            }
            : line.split { $0 == blank || $0 == UInt8(ascii: "\t") }
        if cells.last?.elementsEqual("=".utf8) == true { cells.removeLast() }
        return cells
    }
}

extension ArraySlice<UInt8> {
    /// The number a cell holds; `nil` for −99 and below, which marks a missing one, and for what is no number.
    var measured: Double? { Double(decimal: self).flatMap { $0 > -99 ? $0 : nil } }
}

/// Korean texts in EUC-KR, as far as weather needs them.
enum EUCKR {
    /// The text of some bytes; `nil` where one of them is none of weather's syllables or of ASCII: then the code beside
    /// it counts.
    static func text(_ bytes: some Collection<UInt8>) -> String? {
        var text = ""
        var rest = bytes[...]
        while let first = rest.popFirst() {
            if first < 0x80 {
                text.unicodeScalars.append(Unicode.Scalar(first))
                continue
            }
            guard let second = rest.popFirst(), let syllable = syllables[UInt16(first) << 8 | UInt16(second)]
            else { return nil }
            text.unicodeScalars.append(syllable)
        }
        return text
    }

    private static let syllables: [UInt16: Unicode.Scalar] = [
        0xB8BC: "맑", 0xC0BD: "음", 0xB1B8: "구", 0xB8A7: "름", 0xC1B6: "조", 0xB1DD: "금", 0xB8B9: "많",
        0xC8E5: "흐",
        0xB8B2: "림", 0xB0ED: "고", 0xB8AE: "리", 0xBAF1: "비", 0xB4AB: "눈", 0xBCD2: "소", 0xB3AA: "나",
        0xB1E2: "기",
    ]
}
