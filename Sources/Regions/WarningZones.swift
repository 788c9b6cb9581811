/// Warning zone of KMA (특보구역) on land: a row of `Data/warning-zones.csv`.
public struct WarningZone: Sendable {
    fileprivate let row: Row

    fileprivate var codeField: Field { row[0] }
    fileprivate var parentField: Field { row[4] }

    /// KMA's code, such as `L1072610`.
    public var code: String { codeField.text }
    /// KMA's full name, such as `김천시북부`.
    public var name: String { row[1].text }
    /// English name, such as `Northern Gimcheon-si`.
    public var englishName: String { row[5].text }
    /// Names in KMA's texts, without spaces: `김천시북부`, `김천북부`.
    public var names: [String] { compactNames.map(\.text) }
    /// Code of the zone around it; `nil` for a province, and for islands beside them.
    public var parent: String? { parentField.isEmpty ? nil : parentField.text }

    fileprivate var compactNames: [Field] { ([row[1], row[2]] + row[3].split(at: .semicolon)).filter { !$0.isEmpty && !$0.bytes.contains(.space) } }
}

/// Tree of KMA's warning zones on land; warnings are announced at any height, in force on the lowest.
public struct WarningZones: Sendable {
    /// Zones in the order of the table.
    public let all: [WarningZone]
    fileprivate let byCode: [Field: WarningZone]
    private let children: [Field: [WarningZone]]
    private let byName: [Field: [WarningZone]]

    /// Zones of `Data/warning-zones.csv`.
    public static let ofKorea = WarningZones()

    private init() {
        all = Row.all(of: Tables.warningZones).map(WarningZone.init)
        byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.codeField, $0) })
        children = Dictionary(grouping: all, by: \.parentField)
        var byName: [Field: [WarningZone]] = [:]
        byName.reserveCapacity(3 * all.count)
        for zone in all { for name in zone.compactNames { byName[name, default: []].append(zone) } }
        self.byName = byName
    }

    /// Zone of a code.
    public subscript(code: String) -> WarningZone? { code.withField { byCode[$0] } }

    /// Lowest zones of a zone; itself without parts.
    public func leaves(of zone: WarningZone) -> [WarningZone] {
        let parts = parts(of: zone)
        return parts.isEmpty ? [zone] : parts.flatMap(leaves)
    }

    /// Zones directly below a zone.
    public func parts(of zone: WarningZone) -> [WarningZone] { children[zone.codeField, default: []] }

    /// Lowest zones of the country.
    public var leaves: [WarningZone] { all.filter { children[$0.codeField] == nil } }

    /// Province of a zone, or islands beside the provinces.
    public func top(of zone: WarningZone) -> WarningZone { byCode[zone.parentField].map(top) ?? zone }

    /// Zones of a name without spaces.
    public func zones(named name: String) -> [WarningZone] { name.withField { byName[$0, default: []] } }
}

extension WarningZone {
    private var areas: [WarningArea] { WarningArea.byZone[codeField, default: []] }

    /// District with the whole zone, or the province of several; `nil` for a zone with parts.
    public var area: PlaceName? {
        let districts = areas.map { District(code: $0.district, namedBy: "Data/warning-areas.csv") }
        let whole = districts.first { district in districts.allSatisfy { $0.code == district.code || district.contains($0) } }
        let province = districts.first?.province
        return whole?.fullName ?? province.map { PlaceName(korean: $0.name.text, english: $0.englishName.text) }
    }

    /// Outlines in degrees north and east, simplified to 100 m; empty for a part of a district.
    public var outlines: [[(latitude: Double, longitude: Double)]] {
        let rows = areas
        guard rows.allSatisfy({ $0.dong.isEmpty && !$0.zones.contains { $0 != codeField } }) else { return [] }
        let districts = Set(rows.map(\.district))
        return Boundary.all.filter { districts.contains($0.districtCode) }.map { boundary in boundary.ring.map { ($0.latitude, $0.longitude) } }
    }
}

extension WarningZone: Hashable {
    /// Compares codes.
    public static func == (left: WarningZone, right: WarningZone) -> Bool { left.codeField == right.codeField }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(codeField) }
}

extension Place {
    /// Lowest warning zones; for a 읍·면·동 also those above it, if height decides.
    public var warningZones: [WarningZone] {
        let zones = WarningZones.ofKorea
        var codes: [Field] = []
        for area in WarningArea.areas(of: self) { for code in area.zones where !codes.contains(code) { codes.append(code) } }
        return codes.compactMap { zones.byCode[$0] }
    }
}

private struct WarningArea {
    let row: Row

    var district: Field { row[0] }
    var dong: Field { row[1] }
    var zones: FieldSequence { row[2].split(at: .semicolon) }

