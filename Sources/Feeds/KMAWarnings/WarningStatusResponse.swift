import Forecast
import Regions

/// `getPwnStatus`: one row of texts, in force (`t6`) and preliminary (`t7`).
enum WarningStatusResponse {
    static func read(_ answer: HTTPAnswer) throws(FeedError) -> WarningStatus {
        let rows = try PortalEnvelope.items(in: answer) { json in
            var row: (t6: String?, t7: String?, issuedAt: Date?)
            json.object { json, key in
                switch key {
                case "t6": row.t6 = json.text()
                case "t7": row.t7 = json.text()
                case "tmFc": row.issuedAt = json.text().flatMap(KoreanTime.instant(compact:))
                default: break
                }
            }
            return row
        }
        guard let row = rows.first, let inForce = row.t6 else { throw FeedError(.malformedResponse, "t6") }
        var reader = WarningTextReader()
        reader.readWarnings(inForce)
        reader.readPreliminary(row.t7 ?? "", issuedAt: row.issuedAt)
        return reader.status
    }
}

/// Reads KMA's texts of warnings into a status; what cannot be read is kept as unresolved.
///
/// An entry is `o 강풍주의보 : 전라남도(거문도.초도, 완도여서도), 제주도(추자도 제외)`. Several may share a line. There is
/// nothing where it is `o 없음`.
struct WarningTextReader {
    private(set) var status = WarningStatus(warnings: [])
    private let names = WarningZoneNames()

    /// Reads `t6`: entries of a kind with a level, and where they are in force.
    mutating func readWarnings(_ text: String) {
        for entry in WarningTextReader.entries(of: text) {
            let (head, areas) = WarningTextReader.split(entry)
            guard let areas, let (kind, level) = WarningTextReader.warning(named: head) else {
                if !WarningTextReader.isNone(entry) { addUnresolved(entry) }
                continue
            }
            add(kind, level, areas)
        }
    }

    /// Reads `t7`: `(1) 풍랑 예비특보 o 09월 26일 새벽(00시~06시) : …`, a number before each kind, an entry for each time.
    mutating func readPreliminary(_ text: String, issuedAt: Date?) {
        for section in WarningTextReader.sections(of: text) {
            let title = section.title.filter { $0 != " " }
            for entry in section.entries where !WarningTextReader.isNone(entry) {
                let (time, areas) = WarningTextReader.split(entry)
                guard let areas, title.hasSuffix("예비특보") else {
                    addUnresolved(entry)
                    continue
                }
                let kind = WarningKind(word: String(title.dropLast(4)))
                add(
                    kind,
                    .preliminary,
                    areas,
                    at: WarningTextReader.start(time, issuedAt),
                    issuedAt: issuedAt
                )
            }
        }
    }

    private mutating func add(
        _ kind: WarningKind,
        _ level: WarningLevel,
        _ areas: String,
        at effectiveAt: Date? = nil,
        issuedAt: Date? = nil
    ) {
        let found = names.zones(in: areas)
        for zone in found.land.map(\.alertZone) + found.sea.map({ AlertZone(code: nil, name: $0) }) {
            var warning = ZoneWarning(kind: kind, level: level, zone: zone)
            warning.effectiveAt = effectiveAt
            warning.issuedAt = issuedAt
            status.warnings.append(warning)
        }
        status.unresolved += found.unresolved
    }

    /// An entry that is not understood may be about any zone.
    private mutating func addUnresolved(_ text: String) {
        let zones = Set(WarningZones.ofKorea.leaves.map(\.code))
        status.unresolved.append(UnresolvedWarning(text: text, zones: zones))
    }
}

extension WarningTextReader {
    private static let bullets: Set<Substring> = ["o", "O", "ㅇ", "○", "◦"]

    /// The entries of a text, each after its bullet; words in front of the first are left out.
    private static func entries(of text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).split { bullets.contains($0) }
            .map { $0.joined(separator: " ") }
    }

    /// The sections of a text, each after its number `(1)`, with their title and entries.
    private static func sections(of text: String) -> [(title: String, entries: [String])] {
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.split(whereSeparator: isNumber).map { section in
            let title = section.prefix { !bullets.contains($0) }
            let rest = section.dropFirst(title.count)
            return (title.joined(separator: " "), entries(of: rest.joined(separator: " ")))
        }
    }

    /// Whether a word is the number of a section, such as `(1)`.
    private static func isNumber(_ word: Substring) -> Bool {
        var scanner = DigitScanner(word)
        return scanner.skip("(") && scanner.number(1...3) != nil && scanner.skip(")") && scanner.isAtEnd
    }

    /// What stands before and after the first colon that separates the two parts of an entry.
    private static func split(_ entry: String) -> (head: String, areas: String?) {
        let parts = entry.split(separator: ":", maxSplits: 1).map { $0.filter { $0 != " " } }
        return (parts.first ?? "", parts.count == 2 ? parts[1] : nil)
    }

    private static func isNone(_ entry: String) -> Bool {
        ["없음", "없음."].contains(entry.filter { $0 != " " })
    }

    /// `호우경보` as kind and level; `nil` for any other word.
    private static func warning(named word: String) -> (WarningKind, WarningLevel)? {
        let levels: [(String, WarningLevel)] = [("중대경보", .severe), ("주의보", .advisory), ("경보", .warning)]
        for (suffix, level) in levels where word.hasSuffix(suffix) && word != suffix {
            let kind = WarningKind(word: String(word.dropLast(suffix.count)))
            if case .other(let word) = kind, word.contains("\u{FFFD}") { return nil }
            return (kind, level)
        }
        return nil
    }

    /// `09월26일새벽(00시~06시)` as the instant it begins at, in the year of the issue or the one after.
    private static func start(_ text: String, _ issuedAt: Date?) -> Date? {
        var scanner = DigitScanner(text.drop { !$0.isNumber })
        guard let issuedAt, let month = scanner.number(1...2), scanner.skip("월"),
            let day = scanner.number(1...2), scanner.skip("일")
        else { return nil }
        scanner.skip(to: UInt8(ascii: "("))
        var hour = 0
        if scanner.skip("("), let first = scanner.number(1...2), scanner.skip("시") { hour = first }
        let issued = KoreanDate(of: issuedAt).civil
        let year = issued.year + (month < issued.month ? 1 : 0)
        guard hour <= 24, let date = KoreanDate(validatingYear: year, month: month, day: day) else {
            return nil
        }
        return date.at(hour: hour)
    }
}

extension WarningZone {
    var alertZone: AlertZone { AlertZone(code: code, name: name) }
}
