import Testing

@testable import Regions

@Suite("Warning zones")
struct WarningZonesTests {
    private let zones = WarningZones.ofKorea

    @Test("Every zone lies in one that the table has, and every area in zones that have no parts")
    func references() {
        #expect(zones.all.count == 300)
        #expect(Set(zones.all.map(\.code)).count == zones.all.count)
        #expect(zones.all.filter { $0.parent.map { zones[$0] == nil } ?? false }.isEmpty)
        let leaves = Set(zones.leaves.map(\.code))
        let districts = Set(District.all.map(\.code.text))
        var covered: Set<String> = []
        for row in Row.all(of: Tables.warningAreas) {
            #expect(districts.contains(row[0].text))
            let codes = row[2].split(at: .semicolon).map(\.text)
            #expect(!codes.isEmpty && codes.allSatisfy(leaves.contains))
            covered.formUnion(codes)
        }
        #expect(covered == leaves)
    }

    @Test("A zone whose name has spaces is found by the name without them, as texts write it")
    func spaces() {
        for row in Row.all(of: Tables.warningZones) {
            for name in [row[1].text, row[2].text] where name.contains(" ") {
                let compact = name.filter { $0 != " " }
                #expect(zones.zones(named: compact).map(\.code) == [row[0].text])
            }
        }
        #expect(zones.zones(named: "군산(옥도면제외)").map(\.name) == ["군산시(옥도면 제외)"])
    }

    @Test("Every district has its zones, and every dong of a district with several zones has its own")
    func areas() {
        let rows = Row.all(of: Tables.warningAreas).map { ($0[0].text, $0[1].text, $0[2].text) }
        let dongs = Set(Dong.all.map { "\($0.districtCode.text) \($0.name.text)" })
        for district in District.all {
            let own = rows.filter { $0.0 == district.code.text }
            #expect(own.count { $0.1.isEmpty } == 1)
            #expect(own.filter { !$0.1.isEmpty && !dongs.contains("\($0.0) \($0.1)") }.isEmpty)
        }
    }

    @Test(
        "A district has all of its zones, a dong its own",
        arguments: [
            ("서울특별시 동작구", ["서울서남권"]),
            ("김천시", ["김천시북부", "김천시남부"]),
            ("김천시 조마면", ["김천시남부"]),
            ("김천시 신음동", ["김천시북부"]),
            ("울릉군", ["울릉도.독도"]),
            ("완도군", ["완도군(여서도 제외)", "완도군여서도"]),
            ("제주시", ["제주도산지", "추자도", "제주시서부", "제주시북부", "제주시동부", "제주시중산간"]),
            ("서귀포시 대정읍", ["서귀포시서부", "서귀포시중산간", "제주도산지"]),
            ("성남시 분당구", ["성남시"]),
            ("여수시", ["여수시", "거문도.초도"]),
            ("옹진군", ["옹진군", "백령도.대청도", "연평도.우도"]),
            ("세종특별자치시", ["세종북부", "세종남부"]),
            ("세종특별자치시 조치원읍", ["세종북부"]),
            ("광주광역시", ["광주동부", "광주서부"]),
        ]
    )
    func zones(place: String, names: [String]) throws {
        let place = try Gazetteer.place(named: place)
        #expect(Set(place.warningZones.map(\.name)) == Set(names))
    }

    @Test("A point has the zone of the dong it lies in")
    func point() throws {
        let place = try Gazetteer.place(latitude: 35.94, longitude: 128.0)
        #expect(place.warningZones.count == 1)
    }

    @Test("A province has the zones of its districts, and those of today's provinces make up the country")
    func provinces() {
        let provinces = Gazetteer.search("", limit: 20)
        var all: Set<String> = []
        for province in provinces {
            let codes = province.warningZones.map(\.code)
            #expect(!codes.isEmpty && Set(codes).count == codes.count)
            all.formUnion(codes)
        }
        #expect(all == Set(zones.leaves.map(\.code)))
    }

    @Test("Every zone has an area, which its name finds, of a part the whole")
    func area() throws {
        for zone in zones.leaves {
            let area = try #require(zone.area, "\(zone.name)")
            #expect(try Gazetteer.place(named: area.korean).name == area.korean)
        }
        let names = ["김천시북부", "성남시", "서울동남권", "고성군평지", "백령도.대청도"].map { name in
            zones.all.first { $0.name == name }?.area?.korean
        }
        #expect(names == ["경상북도 김천시", "경기도 성남시", "서울특별시", "강원특별자치도 고성군", "인천광역시 옹진군"])
        #expect(zones["L1010000"]?.area == nil)
    }

    @Test(
        "A zone has the outlines of its districts, and none if it is a part of a district"
    )
    func outlines() throws {
        let zones = WarningZones.ofKorea
        let northEast = try #require(zones["L1100200"])
        #expect(northEast.outlines.count >= 8)
        for ring in northEast.outlines {
            #expect(ring.count >= 3)
            #expect(
                ring.allSatisfy {
                    (37.4...37.8).contains($0.latitude) && (126.9...127.3).contains($0.longitude)
                }
            )
        }
        // 김천시북부, a part of a city; 경기도, which is no lowest zone.
        #expect(zones["L1072610"]?.outlines.isEmpty == true)
        #expect(zones["L1010000"]?.outlines.isEmpty == true)
        let drawn = zones.leaves.count { !$0.outlines.isEmpty }
        #expect(drawn > zones.leaves.count / 2, "\(drawn) of \(zones.leaves.count)")
    }
}
