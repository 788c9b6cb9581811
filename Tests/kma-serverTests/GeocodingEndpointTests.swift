import Foundation
import HummingbirdTesting
import Regions
import TestSupport
import Testing

@testable import OpenMeteo
@testable import kma_server

@Suite("GeocodingEndpoint", .takesSlots(programs: 1))
struct GeocodingEndpointTests {
    private typealias JSON = [String: Any]

    private func results(_ query: String) async throws -> [[String: Any]] {
        try await TestService().get("/om/v1/search?" + query).json["results"] as? [JSON] ?? []
    }

    @Test("Places are found by a part of their name, in English unless Korean is asked for")
    func search() async throws {
        let korean = try #require(try await results("name=" + "해운대구".encoded + "&language=ko").first)
        #expect(korean["name"] as? String == "해운대구")
        #expect(korean["admin1"] as? String == "부산광역시")
        #expect(korean["feature_code"] as? String == "ADM2")
        let english = try #require(try await results("name=Bundang-gu").first)
        #expect(english["name"] as? String == "Bundang-gu")
        #expect(english["admin1"] as? String == "Gyeonggi-do")
        #expect(english["admin2"] as? String == "Seongnam-si")
        #expect(english["country_code"] as? String == "KR")
        #expect(english["timezone"] as? String == "Asia/Seoul")
        #expect(english["elevation"] is NSNumber)
        #expect(try await results("name=" + "중구".encoded + "&count=3").count == 3)
        #expect(try await results("name=Seoul&countryCode=JP").isEmpty)
        #expect(try await results("name=Atlantis").isEmpty)
    }

    @Test("A place is found again by its number, which no other place has")
    func numbers() async throws {
        let names = Gazetteer.fullNames.map(\.korean)
        #expect(GeocodingIndex.names.count == Set(names).count)
        // Kept by clients with the place: a number never changes.
        #expect(GeocodingIndex.number(of: "서울특별시") == 1_705_808_834)
        #expect(GeocodingIndex.names.keys.allSatisfy { $0 <= Int32.max })
        for (number, name) in GeocodingIndex.names {
            let place = try #require(Gazetteer.place(fullName: name))
            #expect(place.geocodingID == number, "\(name)")
        }
        let service = try TestService()
        // Two of them share their name with a landmark.
        for name in ["서울특별시", "경기도 성남시 분당구", "서울특별시 중구 명동", "부산광역시 중구 남포동"] {
            #expect(names.contains(name))
            let id = GeocodingIndex.number(of: name)
            let place = try await service.get("/om/v1/get?id=\(id)&language=ko").json
            #expect(place["id"] as? Int == Int(id))
            #expect(name.hasSuffix(place["name"] as? String ?? "?"))
        }
        #expect(try await service.get("/om/v1/get?id=1").status == .notFound)
    }

    @Test("An answer of the tables is cached like any other, and 304 where the client has it")
    func caching() async throws {
        let service = try TestService()
        for target in ["/om/v1/search?name=Busan", "/om/v1/get?id=\(GeocodingIndex.number(of: "부산광역시"))"] {
            let first = try await service.get(target)
            #expect(first.headers[.cacheControl]?.hasPrefix("public, max-age=3600") == true)
            let tag = try #require(first.headers[.eTag])
            #expect(try await service.get(target, headers: [.ifNoneMatch: tag]).status == .notModified)
        }
    }

    @Test(
        "Faults have the shape of Open-Meteo",
        arguments: [
            ("search", "name"), ("search?name=Busan&count=0", "between 1 and 100"),
            ("search?name=Busan&count=x", "between 1 and 100"), ("search?name=Busan&format=protobuf", "json"),
            ("search?name=%1b", "U+001B"), ("get", "id"),
        ]
    )
    func problems(target: String, reason: String) async throws {
        let response = try await TestService().get("/om/v1/" + target)
        #expect(response.status == .badRequest)
        #expect((try response.json["reason"] as? String)?.contains(reason) == true, "\(response.text)")
    }

    @Test("A path that is not there is refused in the words of Open-Meteo")
    func unknownPath() async throws {
        for path in ["/om/v1/archive?latitude=37.57&longitude=126.98", "/om/v1/elevation", "/om/v1/x/y"] {
            let response = try await TestService().get(path)
            #expect(response.status == .notFound)
            #expect(try response.json["error"] as? Bool == true)
            #expect((try response.json["reason"] as? String)?.contains("/openapi.json") == true)
        }
    }
}
