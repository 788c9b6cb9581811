/// Places of Korea and KMA's forecast zones in embedded tables (`Data/*.csv`).
public enum Gazetteer {
    /// Finds the one place of a name: official, short, former or foreign, with or without larger areas and spaces, in any case and form of Hangul.
    /// - A province comes before a city, a full name before a short one, a present name before a former one, a district before a landmark before a
    ///   dong: 광주 is 광주광역시, 판교 is the new town in 성남. 광주광역시 and 전라남도 keep their zones in 전남광주통합특별시.
    /// - 역삼동 stands for 역삼1동, 역삼2동 …, with the coordinates of the first. Names of several well-known places are ambiguous: 남산, 성산, 온양.
    /// - An address leads to its longest known beginning; ``Place/dropped`` is the rest: 서울 강남구 테헤란로 152 (역삼동) is 역삼동.
    /// - Text of the wrong keyboard is converted (`tjdnf` for 서울), and initial consonants (`ㅅㅇ`) may be ambiguous.
    /// - 시청, 신도시, 역, 터미널 or 항 may follow a city or district: 수원시청 is 수원시; after a dong only if the city is named: 임실 오수역.
    /// - KMA's zones and stations lead to their area: 강릉시평지, 북춘천.
    ///
    /// Throws ``PlaceError/ambiguousArea(query:candidates:)`` for several (중구, 마산), else ``PlaceError/unknownArea(query:suggestions:)``.
    public static func place(named name: String) throws(PlaceError) -> Place {
        if Query.isCountry(name) { throw .unknownArea(query: name, suggestions: []) }
        let exact = NameSearch(name)
        if let place = try place(of: exact, query: name) { return place }
        let address = Address(name)
        for candidate in address.candidates {
            guard var place = try place(of: NameSearch(inAddress: candidate.name), query: name) else { continue }
            place.dropped = candidate.rest.isEmpty ? nil : candidate.rest.joined(separator: ", ")
            return place
        }
        let other = otherKeyboard(name)
        if let other, let place = try place(of: NameSearch(other), query: name) { return place }
        if let areas = Query(name).initialConsonants {
            guard areas.count == 1, let area = areas.first else { throw .ambiguousArea(query: name, candidates: names(of: areas)) }
            return Place(area, query: name)
        }
        if let place = try place(ofZone: name) { return place }
        // Typing errors of an address stand before its numbers.
        let spelled = [address.beforeNumbers, other].compactMap(\.self).map { NameSearch($0) } + (address.beforeNumbers == nil ? [exact] : [])
        let listed = listed(name)
        guard listed.isEmpty else { throw .severalAreas(query: name, areas: listed) }
        let known = knownBeginning(of: name)
        let near = isAbroad(name) ? [] : spelled.flatMap(\.failures).flatMap { Suggestions.areas(after: $0, within: known) }.prefix(40)
        throw .unknownArea(query: name, suggestions: Array(names(of: exact.likely + near + (known.map { [$0] } ?? [])).prefix(5)))
    }

    /// Longest beginning in words: Seoul of `Seoul weahter`, no slip from Seo-gu.
    private static func knownBeginning(of name: String) -> Area? {
        let words = name.split(whereSeparator: \.isWhitespace).prefix(12)
        for count in (1..<max(1, words.count)).reversed() {
            let areas = NameSearch(words.prefix(count).joined(separator: " ")).areas
            if areas.count == 1 { return areas[0] }
        }
        return nil
    }

    /// Places of a list such as `서울,부산`, which is no name.
    private static func listed(_ names: String) -> [PlaceName] {
        let parts = names.split { $0.isWhitespace || ",·/&+;".contains($0) }.prefix(6).map { NameSearch(String($0)).areas }
        return parts.count > 1 && parts.allSatisfy { $0.count == 1 } ? self.names(of: parts.flatMap(\.self)) : []
    }

