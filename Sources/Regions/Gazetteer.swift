/// Looks up the places of Korea by name and by point, and KMA's forecast zones, in embedded tables.
///
/// Pure functions: no files, no network, no clock, no cache. A call reads the tables it needs, which are
/// `Data/*.csv` in the program.
public enum Gazetteer {
    /// Finds the one place a name means.
    ///
    /// Takes 시·도, 시·군·구, 일반구 and 읍·면·동 by official, short, former and English names, with or without the
    /// larger areas, with or without spaces, in composed or decomposed Hangul, in any case. Where several
    /// areas have the name:
    /// - A province comes before a city, a full name before a short one, a present name before a former one,
    ///   and a district before a dong: 광주 is 광주광역시, 광주시 is 경기도 광주시, 제주 is the province.
    /// - 광주광역시 and 전라남도 keep their names, zones and points, though their province is 전남광주통합특별시 today.
    /// - The name of a city merged into another means that city (마산 → 창원시).
    /// - 역삼동 means 역삼1동, 역삼2동 … of one district together, with the coordinates of the first.
    ///
    /// - Throws: ``PlaceError/ambiguousArea(query:candidates:)`` when several match equally well (중구, 고성군, or
    ///   one since split, such as 인천 중구); ``PlaceError/unknownArea(query:suggestions:)`` when none does.
    public static func place(named name: String) throws(PlaceError) -> Place {
        var failures: [AreaSearch] = []
        for interpretation in Query.interpretations(of: name) {
            let search = AreaSearch(resolving: interpretation)
            guard let first = search.matches.first else {
                failures.append(search)
                continue
            }
            guard search.matches.count == 1 else {
                throw .ambiguousArea(query: name, candidates: names(of: search.matches.map(\.area)))
            }
            return Place(first.area, query: name)
        }
        let suggestions = names(of: failures.flatMap(Suggestions.areas(after:)).prefix(40))
        throw .unknownArea(query: name, suggestions: Array(suggestions.prefix(5)))
    }

    /// Finds the 읍·면·동 of a point in degrees, WGS84.
    ///
    /// It is the nearest dong of the district whose boundary encloses the point, or, outside all boundaries,
    /// the nearest within 15 km. The place has the coordinates of the point, and the grid cell they lie in.
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
        guard limit > 0 else { return [] }
        if query.allSatisfy(\.isWhitespace) {
            return Province.all.prefix(limit).map { Place(.province($0), query: query) }
        }
        for interpretation in Query.interpretations(of: query) {
            let matches = AreaSearch(completing: interpretation).matches
            if !matches.isEmpty { return matches.prefix(limit).map { Place($0.area, query: query) } }
        }
        return []
    }

    /// The full names of areas, without repetition.
    private static func names(of areas: some Sequence<Area>) -> [String] {
        var seen: Set<String> = []
        return areas.map { Place($0, query: "").name }.filter { seen.insert($0).inserted }
    }
}

extension Gazetteer {
    /// The cities of KMA's mid-term temperatures, 176 of them, by code within a land zone.
    public static var temperatureZones: [TemperatureZone] { Array(TemperatureZone.all) }

    /// The ten areas of KMA's mid-term rain and sky.
    public static var landZones: [LandZone] {
        let temperatureZones = temperatureZones
        return Row.all(of: Tables.landZones).map { LandZone(row: $0, temperatureZones: temperatureZones) }
    }

    /// The offices that write KMA's mid-term outlook, first `108`, the whole country.
    public static var outlookStations: [ForecastZone] {
        Row.all(of: Tables.outlookStations).map { ForecastZone(code: $0[0].text, name: $0[1].text) }
    }

    /// The zone with one of KMA's codes, such as `11B20601`; `nil` for an unknown code.
    public static func temperatureZone(code: String) -> TemperatureZone? {
        TemperatureZone.all.first { $0.code == code }
    }
}
