import TestSupport
import Testing

@testable import Regions

@Suite("The tables of Data/")
struct TablesTests {
    @Test(
        "The columns stand where they are read, and every line has them all, unquoted",
        arguments: [
            (
                Tables.provinces,
                "code,name,short_name,english_name,other_names,successor,temperature_zone,outlook_station,other_temperature_zone",
                18
            ),
            (
                Tables.districts,
                "code,name,english_name,other_names,former_names,latitude,longitude,nx,ny,temperature_zone",
                269
            ),
            (
                Tables.dongs,
                "district,name,other_names,english_name,latitude,longitude,nx,ny,temperature_zone", 3564
            ),
            (Tables.legalDongs, "district,dong,names,english_names", 749),
            (
                Tables.landmarks,
                "district,name,other_names,english_name,kind,latitude,longitude,altitude,temperature_zone",
                2_438
            ),
            (Tables.sharedNames, "name,areas", 21), (Tables.commonNouns, "name,place", 1677),
            (Tables.abroad, "name", 123), (Tables.words, "kind,meaning,words,endings", 245),
            (Tables.holidays, "names,made_up,dates", 35),
            (Tables.boundaries, "district,ring", 583), (Tables.boundariesIslands, "district,ring", 893),
            (Tables.temperatureZones, "code,name,land_zone,latitude,longitude,english_name", 176),
            (
                Tables.normals,
                "station,name,english_name,latitude,longitude,height,years,lows,highs,rain_days", 85
            ),
            (Tables.asosStations, "station,name,english_name,latitude,longitude,height", 97),
            (Tables.landZones, "code,name,english_name", 10),
            (Tables.outlookStations, "code,name,english_name", 10),
            (Tables.warningZones, "code,name,short_name,other_names,parent,english_name", 300),
            (Tables.warningAreas, "district,dong,zones", 890),
        ]
    )
    func columns(table: StaticString, header: String, rows: Int) {
        let lines = "\(table)".split(separator: "\n")
        let commas = header.count { $0 == "," }
        #expect(lines.first.map(String.init) == header)
        #expect(lines.count == rows + 1)
        #expect(lines.allSatisfy { line in line.count { $0 == "," } == commas })
        #expect(!lines.contains { $0.contains("\"") })
    }

    @Test("Every zone, station and city has an English name without Hangul")
    func englishNames() {
        let zones =
            Gazetteer.temperatureZones.map(\.englishName) + Gazetteer.landZones.map(\.englishName)
            + Gazetteer.outlookStations.map(\.englishName) + WarningZones.ofKorea.all.map(\.englishName)
        let stations =
            AirStation.all.map(\.englishName) + ClimateStation.all.map(\.englishName)
            + SurfaceStation.all.map(\.englishName)
        let dust = Set(Row.all(of: Tables.dustZones).map { $0[1].text }).map {
            DustZone.englishNames[$0] ?? ""
        }
        let landmarks = Landmark.all.map(\.englishName.text)
        for name in zones + stations + dust + landmarks {
            #expect(!name.isEmpty && name.unicodeScalars.allSatisfy(\.isASCII), "\(name)")
        }
    }

    @Test(
        "A warning zone at sea has an English name made of the words of its own",
        arguments: [
            ("남해서부동쪽먼바다", "Eastern open sea of the western South Sea"),
            ("제주도남쪽바깥먼바다", "Southern outer open sea of Jeju"),
            ("전남북부서해앞바다", "West Sea coastal waters of northern Jeonnam"),
            ("인천·경기북부앞바다", "Coastal waters of northern Incheon and Gyeonggi"),
            ("부산앞바다", "Coastal waters of Busan"),
            ("서해중부안쪽먼바다", "Inner open sea of the central West Sea"), ("대화퇴", nil), ("남해", nil), ("", nil),
        ]
    )
    func seaZones(name: String, english: String?) {
        #expect(SeaZoneName.english(name) == english)
    }

    @Test("Every zone and station that a table names exists")
    func zones() {
        let temperature = Set(Gazetteer.temperatureZones.map(\.code))
        let land = Set(Gazetteer.landZones.map(\.code))
        let stations = Set(Gazetteer.outlookStations.map(\.code))
        #expect(Gazetteer.temperatureZones.filter { !land.contains($0.landZone) }.isEmpty)
        #expect(Province.all.filter { !temperature.contains($0.temperatureZone.text) }.isEmpty)
        #expect(Province.all.filter { !stations.contains($0.outlookStation.text) }.isEmpty)
        #expect(District.all.filter { !temperature.contains($0.temperatureZone.text) }.isEmpty)
        let own = Dong.all.filter { !$0.ownTemperatureZone.isEmpty }
        #expect(own.count == 16)
        #expect(own.filter { !temperature.contains($0.ownTemperatureZone.text) }.isEmpty)
    }