    private static func place(of search: NameSearch, query: String) throws(PlaceError) -> Place? {
        guard search.areas.count < 2 else { throw .ambiguousArea(query: query, candidates: names(of: search.areas)) }
        return search.areas.first.map { Place($0, query: query) }
    }

    private static func place(ofZone name: String) throws(PlaceError) -> Place? {
        if let point = ZoneName.point(of: name), let dong = PointSearch(point: point).dong { return Place(.dong(dong), query: name) }
        let zones = ZoneName.areas(of: name)
        let parts = zones.map { NameSearch($0).areas }
        // `Tokyo and Busan` names no place if one of them is unknown.
        let areas = parts.contains(where: \.isEmpty) ? [] : parts.flatMap(\.self)
        guard areas.count < 2 else { throw .ambiguousArea(query: name, candidates: names(of: areas)) }
        var place = areas.first.map { Place($0, query: name) }
        // 북부 of 경기 북부, whose weather is that of all 경기도.
        if zones.count == 1, name.contains(zones[0]) { place?.dropped = name.replacing(zones[0], with: "").filter { $0 != " " } }
        return place
    }

    private static func otherKeyboard(_ text: String) -> String? {
        guard text.utf8.count > 2 else { return nil }
        return Keyboard.meant(text.utf8.allSatisfy { $0 < 0x80 } && text == text.uppercased() ? text.lowercased() : text)
    }

    /// True for a name or address, also by the other keyboard or initial consonants.
    public static func understands(_ text: String) -> Bool {
        if knows(text) { return true }
        if Address(text).candidates.contains(where: { knows($0.name) }) { return true }
        if let other = otherKeyboard(text), knows(other) { return true }
        let parts = ZoneName.areas(of: text)
        if ZoneName.point(of: text) != nil || !parts.isEmpty && parts.allSatisfy(knows) { return true }
        return Query(text).initialConsonants != nil
    }

    /// True for a name of any place; faster than ``place(named:)``, as it suggests nothing.
    public static func knows(_ name: String) -> Bool { !NameSearch(name).areas.isEmpty || ZoneName.area(of: name).map(knows) == true }

    /// True for a university with a city behind it, which is one place or none.
    package static func isCampus(_ name: String) -> Bool { Campus(name) != nil }

    /// Word of the language first, though also a name without its ending, 장화, or one slip away from a name, 시장.
    package static func isCommonNoun(_ word: String) -> Bool { commonNouns[word] != nil }

    /// True for a common noun that is a place unless another stands beside it, as 대화, or before it, as 경기.
    package static func isPlace(_ noun: String, hasOther: Bool, isBehind: Bool) -> Bool {
        switch commonNouns[noun] {
        case "behind": !isBehind
        case "beside": !hasOther
        default: false
        }
    }

    private static let commonNouns = Dictionary(Row.all(of: Tables.commonNouns).map { ($0[0].text, $0[1].text) }, uniquingKeysWith: { $1 })

    /// True for a 시 or 군 without its ending, as 부안, which may also be the form of a verb.
    package static func isCity(_ word: String) -> Bool { cities.contains(word) }

    private static let cities = Set(
        District.all.map(\.name.text).filter { $0.hasSuffix("시") || $0.hasSuffix("군") }.map { String($0.dropLast()) }
            + Province.all.filter { $0.name.text.hasSuffix("시") }.map(\.shortName.text)
    )

    /// True for a word of longer names in Latin letters: `air` of Osan Air Base.
    package static func isWordOfName(_ word: String) -> Bool { wordsOfNames.contains(word) }

    private static let wordsOfNames: Set<String> = {
        let landmarks = Landmark.all.flatMap { [$0.englishName] + $0.otherNames }
        let zones = Row.all(of: Tables.warningZones).map { $0[5] }
        return Set((landmarks + zones).flatMap { $0.split(at: .space) }.map { $0.text.lowercased() })
    }()

    package static func areInitials(_ text: String) -> Bool { Query(text).initialConsonants != nil }

