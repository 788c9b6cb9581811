import Foundation
import KMAForecast
import TestSupport
import Testing

@testable import kma_server

@Suite("/v1/why", .takesSlots(programs: 1))
struct WhyEndpointTests {
    private typealias JSON = [String: Any]

    @Test("A running service tells of each value of a day who said what, and the value is that of the week")
    func program() async throws {
        let client = RawClient(
            try await RunningService(environment: ["KMA_NOW": "2026-11-25T15:20:00+09:00"])
        )
        for words in ["오늘", "내일", "토요일", "2026-12-03"] {
            func json(_ path: String) async throws -> JSON {
                let body = try await client.body("\(path)?area=Seoul&on=\(words.encoded)")
                return try #require(try JSONSerialization.jsonObject(with: body) as? JSON)
            }
            let why = try await json("/v1/why")
            let day = try #require((try await json("/v1/week")["days"] as? [JSON])?.first)
            #expect(why["date"] as? String == day["date"] as? String)
            let values = try #require(why["values"] as? [JSON])
            #expect(values.count >= 3, "\(words)")
            for value in values {
                let field = try #require(value["field"] as? String)
                if field != "day" {
                    let (told, shown) = (value["value"] ?? NSNull(), day[field] ?? NSNull())
                    #expect((told as? NSObject) == (shown as? NSObject), "\(words) \(field)")
                }
                let chosen = try #require(value["chosen"] as? JSON)
                #expect(!(chosen["text"] as? String ?? "").isEmpty)
                guard let feed = chosen["feed"] as? String else { continue }
                #expect(
                    (day["feeds"] as? [String])?.contains(feed) == true
                        && (chosen["fetched_at"] is String || chosen["issued_at"] is NSNull),
                    "\(words) \(field)"
                )
            }
        }
    }

    @Test("Without a time it is today, and a day nobody forecasts is 404")
    func days() async throws {
        let service = try TestService()
        #expect(try await service.get("/v1/why?area=Busan").json["date"] as? String == "2026-10-04")
        #expect(try await service.get("/v1/why?area=Busan&on=2027-01-01").status == .notFound)
        #expect(try await service.get("/v1/why?area=Busan&area=Seoul").status == .badRequest)
        let (korean, english) = (
            try await service.get("/v1/why?area=Busan"), try await service.get("/v1/why?area=Busan&lang=en")
        )
        #expect(korean.text.contains("자료") && !english.text.contains("하루"))
    }
}
