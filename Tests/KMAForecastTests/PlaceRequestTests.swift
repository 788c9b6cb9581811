import Feeds
import Forecast
import Rendering
import Testing

@testable import KMAForecast

@Suite("A place as it is asked for")
struct PlaceRequestTests {
    typealias Given = (area: String?, latitude: String?, longitude: String?, fallback: String?)

    @Test(
        "It is an area or a coordinate, and else the area that is set",
        arguments: [
            (("수원", nil, nil, nil), .area("수원")),
            (("수원", nil, nil, "부산"), .area("수원")),
            ((nil, nil, nil, "부산"), .area("부산")),
            ((nil, "37.38", "127.12", nil), .point(latitude: 37.38, longitude: 127.12)),
            ((nil, "37.38", "127.12", "부산"), .point(latitude: 37.38, longitude: 127.12)),
            ((nil, "-90", "180", nil), .point(latitude: -90, longitude: 180)),
            ((nil, "3.738e1", "1.2712E2", nil), .point(latitude: 37.38, longitude: 127.12)),
            ((nil, "1e-04", "127E", nil), .point(latitude: 0.0001, longitude: 127)),
            // Ten metres are one place.
            ((nil, "37.566535", "126.97796", nil), .point(latitude: 37.5665, longitude: 126.978)),
            (("37.56651, 126.97801", nil, nil, nil), .point(latitude: 37.5665, longitude: 126.978)),
        ] as [(Given, PlaceRequest)]
    )
    func reading(given: Given, request: PlaceRequest) throws {
        let read = try PlaceRequest(
            area: given.area,
            latitude: given.latitude,
            longitude: given.longitude,
            fallback: given.fallback
        )
        #expect(read == request)
    }

