import TestSupport
import Testing

@testable import Regions

@Suite("The stations and dust zones of places")
struct AirStationsTests {
    @Test(
        "A place has its three nearest stations within 50 km, nearest first, and its dust zone",
        arguments: [
            ("서울 동작구", "관악구", "서울"), ("성남시 분당구", "수내동", "경기남부"), ("고양시 일산동구", "주엽동", "경기북부"),
            ("강릉시", "옥천동", "영동"), ("원주시", "중앙동(강원)", "영서"), ("김천시", "대광동", "경북"), ("제주시", "이도동", "제주"),
            ("울릉군", "울릉읍", "경북"), ("완도군", "신지면", "전남"), ("광주광역시 동구", "서석동", "광주"), ("해운대구", "좌동", "부산"),
            ("강원도", "중앙동(강원)", "영서"), ("경기도", "신풍동", "경기남부"),
        ]
    )
    func place(name: String, nearest: String, zone: String) throws {
        let place = try Gazetteer.place(named: name)
        let stations = place.airStations
        #expect(stations.map(\.station.name).first == nearest)
        // 울릉도 has one, and the next is on the mainland.
        #expect(stations.count == (name == "울릉군" ? 1 : 3))
        #expect(stations.map(\.distance) == stations.map(\.distance).sorted())
        #expect(place.dustZone == zone)
    }

    @Test(
        "A place has no station beyond 50 km: the air of 백령도 is not that of 강화, 154 km away",
        arguments: ["백령도", "대청도", "독도", "연평도", "흑산도", "추자도"]
    )
    func remote(name: String) throws {
        #expect(try Gazetteer.place(named: name).airStations.isEmpty)
    }

    @Test(
        "A place of a user's own parts is none without a known province, and never ends the program"
    )
    func ownParts() throws {
        let usual = try Gazetteer.place(named: "수원")
        func place(province: String, latitude: Double = 37) -> Place? {
            Place(
                query: "",
                name: "",
                englishName: "",
                province: province,
                district: nil,
                dong: nil,
                latitude: latitude,
                longitude: 127,
                temperatureZone: usual.temperatureZone,
                landZone: usual.landZone,
                outlookStation: usual.outlookStation,
                gridCell: usual.gridCell
            )
        }
        #expect(place(province: "도쿄도") == nil && place(province: "") == nil)
        #expect(place(province: "경기도", latitude: .nan) == nil && place(province: "경기도", latitude: 91) == nil)
        var own = try #require(place(province: "경기도"))
        #expect(own.dustZone.hasPrefix("경기"))
        own.province = "도쿄도"
        #expect(own.dustZone.hasPrefix("경기") && own.airStations.count == 3)
    }

    @Test("A dong has the stations near itself, not those of its district")
    func dong() throws {
        let district = try Gazetteer.place(named: "화성시")
        let dong = try Gazetteer.place(named: "화성시 우정읍")
        #expect(dong.airStations != district.airStations)
    }

    @Test("Every landmark has the dust zone of its district, which in 세종 has no name")
    func everyLandmark() {
        for landmark in Landmark.all.sampled {
            let place = Place(.landmark(landmark), query: "")
            let district = Place(.district(landmark.district), query: "")
            #expect(place.districts.map(\.code.text) == [landmark.districtCode.text], "\(place.name)")
            #expect(place.dustZone == district.dustZone, "\(place.name)")
        }
    }

    @Test("Every district has a station within 10 km and a zone, and names of stations are unique")
    func everyDistrict() throws {
        for district in District.all.sampled {
            let place = try Gazetteer.place(latitude: district.latitude, longitude: district.longitude)
            #expect(place.airStations[0].distance < 10, "\(district.name.text)")
            #expect(!place.dustZone.isEmpty)
        }
        #expect(Set(AirStation.all.map(\.name)).count == AirStation.all.count)
        #expect(Set(AirStation.all.map(\.province)).count == 17)
    }
}
