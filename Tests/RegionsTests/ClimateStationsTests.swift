import Testing

@testable import Regions

@Suite("Stations with normals")
struct ClimateStationsTests {
    @Test(
        "Each station has a low, a higher high and rainy days for every month, of 10 to 30 years"
    )
    func table() {
        for station in ClimateStation.all {
            #expect(station.lows.count == 12 && station.highs.count == 12, "\(station.name)")
            #expect(zip(station.lows, station.highs).allSatisfy { $0 < $1 }, "\(station.name)")
            #expect((10...30).contains(station.years), "\(station.name)")
            #expect(station.rainDays.count == 12, "\(station.name)")
            #expect(station.rainDays.allSatisfy { (2...25).contains($0) }, "\(station.name)")
        }
    }

    @Test(
        "A place has the nearest station, and none where all are far",
        arguments: [
            ("서울", "서울"), ("속초시", "속초"), ("평창군 대관령면", "대관령"), ("백령도", "백령도"), ("울릉군", "울릉도"),
            ("독도", nil),
        ]
    )
    func nearest(place: String, station: String?) throws {
        #expect(try Gazetteer.place(named: place).climateStation?.name == station)
    }

    @Test("Every district has a station")
    func districts() throws {
        for district in District.all {
            let place = try Gazetteer.place(latitude: district.latitude, longitude: district.longitude)
            #expect(place.climateStation != nil, "\(district.name)")
        }
    }
}
