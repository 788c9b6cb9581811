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
    /// - A name that no table has may end in 시청, 신도시 and the like, and in 역, 터미널 or 항 after a city or district:
    ///   수원시청 is 수원시. After a dong these are suggestions, unless the city is named: 임실 오수역.
    ///
    /// - Throws: ``PlaceError/ambiguousArea(query:candidates:)`` when several match equally well (중구, 광주시, 민락동,
    ///   or one since split, such as 인천 중구 and 마산); ``PlaceError/unknownArea(query:suggestions:)`` when none does.
    public static func place(named name: String) throws(PlaceError) -> Place {
        let interpretations = Query.interpretations(of: name)
        if let query = interpretations.first, let areas = SharedName.areas(sharing: query) {
            throw .ambiguousArea(query: name, candidates: names(of: areas))
        }
        var failures: [AreaSearch] = []
        for interpretation in interpretations {
            let search = AreaSearch(resolving: interpretation)
            if let place = try place(of: search, query: name) { return place }
            failures.append(search)
        }
        var likely: [Area] = []
        for interpretation in interpretations {
            guard let ending = Ending.search(interpretation) else { continue }
            if ending.isSuggestion {
                likely += ending.search.matches.map(\.area)
            } else if let place = try place(of: ending.search, query: name) {
                return place
            }
        }
        let suggestions = names(of: likely + failures.flatMap(Suggestions.areas(after:)).prefix(40))
        throw .unknownArea(query: name, suggestions: Array(suggestions.prefix(5)))
    }

    /// The one place a search has found; `nil` where it has found none.
    private static func place(of search: AreaSearch, query: String) throws(PlaceError) -> Place? {
        guard search.matches.count < 2 else {
            throw .ambiguousArea(query: query, candidates: names(of: search.matches.map(\.area)))
        }
        return search.matches.first.map { Place($0.area, query: query) }
    }

    /// Whether a name leads to one place or to several; `false` where it is unknown.
    ///
    /// Costs less than ``place(named:)`` for an unknown name, as it looks for nothing to suggest.
    public static func knows(_ name: String) -> Bool {
        let interpretations = Query.interpretations(of: name)
        return interpretations.contains { !AreaSearch(resolving: $0).matches.isEmpty }
            || interpretations.contains { Ending.search($0)?.isSuggestion == false }
    }

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

    private static func areas(completing query: String) -> [Area] {
        if query.allSatisfy(\.isWhitespace) { return Province.all.map { .province($0) } }
        for interpretation in Query.interpretations(of: query) {
            let matches = AreaSearch(completing: interpretation).matches
            if !matches.isEmpty { return matches.map(\.area) }
        }
        return []
    }

    /// The full names of areas, without repetition.
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
