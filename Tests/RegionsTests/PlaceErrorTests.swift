import Regions
import Testing

@Suite("Names that lead to no single place")
struct PlaceErrorTests {
    @Test(
        "A name that several areas have is ambiguous, and the error lists them all",
        arguments: [
            ("중구", ["서울특별시 중구", "부산광역시 중구", "대구광역시 중구", "대전광역시 중구", "울산광역시 중구"]),
            ("고성군", ["경상남도 고성군", "강원특별자치도 고성군"]), ("고성", ["경상남도 고성군", "강원특별자치도 고성군"]),
            ("강서구", ["서울특별시 강서구", "부산광역시 강서구"]), ("경상도", ["경상북도", "경상남도"]),
            ("인천 중구", ["인천광역시 제물포구", "인천광역시 영종구"]), ("인천 서구", ["인천광역시 서해구", "인천광역시 검단구"]),
            ("일산", ["경기도 고양시 일산동구", "경기도 고양시 일산서구"]),
            ("광주시", ["광주광역시", "경기도 광주시"]),
            ("마산", ["경상남도 창원시 마산합포구", "경상남도 창원시 마산회원구"]),
            ("민락동", ["부산광역시 수영구 민락동", "경기도 의정부시 민락동"]),
            ("풍산동", ["경기도 고양시 일산동구 풍산동", "경기도 하남시 풍산동"]),
            ("고성역", ["경상남도 고성군", "강원특별자치도 고성군", "대구광역시 북구 고성동"]),
            ("정자동", ["경기도 수원시 장안구 정자동", "경기도 성남시 분당구 정자동", "울산광역시 북구 정자동"]),
        ]
    )
    func ambiguous(query: String, candidates: [String]) throws {
        let error = try #require(throws: PlaceError.self) { try Gazetteer.place(named: query) }
        guard case .ambiguousArea(query, let found) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(found.map(\.korean) == candidates)
    }

    @Test(
        "The English name of a candidate leads to the place of its Korean name",
        arguments: [
            "중구", "고성군", "마산", "민락동", "정자동", "고성역", "남산", "성산", "온양", "구천동", "동대문", "Dongdaemun", "공항역",
            "Jung-gu", "광주시",
        ]
    )
    func englishCandidates(query: String) throws {
        let error = try #require(throws: PlaceError.self) { try Gazetteer.place(named: query) }
        guard case .ambiguousArea(_, let candidates) = error else {
            Issue.record("\(error)")
            return
        }
        for candidate in candidates {
            let places = try [candidate.korean, candidate.english].map { try Gazetteer.place(named: $0).name }
            #expect(places == [candidate.korean, candidate.korean])
        }
    }

    @Test(
        "A mistyped name is unknown, and the error suggests at most five names, the likeliest first",
        arguments: [
            ("성남시 분단구", "경기도 성남시 분당구"), ("Seoul weahter", "서울특별시"), ("부산 해운데구", "부산광역시 해운대구"),
            ("성남분단구", "경기도 성남시 분당구"), ("경기됴", "경기도"), ("Busn", "부산광역시"),
            ("Seuol", "서울특별시"), ("수웜", "경기도 수원시"), ("전라남더", "전라남도"), ("대관령먄", "강원특별자치도 평창군 대관령면"),
            ("강남구 역쌈동", "서울특별시 강남구 역삼동"), ("경기됴 성남시", "경기도 성남시"), ("강남영", "서울특별시 강남구 강남역"),
        ]
    )
    func nearMiss(query: String, suggestion: String) throws {
        let error = try #require(throws: PlaceError.self) { try Gazetteer.place(named: query) }
        guard case .unknownArea(query, let suggestions) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(suggestions.first?.korean == suggestion)
        #expect(suggestions.count <= 5)
    }

    @Test(
        "A list is several areas, in its order",
        arguments: ["서울,부산", "Seoul, Busan", "Seoul+Busan;Jeju"]
    )
    func lists(query: String) throws {
        let error = try #require(throws: PlaceError.self) { try Gazetteer.place(named: query) }
        let words = query.split { " ,+;".contains($0) }
        let names = try words.map { try Gazetteer.place(named: String($0)).name }
        guard case .severalAreas(query, let areas) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(areas.map(\.korean) == names)
    }

    @Test(
        "The rest of a cut-off 역, 터미널 or 항 is suggested, not answered, for a dong without its city",
        arguments: [
            ("덕포터미널", "부산광역시 사상구 덕포동"), ("덕포항", "부산광역시 사상구 덕포동"), ("학산역", "전남광주통합특별시 영암군 학산면"),
            ("Hakdong Terminal", "전남광주통합특별시 동구 학동"),
        ]
    )
    func stops(query: String, suggestion: String) throws {
        let error = try #require(throws: PlaceError.self) { try Gazetteer.place(named: query) }
        guard case .unknownArea(_, let suggestions) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(suggestions.first?.korean == suggestion)
        #expect(!Gazetteer.knows(query))
    }

    @Test(
        "Text that names no place in Korea is unknown and has no suggestions",
        arguments: [
            "", " ", ",", "Tokyo", "xyz", "ㅋㅋ", "0", "역", "없는역", "🌧️", "'; DROP TABLE", "Korea",
            String(repeating: "서울", count: 10_000),
        ]
    )
    func unknown(query: String) {
        #expect(throws: PlaceError.unknownArea(query: query, suggestions: [])) {
            try Gazetteer.place(named: query)
        }
    }
}
