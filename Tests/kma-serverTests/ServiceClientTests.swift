import Feeds
import Forecast
import Foundation
import KMAForecast
import Regions
import Rendering
import SampleFeeds
import ServiceClient
import TestSupport
import Testing
import URLSessionTransport

/// Client over URLSession, against the running service.
@Suite("Client of the service", .oneService)
struct ServiceClientTests {
    private static func service(_ language: Language = .korean) throws -> WeatherService {
        WeatherService(try RunningService.ofSuite.address, .urlSession(), language: language)
    }

    private static let provinces = [
        "부산", "대구", "인천", "광주", "대전", "울산", "세종", "경기도", "강원", "충북", "충남", "전북", "전남", "경북", "경남", "제주",
    ]

    /// JSON by the package's own reader, for which 17 and 17.0 are one number.
    private static func tree(_ json: some Sequence<UInt8>) throws -> JSONValue {
        try #require(JSONValue(Array(json), depth: 32))
    }

    @Test(
        "Answers are written as they were read, with every member",
        arguments: ["week", "now", "hours"],
        ["area=경기도", "area=한라산&lang=en", "area=부산&on=내일", "lat=37.57&lon=126.98", "area=강릉시 교동 123-4"]
    )
    func written(path: String, query: String) async throws {
        let encoded = try #require(query.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed))
        let address = "\(try RunningService.ofSuite.address)/v1/\(path)?\(encoded)"
        let answer = try await Transport.urlSession().fetch(address, .seconds(60))
        // A time that was asked for belongs to days and hours.
        guard path != "now" || !query.contains("&on=") else { return #expect(answer.status == 400) }
        try #require(answer.status == 200)
        let report = try WeatherReport(json: answer.body)
        #expect(try Self.tree(JSONEncoder().encode(report)) == Self.tree(answer.body))
        #expect(try JSONDecoder().decode(WeatherReport.self, from: JSONEncoder().encode(report)) == report)
    }

    @Test("Typed values are those of the JSON")
    func values() async throws {
        let week = try await Self.service(.english).week("Busan")
        #expect(week.place == "부산광역시")
        // Ten until the morning's issue.
        #expect([10, 11].contains(week.days.count))
        let members = try #require(
            JSONSerialization.jsonObject(with: JSONEncoder().encode(week)) as? [String: Any]
        )
        let days = try #require(members["days"] as? [[String: Any]])
        #expect(week.days.map(\.low) == days.map { $0["temperature_min"] as? Double })
        #expect(week.days.map(\.high) == days.map { $0["temperature_max"] as? Double })
        #expect(week.days.map(\.sky) == days.map { $0["text"] as? String })
        #expect(week.days.map { $0.theme?.rawValue } == days.map { $0["theme"] as? String })
        #expect(
            week.days.map(\.precipitationProbability)
                == days.map { $0["precipitation_probability"] as? Double }
        )
        #expect(week.days.map(\.date.description) == days.map { $0["date"] as? String })
        let hours = try #require(members["hours"] as? [[String: Any]])
        #expect(!hours.isEmpty)
        #expect(week.hours.map { KoreanTime($0.time).rfc3339 } == hours.map { $0["time"] as? String })
        #expect(week.hours.map(\.temperature) == hours.map { $0["temperature"] as? Double })
        let theme = try #require(members["theme"] as? [String: Any])
        #expect(week.palette.start == theme["color"] as? String)
        #expect(week.palette.text == theme["text_color"] as? String)
        let current = try #require(members["current"] as? [String: Any])
        #expect(week.temperature == current["temperature"] as? Double)
        #expect(week.json.current["precipitation_1h"].double == current["precipitation_1h"] as? Double)
        #expect(week.attribution == members["attribution"] as? [String])
        #expect(week.json.place.nameEn.string == "Busan")
        let tomorrow = try await Self.service().week(latitude: 35.18, longitude: 129.08, on: "내일")
        #expect(tomorrow.days.map(\.label) == ["내일"])
        #expect(try await Self.service().now("부산").hours.isEmpty)
    }

    @Test(
        "A report of the libraries is encoded in the JSON of the service, and read back as one",
        arguments: ["서울", "부산광역시 해운대구", "한라산", "강릉시 교동", "독도"] + (runsLongTests ? provinces : [])
    )
    func encoded(area: String) async throws {
        let configuration = ForecasterConfiguration(
            kma: ServiceKey("sample").map { KMAGateway(kind: .dataPortal, key: $0) },
            openWeather: nil,
            transport: .sample { Date() },
            store: nil
        )
        let report = try await Forecaster(configuration).report(.week, at: Gazetteer.place(named: area))
        let json = report.json(.week, .korean)
        let encoded = try JSONEncoder().encode(report)
        #expect(try Self.tree(encoded) == Self.tree(json))
        #expect(try JSONDecoder().decode(WeatherReport.self, from: encoded) == WeatherReport(json: json))
    }

    @Test("Every other path is asked by its name")
    func others() async throws {
        let found = try await Self.service().ask("areas", [("q", "강남"), ("limit", "3")])
        #expect(found.areas.elements.count == 3)
        #expect(try await Self.service().ask("alerts").sources.elements.first?.feed.string == "kma.warnings")
    }

    @Test("Refusals carry a code, a sentence in the language of the client, and candidates")
    func refusals() async throws {
        func problem(_ name: String, _ language: Language = .korean) async throws -> ServiceProblem? {
            do {
                _ = try await Self.service(language).week(name)
            } catch ServiceError.refused(let problem) {
                return problem
            }
            return nil
        }
        let unknown = try await problem("없는곳없는곳")
        #expect(unknown?.status == 404)
        #expect(unknown?.code == ErrorCode.unknownArea.rawValue)
        #expect(unknown?.detail.contains("없는곳") == true)
        #expect(try await problem("없는곳없는곳", .english)?.detail != unknown?.detail)
        #expect(try await problem("중구")?.candidates?.contains("부산광역시 중구") == true)
    }

    @Test("A closed port, and an answer that is no report, are errors of their own")
    func faults() async throws {
        do throws(ServiceError) {
            _ = try await WeatherService("http://127.0.0.1:1", .urlSession()).now("부산")
            Issue.record("A closed port answered")
        } catch {
            guard case .unreachable = error else { throw error }
        }
        for (status, body) in [
            (200, "<html>"), (200, "{}"), (200, #"{"theme": {"name": "fog"}}"#), (502, ""),
        ] {
            let transport = Transport { _, _ throws(TransportFault) in
                HTTPAnswer(status: status, body: Array(body.utf8))
            }
            await #expect(throws: ServiceError.unreadable(status: status)) {
                try await WeatherService("http://127.0.0.1/", transport).now("부산")
            }
        }
    }
}
