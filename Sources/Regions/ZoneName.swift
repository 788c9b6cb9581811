/// KMA's names without an area: 강릉시평지, 서울·인천·경기도, 북춘천.
enum ZoneName {
    static func point(of name: String) -> Point? {
        let stations = SurfaceStation.all.lazy.map { ($0.name, $0.englishName, $0.latitude, $0.longitude) }
        let cities = TemperatureZone.all.lazy.map { ($0.name, $0.englishName, $0.latitude, $0.longitude) }
        let air = AirStation.all.lazy.map { ($0.name, $0.englishName, $0.latitude, $0.longitude) }
        func isNamed(_ korean: String, _ english: String) -> Bool { name == korean || name.lowercased() == english.lowercased() }
        let found = stations.first { isNamed($0.0, $0.1) } ?? cities.first { isNamed($0.0, $0.1) } ?? air.first { isNamed($0.0, $0.1) }
        return found.map { Point(latitude: $0.2, longitude: $0.3) }
    }

    static func areas(of name: String) -> [String] {
        if let area = areasByName[name] ?? areasByName[name.filter { !$0.isWhitespace }.replacing(/(?:지방|지역)$/, with: "")] { return [area] }
        let parts = parts(of: name)
        if parts.count > 1 { return parts }
        let whole = name.replacing(part, with: "").replacing(englishPart, with: "").replacing(/\swithout\s.*$/, with: "").replacing(
            /^(?:Lowlands|Highlands|Mountains|Islands|Mid-slopes|\S+(?:do|-myeon|-eup))\sof\s/,
            with: ""
        )
        return whole == name || whole.count < 2 ? [] : [whole]
    }

    /// Halves of 강원, represented by 춘천, and the islands of 옹진.
    private static let areasByName = [
        "영동": "강릉시", "강원도영서": "강원도", "강원영서": "강원도", "영서": "강원도", "Gangwon Yeongseo": "Gangwon", "강원도영동": "강릉시", "강원영동": "강릉시",
        "Gangwon Yeongdong": "Gangneung",
        "서해5도": "옹진군", "Five West Sea Islands": "Ongjin-gun", "거문도.초도": "거문도", "Geomundo and Chodo": "Geomundo", "Heuksando and Hongdo": "Hongdo",
        "Baengnyeongdo and Daecheongdo": "Baengnyeongdo", "Yeongjong in Incheon": "Incheon",
    ]

    /// 평지, 남부, 동북권.
    private static var part: Regex<Substring> { /(?:[동서남북중]?[동서남북중](?:부|권)|중산간|산간|산지|평지|도서)$/ }

    private static var englishPart: Regex<Substring> { /^(?:(?:North|South)(?:east|west)?ern|(?:North|South)-central|Eastern|Western|Central)\s/ }

    private static func parts(of name: String) -> [String] {
        let parts = name.split { "·.".contains($0) }
        if parts.count > 1 { return parts.map(String.init) }
        let pair = name.split(separator: " and ")
        if pair.count > 1 { return pair.map(String.init) }
        let english = name.split(separator: "-")
        return english.allSatisfy { $0.first?.isUppercase == true } ? english.map(String.init) : [name]
    }
}