    /// Slip from the name of a province or 시·군·구, or a longer one from a landmark's.
    package static func isNearlyKnown(_ text: String) -> Bool {
        let letters = Query(text).letters
        guard letters.count > 1, letters.count <= 12 else { return false }
        return Suggestions.isNear(letters)
    }

    /// Slip from a 읍·면·동 in the district of a name: 상암돈 in 마포구.
    package static func isNearlyKnown(_ text: String, in district: String) -> Bool {
        let areas = NameSearch(district).areas
        let letters = Query(text).letters
        guard areas.count == 1, letters.count > 2, let code = areas[0].districtCode else { return false }
        let matcher = FuzzyMatcher(letters[...])
        return Dong.all.contains { $0.districtCode == code && matcher.distance(to: $0.name) != nil }
            || LegalDongGroup.all.contains { group in group.districtCode == code && group.dongs.contains { matcher.distance(to: $0.name) != nil } }
    }

    /// True for a well-known place abroad, which no search here can find.
    public static func isAbroad(_ text: String) -> Bool { abroad.contains(text.lowercased().filter { !$0.isWhitespace && !".-".contains($0) }) }

    private static let abroad = Set(Row.all(of: Tables.abroad).map(\.line.text))

    /// Finds the 읍·면·동 of a point in degrees, WGS84, at most 15 km away. Throws ``PlaceError/outsideKorea(latitude:longitude:)`` beyond.
    public static func place(latitude: Double, longitude: Double) throws(PlaceError) -> Place {
        let point = Point(latitude: latitude, longitude: longitude)
        guard abs(latitude) <= 90, abs(longitude) <= 180, let dong = PointSearch(point: point).dong else {
            throw .outsideKorea(latitude: latitude, longitude: longitude)
        }
        var place = Place(.dong(dong), query: "\(latitude),\(longitude)")
        place.latitude = latitude
        place.longitude = longitude
        place.gridCell = GridCell(inKoreaAtLatitude: latitude, longitude: longitude)
        return place
    }

    /// Finds places for an incomplete query: equal names, beginnings, then parts. Incomplete syllables and initials match (`성나`, `ㅅㄴ` for 성남).
    public static func search(_ query: String, limit: Int) -> [Place] { find(query, limit: limit).places }

    /// Searches like ``search(_:limit:)`` and counts all matches.
    public static func find(_ query: String, limit: Int) -> (places: [Place], total: Int) {
        let areas = areas(completing: query)
        return (areas.prefix(max(0, limit)).map { Place($0, query: query) }, areas.count)
    }

    /// Searches without names that only contain the query, fast enough for each key.
    public static func completions(of query: String, limit: Int) -> [Place] {
        areas(completing: query, isWithinNames: false).prefix(max(0, limit)).map { Place($0, query: query) }
    }

    /// Full names of every 시·도, 시·군·구, 일반구, 읍·면·동 and landmark.
    public static var fullNames: [PlaceName] { names(of: namedAreas) }

    /// Place of one of the ``fullNames``, the larger one before a landmark.
    public static func place(fullName: String) -> Place? { areasByFullName[fullName].map { Place($0, query: fullName) } }

    private static let areasByFullName = Dictionary(namedAreas.map { ($0.fullName.korean, $0) }, uniquingKeysWith: { first, _ in first })

    private static var namedAreas: [Area] {
        Province.all.map { .province($0) } + District.all.map { .district($0) } + Dong.all.map { .dong($0) } + Landmark.all.map { .landmark($0) }
    }

    private static func areas(completing query: String, isWithinNames: Bool = true) -> [Area] {
        if query.allSatisfy(\.isWhitespace) { return Province.all.map { .province($0) } }
        for interpretation in Query.interpretations(of: query) {
            let matches = AreaSearch(completing: interpretation, isWithinNames: isWithinNames).matches
            if !matches.isEmpty { return matches.map(\.area) }
        }
        return []
    }

