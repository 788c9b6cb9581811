/// KMA's names without an area: 강릉시평지, 서울·인천·경기도, 북춘천.
enum ZoneName {
    static func point(of name: String) -> Point? { points[name.lowercased()] }

    private static let points: [String: Point] = {
        let stations = SurfaceStation.all.map { ([$0.name, $0.englishName], Point(latitude: $0.latitude, longitude: $0.longitude)) }
        let cities = TemperatureZone.all.map { ([$0.name, $0.englishName], Point(latitude: $0.latitude, longitude: $0.longitude)) }
        let air = AirStation.all.map { ([$0.name, $0.englishName], Point(latitude: $0.latitude, longitude: $0.longitude)) }
        return (stations + cities + air).reduce(into: [:]) { points, station in
            for name in station.0 where points[name.lowercased()] == nil { points[name.lowercased()] = station.1 }
        }
    }()

    static func areas(of name: String) -> [String] {
        let parts = parts(of: name)
        return parts.count > 1 && areasByName[name] == nil ? parts : area(of: name).map { [$0] } ?? []
    }

    /// Area of a part, 경기 of 경기 북부.
    static func area(of name: String) -> String? {
        let joined = name.filter { !$0.isWhitespace }
        let region = ["지방", "지역"].contains(where: joined.hasSuffix) ? String(joined.dropLast(2)) : joined
        if let area = areasByName[name] ?? areasByName[region] { return area }
        let whole = whole(of: name)
        return whole == name || whole.count < 2 ? nil : whole
    }

    private static func whole(of name: String) -> String {
        var rest = name[...]
        if let exception = rest.firstRange(of: " without ") { rest = rest[..<exception.lowerBound] }
        if let of = rest.firstRange(of: " of "), englishParts.contains(where: rest[..<of.lowerBound].hasSuffix) { rest = rest[of.upperBound...] }
        let first = rest.prefix { $0 != " " }
        if first.count < rest.count, directions.contains(String(first)) { rest = rest[first.endIndex...].dropFirst() }
        while true {
            let isSide = rest.hasSuffix("부") || rest.hasSuffix("권")
            let sides = isSide ? rest.dropLast().reversed().prefix(2).prefix { "동서남북중".contains($0) }.count : 0
            // 전남동부 is of 전남.
            let count = landParts.first(where: rest.hasSuffix)?.count ?? (sides == 0 ? 0 : min(sides + 1, max(2, rest.count - 2)))
            if count == 0 { return String(rest.drop { $0 == " " }) }
            rest = rest.dropLast(count)
        }
    }

    private static let landParts = ["중산간", "산간", "산지", "평지", "도서", "내륙", "동해안", "서해안", "남해안", "해안"]
    private static let englishParts = ["lands", "Mountains", "Islands", "slopes", "do", "-myeon", "-eup"]
    private static let directions: Set<String> = [
        "Northern", "Southern", "Eastern", "Western", "Central", "North-central", "South-central", "Northeastern", "Northwestern", "Southeastern",
        "Southwestern",
    ]

    /// Halves of 강원, represented by 춘천, and the islands of 옹진.
    private static let areasByName = [
        "영동": "강릉시", "강원도영서": "강원도", "강원영서": "강원도", "영서": "강원도", "Gangwon Yeongseo": "Gangwon", "강원도영동": "강릉시", "강원영동": "강릉시",
        "Gangwon Yeongdong": "Gangneung", "서해5도": "옹진군", "Five West Sea Islands": "Ongjin-gun", "거문도.초도": "거문도", "Geomundo and Chodo": "Geomundo",
        "Heuksando and Hongdo": "Hongdo", "Baengnyeongdo and Daecheongdo": "Baengnyeongdo", "Yeongjong in Incheon": "Incheon",
    ]

    private static func parts(of name: String) -> [String] {
        let parts = name.split { "·.".contains($0) }
        if parts.count > 1 { return parts.map(String.init) }
        let pair = name.split(separator: " and ")
        if pair.count > 1 { return pair.map(String.init) }
        let english = name.split(separator: "-")
        return english.allSatisfy { $0.first?.isUppercase == true } ? english.map(String.init) : [name]
    }
}
