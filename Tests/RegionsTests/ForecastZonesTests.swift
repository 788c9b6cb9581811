import Regions
import Testing

@Suite("Forecast zones")
struct ForecastZonesTests {
    @Test(
        "The sixteen provinces the project began with keep their zones, and 세종 has its own",
        arguments: [
            ("서울특별시", "11B10101"), ("부산광역시", "11H20201"), ("인천광역시", "11B20201"), ("대구광역시", "11H10701"),
            ("대전광역시", "11C20401"), ("광주광역시", "11F20501"), ("경기도", "11B20601"), ("울산광역시", "11H20101"),
            ("충청남도", "11C20301"), ("충청북도", "11C10301"), ("경상남도", "11H20301"), ("경상북도", "11H10201"),
            ("전라남도", "11F20401"), ("전라북도", "11F10201"), ("제주특별자치도", "11G00201"), ("강원도", "11D10401"),
            ("세종특별자치시", "11C20404"),
        ]
    )
    func provinces(name: String, zone: String) throws {
        #expect(try Gazetteer.place(named: name).temperatureZone.code == zone)
    }

    @Test("A temperature zone is found by its code, with its land zone and its coordinates")
    func zoneByCode() throws {
        let zone = try #require(Gazetteer.temperatureZone(code: "11D20201"))
        #expect(zone.name == "대관령")
        #expect(zone.landZone == "11D20000")
        #expect((37.6...37.7).contains(zone.latitude) && (128.7...128.8).contains(zone.longitude))
        #expect(Gazetteer.temperatureZone(code: "11H10603") == nil)
    }

    @Test("A land zone lies amid its temperature zones")
    func landZones() throws {
        let zones = Gazetteer.landZones
        let capital = try #require(zones.first { $0.code == "11B00000" })
        #expect(capital.name == "서울·인천·경기도")
        #expect((37.2...37.7).contains(capital.latitude))
        let south = try #require(zones.min { $0.latitude < $1.latitude })
        #expect(south.name == "제주도")
    }
}