    private static func names(of areas: some Sequence<Area>) -> [PlaceName] {
        var seen: Set<String> = []
        return areas.map(\.fullName).filter { seen.insert($0.korean).inserted }
    }
}

extension Gazetteer {
    /// Cities of KMA's mid-term temperatures, 176, by code within a land zone.
    public static let temperatureZones = Array(TemperatureZone.all)

    /// Ten areas of KMA's mid-term rain and sky.
    public static var landZones: [LandZone] { Row.all(of: Tables.landZones).map { LandZone(row: $0, temperatureZones: temperatureZones) } }

    /// Offices of KMA's mid-term outlook, first `108`, the whole country.
    public static var outlookStations: [ForecastZone] {
        Row.all(of: Tables.outlookStations).map { ForecastZone(code: $0[0].text, name: $0[1].text, englishName: $0[2].text) }
    }

    /// Zone of a code, such as `11B20601`.
    public static func temperatureZone(code: String) -> TemperatureZone? { TemperatureZone.all.first { $0.code == code } }

    /// Slips of the keyboard between two words, in jamo.
    package static func editDistance(from first: String, to second: String, atMost limit: Int) -> Int? {
        let jamo = [first, second].map { Hangul.jamo(Hangul.composed(Array($0.unicodeScalars))[...]) }
        guard abs(jamo[0].count - jamo[1].count) <= limit else { return nil }
        return Regions.editDistance(from: jamo[0], to: jamo[1], atMost: limit)
    }

    package static func composed(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: Hangul.composed(Array(text.unicodeScalars)))
        return String(scalars)
    }
}

struct NameSearch {
    private(set) var areas: [Area] = []
    private(set) var likely: [Area] = []
    private(set) var failures: [AreaSearch] = []

    /// A 동 comes before a landmark: 명동 before its street.
    init(inAddress name: String) {
        self.init(name)
        guard areas.count == 1, case .landmark = areas[0] else { return }
        let dongs = AreaSearch(resolving: Query(name)) { area in
            switch area {
            case .dong, .legalDong: true
            case .province, .district, .landmark: false
            }
        }
        if dongs.matches.count == 1 { areas = dongs.matches.map(\.area) }
    }

    init(_ name: String) {
        if let campus = Campus(name) {
            (areas, likely) = (campus.found, campus.found.isEmpty ? campus.likely : [])
            return
        }
        let interpretations = Query.interpretations(of: name)
        if let query = interpretations.first, let shared = NameSearch.areas(sharing: query) {
            if shared.count > 1 || !query.wordStarts.isEmpty { areas = shared } else { likely = shared }
            return
        }
        for interpretation in interpretations {
            let search = AreaSearch(resolving: interpretation)
            areas = search.matches.map(\.area)
            if search.isPartOfProvince {
                likely = search.leadingProvinces.first.map { [.province($0.province)] } ?? areas
                areas = []
                return
            }
            if let best = search.matches.first {
                addStation(interpretation, best.rank.quality)
                return
            }
            failures.append(search)
        }
        if let other = Romanization.respelled(name).map({ NameSearch($0) }), !other.areas.isEmpty {
            self = other
            return
        }
        for interpretation in interpretations {
            guard let ending = Ending.search(interpretation) else { continue }
            let found = ending.search.matches.map(\.area)
            if ending.isSuggestion {
                likely += found
            } else if !found.isEmpty {
                areas = found
                return
            }
        }
        for (interpretation, failure) in zip(interpretations, failures) {
            areas = Ending.landmarks(completing: interpretation, from: failure.starts)
            if !areas.isEmpty { return }
        }
        if let query = interpretations.first { areas = NameSearch.landmark(behindAnother: query) }
    }

