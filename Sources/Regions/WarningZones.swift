/// A zone of KMA's weather warnings (특보구역) on land.
public struct WarningZone: Sendable, Hashable {
    /// KMA's code, such as `L1072610`.
    public let code: String
    /// KMA's full name for it, such as `김천시북부`.
    public let name: String
    /// Its English name, such as `Northern Gimcheon-si`.
    public let englishName: String
    /// Every name that a text of KMA may have for it, without spaces: `김천시북부`, `김천북부`.
    public let names: [String]
    /// Code of the zone that it is a part of; `nil` for a province, and for islands that stand beside them.
    public let parent: String?
}

/// All of KMA's warning zones on land, as a tree: a province, its cities and counties, and since 2026-05-31 parts of many
/// of these. Warnings are told for zones of any height; in force they are on the lowest.
public struct WarningZones: Sendable {
    /// Every zone, in the order of the table.
    public let all: [WarningZone]
    // Where zones stand in `all`: they are large to copy.
    private let byCode: [String: Int]
    private let children: [String: [Int]]
    private let byName: [String: [Int]]

    /// The zones of `Data/warning-zones.csv`, read once.
    public static let ofKorea = WarningZones()

    private init() {
        all = Row.all(of: Tables.warningZones).map(WarningZone.init(row:))
        var (byCode, children, byName): ([String: Int], [String: [Int]], [String: [Int]]) = ([:], [:], [:])
        for (index, zone) in all.enumerated() {
            byCode[zone.code] = index
            if let parent = zone.parent { children[parent, default: []].append(index) }
            for name in zone.names { byName[name, default: []].append(index) }
        }
        (self.byCode, self.children, self.byName) = (byCode, children, byName)
    }

    /// The zone with one of KMA's codes; `nil` for an unknown code.
    public subscript(code: String) -> WarningZone? { byCode[code].map { all[$0] } }

    /// The lowest zones that a zone consists of; itself where it has no parts.
    public func leaves(of zone: WarningZone) -> [WarningZone] {
        let parts = parts(of: zone)
        return parts.isEmpty ? [zone] : parts.flatMap(leaves)
    }

    /// The zones directly below a zone.
    public func parts(of zone: WarningZone) -> [WarningZone] {
        children[zone.code, default: []].map { all[$0] }
    }

    /// The lowest zones of the country.
    public var leaves: [WarningZone] { all.filter { children[$0.code] == nil } }

    /// The province, or the islands beside the provinces, that a zone lies in.
    public func top(of zone: WarningZone) -> WarningZone {
        zone.parent.flatMap { self[$0] }.map(top) ?? zone
    }

    /// The zones that have a name, which holds no spaces.
    public func zones(named name: String) -> [WarningZone] { byName[name, default: []].map { all[$0] } }
}

extension WarningZone {
    fileprivate init(row: Row) {
        code = row[0].text
        name = row[1].text
        englishName = row[5].text
        let others = [row[2]].filter { !$0.isEmpty } + Array(row[3].split(at: .semicolon))
        names = ([row[1]] + others).map(\.textWithoutSpaces)
        parent = row[4].isEmpty ? nil : row[4].text
    }
}

extension Place {
    /// The lowest warning zones that the place lies in: of a 읍·면·동 its one zone, and those above it where height
    /// decides; of a district all of its zones; of a province those of its districts.
    public var warningZones: [WarningZone] {
        let zones = WarningZones.ofKorea
        var codes: [String] = []
        for area in WarningArea.areas(of: self) {
            for code in area.zones.lazy.map(\.text) where !codes.contains(code) { codes.append(code) }
        }
        return codes.compactMap { zones[$0] }
    }
}

/// A row of `Data/warning-areas.csv`: the warning zones of a district, or of a 읍·면·동 where the district has several.
private struct WarningArea {
    let row: Row

    var district: Field { row[0] }
    /// Empty for the district as a whole.
    var dong: Field { row[1] }
    var zones: FieldSequence { row[2].split(at: .semicolon) }

    /// The rows of a place: of its dong, where one stands there, else of its district or of all districts of its province.
    static func areas(of place: Place) -> [WarningArea] {
        let codes = place.districts.map(\.code)
        let rows = Row.all(of: Tables.warningAreas).map { WarningArea(row: $0) }
            .filter { codes.contains($0.district) }
        if let dong = place.dong {
            let own = rows.filter { $0.dong.text == dong || $0.dong.withoutNumbers == dong }
            if !own.isEmpty { return own }
            let covering = dongs(covering: dong, in: codes)
            let legal = rows.filter { covering.contains($0.dong.text) }
            if !legal.isEmpty { return legal }
        }
        return rows.filter(\.dong.isEmpty)
    }

    /// The 행정동 that cover the 법정동 of a name in some districts.
    private static func dongs(covering name: String, in districts: [Field]) -> Set<String> {
        let groups = LegalDongGroup.all.filter { districts.contains($0.districtCode) }
        let named = groups.flatMap {
            $0.dongs.filter { $0.name.text == name || $0.name.withoutNumbers == name }
        }
        return Set(named.map(\.dongName.text))
    }
}
