import Regions
import Testing

@Suite("Places by name")
struct PlaceByNameTests {
    private static let namesOfPlaces: [(query: String, name: String, zone: String)] = [
        ("경기도", "경기도", "11B20601"), ("경기", "경기도", "11B20601"), ("수원", "경기도 수원시", "11B20601"),
        ("성남 분당구", "경기도 성남시 분당구", "11B20605"), ("성남시분당구", "경기도 성남시 분당구", "11B20605"),
        ("  경기도   성남시  분당구 ", "경기도 성남시 분당구", "11B20605"), ("분당", "경기도 성남시 분당구", "11B20605"),
        ("성남시 정자동", "경기도 성남시 분당구 정자동", "11B20605"),
        ("강원도", "강원특별자치도", "11D10401"), ("전라북도", "전북특별자치도", "11F10201"), ("제주", "제주특별자치도", "11G00201"),
        ("제주시", "제주특별자치도 제주시", "11G00201"), ("제주 애월읍", "제주특별자치도 제주시 애월읍", "11G00201"),
        ("세종", "세종특별자치시", "11C20404"), ("세종시 조치원읍", "세종특별자치시 조치원읍", "11C20404"),
        ("평창군 대관령면", "강원특별자치도 평창군 대관령면", "11D20201"), ("대관령", "강원특별자치도 평창군 대관령면", "11D20201"),
        ("서울 중구", "서울특별시 중구", "11B10101"), ("포항 북구", "경상북도 포항시 북구", "11H10201"),
        ("경남 고성", "경상남도 고성군", "11H20404"), ("강원 고성군", "강원특별자치도 고성군", "11D20402"),
        ("동탄", "경기도 화성시 동탄구", "11B20604"), ("독도", "경상북도 울릉군 독도", "11E00102"),
        ("울릉도", "경상북도 울릉군", "11E00101"), ("백령도", "인천광역시 옹진군 백령면", "11A00101"),
    ]

    @Test(
        "A name, full or short, with or without the larger areas, leads to its place",
        arguments: namesOfPlaces
    )
    func name(query: String, name: String, zone: String) throws {
        let place = try Gazetteer.place(named: query)
        #expect(place.name == name)
        #expect(place.temperatureZone.code == zone)
        #expect(place.query == query)
    }

    @Test(
        "광주 is the metropolis unless what follows lies in the city in 경기도",
        arguments: [
            ("광주", "광주광역시"), ("Gwangju", "광주광역시"), ("경기도 광주시", "경기도 광주시"), ("경기 광주", "경기도 광주시"),
            ("광주 북구", "전남광주통합특별시 북구"), ("광주시 북구", "전남광주통합특별시 북구"), ("광주시 오포1동", "경기도 광주시 오포1동"),
        ]
    )
    func gwangju(query: String, name: String) throws {
        #expect(try Gazetteer.place(named: query).name == name)
    }

    @Test(
        "A former name leads to the area it became",
        arguments: [
            ("전라남도 순천시", "전남광주통합특별시 순천시"), ("전남광주통합특별시 순천시", "전남광주통합특별시 순천시"),
            ("전라남도 벌교읍", "전남광주통합특별시 보성군 벌교읍"), ("광주광역시 동구", "전남광주통합특별시 동구"),
            ("경상북도 군위군", "대구광역시 군위군"), ("북제주군", "제주특별자치도 제주시"), ("진해시", "경상남도 창원시 진해구"),
            ("연기군", "세종특별자치시"), ("인천 남구", "인천광역시 미추홀구"), ("인천 동구", "인천광역시 제물포구"),
            ("강원도 춘천시", "강원특별자치도 춘천시"), ("당진군", "충청남도 당진시"),
        ]
    )
    func formerName(query: String, name: String) throws {
        #expect(try Gazetteer.place(named: query).name == name)
    }

    @Test("광주광역시 and 전라남도 keep their names and zones and lie in the province of today")
    func formerProvinces() throws {
        let (metropolis, south) = (try Gazetteer.place(named: "광주광역시"), try Gazetteer.place(named: "전라남도"))
        #expect((metropolis.name, south.name) == ("광주광역시", "전라남도"))
        #expect((metropolis.temperatureZone.name, south.temperatureZone.name) == ("광주", "여수"))
        #expect(metropolis.province == "전남광주통합특별시" && south.province == "전남광주통합특별시")
    }

