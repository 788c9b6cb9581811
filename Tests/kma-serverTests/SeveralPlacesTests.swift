import Foundation
import HTTPTypes
import HummingbirdTesting
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

@Suite("Several places at once", .takesSlots(programs: 1, listeners: 1))
struct SeveralPlacesTests {
    private static let lines: HTTPFields = [.accept: "application/x-ndjson"]

    private static func names(_ objects: [Any]) -> [String] {
        objects.compactMap { ($0 as? [String: Any])?["place"] as? [String: Any] }.compactMap {
            $0["name"] as? String
        }
    }

    @Test("They are an array in the order they are asked for", arguments: ["week", "now", "hours"])
    func array(question: String) async throws {
        let response = try await TestService().get("/v1/\(question)?area=Busan&area=Seoul&area=Busan")
        #expect(response.status == .ok)
        let objects = try JSONSerialization.jsonObject(with: Data(buffer: response.body)) as? [Any]
        #expect(Self.names(objects ?? []) == ["부산광역시", "서울특별시", "부산광역시"])
    }

    @Test("A client that accepts lines gets an object a line, whatever others got before, and the reverse")
    func lines() async throws {
        let service = try TestService()
        for target in ["/v1/now?area=Busan&area=Seoul", "/v1/now?area=Busan"] {
            let before = try await service.get(target)
            let response = try await service.get(target, headers: Self.lines)
            #expect(response.headers[.contentType] == "application/x-ndjson")
            #expect(response.headers[values: .vary].joined(separator: ",").contains("Accept"))
            let text = String(buffer: response.body)
            #expect(text.hasSuffix("\n"))
            let objects = try text.split(separator: "\n").map {
                try JSONSerialization.jsonObject(with: Data($0.utf8))
            }
            #expect(Self.names(objects).first == "부산광역시")
            #expect(objects.count == target.split(separator: "area=").count - 1)
            #expect(try await service.get(target).body == before.body)
        }
    }

    @Test(
        "More than twenty, one that is unknown, and a second one where there is one answer are refused",
        arguments: [
            ("/v1/week?" + Array(repeating: "area=Busan", count: 21).joined(separator: "&"), 400),
            ("/v1/week?area=Busan&area=Atlantis", 404), ("/v1/theme?area=Busan&area=Seoul", 400),
            ("/v1/outlook?area=Busan&area=Seoul", 400),
            ("/v1/week?area=Busan&area=Seoul&lat=37&lon=127", 400),
        ]
    )
    func refused(target: String, status: Int) async throws {
        #expect(try await TestService().get(target).status.code == status)
    }

    @Test("The weather as metrics has a sample for what is known, and none for what is not")
    func metrics() async throws {
        let response = try await TestService().get("/v1/prometheus?area=Busan&area=Seoul")
        #expect(response.headers[.contentType]?.hasPrefix("text/plain; version=0.0.4") == true)
        let text = String(buffer: response.body)
        let samples = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let form = /[a-z_]+\{area="[^"]+"(,[a-z]+="[^"]*")*\} -?\d+(\.\d+)?/
        for sample in samples { #expect(sample.wholeMatch(of: form) != nil, "\(sample)") }
        for place in ["부산광역시", "서울특별시"] {
            #expect(text.contains("kma_temperature_celsius{area=\"\(place)\"} "))
            #expect(text.contains("kma_day_temperature_max_celsius{area=\"\(place)\",day=\"0\"} "))
            let age = "kma_feed_fetched_timestamp_seconds{area=\"\(place)\",feed=\"kma.short\"} 1"
            #expect(text.contains(age))
        }
        let names = samples.map { $0.prefix { $0 != "{" } }
        #expect(Set(names).count == text.split(separator: "\n").filter { $0.hasPrefix("# TYPE") }.count)
        #expect(try await TestService().get("/v1/prometheus?area=Atlantis").status == .notFound)
        // OpenWeather has the rest of today alone.
        let upstream = try Upstream(now: TestService.afternoon)
        let service = try TestService(over: upstream, kma: false)
        let rest = try await service.get("/v1/prometheus?area=Busan").text
        for (day, isKnown) in [("0", false), ("1", true)] {
            #expect(rest.contains("max_celsius{area=\"부산광역시\",day=\"\(day)\"}") == isKnown)
        }
        let daily = "daily=temperature_2m_max&timezone=Asia/Seoul"
        let days = try await service.get("/om/v1/forecast?latitude=35.18&longitude=129.08&" + daily).json
        let highs = (days["daily"] as? [String: Any])?["temperature_2m_max"] as? [Any]
        #expect(highs?.first is NSNull && highs?.dropFirst().first is Double)
    }

    @Test("Each series stands once: a place by two names is one, and points in one area are told apart")
    func series() async throws {
        let service = try TestService()
        for (query, places) in [
            ("area=Seoul&area=" + "서울".encoded, 1), ("area=Busan&area=Seoul&area=Busan", 2),
            ("area=37.80,128.20&area=37.85,128.25&area=37.80,128.20", 2), ("lat=37.80&lon=128.20", 1),
        ] {
            let text = try await service.get("/v1/prometheus?" + query).text
            let series = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
                .map { $0.prefix { $0 != "}" } }
            #expect(Set(series).count == series.count, "\(query)")
            #expect(series.count { $0.hasPrefix("kma_temperature_celsius{") } == places, "\(query)")
        }
        let point = try await service.get("/v1/prometheus?lat=37.80&lon=128.20").text
        #expect(point.contains(#",query="37.8,128.2"}"#), "\(point.prefix(300))")
        #expect(try await !service.get("/v1/prometheus?area=Seoul").text.contains("query="))
    }

    @Test(
        "A media type counts where Accept names it and its weight is not 0",
        arguments: [
            ("application/x-ndjson", true), ("text/html, application/x-ndjson;q=0.5", true),
            ("application/x-ndjson;q=0.1, application/json", false),
            ("application/x-ndjson, application/json;q=0.5", true),
            ("Application/X-NDJSON ; q=1", true), ("application/x-ndjson;q=0", false),
            ("application/x-ndjson; q=0.0, */*", false), ("application/x-ndjsonfoo", false),
            ("x-application/x-ndjson", false), ("*/*", false),
            ("*/*, application/x-ndjson;q=0.1", false), ("application/x-ndjson, */*;q=0.1", true),
        ]
    )
    func accept(field: String, isLines: Bool) async throws {
        let response = try await TestService().get("/v1/now?area=Busan", headers: [.accept: field])
        #expect((response.headers[.contentType] == "application/x-ndjson") == isLines)
    }
}
