import Testing

@testable import Regions

@Suite("Endings that people change or leave out")
struct EndingTests {
    @Test("A beach of the table is the same place by either ending")
    func beaches() throws {
        let endings = [("해수욕장", "해변"), ("해변", "해수욕장")]
        let beaches = Landmark.all.filter { $0.kind.text == "beach" }
        #expect(beaches.count >= 83)
        for beach in beaches {
            let name = beach.name.text
            for (ending, other) in endings where name.hasSuffix(ending) && name.count > ending.count + 1 {
                let place = try Gazetteer.place(named: name.dropLast(ending.count) + other)
                #expect(place.landmark?.name == name, "\(name): \(place.name)")
            }
        }
    }

    @Test("A station without its 역 is found, asked about, or a city or county of today")
    func stations() throws {
        for station in Landmark.all where station.kind.text == "station" && station.name.text.hasSuffix("역") {
            let name = String(station.name.text.dropLast())
            guard name.count > 1 else { continue }
            do throws(PlaceError) {
                let place = try Gazetteer.place(named: name)
                let isLarge = place.dong == nil && place.landmark == nil && !place.name.hasSuffix("구")
                let distance = TangentPlane(at: place).kilometers(
                    to: Point(latitude: station.latitude, longitude: station.longitude)
                )
                #expect(isLarge || distance < 20, "\(name): \(place.name)")
            } catch {
                guard case .ambiguousArea = error else {
                    // The letters are those of a date.
                    #expect(name.contains("."), "\(name)")
                    continue
                }
            }
        }
    }

    @Test(
        "A village without coast is no beach, and is suggested alone",
        arguments: ["교암해변", "동막해변 청주"]
    )
    func inland(name: String) {
        #expect(throws: PlaceError.self) { try Gazetteer.place(named: name) }
    }

    @Test(
        "A landmark behind a place beside it is that landmark; words of initials are words of the name",
        arguments: [
            ("관악산 연주대", "연주대"), ("잠실 롯데월드", "롯데월드"), ("덕유산 향적봉", "덕유산"), ("강남역 롯데월드", nil), ("홍대 신촌", nil),
            ("ㄴㅇ ㅅㅇ", nil),
        ]
    )
    func beside(name: String, landmark: String?) {
        #expect((try? Gazetteer.place(named: name))?.landmark?.name == landmark)
    }

    @Test(
        "Words of transport behind a place are left out",
        arguments: [
            ("강남역 2호선", "강남역"), ("지하철 홍대입구역", "홍대입구역"), ("인천공항 T2", "인천국제공항"), ("김포공항 국내선", "김포국제공항"),
        ]
    )
    func transport(name: String, landmark: String) throws {
        let place = try Gazetteer.place(named: name)
        #expect(place.landmark?.name == landmark && place.dropped != nil)
    }
}
