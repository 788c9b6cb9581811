import Forecast
import Regions

/// Zones in KMA's texts. Short names (`해남북부`) may need their province: 고성 lies in two. Brackets hold a part of the zone, or with 제외 an exception,
/// `제주도(추자도, 서귀포시남부 제외)`, or belong to a name: `군산(옥도면 제외)`. A text cut in the wrong place holds U+FFFD.
struct WarningZoneNames {
    private let zones = WarningZones.ofKorea

    struct Found {
        var land: [WarningZone] = []
        var sea: [String] = []
        var unresolved: [UnresolvedWarning] = []

        fileprivate mutating func add(_ other: Found) {
            land += other.land.filter { !land.contains($0) }
            sea += other.sea
            unresolved += other.unresolved
        }
    }

    func zones(in list: String) -> Found { zones(in: list[...], within: []) }

    private func zones(in list: Substring, within context: [WarningZone]) -> Found {
        var found = Found()
        for area in list.splitOutsideBrackets { found.add(zones(ofArea: area.last == "." ? area.dropLast() : area, within: context)) }
        return found
    }

    private func zones(ofArea area: Substring, within context: [WarningZone]) -> Found {
        if let whole = whole(area, within: context) { return Found(land: leaves(of: whole)) }
        if let bracket = area.firstIndex(of: "("), area.last == ")", let whole = whole(area[..<bracket], within: context) {
            return zones(of: whole, describedBy: area[area.index(after: bracket)...].dropLast())
        }
        guard !isSea(area) else {
            return area.contains("\u{FFFD}") ? Found(unresolved: [UnresolvedWarning(text: String(area), zones: [])]) : Found(sea: [String(area)])
        }
        // A zone on land and one at sea without a comma: 울산·동해남부앞바다.
        for end in area.indices.dropFirst().reversed() where isSea(area[end...]) {
            let land = area[..<end].trimmed { !$0.isLetter || $0 == "및" }
            if let named = zones(named: land, within: context) { return Found(land: leaves(of: named), sea: [String(area[end...])]) }
        }
        return unresolved(area, within: context)
    }

    /// Zones of a name alone, or with 전 지역 behind it.
    private func whole(_ name: Substring, within context: [WarningZone]) -> [WarningZone]? {
        if name == "전국" { return zones.all.filter { $0.parent == nil } }
        let rest = ["전지역", "전역"].first(where: name.hasSuffix).map { name.dropLast($0.count) }
        return zones(named: name, within: context) ?? rest.flatMap { $0.isEmpty ? context : zones(named: $0, within: context) }
    }

    private func isSea(_ area: Substring) -> Bool {
        guard let bracket = area.firstIndex(of: "("), area.last == ")" else { return SeaZoneName.isName(area) }
        let parts = area[area.index(after: bracket)...].dropLast().split(separator: ",")
        return SeaZoneName.isName(area[..<bracket]) && parts.allSatisfy { SeaZoneName.isName($0.replacing("제외", with: "")) }
    }

    private func zones(of whole: [WarningZone], describedBy list: Substring) -> Found {
        let (exclusion, all) = ("제외", "전지역,")
        guard list.hasSuffix(exclusion) else { return zones(in: list, within: whole) }
        let isCountry = whole.count > 1 && whole.allSatisfy { $0.parent == nil }
        let excluded = zones(in: list.dropFirst(list.hasPrefix(all) ? all.count : 0).dropLast(exclusion.count), within: isCountry ? [] : whole)
        // A zone that may be excluded is not known to be warned.
        let doubtful = Set(excluded.unresolved.flatMap(\.zones))
        let rest = leaves(of: whole).filter { !excluded.land.contains($0) && !doubtful.contains($0.code) }
        return Found(land: rest, unresolved: excluded.unresolved)
    }

    private func leaves(of zones: [WarningZone]) -> [WarningZone] { zones.flatMap(self.zones.leaves) }

    /// Within a context (`여서도` in 완도, `울릉도.독도` beside 경상북도), else of one part of the country.
    private func zones(named name: Substring, within context: [WarningZone]) -> [WarningZone]? {
        let name = String(name)
        let all = zones.zones(named: name)
        if context.isEmpty {
            // 전남광주통합특별시 covers two provinces of the table.
            let provinces = all.filter { $0.parent == nil }
            return provinces.isEmpty ? unique(all) : provinces
        }
        let inside = all.filter { zone in context.contains { isPart(zone, of: $0) } }
        if let zone = highest(inside) { return [zone] }
        for zone in context {
            for prefix in zone.names {
                let longer = zones.zones(named: prefix + name).filter { isPart($0, of: zone) }
                if let zone = highest(longer) { return [zone] }
            }
        }
        // Islands beside the provinces have no short name; 경기 in 광주(경기) is another part of the country.
        return unique(all.filter { zones.top(of: $0).names.count == 1 })
    }

    private func unique(_ all: [WarningZone]) -> [WarningZone]? {
        guard Set(all.map { zones.top(of: $0) }).count == 1 else { return nil }
        return highest(all).map { [$0] }
    }

    private func highest(_ all: [WarningZone]) -> WarningZone? { all.first { zone in !all.contains { $0 != zone && isPart(zone, of: $0) } } }

    private func isPart(_ zone: WarningZone, of other: WarningZone) -> Bool {
        guard let parent = zone.parent, let above = zones[parent] else { return false }
        return above == other || isPart(above, of: other)
    }

    /// A garbled name stands for all zones that fit, another for any of the context, and for those of its name elsewhere.
    private func unresolved(_ area: Substring, within context: [WarningZone]) -> Found {
        let name = area.prefix { $0 != "(" }
        // 경기북부 is in 경기도; 광주초월 may be in two provinces.
        let provinces = zones.all.filter { zone in
            zone.parent == nil && zone.names.contains { $0.hasSuffix("도") }
                && zone.names.contains { name.hasPrefix($0.hasSuffix("도") ? $0.dropLast() : $0[...]) }
        }
        let places = context.isEmpty ? provinces : context
        let nearby = places.isEmpty ? zones.all : places.flatMap(zones.leaves) + zones.zones(named: String(name))
        let fitting = name.contains("\u{FFFD}") ? nearby.filter { $0.names.contains { $0.fits(name) } } : []
        let isSea = fitting.isEmpty && name.contains("\u{FFFD}") && SeaZoneName.wholes.contains { $0.fits(name) }
        let possible = isSea ? [] : leaves(of: fitting.isEmpty ? nearby : fitting).map(\.code)
        return Found(unresolved: [UnresolvedWarning(text: String(area), zones: Set(possible))])
    }
}

extension Substring {
    fileprivate func trimmed(_ isCut: (Character) -> Bool) -> Substring {
        let rest = drop(while: isCut)
        return rest[..<(rest.lastIndex { !isCut($0) }.map(rest.index(after:)) ?? rest.startIndex)]
    }

    fileprivate var splitOutsideBrackets: [Substring] {
        var depth = 0
        return split { character in
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            return ",/".contains(character) && depth == 0
        }
    }
}

extension String {
    fileprivate func fits(_ garbled: Substring) -> Bool {
        let parts = garbled.split(separator: "\u{FFFD}")
        guard garbled.first == "\u{FFFD}" || hasPrefix(parts.first ?? ""), garbled.last == "\u{FFFD}" || hasSuffix(parts.last ?? "") else {
            return false
        }
        var rest = self[...]
        for part in parts {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return !parts.isEmpty
    }
}