    static let byZone: [Field: [WarningArea]] = Row.all(of: Tables.warningAreas).map { WarningArea(row: $0) }.reduce(into: [:]) { areas, area in
        for zone in area.zones { areas[zone, default: []].append(area) }
    }

    static func areas(of place: Place) -> [WarningArea] {
        let districts = place.districts
        guard let province = districts.first?.province else { return [] }
        let codes = districts.map(\.code)
        let rows = Row.all(of: Tables.warningAreas).filter { $0.line.starts(with: province.code) }.map { WarningArea(row: $0) }.filter {
            codes.contains($0.district)
        }
        if let dong = place.dong {
            let own = rows.filter { $0.dong.text == dong || $0.dong.withoutNumbers == dong }
            if !own.isEmpty { return own }
            let covering = dongs(covering: dong, in: codes)
            let legal = rows.filter { covering.contains($0.dong.text) }
            if !legal.isEmpty { return legal }
        }
        return rows.filter(\.dong.isEmpty)
    }

    private static func dongs(covering name: String, in districts: [Field]) -> Set<String> {
        let groups = LegalDongGroup.all.filter { districts.contains($0.districtCode) }
        let named = groups.flatMap { $0.dongs.filter { $0.name.text == name || $0.name.withoutNumbers == name } }
        return Set(named.map(\.dongName.text))
    }
}

/// English names of KMA's warning zones at sea: `남해서부동쪽먼바다` is the eastern open sea of the western South Sea.
public enum SeaZoneName {
    /// Seas named as a whole in KMA's texts of 2011 to 2026.
    public static let wholes = ["동해중부", "동해남부", "서해중부", "서해남부", "남해동부", "남해서부", "제주도"].map { $0 + "전해상" }

    /// English name; `nil` with an unknown word.
    public static func english(_ name: String) -> String? {
        var rest = name[...]
        guard let area = take(areas, from: &rest) else { return nil }
        let part = take(parts, from: &rest)
        let sea = take(seas, from: &rest)
        let side = take(sides, from: &rest)
        guard let reach = take(reaches, from: &rest), rest.isEmpty else { return nil }
        let waters = [sea, side, reach].compactMap { $0 }.joined(separator: " ")
        let place = [part, area].compactMap { $0 }.joined(separator: " ")
        let article = seas.contains { $0.english == area } ? "the " : ""
        return waters.prefix(1).uppercased() + waters.dropFirst() + " of " + article + place
    }

    /// True for one name at sea, maybe of an unknown water: 울산·동해남부앞바다 are two zones, the first of them on land.
    public static func isName(_ name: some StringProtocol) -> Bool {
        let garbled: Character = "\u{FFFD}"
        if english(String(name)) != nil { return true }
        var rest = Substring(name)
        for words in [areas, parts, seas, sides] { _ = take(words, from: &rest) }
        let isWord = rest.allSatisfy { $0.isLetter || $0.isNumber || $0 == garbled } && !(areas + parts).contains { rest.contains($0.korean) }
        return isWord && ["바다", "해상", "해역"].contains { name.hasSuffix($0) }
    }

    private typealias Word = (korean: String, english: String)

    private static func take(_ words: [Word], from rest: inout Substring) -> String? {
        guard let word = words.first(where: { rest.hasPrefix($0.korean) }) else { return nil }
        rest = rest.dropFirst(word.korean.count)
        return word.english
    }

    private static let seas: [Word] = [("서해", "West Sea"), ("남해", "South Sea"), ("동해", "East Sea")]

    private static let areas: [Word] =
        seas + [
            ("인천·경기", "Incheon and Gyeonggi"), ("인천.경기", "Incheon and Gyeonggi"), ("인천", "Incheon"), ("경기", "Gyeonggi"), ("충남", "Chungnam"),
            ("전북", "Jeonbuk"), ("전남", "Jeonnam"), ("경남", "Gyeongnam"), ("거제시", "Geoje-si"), ("부산", "Busan"), ("울산", "Ulsan"), ("경북", "Gyeongbuk"),
            ("강원", "Gangwon"), ("제주도", "Jeju"), ("울릉도", "Ulleungdo"),
        ]

    private static let directions: [Word] = [
        ("남동", "southeastern"), ("남서", "southwestern"), ("북동", "northeastern"), ("북서", "northwestern"), ("북", "northern"), ("남", "southern"),
        ("동", "eastern"), ("서", "western"), ("중", "central"),
    ]
    private static let (parts, sides) = (directions.map { ($0.korean + "부", $0.english) }, directions.map { ($0.korean + "쪽", $0.english) })

    private static let reaches: [Word] = [
        ("앞바다", "coastal waters"), ("연안바다", "inshore waters"), ("안쪽먼바다", "inner open sea"), ("바깥먼바다", "outer open sea"), ("먼바다", "open sea"),
        ("전해상", "all waters"),
    ]
}
