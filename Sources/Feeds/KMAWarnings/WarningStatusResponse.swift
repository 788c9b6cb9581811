import Forecast
import Regions

/// `getPwnStatus`: texts in force (`t6`) and preliminary (`t7`); the newest counts.
enum WarningStatusResponse {
    /// Without an origin for a kept answer, which was read before.
    static func read(_ answer: HTTPAnswer, _ origin: Origin? = nil) throws(FeedError) -> WarningStatus {
        let rows = try PortalEnvelope.items(in: answer) { StatusRow(&$0) }
        let newest = rows.max { ($0.issuedAt ?? .distantPast, $0.number) < ($1.issuedAt ?? .distantPast, $1.number) }
        var reader = WarningTextReader()
        guard let newest, !rows.contains(where: newest.contradicts), reader.read(newest.inForce) else { throw FeedError(.malformedResponse, "t6") }
        if let origin {
            // A month old is no state of now: at sea alone there is a new one nearly every week.
            guard let issuedAt = newest.issuedAt, origin.mayKnow(of: issuedAt), issuedAt > origin.fetchedAt - 30 * 86_400 else {
                throw FeedError(.malformedResponse, "tmFc")
            }
        }
        if !reader.read(newest.preliminary, issuedAt: newest.issuedAt) { reader.addUnresolved("t7") }
        var status = reader.status
        (status.issuedAt, status.describedAt) = (newest.issuedAt, newest.describedAt)
        return status
    }
}

private struct StatusRow {
    var inForce = ""
    var preliminary = ""
    var issuedAt: Date?
    var describedAt: Date?
    var number = 0

    init(_ json: inout JSONReader) {
        json.object { json, key in
            switch key {
            case "t6": inForce = json.text().map(OutlookResponse.plain) ?? ""
            case "t7": preliminary = json.text().map(OutlookResponse.plain) ?? ""
            case "tmFc": issuedAt = json.text().flatMap(KoreanTime.instant(announced:))
            case "tmEf": describedAt = json.text().flatMap(KoreanTime.instant(announced:))
            case "tmSeq": number = json.integer() ?? 0
            default: break
            }
        }
    }

    func contradicts(_ other: StatusRow) -> Bool {
        (issuedAt, number) == (other.issuedAt, other.number) && (inForce, preliminary) != (other.inForce, other.preliminary)
    }
}

/// Reader of KMA's texts of warnings; unreadable parts stay as unresolved, and only `o 없음` means none.
///
///     o 강풍주의보 : 전라남도(거문도.초도, 완도여서도), 제주도(추자도 제외)
///     (1) 풍랑 예비특보
///     o 09월 26일 새벽(00시~06시) : 제주도남쪽바깥먼바다
///
/// An entry begins at a bullet, a number or a colon, and names warnings with zones, or under a title a time with zones.
struct WarningTextReader {
    private typealias Warnings = [(kind: WarningKind, level: WarningLevel)]

    private(set) var status = WarningStatus(warnings: [])
    private let names = WarningZoneNames()

    mutating func read(_ text: String, issuedAt: Date? = nil) -> Bool {
        let entries = WarningTextReader.entries(of: String(text.map { WarningTextReader.halves[$0] ?? $0 }))
        var title: (text: String, warnings: Warnings)?
        var isUsed = true
        for entry in entries where !["없음", "없음."].contains(entry) {
            let colon = entry.lastIndex(of: ":")
            let head = entry[..<(colon ?? entry.endIndex)]
            let areas = colon.map { entry[entry.index(after: $0)...] }
            let warnings = warnings(named: head)
            if let areas, let warnings {
                add(warnings, areas, at: nil, issuedAt, entry)
            } else if let areas, let title {
                let time = issuedAt.flatMap { AnnouncedTime(String(head), issuedAt: $0) }
                add(title.warnings, areas, at: time?.start, issuedAt, entry)
                isUsed = true
            } else if areas == nil, let warnings {
                if !isUsed, let title { addUnresolved(title.text) }
                (title, isUsed) = ((entry, warnings), false)
            } else {
                // An unreadable title is that of the lines below it.
                if areas == nil, !isUsed, let title { addUnresolved(title.text) }
                if areas == nil { (title, isUsed) = (nil, true) }
                addUnresolved(entry)
            }
        }
        if !isUsed, let title { addUnresolved(title.text) }
        return !entries.isEmpty
    }

    mutating func addUnresolved(_ text: String) { status.unresolved.append(.anywhere(text: text)) }

