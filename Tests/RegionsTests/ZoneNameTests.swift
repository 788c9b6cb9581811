import Testing

@testable import Regions

@Suite("Names of KMA's zones and stations as places")
struct ZoneNameTests {
    @Test(
        "A zone or a station leads to the area it is of",
        arguments: [
            ("강원자치도", "강원특별자치도"), ("전북자치도", "전북특별자치도"), ("강원자치도 춘천시", "강원특별자치도 춘천시"),
            ("전북자치도 전주시", "전북특별자치도 전주시"), ("강원도영서", "강원특별자치도"), ("강원도영동", "강원특별자치도 강릉시"),
            ("Gangwon Yeongdong", "강원특별자치도 강릉시"), ("강릉시평지", "강원특별자치도 강릉시"), ("서울동남권", "서울특별시"),
            ("거창군남부", "경상남도 거창군"), ("경기북부", "경기도"), ("경주시중북부", "경상북도 경주시"),
            ("서귀포시중산간", "제주특별자치도 서귀포시"), ("보령도서", "충청남도 보령시"), ("서해5도", "인천광역시 옹진군"),
            ("Northern Gyeonggi", "경기도"), ("Mountains of Jeju", "제주특별자치도"), ("Central Busan", "부산광역시"),
            ("Jeju-si without its mountains", "제주특별자치도 제주시"),
        ]
    )
    func zone(name: String, place: String) throws {
        #expect(try Gazetteer.place(named: name).name == place)
    }

    @Test(
        "A zone of several provinces asks which of them",
        arguments: ["서울·인천·경기도", "Seoul-Incheon-Gyeonggi"]
    )
    func several(name: String) throws {
        let error = try #require(throws: PlaceError.self) { try Gazetteer.place(named: name) }
        guard case .ambiguousArea(name, let candidates) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(candidates.map(\.korean) == ["서울특별시", "인천광역시", "경기도"])
    }

    @Test(
        "A station with a name of its own leads to the place where it stands",
        arguments: [("북춘천", "춘천시"), ("북강릉", "강릉시"), ("Bukbusan", nil), ("성판악", nil), ("산천단", "제주시")]
            as [(String, String?)]
    )
    func station(name: String, district: String?) throws {
        let place = try Gazetteer.place(named: name)
        #expect(place.query == name)
        if let district { #expect(place.district == district) }
    }

    @Test(
        "Every name that is shown of a zone or a station in Korea is understood as a place, in both languages"
    )
    func all() {
        var names: [String] = []
        for zone in Gazetteer.temperatureZones { names += [zone.name, zone.englishName] }
        for zone in Gazetteer.landZones { names += [zone.name, zone.englishName] }
        for zone in Gazetteer.outlookStations { names += [zone.name, zone.englishName] }
        for zone in WarningZones.ofKorea.all { names += [zone.name, zone.englishName] }
        for (zone, english) in DustZone.englishNames { names += [zone, english] }
        for station in AirStation.all { names += [station.name, station.englishName] }
        for station in ClimateStation.all { names += [station.name, station.englishName] }
        for station in SurfaceStation.all { names += [station.name, station.englishName] }
        // The country is no place, and 이어도 a rock at sea.
        let others: Set = ["전국", "Korea", "이어도", "Ieodo"]
        for name in Set(names).subtracting(others) {
            #expect(Gazetteer.understands(name), "\(name)")
        }
    }

    @Test(
        "An end of a name alone, and what only looks like a zone, is no place",
        arguments: ["평지", "동남권", "없는시평지", "Northern ", "-"]
    )
    func none(name: String) {
        #expect(!Gazetteer.understands(name))
    }
}
