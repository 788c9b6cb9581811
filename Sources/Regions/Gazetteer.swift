/// Looks up the places of Korea by name and by point, and KMA's forecast zones, in embedded tables.
///
/// Pure functions: no files, no network, no clock. A call reads the tables it needs, which are `Data/*.csv` in the
/// program; what names in them begin with is indexed at the first call.
public enum Gazetteer {
    /// Finds the one place a name means.
    ///
    /// Takes 시·도, 시·군·구, 일반구, 읍·면·동 and 법정동 by official, short, former and foreign names, and landmarks,
    /// with or without the larger areas, with or without spaces, in composed or decomposed Hangul, in any case. Where
    /// several areas have the name:
    /// - A province comes before a city, a full name before a short one, a present name before a former one, and a
    ///   district before a landmark and a landmark before a dong: 광주 is 광주광역시, 제주 is the province, 판교 is the
    ///   new town in 성남.
    /// - 광주광역시 and 전라남도 keep their names, zones and points, though their province is 전남광주통합특별시 today.
    /// - 역삼동 means 역삼1동, 역삼2동 … of one district together, with the coordinates of the first.
    /// - Names that several well-known places share are asked about: 남산, 성산, 온양.
    /// - An address leads to the longest beginning that the tables know, and ``Place/dropped`` is what was left out of it:
    ///   서울 강남구 테헤란로 152 (역삼동) is 역삼동.
    /// - What is typed on a keyboard set to the other language is read as it was meant (`tjdnf` for 서울), and initial
    ///   consonants (`ㅅㅇ`) are asked about where several areas have them.
    /// - A name that no table has may end in 시청, 신도시 and the like, and in 역, 터미널 or 항 after a city or district:
    ///   수원시청 is 수원시. After a dong these are suggestions, unless the city is named: 임실 오수역.
    /// - Names of KMA's zones and stations, which answers show, lead to the area they are of: 강릉시평지, 북춘천.
    ///
    /// - Throws: ``PlaceError/ambiguousArea(query:candidates:)`` when several match equally well (중구, 광주시, 민락동,
    ///   or one since split, such as 인천 중구 and 마산); ``PlaceError/unknownArea(query:suggestions:)`` when none does.
    public static func place(named name: String) throws(PlaceError) -> Place {
        let exact = NameSearch(name)
        if let place = try place(of: exact, query: name) { return place }
        let address = Address(name)
        for candidate in address.candidates {
            guard var place = try place(of: NameSearch(inAddress: candidate.name), query: name) else {
                continue
            }
            place.dropped = candidate.rest.isEmpty ? nil : candidate.rest.joined(separator: ", ")
            return place
        }
        let other = otherKeyboard(name)
        if let other, let place = try place(of: NameSearch(other), query: name) { return place }
        if let areas = Query(name).initialConsonants {
            guard areas.count == 1, let area = areas.first else {
                throw .ambiguousArea(query: name, candidates: names(of: areas))
            }
            return Place(area, query: name)
        }
        if let place = try place(ofZone: name) { return place }
        // What is mistyped in an address stands before its numbers.
        let spelled = [address.beforeNumbers, other].compactMap(\.self).map { NameSearch($0) }
        let near = (spelled + [exact]).flatMap(\.failures).flatMap(Suggestions.areas(after:)).prefix(40)
        throw .unknownArea(query: name, suggestions: Array(names(of: exact.likely + near).prefix(5)))
    }

    /// The place that a search by name leads to; `nil` where it has found none.
    private static func place(of search: NameSearch, query: String) throws(PlaceError) -> Place? {
        guard search.areas.count < 2 else {
            throw .ambiguousArea(query: query, candidates: names(of: search.areas))
        }
        return search.areas.first.map { Place($0, query: query) }
    }

    /// The place of one of KMA's zones or stations; `nil` for another name.
    private static func place(ofZone name: String) throws(PlaceError) -> Place? {
        if let point = ZoneName.point(of: name), let dong = PointSearch(point: point).dong {
            return Place(.dong(dong), query: name)
        }
        let areas = ZoneName.areas(of: name).flatMap { NameSearch($0).areas }
        guard areas.count < 2 else { throw .ambiguousArea(query: name, candidates: names(of: areas)) }
        return areas.first.map { Place($0, query: name) }
    }