    @Test(
        "The name of numbered dongs without their numbers is one place with the coordinates of the first",
        arguments: [
            ("역삼동", "서울특별시 강남구 역삼동", "역삼1동"), ("강남구 역삼", "서울특별시 강남구 역삼동", "역삼1동"),
            ("성수동", "서울특별시 성동구 성수동", "성수1가1동"), ("Yeoksam-dong", "서울특별시 강남구 역삼동", "역삼1동"),
        ]
    )
    func numberedDongs(query: String, name: String, first: String) throws {
        let (place, part) = (try Gazetteer.place(named: query), try Gazetteer.place(named: first))
        #expect(place.name == name)
        #expect((place.latitude, place.longitude) == (part.latitude, part.longitude))
        #expect((place.gridCell, place.temperatureZone) == (part.gridCell, part.temperatureZone))
    }

    @Test(
        "The numbers of a dong may be written with or without 제, and one of several suffices",
        arguments: [
            ("역삼2동", "역삼2동"), ("창신제1동", "창신1동"), ("홍제제1동", "홍제1동"), ("홍제1동", "홍제1동"),
            ("면목제3.8동", "면목3·8동"), ("면목8동", "면목3·8동"), ("종로1·2·3·4가동", "종로1·2·3·4가동"), ("여의도동", "여의동"),
        ]
    )
    func numbers(query: String, dong: String) throws {
        #expect(try Gazetteer.place(named: "서울 " + query).dong == dong)
    }

    @Test(
        "English names are read from the largest or the smallest area, in any case of letters",
        arguments: [
            ("Busan", "부산광역시"), ("PUSAN", "부산광역시"), ("Bundang-gu", "경기도 성남시 분당구"), ("bundang", "경기도 성남시 분당구"),
            ("Bundang-gu, Seongnam-si, Gyeonggi-do", "경기도 성남시 분당구"), ("Gyeonggi-do Seongnam-si", "경기도 성남시"),
            ("Gangnam-gu Seoul", "서울특별시 강남구"), ("Goseong-gun, North Gyeongsang", nil),
            ("Goseong-gun, South Gyeongsang", "경상남도 고성군"), ("Cheorwon", "강원특별자치도 철원군"),
            ("Daegwallyeong-myeon", "강원특별자치도 평창군 대관령면"),
        ] as [(String, String?)]
    )
    func english(query: String, name: String?) {
        #expect((try? Gazetteer.place(named: query))?.name == name)
    }

    @Test("The English name of a place begins with the smallest area")
    func englishName() throws {
        let place = try Gazetteer.place(named: "분당구 정자1동")
        #expect(place.englishName == "Jeongja1-dong, Bundang-gu, Seongnam-si, Gyeonggi-do")
        #expect(try Gazetteer.place(named: "세종 조치원읍").englishName == "Jochiwon-eup, Sejong")
        #expect(try Gazetteer.place(named: "철원").englishName == "Cheorwon-gun, Gangwon State")
    }

    @Test(
        "Decomposed Hangul finds the same place as composed Hangul, and the query is kept as typed",
        arguments: [
            ("\u{1100}\u{1167}\u{11BC}\u{1100}\u{1175}\u{1103}\u{1169}", "경기도"),
            ("\u{1107}\u{116E}\u{11AB}\u{1103}\u{1161}\u{11BC}", "경기도 성남시 분당구"),
        ]
    )
    func decomposed(query: String, name: String) throws {
        let place = try Gazetteer.place(named: query)
        #expect(place.name == name)
        #expect(Array(place.query.utf8) == Array(query.utf8))
    }