    /// Landmark behind a 동, station or mountain beside it: 잠실 롯데월드, 덕유산 향적봉; 홍대 신촌 is two places.
    private static func landmark(behindAnother query: Query) -> [Area] {
        guard query.wordStarts.count < 4 else { return [] }
        for start in query.wordStarts {
            // Its city behind it: Gwangalli Beach Busan.
            if Ending.names.contains(query.letters[..<start]) {
                let around = AreaSearch(resolving: query.dropping(start)).matches.filter { $0.rank.quality < .landmarkName }.map(\.area)
                let inside = AreaSearch(landmarks: query.prefix(start)).matches.map(\.area).filter { area in around.contains { $0.encloses(area) } }
                if inside.count == 1 { return inside }
            }
            let landmarks = AreaSearch(landmarks: query.dropping(start)).matches.map(\.area)
            guard landmarks.count == 1, case .landmark(let landmark)? = landmarks.first else { continue }
            let plane = TangentPlane(at: Place(landmarks[0], query: ""))
            let isTemple = "사암".contains(landmark.name.text.last ?? " ")
            let isBeside = AreaSearch(resolving: query.prefix(start)).matches.contains { match in
                var reach = NameSearch.beside
                if case .landmark(let other) = match.area, other.name != landmark.name {
                    let kind = other.kind.text
                    guard ["station", "mountain"].contains(kind), kind != landmark.kind.text else { return false }
                    // 오대산 월정사 is far from the summit.
                    if isTemple, kind == "mountain" { reach = NameSearch.onMountain }
                }
                return plane.kilometers(to: Place(match.area, query: "")) <= reach
            }
            if isBeside { return landmarks }
        }
        return []
    }

    /// Kilometres.
    private static let (beside, onMountain) = (3.0, 20.0)

    /// Adds a far station of the name, as both may be meant; a city or county is better known.
    private mutating func addStation(_ query: Query, _ quality: MatchQuality) {
        guard areas.count == 1, quality > .districtShortName || quality == .districtShortName && areas[0].fullName.korean.hasSuffix("구"),
            query.letters.first?.isASCII == false, let station = AreaSearch(landmarks: query.appending("역")).matches.first?.area
        else { return }
        let (found, other) = (Place(areas[0], query: ""), Place(station, query: ""))
        let plane = TangentPlane(at: found)
        if plane.kilometers(to: other) > NameSearch.farAway { areas.append(station) }
    }

    /// Kilometres.
    private static let farAway = 20.0

    /// Areas of `Data/shared-names.csv`, best known first: 성산 is 성산구 in 창원 by kind, and 성산읍 in 제주 to most people; 하남 스타필드 is that in 하남.
    private static func areas(sharing query: Query) -> [Area]? {
        for start in [0] + query.wordStarts {
            let row = Row.all(of: Tables.sharedNames).first { NameLetters($0[0]).elementsEqual(query.letters[start...]) }
            guard let row else { continue }
            let areas = row[1].split(at: .semicolon).compactMap { name in AreaSearch(resolving: Query(name.text)).matches.first?.area }
            guard start > 0 else { return areas }
            let around = AreaSearch(resolving: query.prefix(start)).matches.map(\.area)
            let inside = areas.filter { area in around.contains { $0.encloses(area) } }
            if inside.count == 1 { return inside }
        }
        return nil
    }
}

/// Full name of a place.
public struct PlaceName: Sendable, Hashable {
    /// Province first: `경기도 성남시 분당구`.
    public var korean: String
    /// Smallest part first: `Bundang-gu, Seongnam-si, Gyeonggi-do`.
    public var english: String
}

/// Reason for a missing place.
public enum PlaceError: Error, Sendable, Equatable {
    /// `suggestions` are at most five similar full names, closest first.
    case unknownArea(query: String, suggestions: [PlaceName])
    case ambiguousArea(query: String, candidates: [PlaceName])
    /// List such as `서울,부산`, which names no one place.
    case severalAreas(query: String, areas: [PlaceName])
    /// Point at sea or abroad, more than 15 km from the nearest 읍·면·동.
    case outsideKorea(latitude: Double, longitude: Double)
}
