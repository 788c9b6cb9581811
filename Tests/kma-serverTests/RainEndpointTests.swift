import Foundation
import TestSupport
import Testing

@testable import kma_server

@Suite("/v1/rain", .takesSlots(programs: 1))
struct RainEndpointTests {
    @Test(
        "It answers with the object of `kma rain --json`, within a time, at a time and for all that is known"
    )
    func program() async throws {
        let moment = "2026-11-29T15:00:00+09:00"
        let client = RawClient(try await RunningService(environment: ["KMA_NOW": moment]))
        let kma = try Program(["KMA_NOW": moment])
        for (query, arguments) in [
            ("", []), ("&within=3h", ["--within", "3h"]),
            ("&within=90m&lang=en", ["--within", "90m", "--lang", "en"]),
            ("&on=\("화요일".encoded)", ["--on", "화요일"]),
            ("&on=tomorrow&lang=en", ["--on", "tomorrow", "--lang", "en"]),
        ] as [(String, [String])] {
            let body = try await client.body("/v1/rain?area=\("부산".encoded)\(query)")
            var shown = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
            let outcome = try await kma.start(["rain", "부산", "--sample", "--json"] + arguments).outcome()
            var told = try #require(
                try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
            )
            // Each program has fetched for itself.
            shown["sources"] = nil
            told["sources"] = nil
            #expect(NSDictionary(dictionary: shown) == NSDictionary(dictionary: told), "\(query)")
            #expect(shown["falls"] is NSNumber && shown["text"] is String, "\(query)")
        }
    }

    @Test(
        "An invalid time, and both times at once, are refused",
        arguments: [
            "within=soon", "within=0h", "within=400d", "within=", "on=nonsense", "within=3h&on=tomorrow",
            "date=2026-10-05",
        ]
    )
    func refusals(query: String) async throws {
        #expect(try await TestService().get("/v1/rain?area=Busan&\(query)").status == .badRequest)
    }
}