    @Test(
        "Every dong and boundary has its district, every 구 its city, every district its province"
    )
    func parts() {
        let districts = Set(District.all.map(\.code.text))
        #expect(districts.count == 269)
        #expect(Dong.all.filter { !districts.contains($0.districtCode.text) }.isEmpty)
        #expect(Boundary.all.filter { !districts.contains($0.districtCode.text) }.isEmpty)
        let provinces = Set(Province.all.map(\.code.text))
        #expect(districts.filter { !provinces.contains(String($0.prefix(2))) }.isEmpty)
        let wards = District.all.filter { $0.name.text.contains(" ") }
        #expect(wards.filter { ward in !District.all.contains { $0.contains(ward) } }.isEmpty)
    }

    @Test("Every district has dongs, itself or in its 구")
    func dongs() {
        let inhabited = Set(Dong.all.map(\.districtCode.text))
        let empty = District.all.filter { district in
            !inhabited.contains(district.code.text) && !District.all.contains { district.contains($0) }
        }
        #expect(empty.isEmpty)
    }

    @Test("Every 법정동 lies in a 행정동 of its district, has an English name, and no 행정동 has its name")
    func legalDongs() {
        let dongs = Set(Dong.all.map { "\($0.districtCode.text) \($0.name.text)" })
        for group in LegalDongGroup.all {
            for legal in group.dongs {
                #expect(dongs.contains("\(legal.districtCode.text) \(legal.dongName.text)"))
                #expect(!dongs.contains("\(legal.districtCode.text) \(legal.name.text)"))
            }
            let row = group.dongs.map { ($0.name.text, $0.englishName.text) }
            #expect(row.allSatisfy { !$0.0.isEmpty && $0.1.unicodeScalars.allSatisfy(\.isASCII) })
        }
        let count = LegalDongGroup.all.map { Array($0.dongs).count }.reduce(0, +)
        #expect(count == 2636)
    }

    @Test(
        "Every landmark has a known kind, lies in its district or on its border, and a mountain has a height"
    )
    func landmarks() throws {
        let zones = Set(Gazetteer.temperatureZones.map(\.code))
        for landmark in Landmark.all {
            let kind = try #require(Place.Landmark.Kind(rawValue: landmark.kind.text))
            #expect((kind == .mountain) == (landmark.altitude != nil), "\(landmark.name.text)")
            #expect(
                landmark.ownTemperatureZone.isEmpty || zones.contains(landmark.ownTemperatureZone.text)
            )
        }
        for landmark in Landmark.all.sampled {
            let kind = Place.Landmark.Kind(rawValue: landmark.kind.text)
            let place = try Gazetteer.place(latitude: landmark.latitude, longitude: landmark.longitude)
            #expect(
                place.province == landmark.district.province.name.text || kind == .mountain,
                "\(place.name)"
            )
        }
    }

    @Test(
        "Every area of a shared name is reached by it; one that is no short name has one area"
    )
    func sharedNames() throws {
        for row in Row.all(of: Tables.sharedNames) {
            let names = row[1].split(at: .semicolon).map(\.text)
            #expect(names.count > 1 || ["북한", "서해"].contains(row[0].text))
            for name in names { #expect(try Gazetteer.place(named: name).name == name) }
        }
    }

    @Test("A district has the land zone of its province, except 영동 in 강원")
    func landZones() {
        let strays = District.all.filter { district in
            let own = Place(.district(district), query: "").landZone
            return own != Place(.province(district.province), query: "").landZone
        }
        let names = strays.map(\.name.text).sorted()
        #expect(names == ["강릉시", "고성군", "동해시", "삼척시", "속초시", "양양군", "태백시"])
        #expect(strays.allSatisfy { $0.province.name.text == "강원특별자치도" })
    }

    @Test("A former name begins with the province of its time, and a successor is a province of today")
    func formerNames() {
        let today = Set(Province.all.filter(\.successor.isEmpty).map(\.name.text))
        let known = Set(Province.all.map(\.name.text))
        #expect(today.count == 16)
        for province in Province.all { #expect(today.contains(province.officialName.text)) }
        for address in District.all.flatMap({ Array($0.formerNames) }) {
            #expect(known.contains(address.split(at: .space).first { _ in true }?.text ?? ""))
        }
    }

    @Test("A dong's coordinates lie in its grid cell or, since KMA used its old datum, in one beside it")
    func cells() {
        let distant = Dong.all.filter { dong in
            guard let cell = GridCell(latitude: dong.latitude, longitude: dong.longitude) else { return true }
            return abs(cell.x - dong.gridCell.x) > 1 || abs(cell.y - dong.gridCell.y) > 1
        }
        #expect(distant.isEmpty)
    }
}
