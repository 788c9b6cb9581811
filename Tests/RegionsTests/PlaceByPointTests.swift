import TestSupport
import Testing

@testable import Regions

@Suite("Places by point")
struct PlaceByPointTests {
    @Test(
        "A point lies in the district whose boundary encloses it, in the nearest dong",
        arguments: [
            (37.5663, 126.9779, "서울특별시 중구", "11B10101", "11B00000"),
            (37.6737, 128.7062, "강원특별자치도 평창군 대관령면", "11D20201", "11D20000"),
            (37.3707, 128.3901, "강원특별자치도 평창군 평창읍", "11D10503", "11D10000"),
            (37.4834, 130.9013, "경상북도 울릉군 울릉읍", "11E00101", "11H10000"),
            (37.2414, 131.8648, "경상북도 울릉군 독도", "11E00102", "11H10000"),
            (37.9742, 124.7187, "인천광역시 옹진군 백령면", "11A00101", "11B00000"),
            (37.2005, 127.0980, "경기도 화성시 동탄구", "11B20604", "11B00000"),
            (37.1610, 126.8275, "경기도 화성시 만세구", "11B20604", "11B00000"),
            (37.3595, 127.1052, "경기도 성남시 분당구", "11B20605", "11B00000"),
            (33.2266, 126.2522, "제주특별자치도 서귀포시 대정읍", "11G00401", "11G00000"),
            (36.4800, 127.2890, "세종특별자치시", "11C20404", "11C20000"),
        ]
    )
    func inside(latitude: Double, longitude: Double, name: String, temperature: String, land: String) throws {
        let place = try Gazetteer.place(latitude: latitude, longitude: longitude)
        #expect(place.name.hasPrefix(name))
        #expect(place.temperatureZone.code == temperature)
        #expect(place.landZone.code == land)
        #expect(place.dong != nil)
    }

    @Test("A place found by a point has its coordinates, and the point as its query")
    func point() throws {
        let place = try Gazetteer.place(latitude: 37.26, longitude: 127.03)
        #expect((place.latitude, place.longitude) == (37.26, 127.03))
        #expect(place.query == "37.26,127.03")
        #expect(place.gridCell == GridCell(latitude: 37.26, longitude: 127.03))
    }

    @Test("An island belongs to its district, however near another one or the mainland is")
    func islands() throws {
        for row in try TestTable("islands").rows.sampled {
            let (latitude, longitude) = (try #require(Double(row[1])), try #require(Double(row[2])))
            let place = try Gazetteer.place(latitude: latitude, longitude: longitude)
            #expect(place.district == District.all.first { $0.code.text == row[3] }?.name.text, "\(row[0])")
        }
    }

    @Test("A point a little off the coast belongs to the district whose boundary is nearest")
    func offshore() throws {
        #expect(try Gazetteer.place(latitude: 35.1400, longitude: 129.1900).province == "부산광역시")
        #expect(try Gazetteer.place(latitude: 33.1180, longitude: 126.2680).dong == "대정읍")
    }

    @Test(
        "A point at sea, abroad or beyond all degrees is outside Korea",
        arguments: [
            (35.6812, 139.7671), (36.0, 125.0), (37.5, 130.0), (34.2, 129.3), (39.0392, 125.7625), (0.0, 0.0),
            (127.03, 37.26), (-37.26, 127.03), (37.26, 487.03), (.infinity, 127.0),
        ] as [(Double, Double)]
    )
    func outside(latitude: Double, longitude: Double) {
        #expect(throws: PlaceError.outsideKorea(latitude: latitude, longitude: longitude)) {
            try Gazetteer.place(latitude: latitude, longitude: longitude)
        }
    }

    @Test("Coordinates that are not numbers are refused")
    func notANumber() {
        #expect(throws: PlaceError.self) { try Gazetteer.place(latitude: .nan, longitude: 127) }
        #expect(throws: PlaceError.self) { try Gazetteer.place(latitude: 37, longitude: .nan) }
    }
}
