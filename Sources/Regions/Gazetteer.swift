/// The places of Korea by name and by point, from tables held in the program.
///
/// Pure functions: no files, no network, no clock. A call reads the tables it needs and keeps nothing.
public enum Gazetteer {
    /// The one place a name means.
    ///
    /// Takes 시·도, 시·군·구, 일반구 and 읍·면·동 by official, short, former and English names, with or without what
    /// they lie in, spaces or none, composed or decomposed Hangul, any case. Where a name is borne more than once:
    /// - A province comes before a city, a full name before a short one, a present name before a former one, and a
    ///   district before a dong: 광주 is 광주광역시, 광주시 is 경기도 광주시, 제주 is the province.
    /// - 광주광역시 and 전라남도 keep their names, zones and points, though their province is 전남광주통합특별시 today.
    /// - A city merged into another is that city (마산 → 창원시).
    /// - 역삼동 stands for 역삼1동, 역삼2동 … of one district, at the first of them.
    ///
    /// - Throws: ``PlaceError/ambiguousArea(query:candidates:)`` when several fit equally well (중구, 고성군, or one
    ///   since split, such as 인천 중구); ``PlaceError/unknownArea(query:suggestions:)`` when none does.
    public static func place(named name: String) throws(PlaceError) -> Place {
        let interpretations = Query.interpretations(of: name)
        for interpretation in interpretations {
            let matches = AreaSearch(resolving: interpretation).matches
            guard let first = matches.first else { continue }
            guard matches.count == 1 else {
                throw .ambiguousArea(query: name, candidates: names(of: matches.map(\.area)))
            }
            return Place(first.area, query: name)
        }
        let suggestions = names(of: interpretations.flatMap(Suggestions.areas(near:)).prefix(40))
        throw .unknownArea(query: name, suggestions: Array(suggestions.prefix(5)))
    }

    /// The place at a point, in degrees WGS84: the 읍·면·동 whose people would say they live there.
    ///
    /// That is the nearest dong of the district whose boundary holds the point, and off all boundaries the nearest
    /// within 15 km. The place keeps the point itself, and the grid cell follows from it.
    ///
    /// - Throws: ``PlaceError/outsideKorea(latitude:longitude:)`` for a point at sea, abroad, or no point at all.
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

    /// Places a query may become as it is typed on, best first: those it names, those it begins, those that hold it.
    ///
    /// Half-typed syllables and lone first consonants count (`성나`, `ㅅㄴ` for 성남). An empty query lists the
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

    /// Full names, each once.
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
        let cities = temperatureZones
        return Row.all(of: Tables.landZones).map { LandZone(row: $0, cities: cities) }
    }

    /// The offices that write KMA's mid-term text, `108` for the whole country first.
    public static var outlookStations: [ForecastZone] {
        Row.all(of: Tables.outlookStations).map { ForecastZone(code: $0[0].text, name: $0[1].text) }
    }

    /// The zone with KMA's code, such as `11B20601`; `nil` for a code that answers nothing.
    public static func temperatureZone(code: String) -> TemperatureZone? {
        TemperatureZone.all.first { $0.code == code }
    }
}
