import Forecast
import KMAForecast
import TestSupport
import Testing

@testable import kma_server

@Suite("The parameters of a request", .takesSlots(programs: 1))
struct QueryStringTests {
    @Test(
        "Parameters are decoded as browsers encode them",
        arguments: [
            ("area=%EA%B2%BD%EA%B8%B0%EB%8F%84", "경기도"), ("area=Bundang-gu", "Bundang-gu"),
            ("area=a+b%20c%2Bd", "a b c+d"), ("area=", ""), ("area", ""), ("&area=x&", "x"),
            ("area=a=b", "a=b"),
            ("%61rea=x", "x"),
        ]
    )
    func decoding(query: String, area: String) throws {
        #expect(try QueryString(query[...], knowing: [.area])[.area] == area)
    }

    @Test(
        "A parameter that cannot be what was meant is refused by name",
        arguments: [
            ("city=x", "city"), ("area=x&area=y", "area"), ("lat=1", "lat"), ("area=%E", "%E"),
            ("area=%zz", "%zz"), ("area=%FF", "%FF"), ("area=%+1", "%+1"), ("Area=x", "Area"),
        ]
    )
    func refusal(query: String, named: String) {
        #expect {
            try QueryString(query[...], knowing: [.area, .lang])
        } throws: { error in
            guard let problem = error as? Problem, problem.code == .badInput else { return false }
            return problem.detail.korean.contains(named) && problem.detail.english.contains(named)
        }
    }

    @Test(
        "The limit and the text of a search are bounded",
        arguments: [
            ("", 20), ("limit=1", 1), ("limit=100", 100), ("limit=0", nil), ("limit=101", nil),
            ("limit=x", nil),
            ("limit=1.5", nil), ("q=" + String(repeating: "a", count: 101), nil),
        ]
    )
    func search(query: String, limit: Int?) async throws {
        let target = query.hasPrefix("q=") ? query : "q=%EB%8F%99&" + query
        let response = try await TestService().get("/v1/areas?" + target)
        guard let limit else { return #expect(response.status == .badRequest) }
        #expect((try response.json["areas"] as? [Any])?.count == limit)
    }
}
