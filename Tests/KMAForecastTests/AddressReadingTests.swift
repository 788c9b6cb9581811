import Forecast
import Regions
import TestSupport
import Testing

@testable import KMAForecast

@Suite("Addresses among words of time")
struct AddressReadingTests {
    private static let now = KoreanDate(year: 2026, month: 11, day: 26).at(hour: 15)

    /// Spellings of what stands behind a 동, 읍, 면 or 리; M is a month and D a day of it.
    private static let details = [
        "M-D", "산 M-D", "산M-D", "산 D", "산D", "산 D번지", "산 D 번지", "D번지", "D 번지", "M-D 3층", "M-D 3 층",
        "D-M번지 B1층", "101동 1203호", "101 동 1203 호", "M-D 101동 1203호", "M-D번지 2 층", "D 번지 3 층 302 호",
    ]

    @Test(
        "A road named like its district, with its branch apart, is one address",
        arguments: ["충북 청주시 상당구 상당로 82번길 3", "부산 동래구 동래로 116번길 39", "부산 금정구 금정로 52번길 3"]
    )
    func branches(address: String) throws {
        let requests = try Sentence([address], at: Self.now).requests()
        #expect(requests.count == 1)
        #expect(try requests.first?.place().dropped?.contains("번길") == true)
    }

