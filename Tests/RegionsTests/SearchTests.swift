import Testing

@testable import Regions

@Suite("Search while a name is typed")
struct SearchTests {
    @Test(
        "The likeliest place comes first while its name is typed",
        arguments: [
            ("서", "서울특별시"), ("성나", "경기도 성남시"), ("성남", "경기도 성남시"), ("성남 분", "경기도 성남시 분당구"),
            ("성남시분ㄷ", "경기도 성남시 분당구"), ("ㅅㅇ", "서울특별시"), ("bus", "부산광역시"), ("BUND", "경기도 성남시 분당구"),
            ("역삼", "서울특별시 강남구 역삼1동"), ("역삼동", "서울특별시 강남구 역삼1동"), ("강원도", "강원특별자치도"),
            ("전라남도 순", "전남광주통합특별시 순천시"), ("대관", "강원특별자치도 평창군 대관령면"), ("마산", "경상남도 창원시 마산합포구"),
            ("강남역", "서울특별시 강남구 강남역"), ("홍대", "서울특별시 마포구 홍대"),
            ("미추", "인천광역시 미추홀구"), ("운대", "부산광역시 해운대구"),
        ]
    )
    func first(query: String, name: String) throws {
        let place = try #require(Gazetteer.search(query, limit: 5).first)
        #expect(place.name == name)
        #expect(place.query == query)
    }

    @Test("An empty query lists the provinces", arguments: ["", "  "])
    func provinces(query: String) {
        let names = Gazetteer.search(query, limit: 100).map(\.name)
        #expect(names.count == 18)
        #expect(names.first == "서울특별시" && names.contains("광주광역시") && names.contains("전라남도"))
    }

    @Test("A name equal to the query comes before those that begin with it, each once")
    func order() throws {
        let names = Gazetteer.search("중구", limit: 1000).map(\.name)
        #expect(names.prefix(5).allSatisfy { $0.hasSuffix(" 중구") })
        #expect(Set(names).count == names.count)
        let beginning = try #require(names.firstIndex(of: "서울특별시 중구 명동"))
        #expect(beginning > 4)
    }

    @Test("A province typed in full is followed by its districts")
    func inside() {
        let names = Gazetteer.search("제주", limit: 3).map(\.name)
        #expect(names == ["제주특별자치도", "제주특별자치도 제주시", "제주특별자치도 서귀포시"])
    }

    @Test("A search returns no more places than asked for", arguments: [-1, 0, 1, 7])
    func limit(limit: Int) {
        #expect(Gazetteer.search("동", limit: limit).count == max(0, limit))
        #expect(Gazetteer.search("", limit: limit).count == max(0, limit))
    }

    @Test(
        "Completions are the search's results in order, without names that only contain the query",
        arguments: [
            "ㅅ", "서울 내", "성남시 ㅂ", "경기도 성남 분당구 정", "ㄱㄴ", "역삼1", "6", "제주", "gan", "Seoul j", "홍", "海",
        ]
    )
    func completions(text: String) throws {
        for query in Query.interpretations(of: text) {
            let all = AreaSearch(completing: query).matches.filter { $0.rank.quality < .provinceSubstring }
            let found = AreaSearch(completing: query, isWithinNames: false).matches
            #expect(found.map(\.area.fullName.korean) == all.map(\.area.fullName.korean))
            #expect(found.map(\.rank.quality) == all.map(\.rank.quality))
        }
        let names = Gazetteer.completions(of: text, limit: 20).map(\.name)
        #expect(names.elementsEqual(Gazetteer.search(text, limit: 20).map(\.name).prefix(names.count)))
    }

    @Test("The index of districts has every name and former name of each, and each word of them")
    func districts() {
        for district in District.all {
            let words = [district.name, district.englishName].flatMap { Array($0.split(at: .space)) }
            let others =
                Array(district.otherNames) + district.formerNames.flatMap { Array($0.split(at: .space)) }
            for name in words + others {
                let indices = [District.names, District.latinNames]
                let found = indices.flatMap { $0.offsets(of: [NameLetters(name)]) }
                #expect(found.contains(district.row.offset(in: Tables.districts)), "\(name.text)")
            }
        }
    }

    @Test("A search says how many places there are in all")
    func total() {
        let found = Gazetteer.find("동", limit: 3)
        #expect(found.places.count == 3 && found.total > 1000)
        #expect(Gazetteer.find("", limit: 1).total == 18)
        #expect(Gazetteer.find("Tokyo", limit: 5).total == 0)
    }

    @Test("A search finds nothing for text that is part of no name", arguments: ["Tokyo", "없는곳", "🌧️", "!?"])
    func nothing(query: String) {
        #expect(Gazetteer.search(query, limit: 5).isEmpty)
    }
}
