import Testing

@testable import Regions

@Suite("Stations that measure days")
struct SurfaceStationsTests {
    @Test("Each has a number of its own and stands in Korea, between the sea and 대관령")
    func table() {
        #expect(Set(SurfaceStation.all.map(\.id)).count == SurfaceStation.all.count)
        for station in SurfaceStation.all {
            #expect((33.0...39).contains(station.latitude) && (124.0...132).contains(station.longitude))
            #expect((0...800).contains(station.height), "\(station.name)")
        }
    }

    @Test(
        "A place has the nearest station, which speaks for the region over 25 km away or 200 m of height",
        arguments: [
            ("서울", 108, false), ("강릉시", 105, false), ("평창군 대관령면", 100, false), ("백령도", 102, false),
            ("신안군", 165, false), ("평택시", 232, true), ("설악산", 90, true),
        ]
    )
    func nearest(place: String, station: Int, isRegional: Bool) throws {
        let found = try #require(try Gazetteer.place(named: place).surfaceStation)
        #expect(found.station.id == station && found.isRegional == isRegional, "\(found)")
    }

    @Test("No station speaks for 독도, which is 89 km from one")
    func none() throws {
        #expect(try Gazetteer.place(named: "독도").surfaceStation == nil)
    }

    @Test("Every district has a station")
    func districts() throws {
        for district in District.all {
            let place = try Gazetteer.place(latitude: district.latitude, longitude: district.longitude)
            #expect(place.surfaceStation != nil, "\(district.name)")
        }
    }
}
