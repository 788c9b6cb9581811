import TestSupport
import Testing

@testable import Regions

@Suite("Addresses")
struct AddressTests {
    @Test("Each of two thousand addresses with made-up numbers leads to its 동, and says what was left out")
    func drawn() async throws {
        let names =
            Dong.all.map { Area.dong($0).fullName.korean }
            + LegalDongGroup.all.flatMap { $0.dongs.map { Area.legalDong($0).fullName.korean } }
        try await sideBySide((0..<2_000).sampled) { index in
            // 7,919 is a prime: the names come from all over the tables.
            let name = names[index * 7_919 % names.count]
            let (text, left) = AddressTests.address(name, index)
            guard let place = try? Gazetteer.place(named: text) else {
                Issue.record("\(text)")
                return
            }
            #expect(place.name == name, "\(text)")
            #expect(place.dropped == left, "\(text)")
            #expect(place.query == text)
        }
    }

    /// An address in one of ten forms, and what of it no table has.
    private static func address(_ name: String, _ index: Int) -> (text: String, left: String) {
        let (lot, part) = (index * 37 % 1_999 + 1, index * 13 % 99 + 1)
        let post = String(100_000 + index * 31 % 64_000).dropFirst()
        let details =
            switch index % 10 {
            case 0: "\(lot)"
            case 1: "\(lot)-\(part)"
            case 2: "산\(lot)-\(part)"
            case 3: "\(lot)번지 \(part)호"
            case 4: "\(lot)-\(part)번지 3층"
            case 5: "\(lot) 가나아파트 101동 \(part)03호"
            case 6: "\(lot)-\(part) 다라빌딩 지하1층"
            case 7: "마바아파트 \(part)동 1203호"
            default: "\(lot)-\(part)"
            }
        return switch index % 10 {
        case 8: ("(\(post)) \(name) \(details)", "\(details), \(post)")
        case 9: ("\(post) 대한민국 \(name) \(details)", "\(post), 대한민국, \(details)")
        default: ("\(name) \(details)", details)
        }
    }

    @Test("Each of the addresses that people have at hand leads to its place, and says what was left out")
    func table() throws {
        for row in try TestTable("addresses").rows {
            let place = try? Gazetteer.place(named: row[2])
            #expect(place?.name == row[0], "\(row[2])")
            #expect(place?.dropped ?? "" == row[1].replacing(";", with: ","), "\(row[2])")
        }
    }

    @Test(
        "A text without the form of an address stays unknown",
        arguments: [
            "성남시 분단구", "서울 3", "서울 123-4", "강남구 123", "서울 강남구 역삼동 123-4 부산", "서울 없는로", "없는곳 123-4",
            "테헤란로 152", "강남구 역쌈동 123-4", "서울 강남구 아무거나", "123-4", "06236", "서울 강남구 역삼동 12-4 수원시",
            String(repeating: "서울 강남구 1 ", count: 40),
        ]
    )
    func unknown(text: String) {
        let error = #expect(throws: PlaceError.self) { try Gazetteer.place(named: text) }
        guard case .unknownArea = error else {
            Issue.record("\(text): \(String(describing: error))")
            return
        }
    }

    @Test("A mistyped 동 in an address is suggested", arguments: ["서울 강남구 역쌈동 123-4", "강남구 역쌈동 825번지 3층"])
    func suggestion(text: String) {
        let error = #expect(throws: PlaceError.self) { try Gazetteer.place(named: text) }
        guard case .unknownArea(_, let suggestions) = error else { return }
        #expect(suggestions.first?.korean == "서울특별시 강남구 역삼동")
    }

    @Test("An address whose 동 several cities have is asked about")
    func ambiguous() {
        let error = #expect(throws: PlaceError.self) { try Gazetteer.place(named: "정자동 178-1") }
        guard case .ambiguousArea(_, let candidates) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(candidates.count == 3)
    }

    @Test(
        "A place that is known as a whole leaves nothing out",
        arguments: ["서울", "중구 필동", "수원시청", "서울 (강남구)"]
    )
    func whole(name: String) throws {
        #expect(try Gazetteer.place(named: name).dropped == nil)
    }
}

@Suite("Keyboards and initial consonants")
struct KeyboardTests {
    @Test(
        "Text typed on the other keyboard leads to the place meant",
        arguments: [
            ("tjdnf", "서울특별시"), ("qntks", "부산광역시"), ("tjdska qnsekdrn", "경기도 성남시 분당구"), ("TJDNF", "서울특별시"),
            ("rkdskarn durtkaehd", "서울특별시 강남구 역삼동"), ("ㄴㄷㅐㅕㅣ", "서울특별시"), ("ㅠㅕㄴ무", "부산광역시"), ("whclddjq", nil),
            ("wpwn", "제주특별자치도"), ("Rkclaktmf", nil), ("ㅂㅈㄷㄱ", nil), ("dldlfwlehd dksl", nil),
        ] as [(String, String?)]
    )
    func otherKeyboard(typed: String, name: String?) {
        #expect((try? Gazetteer.place(named: typed))?.name == name)
        #expect(Gazetteer.understands(typed) == (name != nil))
    }

    @Test("Every syllable of every name comes back from its keys")
    func roundTrip() throws {
        for area in Dong.all.map({ Area.dong($0) }) {
            let name = area.ownName.korean
            guard name.allSatisfy(\.isHangul) else { continue }
            let keys = try #require(Keyboard.latin("ㅋ" + name)).dropFirst()
            #expect(Keyboard.hangul(String(keys)) == name)
        }
    }

    @Test("Initial consonants that several places have are asked about, the larger first")
    func asked() {
        let error = #expect(throws: PlaceError.self) { try Gazetteer.place(named: "ㅅㅇ") }
        guard case .ambiguousArea("ㅅㅇ", let candidates) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(candidates.prefix(2).map(\.korean) == ["서울특별시", "경기도 수원시"])
        #expect(candidates.count > 2)
    }

    @Test(
        "Initial consonants that one place has lead to it",
        arguments: [
            ("ㅂㅅㄱㅇㅅ", "부산광역시"), ("ㄷㄱㄹㅁ", "강원특별자치도 평창군 대관령면"), ("ㅎㅇㄷㄱ", "부산광역시 해운대구"), ("ㅅ", nil),
            ("ㅋㅋㅋㅋ", nil),
        ]
            as [(String, String?)]
    )
    func unique(typed: String, name: String?) {
        #expect((try? Gazetteer.place(named: typed))?.name == name)
    }
}