    @Test(
        "Half a coordinate, an invalid one, both kinds, nothing at all and no printable name are bad input",
        arguments: [
            (nil, nil, nil, nil), (nil, "37.38", nil, nil), (nil, nil, "127.12", "부산"),
            ("수원", "37.38", "127.12", nil),
            ("수원", "37.38", nil, nil), (nil, "37,38", "127.12", nil),
            (nil, "", "", nil),
            (nil, "91", "127", nil), (nil, "37", "181", nil), (nil, "nan", "127", nil),
            (nil, "37", "inf", nil), (nil, "0x25", "127", nil), (nil, "37", "0x7F", nil),
            ("", nil, nil, "부산"), (" \t", nil, nil, nil), ("서울\0", nil, nil, nil), ("서\n울", nil, nil, nil),
            ("\u{7F}서울", nil, nil, nil), ("서울\u{85}", nil, nil, nil), (nil, nil, nil, "서울\u{202E}"),
        ] as [Given]
    )
    func badInput(given: Given) {
        let error = #expect(throws: ForecastError.self) {
            try PlaceRequest(
                area: given.area,
                latitude: given.latitude,
                longitude: given.longitude,
                fallback: given.fallback
            )
        }
        #expect(error?.code == .badInput)
    }

    @Test(
        "A name with a character that turns the direction of writing is refused, and the character is named",
        arguments: [
            "200E", "200F", "202A", "202B", "202C", "202D", "202E", "2066", "2067", "2068", "2069", "0000",
            "001B",
        ]
    )
    func directionOverride(digits: String) throws {
        let scalar = try #require(UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init))
        let error = #expect(throws: ForecastError.self) {
            try PlaceRequest(area: "서\(scalar)울", latitude: nil, longitude: nil)
        }
        for language in Language.allCases {
            let words = error?.message[language] ?? ""
            #expect(words.contains("U+" + digits))
            #expect(!words.unicodeScalars.contains(scalar))
        }
    }

    @Test(
        "A text is a coordinate where it is two numbers, in half or full width, with or without directions",
        arguments: [
            "37.5,127.0", "37.5, 127", "37.5 127.0", "37.5N 127.0E", "127.0E 37.5N", "N37.5 E127",
            "37.5°N, 127°E",
            "북위 37.5 동경 127", "위도 37.5도 경도 127도", "３７．５，１２７", "127E,37.5",
        ]
    )
    func coordinateText(text: String) throws {
        #expect(try PlaceRequest(text) == .point(latitude: 37.5, longitude: 127))
    }

    @Test(
        "A text that is no coordinate is a name",
        arguments: ["서울", "종로1가", "1 2 3", "37", "37.5,127,3", "37.5N 127N", "4·19", "N E", "37.5,x"]
    )
    func nameText(text: String) throws {
        #expect(try PlaceRequest(text) == .area(text))
    }

    @Test("One number with its direction or with decimals is half a coordinate")
    func half() {
        for text in ["37.5N", "37.5", "３７．５"] {
            #expect(throws: ForecastError.invalidRequest(.incompleteCoordinate)) { try PlaceRequest(text) }
        }
    }

    @Test(
        "A pair without directions is read in the order in which it is in Korea",
        arguments: ["127.1,37.4", "127.1 37.4", "(127.1, 37.4)", "37.4,127.1", "１２７．１，３７．４"]
    )
    func eitherOrder(text: String) throws {
        #expect(try PlaceRequest(text) == .point(latitude: 37.4, longitude: 127.1))
    }

    @Test("A pair that is in Korea in neither order stays as it is", arguments: ["35.6,139.7", "50.1,14.4"])
    func abroad(text: String) throws {
        let numbers = text.split(separator: ",").compactMap { Double($0) }
        #expect(try PlaceRequest(text) == .point(latitude: numbers[0], longitude: numbers[1]))
    }

    @Test("A latitude and a longitude by name that are swapped are told, with the point that is meant")
    func swapped() throws {
        let error = ForecastError.invalidRequest(.swappedCoordinate(latitude: 37.4, longitude: 127.1))
        #expect(throws: error) { try PlaceRequest(area: nil, latitude: "127.1", longitude: "37.4") }
    }

    @Test(
        "As many words as possible are one place",
        arguments: [
            (["성남", "분당구"], ["성남 분당구"]), (["서울", "부산", "제주"], ["서울", "부산", "제주"]),
            (["서울", "중구", "부산", "중구"], ["서울 중구", "부산 중구"]), (["강남역"], ["강남역"]),
            (["경기도", "광주시", "오포1동"], ["경기도 광주시 오포1동"]), (["없는", "곳"], ["없는 곳"]),
            (["서울", "없는곳"], ["서울", "없는곳"]), ([], []), (["서울 중구", "부산"], ["서울 중구", "부산"]),
            (["서울, 부산"], ["서울", "부산"]), (["서울,부산,제주"], ["서울", "부산", "제주"]), (["서울,", "부산"], ["서울", "부산"]),
            (["Goseong-gun, South Gyeongsang"], ["Goseong-gun, South Gyeongsang"]),
            (["Bundang-gu,", "Seongnam-si", "부산"], ["Bundang-gu, Seongnam-si", "부산"]), (["없는곳"], ["없는곳"]),
            (["서울", "강남구", "역삼동", "123-4"], ["서울 강남구 역삼동 123-4"]),
            (["서울", "강남구", "역삼동", "123-4", "부산"], ["서울 강남구 역삼동 123-4", "부산"]),
            (["서울 중구 세종대로 110, 3층"], ["서울 중구 세종대로 110, 3층"]), (["tjdnf", "qntks"], ["tjdnf", "qntks"]),
            (["ㅅㅇ", "ㅂㅅ"], ["ㅅㅇ", "ㅂㅅ"]), (["서울", "3"], ["서울", "3"]),
        ] as [([String], [String])]
    )
    func words(words: [String], names: [String]) throws {
        #expect(try PlaceRequest.requests(in: words) == names.map { .area($0) })
    }

    @Test(
        "Twenty places of two words each are answered, and neither one more nor more words"
    )
    func tooMany() throws {
        let twenty = Array(repeating: ["서울", "중구"], count: 20).flatMap { $0 }
        #expect(try PlaceRequest.requests(in: twenty).count == 20)
        let error = ForecastError.invalidRequest(.tooManyPlaces(limit: 20))
        for words in [twenty + ["부산"], ["서울"] + Array(repeating: "없는곳", count: 60)] {
            #expect(throws: error) { try PlaceRequest.requests(in: words) }
        }
    }

    @Test("Two words may be a coordinate")
    func coordinateWords() throws {
        let requests = try PlaceRequest.requests(in: ["37.5,", "127.0", "서울"])
        #expect(requests == [.point(latitude: 37.5, longitude: 127), .area("서울")])
    }

    @Test("A coordinate that cannot be read is told, cut to a length that fits a line")
    func told() {
        let error = #expect(throws: ForecastError.self) {
            try PlaceRequest(
                area: nil,
                latitude: "37.x" + String(repeating: "9", count: 500),
                longitude: "127"
            )
        }
        for language in Language.allCases {
            let words = error?.message[language] ?? ""
            #expect(words.contains("37.x999") && words.count < 120)
        }
    }

    @Test(
        "A text of no single place says why by its code",
        arguments: [
            (.area("중구"), .ambiguousArea, "여러 곳에 있습니다"), (.area("없는나라"), .unknownArea, "지역이 없습니다"),
            (.area(""), .unknownArea, "지역이 없습니다"),
            (.area("오늘"), .unknownArea, "(‘오늘’)"), (.area("서울;부산"), .unknownArea, "여러 곳입니다"),
            (.point(latitude: 35.68, longitude: 139.77), .outsideKorea, "밖입니다"),
        ] as [(PlaceRequest, ErrorCode, String)]
    )
    func noPlace(request: PlaceRequest, code: ErrorCode, words: String) {
        let error = #expect(throws: ForecastError.self) { try request.place() }
        #expect(error?.code == code)
        #expect(error?.message.korean.contains(words) == true, "\(error?.message.korean ?? "")")
    }

    @Test("An area and a point lead to their place")
    func place() throws {
        #expect(try PlaceRequest.area("경기도").place().temperatureZone.code == "11B20601")
        #expect(try PlaceRequest.point(latitude: 37.3826, longitude: 127.1189).place().district == "성남시 분당구")
    }
}