    private mutating func add(_ warnings: Warnings, _ areas: Substring, at effectiveAt: Date?, _ issuedAt: Date?, _ entry: String) {
        let found = names.zones(in: String(areas))
        let zones = found.land.map(\.alertZone) + found.sea.map { AlertZone(code: nil, name: $0) }
        for (kind, level) in warnings {
            for zone in zones {
                var warning = ZoneWarning(kind: kind, level: level, zone: zone)
                if level == .preliminary { (warning.issuedAt, warning.effectiveAt) = (issuedAt, effectiveAt) }
                status.warnings.append(warning)
            }
        }
        status.unresolved += found.unresolved
        if zones.isEmpty, found.unresolved.isEmpty { addUnresolved(entry) }
    }
}

extension WarningTextReader {
    private static let halves: [Character: Character] = ["：": ":", "（": "(", "）": ")", "，": ",", "／": "/"]
    private static let bullets: Set<Character> = ["o", "O", "ㅇ", "○", "◦", "●", "•", "▪", "*", "-"]

    private static func entries(of text: String) -> [String] {
        var entries: [String] = []
        for line in text.split(whereSeparator: \.isNewline) {
            var begins = entries.isEmpty || line.contains(":") || line.contains("예비특보")
            for word in line.split(whereSeparator: \.isWhitespace) {
                let rest = withoutMarks(word)
                begins = begins || rest.count < word.count
                if rest.isEmpty { continue }
                if begins { entries.append("") }
                entries[entries.count - 1] += rest
                begins = false
            }
        }
        return entries
    }

    /// `o강풍`, `(1)강풍`, `1) 강풍`.
    private static func withoutMarks(_ word: Substring) -> Substring {
        var word = word
        while let first = word.first {
            let number = word.drop { $0 == "(" }.prefix { $0.isASCII && $0.isNumber }
            let rest = word[number.endIndex...]
            if bullets.contains(first) {
                word = word.dropFirst()
            } else if !number.isEmpty, rest.first == ")" || first != "(" && rest.first == "." {
                word = rest.dropFirst()
            } else {
                break
            }
        }
        return word
    }

    /// False for two entries on one line, the first with its zones: `호우경보 : 서울 o 강풍주의보 : 부산`.
    private static func mayBeHead(_ text: Substring) -> Bool { !text.contains { ":()<>".contains($0) } }

    private func warnings(named text: Substring) -> Warnings? {
        guard WarningTextReader.mayBeHead(text), let warnings = WarningTextReader.warnings(in: text) else { return nil }
        // 서울·부산주의보 names zones, where a new kind would have a name of its own.
        let words = warnings.compactMap { if case .other(let word) = $0.kind { word } else { nil } }
        return words.contains { !names.zones(in: $0).land.isEmpty } ? nil : warnings
    }

    private static func warnings(in text: Substring) -> Warnings? {
        let preliminary = "예비특보"
        let levels: [(String, WarningLevel)] = [("중대경보", .severe), ("주의보", .advisory), ("경보", .warning)]
        let isPreliminary = text.hasSuffix(preliminary)
        let list = (isPreliminary ? text.dropLast(preliminary.count) : text).replacing("및", with: ",").drop { !$0.isSyllable }
        let names = list.split { !$0.isSyllable }
        // Other marks between names, such as an arrow, make no list.
        guard let last = names.last, list[..<last.endIndex].allSatisfy({ $0.isSyllable || ",.·ㆍ・‧/".contains($0) }) else { return nil }
        var level: WarningLevel? = isPreliminary ? .preliminary : nil
        var warnings: Warnings = []
        // A level also counts for the kinds before it: 호우·강풍주의보.
        for var name in names.reversed() {
            if let own = levels.first(where: { name.hasSuffix($0.0) }) {
                name = name.dropLast(own.0.count)
                if !isPreliminary { level = own.1 }
            }
            guard let level, !name.isEmpty, !name.contains("주의보"), !name.contains("경보") else { return nil }
            warnings.append((WarningKind(word: String(name)), level))
        }
        return warnings.isEmpty || text.contains("\u{FFFD}") ? nil : warnings.reversed()
    }
}

extension Character { fileprivate var isSyllable: Bool { ("가"..."힣").contains(self) } }

extension WarningZone { var alertZone: AlertZone { AlertZone(code: code, name: name) } }

extension UnresolvedWarning {
    /// Part that may concern any zone on land.
    package static func anywhere(text: String) -> UnresolvedWarning { .init(text: text, zones: Set(WarningZones.ofKorea.leaves.map(\.code))) }
}