    @Test("A place has its province, district and dong in fields of their own")
    func parts() throws {
        let ward = try Gazetteer.place(named: "분당구")
        #expect((ward.province, ward.district, ward.dong) == ("경기도", "성남시 분당구", nil))
        let town = try Gazetteer.place(named: "조치원읍")
        #expect((town.province, town.district, town.dong) == ("세종특별자치시", nil, "조치원읍"))
        let province = try Gazetteer.place(named: "경기도")
        #expect((province.district, province.dong) == (nil, nil))
        #expect(
            province.landZone
                == ForecastZone(code: "11B00000", name: "서울·인천·경기도", englishName: "Seoul-Incheon-Gyeonggi")
        )
        #expect(province.outlookStation.code == "109")
        #expect(province.gridCell == GridCell(x: 61, y: 120))
    }

    @Test("대관령면 has the zones of 영동, while the rest of 평창군 has those of 영서")
    func ownZones() throws {
        let (pass, county) = (try Gazetteer.place(named: "대관령면"), try Gazetteer.place(named: "평창군"))
        #expect((pass.temperatureZone.code, pass.landZone.code) == ("11D20201", "11D20000"))
        #expect((county.temperatureZone.code, county.landZone.code) == ("11D10503", "11D10000"))
    }

    @Test("A 법정동 has the weather of the 행정동 that covers it, and its own name")
    func legalDong() throws {
        let (legal, covering) = (
            try Gazetteer.place(named: "종로구 청운동"), try Gazetteer.place(named: "청운효자동")
        )
        #expect((legal.name, legal.dong) == ("서울특별시 종로구 청운동", "청운동"))
        #expect(legal.englishName == "Cheongun-dong, Jongno-gu, Seoul")
        #expect((legal.gridCell, legal.temperatureZone) == (covering.gridCell, covering.temperatureZone))
        #expect(try Gazetteer.place(named: "을지로").englishName == "Euljiro, Jung-gu, Seoul")
    }

    @Test("A landmark has its kind, its own point, and the zones of the ground it stands on")
    func landmark() throws {
        let airport = try Gazetteer.place(named: "김포공항")
        #expect(airport.landmark?.name == "김포국제공항" && airport.landmark?.kind == .airport)
        #expect((airport.district, airport.dong, airport.landmark?.altitude) == ("강서구", nil, nil))
        let resort = try Gazetteer.place(named: "Yongpyong Resort")
        #expect((resort.temperatureZone.code, resort.landZone.code) == ("11D20201", "11D20000"))
        #expect(resort.englishName == "Yongpyong Resort, Pyeongchang-gun, Gangwon State")
        #expect(try Gazetteer.place(named: "강릉").landmark == nil)
    }

    @Test("A mountain has its height", arguments: [("한라산", 1947), ("설악산", 1708), ("노고단", 1507)])
    func altitude(name: String, metres: Int) throws {
        let landmark = try #require(try Gazetteer.place(named: name).landmark)
        #expect(landmark.kind == .mountain)
        #expect(abs((landmark.altitude ?? 0) - metres) <= 5)
    }

    @Test(
        "A province says for which city it speaks, and 광역시 are cities themselves",
        arguments: [
            ("강원도", "원주", "Wonju", "강릉"), ("경기도", "수원", "Suwon", nil), ("제주", "제주", "Jeju", nil),
            ("전라남도", "여수", "Yeosu", nil), ("전남광주", "광주", "Gwangju", nil), ("서울", nil, nil, nil),
            ("세종", nil, nil, nil),
            ("부산", nil, nil, nil), ("강릉", nil, nil, nil), ("설악산", nil, nil, nil),
        ] as [(String, String?, String?, String?)]
    )
    func representative(query: String, city: String?, english: String?, other: String?) throws {
        let place = try Gazetteer.place(named: query)
        #expect((place.representedBy?.name, place.representedBy?.englishName) == (city, english))
        #expect(place.representedBy.map(\.temperatureZone) == (city == nil ? nil : place.temperatureZone))
        #expect(place.otherCity?.name == other)
        if let other = place.otherCity { #expect(other.landZone != place.landZone) }
    }

    @Test(
        "The full name of a place leads back to it",
        arguments: ["경", "시", "동1", "면", "강서", "성산", "해", "역"]
    )
    func roundTrip(query: String) throws {
        for place in Gazetteer.search(query, limit: 12) {
            let again = try Gazetteer.place(named: place.name)
            #expect(
                (again.name, again.gridCell, again.district) == (place.name, place.gridCell, place.district)
            )
        }
    }
}