    /// What was meant where a keyboard was set to the other language.
    private static func otherKeyboard(_ text: String) -> String? {
        // One key is a slip.
        guard text.utf8.count > 2 else { return nil }
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return Keyboard.latin(text) }
        // With caps lock.
        return Keyboard.hangul(text == text.uppercased() ? text.lowercased() : text)
    }

    /// Whether a text leads to one place or to several, be it a name, an address, or typed on a keyboard set to the other
    /// language or as initial consonants.
    public static func understands(_ text: String) -> Bool {
        if knows(text) { return true }
        if Address(text).candidates.contains(where: { knows($0.name) }) { return true }
        if let other = otherKeyboard(text), knows(other) { return true }
        if ZoneName.point(of: text) != nil || ZoneName.areas(of: text).contains(where: knows) { return true }
        return Query(text).initialConsonants != nil
    }

    /// Whether a name leads to one place or to several; `false` where it is unknown.
    ///
    /// Costs less than ``place(named:)`` for an unknown name, as it looks for nothing to suggest.
    public static func knows(_ name: String) -> Bool { !NameSearch(name).areas.isEmpty }

    /// Finds the 읍·면·동 of a point in degrees, WGS84.
    ///
    /// It is the nearest dong of the district whose boundary encloses the point, or, outside all boundaries, of the
    /// district whose boundary is nearest, within 15 km. The place has the coordinates of the point, and the grid cell
    /// they lie in.
    ///
    /// - Throws: ``PlaceError/outsideKorea(latitude:longitude:)`` for a point at sea or abroad, and for
    ///   coordinates that are no point.
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

    /// Finds the places a query may become as more of it is typed, best first.
    ///
    /// Names equal to the query come first, then those that begin with it, then those that contain it.
    /// Incomplete syllables and initial consonants match (`성나`, `ㅅㄴ` for 성남). An empty query lists the
    /// provinces, 광주광역시 and 전라남도 among them.
    public static func search(_ query: String, limit: Int) -> [Place] {
        find(query, limit: limit).places
    }

    /// As ``search(_:limit:)``, with the number of all places there are.
    public static func find(_ query: String, limit: Int) -> (places: [Place], total: Int) {
        let areas = areas(completing: query)
        return (areas.prefix(max(0, limit)).map { Place($0, query: query) }, areas.count)
    }

    /// As ``search(_:limit:)``, without the places whose names only contain the query: for completion, where each key counts.
    public static func completions(of query: String, limit: Int) -> [Place] {
        areas(completing: query, isWithinNames: false).prefix(max(0, limit)).map { Place($0, query: query) }
    }

    /// The full names of every 시·도, 시·군·구, 일반구, 읍·면·동 and landmark.
    public static var fullNames: [PlaceName] {
        names(of: namedAreas)
    }

    /// The place of one of the ``fullNames``, the larger one where a landmark has the name too; `nil` for any other text.
    public static func place(fullName: String) -> Place? {
        areasByFullName[fullName].map { Place($0, query: fullName) }
    }

    private static let areasByFullName = Dictionary(
        namedAreas.map { ($0.fullName.korean, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    private static var namedAreas: [Area] {
        Province.all.map { .province($0) } + District.all.map { .district($0) } + Dong.all.map { .dong($0) }
            + Landmark.all.map { .landmark($0) }
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
    /// The cities of KMA's mid-term temperatures, 176 of them, by code within a land zone.
    public static let temperatureZones = Array(TemperatureZone.all)

    /// The ten areas of KMA's mid-term rain and sky.
    public static var landZones: [LandZone] {
        Row.all(of: Tables.landZones).map { LandZone(row: $0, temperatureZones: temperatureZones) }
    }

    /// The offices that write KMA's mid-term outlook, first `108`, the whole country.
    public static var outlookStations: [ForecastZone] {
        Row.all(of: Tables.outlookStations).map {
            ForecastZone(code: $0[0].text, name: $0[1].text, englishName: $0[2].text)
        }
    }

    /// The zone with one of KMA's codes, such as `11B20601`; `nil` for an unknown code.
    public static func temperatureZone(code: String) -> TemperatureZone? {
        TemperatureZone.all.first { $0.code == code }
    }
}

extension Gazetteer {
    /// A text with its Hangul composed into syllables, so that it can be compared letter by letter.
    package static func composed(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: Hangul.composed(Array(text.unicodeScalars)))
        return String(scalars)
    }
}

/// The areas that a whole name leads to: as the tables have it, or with an ending such as 역 or 시청 behind one of theirs.
struct NameSearch {
    /// One, or several between which is asked; none for an unknown name.
    private(set) var areas: [Area] = []
    /// What an ending stands behind, where it is only to be suggested.
    private(set) var likely: [Area] = []
    private(set) var failures: [AreaSearch] = []

    /// Searches for a name that an address begins with: in it a 동 comes before a landmark that is called so, as 명동 before
    /// its street.
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
        let interpretations = Query.interpretations(of: name)
        if let query = interpretations.first, let shared = NameSearch.areas(sharing: query) {
            if shared.count > 1 { areas = shared } else { likely = shared }
            return
        }
        for interpretation in interpretations {
            let search = AreaSearch(resolving: interpretation)
            areas = search.matches.map(\.area)
            if !areas.isEmpty { return }
            failures.append(search)
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
    }

    /// The areas of a row of `Data/shared-names.csv`, the best known first, where a query is its name: one that several
    /// well-known places share, so that none of them is the answer, or one that means something else than the one place that
    /// is called so in short: 북한 is no village.
    ///
    /// The ranks of ``MatchQuality`` cannot tell these: 성산 is 성산구 in 창원 by its kind, and 성산읍 in 제주 to most who ask.
    private static func areas(sharing query: Query) -> [Area]? {
        let row = Row.all(of: Tables.sharedNames).first { NameLetters($0[0]).elementsEqual(query.letters) }
        return row?[1].split(at: .semicolon).compactMap { name in
            AreaSearch(resolving: Query(name.text)).matches.first?.area
        }
    }
}

/// The full name of a place, as it can be asked for.
public struct PlaceName: Sendable, Hashable {
    /// From the province down: `경기도 성남시 분당구`.
    public var korean: String
    /// From the smallest part up: `Bundang-gu, Seongnam-si, Gyeonggi-do`.
    public var english: String
}

/// Why a name or a point did not lead to one place.
public enum PlaceError: Error, Sendable, Equatable {
    /// No area has the name; `suggestions` are at most five full names like it, closest first.
    case unknownArea(query: String, suggestions: [PlaceName])
    /// Several areas have the name; `candidates` are their full names.
    case ambiguousArea(query: String, candidates: [PlaceName])
    /// The point is at sea or abroad, more than 15 km from the nearest 읍·면·동.
    case outsideKorea(latitude: Double, longitude: Double)
}