    @Test("The numbers of two thousand addresses are no dates, and a word of time behind one is")
    func addresses() throws {
        var generator = SeededGenerator(seed: 46)
        let dongs = Gazetteer.fullNames.map(\.korean).filter { name in
            name.last.map { "동읍면".contains($0) } == true && name.contains(" ")
        }
        for _ in (0..<2_000).sampled {
            let dong = try #require(dongs.randomElement(using: &generator))
            let detail = try #require(Self.details.randomElement(using: &generator))
            let (month, day) = (
                Int.random(in: 1...12, using: &generator), Int.random(in: 1...28, using: &generator)
            )
            let village = dong.hasSuffix("면") && Bool.random(using: &generator) ? " 문호리" : ""
            let numbers = detail.replacing("M", with: "\(month)").replacing("D", with: "\(day)")
            let address = "\(dong)\(village) \(numbers)"
            let sentence = Sentence([address], at: Self.now)
            #expect(
                sentence.time == nil && sentence.topic == nil && sentence.unreadableTime == nil,
                "\(address)"
            )
            let found = try? sentence.requests().map { try $0.place() }
            #expect(found?.map(\.name) == [dong], "\(address): \(found?.map(\.name) ?? [])")
            let later = Sentence("\(address) 내일".split(separator: " ").map(String.init), at: Self.now)
            #expect(later.time?.firstDay == KoreanDate(of: Self.now) + 1, "\(address)")
            #expect((try? later.requests().map { try $0.place().name }) == [dong], "\(address)")
        }
    }

    @Test(
        "A lot written in one word with its 동, and one in Latin letters, is no date",
        arguments: [
            ("역삼동10-7", "역삼동"), ("서울강남구역삼동10-7", "역삼동"), ("부산해운대구우동10-5", "우동"),
            ("경기 파주시 문산읍10-9", "문산읍"), ("전주시완산구효자동3가10-9", "효자동3가"),
            ("대구광역시중구동성로2가10-7", "동성로2가"), ("해운대구 중1동10-6", "중1동"), ("Yeoksam-dong 10-7", "역삼동"),
            ("Haeundae-gu U-dong 10-5", "우동"), ("10-7 Yeoksam-dong, Gangnam-gu", "역삼동"),
            ("충남공주시반포면학봉리산10-10", "반포면"), ("제주시애월읍애월리10-12", "애월읍"),
            ("잠실동 리센츠 201동 1004호", "잠실동"), ("Gangnam Station Exit 10", "강남역"),
        ]
    )
    func lots(address: String, name: String) throws {
        #expect(Sentence([address], at: Self.now).time == nil)
        for words in [[address + " 모레"], address.split(separator: " ").map(String.init) + ["모레"]] {
            let sentence = Sentence(words, at: Self.now)
            #expect(sentence.time?.firstDay == KoreanDate(of: Self.now) + 2)
            let places = try sentence.requests().map { try $0.place() }
            #expect(places.count == 1 && places.first?.name.hasSuffix(name) == true)
            #expect(places.first?.dropped != nil)
        }
    }

    @Test(
        "A time in one word with a 동 keeps its number",
        arguments: ["12월 7일", "10시", "12/7", "12월7일 오전"]
    )
    func times(words: String) throws {
        let sentence = Sentence(["역삼동" + words], at: Self.now)
        #expect(sentence.time?.from == Sentence([words], at: Self.now).time?.from)
        #expect(try sentence.requests().first?.place().dropped == nil)
    }

    @Test(
        "A building whose name has several words is part of its address",
        arguments: [
            ("상계동 주공 7단지 702동", "상계동"), ("진관동 은평뉴타운 상림마을 12단지 1205동 301호", "진관동"),
            ("부산 남천동 삼익비치 아파트 101동 502호", "남천동"),
        ]
    )
    func buildings(address: String, dong: String) throws {
        let requests = try Sentence("\(address) 내일".split(separator: " ").map(String.init), at: Self.now)
            .requests()
        #expect(requests.count == 1)
        #expect(try requests.first?.place().name.hasSuffix(dong) == true)
    }

    @Test(
        "A university and the city of its campus are one place, or none",
        arguments: [
            ("연세대 원주", "원주시 연세대학교 미래캠퍼스"), ("Yonsei University Wonju", "원주시 연세대학교 미래캠퍼스"),
            ("홍익대 세종", "홍익대학교 세종캠퍼스"), ("Korea University Sejong Campus", "고려대학교 세종캠퍼스"),
            ("경북대 상주", nil), ("서울대병원 분당", "분당서울대학교병원"), ("강남 세브란스", "강남세브란스병원"), ("오대산 월정사", "월정사"),
            ("연대 원주캠퍼스", "원주시 연세대학교 미래캠퍼스"), ("건대 글로컬", "글로컬캠퍼스"),
            ("Hanyang University ERICA", "ERICA캠퍼스"), ("Severance Hospital", "신촌세브란스병원"),
            ("Chonnam National University", "전남대"), ("Jukdo beach", "양양죽도해변"),
            ("Gwangalli Beach Busan", "광안리해수욕장"), ("롯데월드 서울", "롯데월드"),
            ("Seoul National University Hospital", "서울대학교병원"),
        ]
    )
    func campuses(words: String, name: String?) throws {
        let requests = try Sentence(words.split(separator: " ").map(String.init), at: Self.now).requests()
        #expect(requests.count == 1)
        let found = try? requests.first?.place().name
        #expect(name.map { found?.hasSuffix($0) == true } ?? (found == nil))
    }

    @Test(
        "A coordinate among words of time is one place, however its numbers are spaced",
        arguments: [
            "37.5,127.0", "37.5, 127.0", "37.5 127.0", "37.5N 127.0E", "북위 37.5 동경 127.0",
            "북위 37.5도 동경 127.0도",
            "12.5 37.5,127.0", "37° 30′ 0.0″ N, 127° 0′ 0.0″ E", "북위 37도 30분 0초 동경 127도 0분 0초",
            "위도 37도 30분 0초, 경도 127도 0분 0초",
        ]
    )
    func coordinates(text: String) throws {
        let sentence = Sentence([text + " 내일"], at: Self.now)
        let day = text.hasPrefix("12.5") ? 9 : 1
        #expect(sentence.time?.days.dates.last == KoreanDate(of: Self.now) + day)
        #expect(try sentence.requests() == [PlaceRequest(latitude: 37.5, longitude: 127)])
    }
}
